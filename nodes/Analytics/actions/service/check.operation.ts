import { shownSetting } from '../../../shared/credential/details';
import { optionsField, readOptions } from '../fields/options';
import { queryNameField, readQueryName } from '../fields/request';
import type { Operation } from '../operation';
import { endDate } from './questions/endDate';
import { fileFinding, typesFinding } from './questions/file';
import { access, askInForms, formFinding, openQueries } from './questions/forms';
import { jobFinding, jobOf } from './questions/job';
import { type Finding, isAnswered, MAX_CALLS, type Row, type Session, sessionOf } from './session';

/** What is empty is red in n8n's table. */
const NONE = '–';

/** Service > Check: how the service reads what its documents leave open, one item for each question. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check service',
		description: 'Find out what to set in the credential. No notification is sent.',
	},
	fields: [queryNameField, optionsField('allQueries')],
	prepare(item) {
		const queryName = readQueryName(item.parameter('queryName'));
		const { allQueries } = readOptions(item, 'allQueries');
		return {
			key: { check: queryName, allQueries },
			fetch: async () => {
				const session = sessionOf(item, queryName);
				const answers = await askInForms(session);
				const [, answer] = answers;
				const asked = session.evidence.queries.splice(0);
				const [end, job] = await Promise.all([endDate(session, answer), jobOf(session, answer)]);
				const { queries, bulk } = session.evidence;
				const rows: Row[] = [
					['Does the service answer the query?', access(answer), asked],
					['Does it accept the dates?', formFinding(answers, 'dateFormat'), []],
					['Does it accept the time zone?', formFinding(answers, 'timeZoneForm'), []],
					['Is the end date included?', end, queries],
					['Do the nodes see that a job is done?', jobFinding(session, job), bulk],
					['Can its file be read?', fileFinding(job, answer.records), []],
					['Does it have the types of the query?', typesFinding(job, answer.records), []],
					['Are the calls within the limit?', limits(session, [answer, job].some(isAnswered)), []],
				];
				item.hint(summary(queryName, rows));
				if (allQueries) rows.push(...(await openQueries(item, answer)));
				return rows.map(([question, [result, found, change], evidence]) => {
					const advice = change ? shownSetting(...change) : { setting: NONE, value: NONE };
					const seen = evidence.join('; ') || NONE;
					const json = { check: question, result, found, ...advice, evidence: seen };
					return { json, pairedItem: { item: item.itemIndex } };
				});
			},
		};
	},
};

const TOO_MANY =
	'There were too many. If nothing else uses this API Token, lower Calls per Minute in the credential.';

/** Whether the service had too many calls, though they were within those of the credential. */
function limits({ details: { callsPerMinute }, limiters }: Session, isAnswered: boolean): Finding {
	if (limiters.synchronous.tooMany + limiters.bulk.tooMany > 0) return ['unknown', TOO_MANY];
	if (!isAnswered) return ['unknown', 'No call was answered.'];
	if (callsPerMinute <= MAX_CALLS) return ['ok', 'The service refused none as one too many.'];
	return ['unknown', `The service refused none, but ${callsPerMinute} a minute were not tried.`];
}

/** "Checked with messages_by_day: 7 of 8 fit. In the credential, set End Date Included to Off." */
function summary(queryName: string, rows: Row[]): string {
	const fitting = rows.filter(([, [result]]) => result === 'ok').length;
	const checked = `Checked with ${queryName}: ${fitting} of ${rows.length} fit.`;
	const steps = rows.flatMap(([, [, , change]]) => (change ? [shownSetting(...change)] : []));
	if (steps.length === 0) return checked;
	const list = steps.map(({ setting, value }) => `${setting} to ${value}`).join(', ');
	return `${checked} In the credential (More Settings), set ${list}. Then run Check again.`;
}
