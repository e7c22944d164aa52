import { maybeSent, row, type Row } from '../row';

const notTheService = (files: string): Row['expected'] => ({
	all: 'error: did not come from the service',
	status: 'recovers | error: did not come from the service',
	files,
	sending: 'error: may have been sent',
});
const NOT_A_FILE = 'error: an error description instead of a file';
/** A file that is damaged, or empty, is fetched three times. */
export const DAMAGED = notTheService('recovers | error: is damaged');
/** Here, the column names take a call of their own, as everything does. */
export const WORKS: Row['expected'] = { all: 'works', names: 'works' };
const WRONG_SHAPE: Row['expected'] = {
	query: 'error: an unexpected response instead of the records of the query',
	start: 'error: an unexpected response instead of a new bulk export job',
	status: 'recovers | error: an unexpected response instead of the status of the job',
	files: NOT_A_FILE,
	sending: 'error: an unexpected response … may have been sent',
};
const SHAPELESS = { data: 'rows: 1', message: 'OK', status: 200 };
/** Notifications are sent again in halves. */
const REFUSED = 'recovers | error: refused the request';
const LOG_IN: Row['cause'] = {
	fault: ({ token }) => {
		const body = `<html><p>Log in, ${token} is not enough</p></html>`;
		return { kind: 'status', status: 200, body };
	},
};

/** Answers with a good status that are not what they should be. They may come of a wrong address. */
export const answerRows: Row[] = [
	row('204, request carried out', { kind: 'noContent', apply: true }, DAMAGED),
	row('empty body', { kind: 'emptyBody' }, DAMAGED),
	row('200 with HTML that holds the token', LOG_IN, notTheService(NOT_A_FILE)),
	row('JSON or file cut in half', { kind: 'cutJson' }, DAMAGED),
	row('JSON of wrong shape', { kind: 'wrongShape', body: SHAPELESS }, WRONG_SHAPE),
	row('1 MB of nested JSON', { kind: 'deepJson', megabytes: 1 }, WRONG_SHAPE),
	row(
		'1 MB of nested JSON with a 400',
		{ kind: 'deepJson', megabytes: 1, status: 400 },
		{ all: 'error: refused the request', status: REFUSED, notify: REFUSED },
	),
	row('wrong content type', { kind: 'wrongContentType' }, WORKS),
	row(
		'Content-Length too high',
		{ kind: 'wrongContentLength', delta: 10 },
		maybeSent('recovers | error: connection to the service broke off'),
	),
	row('Content-Length too low', { kind: 'wrongContentLength', delta: -10 }, DAMAGED),
	row('no length, body cut in half', { kind: 'untilClose', fraction: 0.5 }, DAMAGED),
	row('no length, body whole', { kind: 'untilClose', fraction: 1 }, WORKS),
	row('chunked transfer', { kind: 'chunked', bytes: 5 }, WORKS),
];
