import '../../support/quickWaits';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { OUTPUT_NAMES, outputsWith } from '../../../nodes/Analytics/outputs/outputs';
import type { OutputName } from '../../../nodes/Analytics/outputs/settings';
import type { NodeRun } from '../../engine/runNode';
import type { Fault } from '../../service/faults';
import type { Job } from '../../service/jobs';
import { checkQuery } from '../../service/queryRequest';
import { recordObjects } from '../../service/records';
import { type Endpoint, ENDPOINTS } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { bytesOf } from '../../support/binaryFile';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * Every fault on every kind of call: first on one call alone, then on every call. The node either recovers, with the
 * right result, or it ends in an error that says what is wrong, and passes no items on. In each case, nobody is
 * notified twice, a user who may have been notified is reported as such, and no text holds the API token.
 */

const RECORDS = 7;
const service = serviceForEach({ rows: RECORDS, states: [] });

/** A call that a fault hits. */
interface Call {
	endpoint: Endpoint;
	/** Those of an operation that makes the call. */
	parameters: INodeParameters;
	/** What the operation returns if the call succeeds in the end. */
	checkResult(run: NodeRun): void | Promise<void>;
}

function lastJob(): Job {
	const job = [...service.jobs.values()].at(-1);
	if (!job) throw new Error('No job was started');
	return job;
}

function checkRecordsOfQuery(run: NodeRun): void {
	// The request that a fault has hit may not even have been read.
	const last = service.requestsTo('query').at(-1);
	const { request } = checkQuery(last?.body, { options: service.options, isBulk: false });
	checkItems(run, recordObjects(request));
}

function checkRowsOfJob(run: NodeRun): void {
	checkItems(run, recordObjects(lastJob().request));
}

function checkItems({ items, hints }: NodeRun, expected: object[]): void {
	expect(items).toHaveLength(RECORDS);
	expect(items.map(({ json }) => json)).toEqual(expected);
	// There is always one that says for which days the items are.
	expect(hints).not.toEqual([]);
}

function checkNewJob({ items }: NodeRun): void {
	expect(items).toHaveLength(1);
	expect(items[0]?.json.jobId).toBe(lastJob().jobId);
}

function checkNotifiedOnce({ items }: NodeRun): void {
	expect(items[0]?.json.status).toBe('accepted');
	expect(service.ledger.entries).toHaveLength(1);
}

const CALLS = {
	/** Query > Run. */
	query: { endpoint: 'query', parameters: query(), checkResult: checkRecordsOfQuery },
	/** Bulk Export > Start. */
	start: {
		endpoint: 'bulkStart',
		parameters: bulkExport({ operation: 'start' }),
		checkResult: checkNewJob,
	},
	/** Bulk Export > Run, when it runs its query once for the names of the columns. */
	columnNames: { endpoint: 'query', parameters: bulkExport(), checkResult: checkRowsOfJob },
	/** Bulk Export > Run, when it looks whether the job is done. */
	status: {
		endpoint: 'status',
		parameters: bulkExport({ options: { maxWait: 20_000 } }),
		checkResult: checkRowsOfJob,
	},
	/** Notification > Send with a nonce, so that the service notifies nobody again if the request is repeated. */
	sendOncePerDay: {
		endpoint: 'notifications',
		parameters: { sendOnce: 'perDay' },
		checkResult: checkNotifiedOnce,
	},
	/** Notification > Send without a nonce, so that a repeated request would notify the user again. */
	sendAlways: {
		endpoint: 'notifications',
		parameters: { sendOnce: 'always' },
		checkResult: checkNotifiedOnce,
	},
} satisfies Record<string, Call>;

/** Bulk Export > Run, when it downloads the file for an output. `outputs.test.ts` looks at what is in its result. */
function downloadFor(output: OutputName): Call {
	const parameters = bulkExport({ output });
	return {
		endpoint: 'download',
		parameters,
		async checkResult(run) {
			const withoutFault = await runAnalytics(service, parameters);
			expect(run.items).not.toEqual([]);
			expect(await contentsOf(run)).toEqual(await contentsOf(withoutFault));
		},
	};
}

