import { ServiceError } from '../../../shared/errors';
import { concernOf } from '../../../shared/http/retry';
import type { Calls, QueryResult } from './calls';

/** A week in the form of the credential, and in the first form that the service accepts. */
export interface Forms {
	own: QueryResult;
	accepted: QueryResult;
	evidence: string[];
}

/** Changes one setting at a time, and both at last, as long as the service refuses. */
export async function tryForms({ query, details, week }: Calls): Promise<Forms> {
	const dateFormats = [...new Set([details.dateFormat, 'date', 'dateTime'])];
	const zoneForms = [...new Set([details.timeZoneForm, 'name', 'offset'] as const)];
	const [ownForm, ...others] = zoneForms.flatMap((timeZoneForm) =>
		dateFormats.map((dateFormat) => ({ dateFormat, timeZoneForm, endDateIncluded: true })),
	);
	const own = await query(week.first, week.last, ownForm!);
	const evidence = [own.evidence];
	let last = own;
	for (const form of others) {
		if (!isFormRefused(last)) break;
		last = await query(week.first, week.last, form);
		evidence.push(last.evidence);
	}
	return { own, accepted: last.error ? own : last, evidence };
}

/** A service may refuse once by chance, so the credential's own form gets the last call. */
export async function tryOwnAgain({ query, limiters, week }: Calls, forms: Forms): Promise<Forms> {
	const { own, accepted, evidence } = forms;
	if (own === accepted || limiters.synchronous.left === 0) return forms;
	const again = await query(week.first, week.last, own.form);
	return isFormRefused(again) ? forms : { own: again, accepted: again, evidence };
}

/** A service may fail where it should refuse. */
function isFormRefused({ error }: QueryResult): boolean {
	if (!(error instanceof ServiceError) || error.kind !== 'refused') return false;
	return ['content', 'service'].includes(concernOf(error.status ?? 0));
}
