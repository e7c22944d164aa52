import { DateTime } from 'luxon';
import type { Details } from '../../../shared/credential/details';
import type { RequestDates } from '../../../shared/dates/requestDates';
import { ServiceError } from '../../../shared/errors';
import { counted, shownText } from '../../../shared/shownText';
import { MAX_RECORDS } from '../../transport/analyticsApi';
import { type Calls, failureText, MAX_CALLS } from './calls';
import type { CheckedJob } from './job';
import type { EndDate, Forms } from './queries';

/** What was found out, and what to change in the credential. */
type Finding = [
	result: 'ok' | 'change' | 'unknown' | 'failed',
	found: string,
	change?: [setting: keyof Details, value: unknown],
];
export type Row = [question: string, finding: Finding, evidence: string[]];

interface Results {
	calls: Calls;
	forms: Forms;
	endDate: EndDate | undefined;
	job: CheckedJob;
}

/** What each question of a check concludes from the results of its calls. */
export function findingsOf(results: Results): Row[] {
	const { forms, endDate, job } = results;
	return [
		['Does the service answer the query?', accessFinding(results), forms.evidence],
		['Does it accept the dates?', formFinding(results, 'dateFormat'), []],
		['Does it accept the time zone?', formFinding(results, 'timeZoneForm'), []],
		['Is the end date included?', endDateFinding(results), endDate?.evidence ?? []],
		['Do the nodes see that a job is done?', jobFinding(results), job.evidence],
		['Can its file be read?', fileFinding(results), []],
		['Are the calls within the limit?', limitFinding(results), []],
	];
}

export function openRow(queryName: string, dates: RequestDates, error: Error | undefined): Row {
	const finding: Finding = error ? failureFinding(error) : ['ok', 'The service accepted it.'];
	return [`Is ${queryName} open to your account?`, finding, Object.values(dates)];
}

const CHOOSE = 'Choose a query with records for each day, such as messages_by_day.';
const TOO_MANY =
	'There were too many: calls of other programs and tests of the credential count too. Run Check again in a minute. If there are still too many, lower Calls per Minute in the credential.';

function failureFinding(error: Error): Finding {
	return [error instanceof ServiceError ? 'failed' : 'unknown', failureText(error)];
}

function accessFinding({ forms }: Results): Finding {
	const { error, records } = forms.accepted;
	if (error) return failureFinding(error);
	return ['ok', `It returned ${counted(records.length, 'record')}.`];
}

function formFinding({ forms }: Results, setting: 'dateFormat' | 'timeZoneForm'): Finding {
	const { own, accepted } = forms;
	if (accepted.error) return ['unknown', 'No query was accepted.'];
	const sent = setting === 'dateFormat' ? 'startDate' : 'timeZone';
	const now = accepted.dates[sent];
	if (accepted.records.length === 0) {
		return ['unknown', `${now} is accepted, but no record shows that it is understood.`];
	}
	const value = accepted.form[setting];
	if (value === own.form[setting]) return ['ok', `${now} is accepted.`];
	return ['change', `${own.dates[sent]} is refused, ${now} is accepted.`, [setting, value]];
}

/** The setting is for queries and bulk exports alike. */
function endDateFinding({ endDate, job, calls }: Results): Finding {
	const { error, records } = job.query;
	if (error) return ['unknown', 'No query was accepted.'];
	if (records.length >= MAX_RECORDS) return ['unknown', `Records may be missing. ${CHOOSE}`];
	if (!endDate)
		return [
			'unknown',
			`Records of two days of the week are needed, and of no other day. ${CHOOSE}`,
		];
	const { isIncluded } = endDate;
	if (isIncluded === undefined) {
		return ['unknown', 'The records do not show it: a query failed, or the data is changing.'];
	}
	const day = DateTime.fromISO(endDate.day).toFormat('d MMMM yyyy', { locale: 'en' });
	const is = `${day} is ${isIncluded ? 'included' : 'missing'} where it is the end date.`;
	const { columns, count } = job.file ?? {};
	// Without names, a row of names may be counted.
	if (count !== undefined && !(columns instanceof Error) && count !== records.length) {
		return [
			'unknown',
			`In queries, ${is} But a bulk export of the same days has ${count} rows instead of ${records.length}. If it reads the end date differently, use a credential of its own for each.`,
		];
	}
	if (isIncluded === calls.details.endDateIncluded) return ['ok', is];
	return ['change', is, ['endDateIncluded', isIncluded]];
}

function jobFinding({ job, calls }: Results): Finding {
	const { status, isDone, isLastStatus, file, error } = job;
	if (error) return failureFinding(error);
	const was = status ? `Its last status was ${shownText(status)}` : 'Its status could not be read';
	if (isDone && file) return ['ok', `${was}, and its file was whole.`];
	if (isDone) return ['unknown', `${was}, but its file was not read.`];
	if (!isLastStatus || !file?.hasAllRows) {
		return ['unknown', `${was}. It may not be done: run Check again later.`];
	}
	const words = [...calls.details.doneWords, status].join(', ');
	return ['change', `${was} while its file was whole, and stayed so.`, ['doneWords', words]];
}

function fileFinding({ job, forms }: Results): Finding {
	const { isDone, file, fileError } = job;
	if (!file && isDone && fileError) return failureFinding(fileError);
	if (!file) return ['unknown', 'No file was read.'];
	const { isPacked, columns, hasAllRows } = file;
	if (columns instanceof Error) return failureFinding(columns);
	const whole = `It is whole and ${isPacked ? '' : 'not '}compressed`;
	const hasRecords = forms.accepted.records.length > 0;
	const why = hasRecords ? 'its rows are not those of the query' : 'the query has no record';
	if (!hasAllRows) return ['unknown', `${whole}, but ${why}.`];
	const row = columns.rowsToSkip === 1 ? 'first' : 'second';
	return ['ok', `${whole}. Its ${row} row has the columns of the query.`];
}

/** Whether the service had too many calls, although they were within those of the credential. */
function limitFinding({ calls: { details, limiters }, forms, job }: Results): Finding {
	const { callsPerMinute } = details;
	if (limiters.synchronous.tooMany + limiters.bulk.tooMany > 0) return ['unknown', TOO_MANY];
	if (![forms.accepted, job].some(hasResponse))
		return ['unknown', 'The service did not respond to any call.'];
	if (callsPerMinute <= MAX_CALLS) return ['ok', 'The service refused none as one too many.'];
	return ['unknown', `The service refused none, but ${callsPerMinute} a minute were not tried.`];
}

function hasResponse({ error }: { error?: Error }): boolean {
	return !(error instanceof ServiceError && ['notSent', 'noAnswer'].includes(error.kind));
}
