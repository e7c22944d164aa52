import { shownSetting } from '../../../shared/credential/details';
import { asError } from '../../../shared/errors';
import { QUERY_NAMES } from '../../queries';
import { optionsField, readOptions } from '../fields/options';
import { queryNameField, readQueryName } from '../fields/request';
import type { Item, Operation } from '../item';
import { comparedWithFile, endDateFinding } from './questions/endDate';
import { fileFinding } from './questions/file';
import { formFinding, tryForms, tryOwnAgain } from './questions/forms';
import { jobFinding, runJob } from './questions/job';
import type { Finding, QueryResult, Row, Session } from './session';
import { counted, findingOf, hasResponse, MAX_CALLS, sessionOf } from './session';

/** n8n's table shows empty cells in red. */
const NONE = '–';

/** Service > Check: how the service reads what its documents leave open, one item for each question. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check service',
		description:
			'Find out what to set in the credential. Takes one to three minutes. No notification is sent.',
	},
	fields: [queryNameField, optionsField('allQueries')],
	prepare(item) {
		const queryName = readQueryName(item.parameter('queryName'));
		const { allQueries } = readOptions(item, 'allQueries');
		return {
			key: { check: queryName, allQueries },
			fetch: async () => {
				const rows = await runCheck(item, { queryName, allQueries });
				return rows.map((row) => ({ json: shown(row), pairedItem: { item: item.itemIndex } }));
			},
		};
	},
};

async function runCheck(
	item: Item,
	{ queryName, allQueries }: { queryName: string; allQueries: boolean },
): Promise<Row[]> {
	const session = sessionOf(item, queryName);
	const { evidence } = session;
	const tried = await tryForms(session);
	const ofForms = evidence.queries.splice(0);
	const { accepted } = tried;
	const [ofQuery, job] = await Promise.all([
		endDateFinding(session, accepted),
		runJob(session, accepted),
	]);
	const endDate = comparedWithFile(ofQuery, job, accepted.records.length);
	const ofEndDate = evidence.queries.splice(0);
	const forms = await tryOwnAgain(session, tried);
	const { error, records } = forms.accepted;
	const access: Finding = error
		? findingOf(error)
		: ['ok', `It returned ${counted(records.length, 'record')}.`];
	const isLimitKnown = [forms.accepted, job].some(hasResponse);
	const rows: Row[] = [
		['Does the service answer the query?', access, ofForms],
		['Does it accept the dates?', formFinding(forms, 'dateFormat'), []],
		['Does it accept the time zone?', formFinding(forms, 'timeZoneForm'), []],
		['Is the end date included?', endDate, ofEndDate],
		['Do the nodes see that a job is done?', jobFinding(session, job), evidence.bulk],
		['Can its file be read?', fileFinding(job, records), []],
		['Are the calls within the limit?', limitFinding(session, isLimitKnown), []],
	];
	item.hint(summary(queryName, rows));
	return allQueries ? [...rows, ...(await openQueries(item, forms.accepted))] : rows;
}

/** Which queries are open to the account: one call each. */
async function openQueries(item: Item, { dates }: QueryResult): Promise<Row[]> {
	const rows = QUERY_NAMES.map(async (queryName): Promise<Row> => {
		const response = item.api().query({ queryName, ...dates, limit: '1' });
		const error = await response.then(() => undefined, asError);
		item.signal.throwIfAborted();
		const finding: Finding = error ? findingOf(error) : ['ok', 'The service accepted it.'];
		return [`Is ${queryName} open to your account?`, finding, Object.values(dates)];
	});
	return await Promise.all(rows);
}

function shown([check, [result, found, change], evidence]: Row) {
	const advice = change ? shownSetting(...change) : { setting: NONE, value: NONE };
	return { check, result, found, ...advice, evidence: evidence.join('; ') || NONE };
}

const TOO_MANY =
	'There were too many. If nothing else uses this API Token, lower Calls per Minute in the credential.';

/** Whether the service had too many calls, although they were within those of the credential. */
function limitFinding(
	{ details: { callsPerMinute }, limiters }: Session,
	isKnown: boolean,
): Finding {
	if (limiters.synchronous.tooMany + limiters.bulk.tooMany > 0) return ['unknown', TOO_MANY];
	if (!isKnown) return ['unknown', 'The service did not respond to any call.'];
	if (callsPerMinute <= MAX_CALLS) return ['ok', 'The service refused none as one too many.'];
	return ['unknown', `The service refused none, but ${callsPerMinute} a minute were not tried.`];
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
	return `${checked} ${count('failed') > 0 ? 'See what failed.' : 'Nothing to change.'}`;
}
