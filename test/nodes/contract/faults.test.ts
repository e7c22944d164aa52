import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import type { Endpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * Every fault on every call, once, and behind the bar for ever: it works or recovers with the right result, or ends in
 * an error with these words (` … ` stands for any others) and passes nothing on. Nobody is notified twice, who may
 * have been notified is said to be, and no text holds the token.
 */

const RECORDS = 7;
const service = serviceForEach({ rows: RECORDS, states: [], refusesOneIn: 0 });

/** What a node does when the fault hits it, and which call is hit. */
const OPERATIONS: Record<string, [Endpoint, INodeParameters]> = {
	query: ['query', query()],
	start: ['bulkStart', bulkExport({ operation: 'start' })],
	names: ['query', bulkExport()],
	status: ['status', bulkExport({ options: { maxWait: 20_000 } })],
	items: ['download', bulkExport()],
	file: ['download', bulkExport({ output: 'csvFile' })],
	send: ['notifications', { sendOnce: 'perDay' }],
	sendAlways: ['notifications', { sendOnce: 'always' }],
};
const GROUPS: Record<string, string> = {
	...{ query: 'asking', start: 'asking', status: 'all', items: 'files', file: 'files' },
	...{ send: 'sending', sendAlways: 'sending' },
};

/** By operation, by group, and `all`: the most particular one counts. Others are not run. */
type Expected = Record<string, string>;
type Row = [name: string, fault: Fault, expected: Expected];

const reply = (body: unknown, status = 200, apply = false): Fault => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'status', status, body: text, apply };
};
const inEnvelope = (data: unknown, status: unknown = 200): Fault =>
	reply({ data, message: 'Not today', status });
type MoreOfRefusal = { retryAfter?: number; apply?: boolean };
const refused = (status: number, more: MoreOfRefusal = {}): Fault => {
	return { kind: 'refusal', status, ...more };
};
const passedOn = (status: number): Fault =>
	reply({ data: null, status: 500, message: `Request failed with status code ${status}` }, 500);
/** Nobody knows whether the user was notified, so without a nonce nothing is sent again. */
const unknown = (all: string): Expected => ({ all, sendAlways: 'error: may have been sent' });

const NO_NAMES = 'error: names could not be determined';
const BROKEN_OFF = 'recovers | error: connection to the service broke off';
const DAMAGED = 'recovers | error: is damaged';
const NOT_A_FILE = 'error: A web page was received instead of the file';
const UNEXPECTED = 'error: an unexpected response';
const FAILED = 'recovers | error: failed to process the request';
const TOO_MANY = 'recovers | error: receiving too many requests';
const TOO_LATE = 'recovers | error: did not respond in time';
const STOPPED = 'recovers | error: stopped sending';
const IN_DOUBT = 'error: may have been sent';
const REFUSED = 'error: refused the notification';
const NO_STATUS = 'recovers | error: HasError … Not true or false';
const NOT_AGAIN = 'recovers | error: refused the notification';
const REDIRECTED = 'recovers | error: redirected';
const MOVED = { all: 'error: redirected', status: REDIRECTED, files: REDIRECTED };
const ENDLESS = { all: 'error: had not finished its response', sending: IN_DOUBT };
const NO_CSV = 'error: is not a CSV file';
const LARGE = 'error: is larger than';
const FLIPPED = { ...unknown(BROKEN_OFF), files: DAMAGED };
const NOT_OURS: Expected = {
	all: 'error: did not come from the service',
	status: 'recovers | error: did not come from the service',
	files: DAMAGED,
	sending: 'error: may have been sent',
};
const WRONG_SHAPE: Expected = {
	...{ asking: UNEXPECTED, status: `recovers | ${UNEXPECTED}`, files: NOT_A_FILE },
	sending: `${UNEXPECTED} … may have been sent`,
};
const token = 'refused the API token … API Keys';
const NOT_HERE: Expected = {
	all: 'error: has nothing at this address … 127.0.0.1',
	status: 'recovers | error: There is no job',
	files: 'recovers | error: has nothing at this address',
};
const JOB = { JobId: 'job-1', Status: 'DONE', HasError: false, ErrorMessage: null };

