import { shownSetting } from '../../../shared/credential/details';
import { asError } from '../../../shared/errors';
import { QUERY_NAMES, queryNameField } from '../../queries';
import { optionsField } from '../fields/options';
import type { Item, Operation } from '../run';
import { callsOf, type QueryResult } from './calls';
import { findingsOf, openRow, type Row } from './findings';
import { CheckedJob } from './job';
import { tryEndDate, tryForms, tryOwnAgain } from './queries';

/** n8n's table shows empty cells in red. */
const NONE = '–';

const options = optionsField('allQueries');

/** Service > Check: how the service reads what its documents leave open, one item for each question. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check service',
		description:
			'Find out what to set in the credential. Takes one to three minutes. No notification is sent.',
	},
	fields: [queryNameField, options],
	prepare(item) {
		const queryName = item.read(queryNameField);
		const { allQueries } = item.read(options);
		return {
			key: { check: queryName, allQueries },
			fetch: async () => {
				const rows = await runCheck(item, { queryName, allQueries });
				return rows.map((row) => ({ json: shown(row), pairedItem: { item: item.itemIndex } }));
			},
		};
	},
};

/** At most five queries and five calls of bulk exports. */
async function runCheck(
	item: Item,
	{ queryName, allQueries }: { queryName: string; allQueries: boolean },
): Promise<Row[]> {
	const calls = callsOf(item, queryName);
	const tried = await tryForms(calls);
	const job = new CheckedJob(calls, tried.accepted);
	const [endDate] = await Promise.all([tryEndDate(calls, tried.accepted), job.run()]);
	const forms = await tryOwnAgain(calls, tried);
	const rows = findingsOf({ calls, forms, endDate, job });
	item.hint(summary(queryName, rows));
	return allQueries ? [...rows, ...(await openQueries(item, forms.accepted))] : rows;
}

/** Which queries are open to the account: one call each. */
async function openQueries(item: Item, { dates }: QueryResult): Promise<Row[]> {
	const rows = QUERY_NAMES.map(async (queryName): Promise<Row> => {
		const response = item.api().query({ queryName, ...dates, limit: '1' });
		const error = await response.then(() => undefined, asError);
		item.signal.throwIfAborted();
		return openRow(queryName, dates, error);
	});
	return await Promise.all(rows);
}

function shown([check, [result, found, change], evidence]: Row) {
	const advice = change ? shownSetting(...change) : { setting: NONE, value: NONE };
	return { check, result, found, ...advice, evidence: evidence.join('; ') || NONE };
}

/** "Checked with messages_by_day: 7 of 8 fit. In the credential, set End Date Included to Off." */
function summary(queryName: string, rows: Row[]): string {
	const count = (wanted: string) => rows.filter(([, [result]]) => result === wanted).length;
	const checked = `Checked with ${queryName}: ${count('ok')} of ${rows.length} fit.`;
	const steps = rows.flatMap(([, [, , change]]) => (change ? [shownSetting(...change)] : []));
	if (steps.length > 0) {
		const list = steps.map(({ setting, value }) => `${setting} to ${value}`).join(', ');
		return `${checked} In the credential (More Settings), set ${list}. Then run Check again.`;
	}
	if (count('failed') > 0) return `${checked} See what failed.`;
	return `${checked} ${count('unknown') > 0 ? 'See what is unknown.' : 'Nothing to change.'}`;
}
