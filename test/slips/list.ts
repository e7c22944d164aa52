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
const QUERY = 'Analytics/actions/query/run.operation';
const START = 'Analytics/actions/bulkExport/start.operation';
const STEPS = 'Analytics/steps';
const SEND = 'Notifications/actions/send.operation';
const SENDING = 'Notifications/transport/notificationsApi';
const MESSAGE = 'Notifications/message/message';
const DATES = 'shared/dates/requestDates';

const BODY = '({ sent, shown }) => ({\n\t\tbody: { queryName, ...sent, ...filters },';
const OF_FIRST_PART =
	'({ sent, shown }, at) => ({\n\t\tbody: { queryName, ...sent, ...(at ? {} : filters) },';
const ZONE = 'requestDates(window, zone, details)';
const OTHER_ZONE = 'requestDates(window, window === windows[0] ? zone : workflowTimeZone, details)';
const FAILURE = 'failure ??= result;';
const OF_FETCHED = 'of fetched.entries()) {';
const NAMES = 'Analytics/bulkFile/columnNames';
const TYPES = 'Analytics/csv/columnTypes';
const RETRY = 'shared/http/retry';

/** Those that a review made by hand and no test noticed, and others of their kind. */
export const SLIPS: Slip[] = [
	slip('a part without filters: rows of other customers', REQUEST, BODY, OF_FIRST_PART),
	slip('a part in the time zone of the workflow', REQUEST, ZONE, OTHER_ZONE),
	slip('a part named after the first', REQUEST, '...shown },', '...days.windows[0].shown },'),
	slip('a part goes beyond End Date', RANGE, 'DateTime.min(lastEnd, range.end)', 'lastEnd'),
	slip('the last day is missing', DATES, 'endDateIncluded ? end : end.plus({ days: 1 })', 'end'),
	slip('more records than Limit', QUERY, 'part.slice(0, left)', 'part'),
	slip('Return All is silent', QUERY, 'records.length < MAX_', 'records.length <= MAX_'),
	slip('Start says the dates of the first part', START, '...requests[at]!', '...requests[0]!'),
	slip('a row of data becomes names', NAMES, 'keys.every((key)', 'keys.some((key)'),
	slip('numbers of 16 digits change', TYPES, 'MAX_DIGITS = 15', 'MAX_DIGITS = 16'),
	slip('other labels do not change the nonce', NONCE, 'person, sorted, labels]', 'person, sorted]'),
	slip('an ID of another account is taken', NONCE, "'id', accountId, flowId,", "'id', flowId,"),
	slip('n8n is not let breathe', STEPS, `${OF_FETCHED}\n\t\tawait breathe();`, OF_FETCHED),
	slip('waits leave listeners', 'shared/async', 'void callbacks.delete(callback);', 'undefined;'),
	slip('no answer, sent twice', RETRY, "mayPass && repeat === 'always'", 'mayPass'),
	slip('no nonce, sent again', SENDING, "hasNonces ? 'always' : 'ifNotReceived'", "'always'"),
	slip('sent on after a failure', SEND, `${FAILURE}\n\t\t\t\tended.abort();`, FAILURE),
	slip('no nonce, sent with others', MESSAGE, "hasNonces: user.nonce !== ''", 'hasNonces: true'),
];