const ROWS: Row[] = [
	// Below HTTP.
	['a reset before the request is read', { kind: 'resetBeforeRead' }, unknown(BROKEN_OFF)],
	['a reset once it is carried out', { kind: 'resetAfterRead', apply: true }, unknown(BROKEN_OFF)],
	['a reset in the middle of the body', { kind: 'resetMidBody' }, unknown(BROKEN_OFF)],
	['no HTTP', { kind: 'notHttp' }, unknown(BROKEN_OFF)],
	['silence, carried out', { kind: 'stall', apply: true }, unknown(TOO_LATE)],
	['a body that stops', { kind: 'stallBody', fraction: 0.5 }, unknown(STOPPED)],
	['a byte now and then', { kind: 'endless', everyMs: 20_000 }, ENDLESS],

	// Not what the specification shows.
	['204, carried out', { kind: 'status', status: 204, apply: true }, NOT_OURS],
	['a page', reply('<html><p>Log in</p></html>'), { ...NOT_OURS, files: NOT_A_FILE }],
	['half a body', { kind: 'cutJson' }, NOT_OURS],
	['data is a text', inEnvelope('rows: 1'), WRONG_SHAPE],
	['no data', reply({ status: 200, records: [] }), WRONG_SHAPE],
	['deeply nested', reply('['.repeat(5e5) + ']'.repeat(5e5)), WRONG_SHAPE],
	['an object in place of records', inEnvelope({ day: 7 }), { query: `${UNEXPECTED} … {"day":7}` }],
	['records that are texts', inEnvelope(['day']), { query: `${UNEXPECTED} … Not a record` }],
	['JobId for jobId', inEnvelope({ JobId: 'job-1' }), { start: 'error: jobId … job-1' }],
	['a job in no list', inEnvelope(JOB), { status: `recovers | ${UNEXPECTED} … job-1` }],
	['another job', inEnvelope([JOB]), { status: `recovers | ${UNEXPECTED} … job-1` }],
	['HasError is 0', inEnvelope([{ ...JOB, HasError: 0 }]), { status: NO_STATUS }],
	['success is "true"', reply({ success: 'true' }), { sending: IN_DOUBT }],

	// Compression.
	[
		'gzip twice',
		{ kind: 'gzip', damage: 'twice' },
		{ asking: 'error: not valid UTF', files: NO_CSV },
	],
	['gzip cut off', { kind: 'gzip', damage: 'truncated' }, NOT_OURS],
	['a flipped bit', { kind: 'gzip', damage: 'flippedBit' }, FLIPPED],
	[
		'a bomb',
		{ kind: 'bomb', megabytes: 20 },
		{ asking: LARGE, status: `recovers | ${LARGE}`, files: NO_CSV, sending: IN_DOUBT },
	],

	// Refusals: by HTTP, by the envelope, and passed on.
	['401', refused(401), { all: `error: ${token}` }],
	['401, passed on', passedOn(401), { all: `error: ${token}` }],
	['403', refused(403), { all: 'error: does not allow this', sending: REFUSED }],
	['403, passed on', passedOn(403), { all: 'error: does not allow this' }],
	['404', refused(404), { ...NOT_HERE, sending: REFUSED }],
	['404, passed on', passedOn(404), NOT_HERE],
	[
		'404 of the gateway',
		reply({ message: 'no Route matched with those values' }, 404),
		{ all: 'error: has nothing at this address … 127.0.0.1 … no Route matched' },
	],
	['413', refused(413), { asking: 'error: too large for the service' }],
	['500, carried out', refused(500, { apply: true }), { ...unknown(FAILED), send: NOT_AGAIN }],
	['502 with a page, carried out', reply('<h1>502 Bad Gateway</h1>', 502, true), unknown(FAILED)],
	['500 in a 200', inEnvelope(null, 500), { ...WRONG_SHAPE, asking: FAILED, status: FAILED }],
	['400 as text in a 200', inEnvelope(null, '400'), { asking: 'error: refused … Not today' }],
	['429 with Retry-After', refused(429, { retryAfter: 1 }), { all: TOO_MANY }],
	['429', refused(429), { all: TOO_MANY }],
	['429, passed on', passedOn(429), { asking: TOO_MANY, sending: TOO_MANY }],
	['429 in a 200', inEnvelope(null, 429), { asking: TOO_MANY }],
	['a redirect', { kind: 'redirect', status: 302, location: '', keepPath: true }, MOVED],
];

