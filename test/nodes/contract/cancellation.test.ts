import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { keepsHalfFiles } from '../../engine/olderEngines';
import type { Fault } from '../../service/faults';
import type { Endpoint } from '../../service/requests';
import { startService, type Service } from '../../service/service';
import { bulkExport, query, startAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { type Leftovers, leftSince, presentBefore } from '../../support/leftovers';
import { startNotifications, users } from '../../support/notificationsNode';
import { withEvents } from '../../support/stopAt';

/*
 * Stop, pressed wherever a node waits: it ends soon, and leaves no socket, timer or file behind.
 */

const LONGEST_MS = 2_000;

let service: Service;
let before: Leftovers;
// With the first execution, older engines (seen up to 2.20) start a timer of their own.
beforeAll(async () => {
	service = await startService();
	await (
		await startAnalytics(service, query())
	).result;
	await service.close();
});
beforeEach(async () => {
	// A service of its own, since a "too many calls" holds for everybody who uses the same address.
	service = await startService({ rows: 3_000 });
	before = await presentBefore();
});
afterEach(async () => await service.close());

/** As n8n names what it has stored, and what it knows of it. */
const STORED = /^[\da-f-]{36}(\.metadata)?$/;

type Execution = Awaited<ReturnType<typeof startAnalytics>>;

/** Presses Stop once it is time. */
async function checkStop({ result, stop }: Execution, isTime: () => boolean) {
	while (!isTime()) await new Promise((resolve) => setTimeout(resolve, 5));
	const pressed = Date.now();
	stop();
	const { run, items } = await result;
	expect(Date.now() - pressed).toBeLessThan(LONGEST_MS);
	expect([run.status, items]).toEqual(['canceled', []]);
	expect(await leftSince(before, keepsHalfFiles ? STORED : undefined)).toEqual([]);
	return run;
}

/** Some time after something went wrong. */
function onceFaulty(): () => boolean {
	let since = Infinity;
	return () => {
		const isFaulty = service.requests.some(({ fault }) => fault && fault !== 'delay');
		since = Math.min(since, isFaulty ? Date.now() : Infinity);
		return Date.now() - since >= 20;
	};
}
const onceAsked = (endpoint: Endpoint) => () =>
	service.requests.some((request) => request.endpoint === endpoint);
const onceJobsRun = (count: number) => () => service.jobs.size === count;

const STALL: Fault = { kind: 'stall' };
const HALF: Fault = { kind: 'stallBody', fraction: 0.5 };
const BUSY: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '200' } };
const BROKEN: Fault = { kind: 'status', status: 503, headers: { 'Retry-After': '200' } };
const DRIP: Fault = { kind: 'drip', bytesPerSecond: 20 };
const HOW = new Map<Fault, string>([
	[STALL, 'no answer'],
	[HALF, 'half an answer'],
	[BUSY, 'too many calls'],
	[BROKEN, 'before another try'],
	[DRIP, 'an answer that drips'],
]);

const csvFile = bulkExport({ output: 'csvFile' });
const gzipFile = bulkExport({ output: 'gzipFile' });

const CALLS: Array<[call: string, INodeParameters, Endpoint, Fault[]]> = [
	['the start of a job', bulkExport(), 'bulkStart', [STALL, HALF, BUSY]],
	['the status of a job', bulkExport(), 'status', [STALL, HALF, BUSY]],
	['a download as items', bulkExport(), 'download', [STALL, BUSY, BROKEN, HALF, DRIP]],
	['a download as CSV', csvFile, 'download', [HALF]],
	['a download as gzip', gzipFile, 'download', [HALF]],
	['a query', query(), 'query', [STALL, HALF, BUSY, BROKEN]],
];
const cases = CALLS.flatMap(([call, parameters, endpoint, faults]) =>
	faults.map((fault) => [call, HOW.get(fault), parameters, endpoint, fault] as const),
);

it.each(cases)('Stop in %s, %s', async (_, __, parameters, endpoint, fault) => {
	service.faults.add(endpoint, fault);
	await checkStop(await startAnalytics(service, parameters), onceFaulty());
});