/** The items and their files, without what differs between two jobs of one query. */
async function contentsOf({ items }: NodeRun): Promise<object[]> {
	const contents = items.map(async (item) => {
		const fields = { ...item.json, jobId: '', jobIds: '', fileName: '' };
		const bytes = item.binary && (await bytesOf(item));
		return { fields, file: bytes?.toString('base64') };
	});
	return await Promise.all(contents);
}

interface Outcome {
	/** Whether the operation has the right result after the fault has hit one call. */
	recovers: boolean;
	/** What the error says otherwise. */
	says: string;
}

/** After one fault, the call is sent again and succeeds. If the fault hits every call, an error has these words. */
function recoversOrFails(says: string): Outcome {
	return { recovers: true, says };
}

/** One fault is enough for an error with these words. */
function fails(says: string): Outcome {
	return { recovers: false, says };
}

type Outcomes = Record<keyof typeof CALLS | 'download', Outcome>;

/** Without its query for column names, a node says so in words of its own. */
function queries(outcome: Outcome): Pick<Outcomes, 'query' | 'start' | 'columnNames'> {
	const columnNames = { ...outcome, says: 'names could not be determined' };
	return { query: outcome, start: outcome, columnNames };
}

function analytics(outcome: Outcome): Omit<Outcomes, 'sendOncePerDay' | 'sendAlways'> {
	return { ...queries(outcome), status: outcome, download: outcome };
}

function notifications(outcome: Outcome): Pick<Outcomes, 'sendOncePerDay' | 'sendAlways'> {
	return { sendOncePerDay: outcome, sendAlways: outcome };
}

function everyCall(outcome: Outcome): Outcomes {
	return { ...analytics(outcome), ...notifications(outcome) };
}

/** Another try may find the connection well again. Without a nonce, nobody knows whether it would be a second message. */
function interrupted(says: string): Outcomes {
	return { ...everyCall(recoversOrFails(says)), sendAlways: fails('may have been sent') };
}

/** A job is waited for until Max Wait, which leaves the last look less time than the fault takes. */
const UNTIL_MAX_WAIT = { status: recoversOrFails('had not finished its response') };

/** The service has carried the request out, and its response cannot be read. A status is asked for again. */
function unreadable(says: string): Outcomes {
	return {
		...analytics(fails(says)),
		...notifications(fails('may have been sent')),
		status: recoversOrFails(says),
	};
}

/** JSON of another form than that of the service. */
const UNEXPECTED: Outcomes = {
	...unreadable('an unexpected response'),
	download: recoversOrFails('a text instead of a file'),
};

interface Row {
	name: string;
	fault: Fault;
	/** `download` is for each output. A call that is not named here is not made with this fault. */
	outcomes: Partial<Outcomes>;
	/** The fault of a download that only these outputs notice: another one returns the file as it came. */
	noticedBy?: OutputName[];
}

/** A response with the HTTP status 200 and this body. */
function json(body: unknown): Fault {
	return { kind: 'status', status: 200, body: JSON.stringify(body) };
}

const JOB = { JobId: 'job-1', Status: 'DONE', HasError: false, ErrorMessage: null };