function outcomeOf(expected: Expected, operation: string): string | undefined {
	if (operation !== 'names')
		return expected[operation] ?? expected[GROUPS[operation]!] ?? expected.all;
	const ofQuery = outcomeOf(expected, 'query');
	// The names are asked for once in a run, so what is not tried again ends it.
	return ofQuery && (ofQuery.startsWith('recovers') ? `recovers | ${NO_NAMES}` : NO_NAMES);
}

function cellsOf([name, fault, expected]: Row) {
	return Object.keys(OPERATIONS).flatMap((operation) => {
		const outcome = outcomeOf(expected, operation);
		if (outcome === undefined) return [];
		const [once = '', always = once] = outcome.split(' | ');
		const cell = { name, fault, operation };
		return [
			{ ...cell, times: 1, outcome: once },
			{ ...cell, times: Infinity, outcome: always },
		];
	});
}

it.each(ROWS.flatMap(cellsOf))('$name > $operation ($times): $outcome', async (cell) => {
	const { fault, operation, times, outcome } = cell;
	const [endpoint, parameters] = OPERATIONS[operation]!;
	service.faults.add(endpoint, fault, times);
	const isSending = endpoint === 'notifications';
	const onError = isSending ? 'continueErrorOutput' : 'stopWorkflow';
	const credential = { requestTimeout: 60 };
	const run = isSending
		? await runNotifications(service, parameters, { credential, items: users(1), onError })
		: await runAnalytics(service, parameters, { credential, onError });

	const [kind, words = ''] = outcome.split(/: (.*)/s);
	const isExpected =
		kind === 'error'
			? inOrder(words).test(said(run)) && run.items.length === 0
			: said(run) === '' && rightItems(run, operation);
	const { length: received } = service.ledger.entries;
	const [failed] = run.errorItems.map(({ json }) => json.details as { mayHaveBeenSent: boolean });
	const seen = [run.error, run.items, run.errorItems, run.hints];
	expect({
		outcome: isExpected ? outcome : said(run) || run.items,
		isMet: service.requests.some((request) => request.fault !== undefined),
		isSentTwice: received > 1,
		isSentInSilence: received > 0 && failed?.mayHaveBeenSent === false,
		isTokenShown: inspect(seen, { depth: 12 }).includes(service.token),
	}).toEqual({
		...{ outcome, isMet: true },
		...{ isSentTwice: false, isSentInSilence: false, isTokenShown: false },
	});
});

function said({ error, errorItems }: NodeRun): string {
	const told = errorItems.map(({ json }) => {
		const { description = '' } = json.details as { description?: string };
		return `${json.error as string} ${description}`;
	});
	return [...(error ? [`${error.message} ${error.description}`] : []), ...told].join(' ');
}

function rightItems({ items, hints }: NodeRun, operation: string): boolean {
	const [first] = items;
	if (operation === 'start') return first?.json.jobId === [...service.jobs.keys()].at(-1);
	if (operation === 'file') return first?.json.rows === RECORDS && first.binary !== undefined;
	if (operation.startsWith('send')) {
		return first?.json.status === 'accepted' && service.ledger.entries.length === 1;
	}
	const isSaid = hints.length > 0;
	return items.length === RECORDS && isSaid;
}

/** In any case, whatever stands between the parts. */
function inOrder(words: string): RegExp {
	const parts = words.split(' … ').map((part) => part.replace(/[.*+?^${}()|[\]\\…]/g, '\\$&'));
	return new RegExp(parts.join('.*'), 'is');
}