it.each([STALL, HALF, BUSY, BROKEN].map((fault) => [HOW.get(fault), fault] as const))(
	'Stop in notifications, %s, says how many were sent',
	async (_, fault) => {
		service.faults.add('notifications', { kind: 'delay', ms: 0 }, 2);
		service.faults.add('notifications', fault, 3);
		const parameters = { options: { batchSize: 2 } };
		const execution = await startNotifications(service, parameters, { items: users(20) });
		const { data } = await checkStop(execution, onceFaulty());
		expect(JSON.stringify(data.resultData)).toContain('4 of 20 notifications were sent');
		expect(service.requests).toHaveLength(3);
	},
);

it('Stop while a job runs, for all items', async () => {
	service.options.jobDurationMs = 60_000;
	// The last two share a job.
	const items = ['1', '2', '3', '3'].map((user) => ({ json: { user } }));
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' } });
	await checkStop(await startAnalytics(service, parameters, { items }), onceJobsRun(3));
});

it('Stop while waiting for a turn in the calls a minute', async () => {
	const credential = { ...credentialFor(service), callsPerMinute: 1 };
	await checkStop(await startAnalytics(service, bulkExport(), { credential }), onceJobsRun(1));
});

it('Stop in the query for column names, while the job runs', async () => {
	service.faults.add('query', STALL);
	const parameters = bulkExport({ output: 'csvFile', options: { columnNames: 'query' } });
	await checkStop(await startAnalytics(service, parameters), onceAsked('query'));
});

it('Stop in half a file that was unpacked on the way, and is to be compressed again', async () => {
	service.options.decompressedByProxy = true;
	service.faults.add('download', HALF);
	await checkStop(await startAnalytics(service, gzipFile), onceFaulty());
});

it('Stop in the description of a failed job', async () => {
	service.options.failJob = { status: 'ERROR', message: 'No', description: 'Not today' };
	service.faults.add('download', STALL);
	await checkStop(await startAnalytics(service, bulkExport()), onceAsked('download'));
});

it('a redirect with a long text of its own leaves no connection behind', async () => {
	const body = 'x'.repeat(20_000_000);
	const location = service.storage.url;
	service.faults.add('download', { kind: 'redirect', status: 302, location, keepPath: true, body });
	const { result } = await startAnalytics(service, bulkExport());
	expect((await result).error).toBeUndefined();
	expect(service.storage.requests).toHaveLength(1);
	expect(await leftSince(before)).toEqual([]);
});

describe('Stop at each thing that is asked of n8n', () => {
	const exported = (parameters: INodeParameters) => async (node: Analytics) =>
		await startAnalytics(service, parameters, { node });
	const startings = {
		'bulk export as items': exported(bulkExport({ dateRange: 'last7Days' })),
		'bulk export as CSV': exported(csvFile),
		'bulk export as gzip': exported(gzipFile),
		query: exported(query()),
		notifications: async (node: Notifications) =>
			await startNotifications(service, { options: { batchSize: 1 } }, { node, items: users(3) }),
	};

	it.each(Object.entries(startings))('%s', async (name, start) => {
		const Node = name === 'notifications' ? Notifications : Analytics;
		const lengths = new Set<number>();
		let status = '';
		for (let at = 1; status !== 'success'; at++) {
			let events = 0;
			let onEvent = () => {};
			const isTime = new Promise<void>((resolve) => (onEvent = resolve));
			const node = withEvents(new Node(), () => {
				events += 1;
				if (events === at) onEvent();
			});
			const { result, stop } = await start(node as Analytics);
			await Promise.race([isTime.then(stop), result]);
			const { run, items } = await result;
			status = run.status;
			lengths.add(items.length);
			// A file that was whole before Stop is n8n's, which deletes it with the execution.
			expect(await leftSince(before, STORED)).toEqual([]);
		}
		// All or nothing was passed on, and nothing at least once.
		expect([...lengths].sort()).toEqual([0, lengths.size === 2 ? Math.max(...lengths) : NaN]);
	});
});