const FAULTS: Row[] = [
	// Below HTTP.
	{
		name: 'a reset after the request was carried out',
		fault: { kind: 'resetAfterRead', apply: true },
		outcomes: interrupted('connection to the service broke off'),
	},
	{
		name: 'a reset in the middle of the body',
		fault: { kind: 'resetMidBody' },
		outcomes: interrupted('connection to the service broke off'),
	},
	{
		name: 'silence after the request was carried out',
		fault: { kind: 'stall', apply: true },
		outcomes: { ...interrupted('was silent for too long'), ...UNTIL_MAX_WAIT },
	},
	{
		name: 'a body that stops half-way',
		fault: { kind: 'stallBody' },
		outcomes: { ...interrupted('stopped sending'), ...UNTIL_MAX_WAIT },
	},
	{
		name: 'a body of which a byte comes now and then',
		fault: { kind: 'drip', bytesPerSecond: 0.05 },
		outcomes: {
			...analytics(fails('had not finished its response')),
			...notifications(fails('may have been sent')),
		},
	},

	// Not what the specification shows.
	{
		name: 'a 204 after the request was carried out',
		fault: { kind: 'status', status: 204, apply: true },
		outcomes: {
			...unreadable('did not come from the service'),
			download: recoversOrFails('is damaged'),
		},
	},
	{
		name: 'a page for a browser',
		fault: { kind: 'status', status: 200, body: '<html><p>Log in</p></html>' },
		outcomes: {
			...unreadable('did not come from the service'),
			download: recoversOrFails('a text instead of a file'),
		},
	},
	{
		name: 'half of the body',
		fault: { kind: 'cutJson' },
		outcomes: {
			...interrupted('is cut off'),
			download: recoversOrFails('is damaged'),
		},
	},
	{
		name: 'data that is a text',
		fault: json({ data: 'rows: 1', status: 200, message: 'OK' }),
		outcomes: UNEXPECTED,
	},
	{
		name: 'deeply nested JSON',
		fault: { kind: 'status', status: 200, body: '['.repeat(20_000) + ']'.repeat(20_000) },
		outcomes: UNEXPECTED,
	},
	{
		name: 'another job than the requested one',
		fault: json({ data: [JOB], status: 200, message: 'OK' }),
		outcomes: {
			status: recoversOrFails('There is no job'),
		},
	},

	// Compression.
	{
		name: 'a body that is compressed twice',
		fault: { kind: 'gzip', damage: 'twice' },
		noticedBy: outputsWith('hasColumnNames'),
		outcomes: {
			...queries(fails('not valid UTF')),
			download: fails('is not a CSV file'),
		},
	},
	{
		name: 'a compressed body that is cut off',
		fault: { kind: 'gzip', damage: 'truncated' },
		outcomes: {
			...interrupted('is cut off'),
			download: recoversOrFails('is damaged'),
		},
	},
	{
		name: 'a compressed body with a flipped bit',
		fault: { kind: 'gzip', damage: 'flippedBit' },
		outcomes: {
			...interrupted('connection to the service broke off'),
			download: recoversOrFails('is damaged'),
		},
	},
	{
		name: 'a gzip bomb',
		fault: { kind: 'bomb', megabytes: 5 },
		noticedBy: outputsWith('hasColumnNames'),
		outcomes: {
			...unreadable('is larger than'),
			download: fails('is not a CSV file'),
		},
	},

	// Refusals: by the HTTP status, by the status in the body of a 200, and passed on from another server behind the service.
	{
		name: 'a 401',
		fault: { kind: 'refusal', status: 401 },
		outcomes: everyCall(fails('refused the API token')),
	},
	{
		name: 'a 401 passed on from another server',
		fault: {
			kind: 'status',
			status: 500,
			body: '{"status":500,"message":"Request failed with status code 401"}',
		},
		outcomes: everyCall(fails('refused the API token')),
	},
	{
		name: 'a 403',
		fault: { kind: 'refusal', status: 403 },
		outcomes: {
			...analytics(fails('does not allow this')),
			...notifications(fails('refused the notification')),
		},
	},
	{
		name: 'a 404',
		fault: { kind: 'refusal', status: 404 },
		outcomes: {
			...analytics(fails('has nothing at this address')),
			...notifications(fails('refused the notification')),
			status: recoversOrFails('There is no job'),
			download: recoversOrFails('has nothing at this address'),
		},
	},
	{
		name: 'a 500 after the request was carried out',
		fault: { kind: 'refusal', status: 500, apply: true },
		outcomes: {
			...analytics(recoversOrFails('failed to process the request')),
			sendOncePerDay: recoversOrFails('refused the notification'),
			sendAlways: fails('may have been sent'),
		},
	},
	{
		name: 'a 502 with a page after the request was carried out',
		fault: { kind: 'status', status: 502, body: '<h1>502 Bad Gateway</h1>', apply: true },
		outcomes: interrupted('failed to process the request'),
	},
	{
		name: 'a 500 in the body of a 200',
		fault: json({ data: null, status: 500, message: 'Not today' }),
		outcomes: {
			...analytics(recoversOrFails('failed to process the request')),
			...notifications(fails('may have been sent')),
			download: recoversOrFails('a text instead of a file'),
		},
	},
	{
		name: 'a 429 with Retry-After',
		fault: { kind: 'refusal', status: 429, retryAfter: 600 },
		outcomes: everyCall(recoversOrFails('receiving too many requests')),
	},
	{
		name: 'a redirect to the same address',
		// The path of the request itself.
		fault: { kind: 'redirect', status: 302, location: '?' },
		outcomes: {
			...everyCall(fails('redirected')),
			status: recoversOrFails('redirected'),
			download: recoversOrFails('redirected'),
		},
	},
];

