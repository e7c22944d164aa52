import { ServiceError } from '../../../../shared/errors';
import { concernOf } from '../../../../shared/http/retry';
import type { Finding, QueryResult, Session } from '../session';

/** A week in the form of the credential, and in the first form that the service accepts. */
export interface FormResults {
	own: QueryResult;
	accepted: QueryResult;
}

/** Changes one setting at a time, and both at last, as long as the service refuses. */
export async function tryForms({ query, details, week }: Session): Promise<FormResults> {
	const dateFormats = [...new Set([details.dateFormat, 'date', 'dateTime'])];
	const zoneForms = [...new Set([details.timeZoneForm, 'name', 'offset'] as const)];
	const [ownForm, ...others] = zoneForms.flatMap((timeZoneForm) =>
		dateFormats.map((dateFormat) => ({ dateFormat, timeZoneForm, endDateIncluded: true })),
	);
	const own = await query(week.first, week.last, ownForm!);
	let last = own;
	for (const form of others) {
		if (!isFormRefused(last)) break;
		last = await query(week.first, week.last, form);
	}
	return { own, accepted: last.error ? own : last };
}

/** A service may refuse once by chance, so the credential's own form gets the last call. */
export async function tryOwnAgain(session: Session, results: FormResults): Promise<FormResults> {
	const { query, limiters, week } = session;
	const { own, accepted } = results;
	if (own === accepted || limiters.synchronous.left === 0) return results;
	const again = await query(week.first, week.last, own.form);
	return isFormRefused(again) ? results : { own: again, accepted: again };
}

/** A service may fail where it should refuse. */
function isFormRefused({ error }: QueryResult): boolean {
	if (!(error instanceof ServiceError) || error.kind !== 'refused') return false;
	return ['content', 'service'].includes(concernOf(error.status ?? 0));
}

export function formFinding(
	{ own, accepted }: FormResults,
	name: 'dateFormat' | 'timeZoneForm',
): Finding {
	const [before, now] = [own, accepted].map(({ dates }) =>
		name === 'dateFormat' ? dates.startDate : dates.timeZone,
	);
	if (accepted.error) return ['unknown', 'No query was accepted.'];
	if (accepted.records.length === 0) {
		return ['unknown', `${now} is accepted, but no record shows that it is understood.`];
	}
	const value = accepted.form[name];
	if (value === own.form[name]) return ['ok', `${now} is accepted.`];
	return ['change', `${before} is refused, ${now} is accepted.`, [name, value]];
}
