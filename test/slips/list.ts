/** A change of one place in the sources, and what users would suffer. */
export interface Slip {
	harm: string;
	file: string;
	/** Stands there once. */
	right: string;
	slip: string;
}

const slip = (harm: string, file: string, right: string, wrong: string): Slip => {
	return { harm, file: `nodes/${file}.ts`, right, slip: wrong };
};

const REQUEST = 'Analytics/actions/fields/request';
const NONCE = 'Notifications/message/nonce';
const RANGE = 'shared/dates/dateRange';
const QUERY = 'Analytics/actions/query';
const NAMES = 'Analytics/bulkFile/columnNames';
const TYPES = 'Analytics/csv/columnTypes';
const RETRY = 'shared/http/retry';

/** Those that a review made by hand and no test noticed, and others of their kind. */
export const SLIPS: Slip[] = [
	slip(
		'the second part of a range has no filters: rows of other customers',
		REQUEST,
		'windows.map(({ sent, shown }) => ({\n\t\tbody: { queryName, ...sent, ...filters },',
		'windows.map(({ sent, shown }, at) => ({\n\t\tbody: { queryName, ...sent, ...(at ? {} : filters) },',
	),
	slip(
		'the second part of a range has the time zone of the workflow',
		REQUEST,
		'sent: requestDates(window, zone, details),',
		'sent: requestDates(window, window === windows[0] ? zone : workflowTimeZone, details),',
	),
	slip(
		'the second part of a range is named after the first',
		REQUEST,
		'content: { queryName, ...shown },',
		'content: { queryName, ...days.windows[0].shown },',
	),
	slip('a part goes beyond End Date', RANGE, 'DateTime.min(lastEnd, range.end)', 'lastEnd'),
	slip(
		'the last day is missing where the service excludes it',
		'shared/dates/requestDates',
		'endDateIncluded ? end : end.plus({ days: 1 })',
		'end',
	),
	slip('more records than Limit', `${QUERY}/run.operation`, 'part.slice(0, left)', 'part'),
	slip(
		'Return All is silent where the service cut its records',
		'Analytics/actions/query/run.operation',
		'records.length < MAX_RECORDS ||',
		'records.length <= MAX_RECORDS ||',
	),
	slip(
		'Start says the dates of the first part for each job',
		'Analytics/actions/bulkExport/start.operation',
		'...requests[at]!.content',
		'...requests[0]!.content',
	),
	slip('a row of data becomes names', NAMES, 'keys.every((key)', 'keys.some((key)'),
	slip('numbers of 16 digits change', TYPES, 'MAX_DIGITS = 15', 'MAX_DIGITS = 16'),
	slip('other labels do not change the nonce', NONCE, 'person, sorted, labels]', 'person, sorted]'),
	slip('an ID of another account is taken', NONCE, "'id', accountId, flowId,", "'id', flowId,"),
	slip(
		'an item that is not asked whether Stop was pressed takes n8n with it',
		'Analytics/steps',
		'of fetched.entries()) {\n\t\tawait breathe();',
		'of fetched.entries()) {',
	),
	slip('waits leave listeners', 'shared/async', 'void callbacks.delete(callback);', 'undefined;'),
	slip('no answer, sent twice', RETRY, "mayPass && repeat === 'always'", 'mayPass'),
	slip(
		'a notification without a nonce is sent again',
		'Notifications/transport/notificationsApi',
		"hasNonces ? 'always' : 'ifNotReceived'",
		"'always'",
	),
	slip(
		'after the first failure, all others are sent all the same',
		'Notifications/actions/send.operation',
		'failure ??= result;\n\t\t\t\tended.abort();',
		'failure ??= result;',
	),
	slip(
		'one user without a nonce is sent again with others that have one',
		'Notifications/message/message',
		"hasNonces: user.nonce !== ''",
		'hasNonces: true',
	),
];