interface Case extends Outcome {
	/** The name of the fault. */
	name: string;
	fault: Fault;
	/** What the call is for: a key of CALLS, or a download for an output. */
	purpose: string;
	call: Call;
}

const CASES: Case[] = FAULTS.flatMap(casesOf);

function casesOf({ name, fault, outcomes, noticedBy = OUTPUT_NAMES }: Row): Case[] {
	const cases: Case[] = [];
	const { download, ...others } = outcomes;
	for (const [purpose, outcome] of Object.entries(others)) {
		const call: Call = CALLS[purpose as keyof typeof CALLS];
		cases.push({ name, fault, purpose, call, ...outcome });
	}
	if (!download) return cases;
	for (const output of noticedBy) {
		const purpose = `a download for ${output}`;
		cases.push({ name, fault, purpose, call: downloadFor(output), ...download });
	}
	return cases;
}

const recovering = CASES.filter(({ recovers }) => recovers);
const failing = CASES.filter(({ recovers }) => !recovers);

it('faults hit each endpoint of the service', () => {
	const endpoints = new Set(CASES.map(({ call }) => call.endpoint));
	expect([...endpoints].sort()).toEqual([...ENDPOINTS].sort());
});

it.each(recovering)('$purpose recovers from $name', async ({ call, fault }) => {
	const run = await runWithFault(call, fault, 1);
	expect(errorTextOf(run)).toBe('');
	await call.checkResult(run);
	checkPromises(run, fault);
});

// If it were sent again, it would succeed. So a fault of every call would come to the same.
it.each(failing)('$purpose fails with $name', async (given) => await checkFailure(given, 1));

it.each(recovering)('$purpose fails with $name on every call', async (given) => {
	await checkFailure(given, Infinity);
});

async function checkFailure({ call, fault, says }: Case, times: number): Promise<void> {
	const run = await runWithFault(call, fault, times);
	expect(errorTextOf(run)).toContain(says);
	expect(run.items).toEqual([]);
	checkPromises(run, fault);
}

/** What holds with any fault, however the run ends. */
function checkPromises(run: NodeRun, fault: Fault): void {
	expect(service.requests.map((request) => request.fault)).toContain(fault.kind);
	const timesNotified = service.ledger.entries.length;
	expect(timesNotified).toBeLessThanOrEqual(1);
	const saysNotSent = run.errorItems.some(({ json }) => json.mayHaveBeenSent === false);
	expect(timesNotified > 0 && saysNotSent).toBe(false);
	const shown = [run.error, run.items, run.errorItems, run.hints];
	expect(inspect(shown, { depth: 12 })).not.toContain(service.token);
}

/** @param times how many calls the fault hits */
async function runWithFault(
	{ endpoint, parameters }: Call,
	fault: Fault,
	times: number,
): Promise<NodeRun> {
	service.faults.add(endpoint, fault, times);
	const credential = { requestTimeout: 60 };
	if (endpoint === 'notifications') {
		const onError = 'continueErrorOutput';
		const options = { credential, items: users(1), onError } as const;
		return await runNotifications(service, parameters, options);
	}
	return await runAnalytics(service, parameters, { credential, onError: 'stopWorkflow' });
}

/** Message and description: of the error that ended the run, and of each item that failed. */
function errorTextOf({ error, errorItems }: NodeRun): string {
	const texts = errorItems.map(({ json }) => json.note as string);
	if (error) texts.unshift(`${error.message} ${error.description}`);
	return texts.join(' ');
}
