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

async function checkStop({ result, stop }: Execution) {
	const pressed = Date.now();
	stop();
	const { run, items } = await result;
	expect(Date.now() - pressed).toBeLessThan(LONGEST_MS);
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	expect(await leftSince(before, keepsHalfFiles ? STORED : undefined)).toEqual([]);
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const STALL: Fault = { kind: 'stall' };
const HALF: Fault = { kind: 'stallBody', fraction: 0.5 };
const BUSY: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '200' } };
const BROKEN: Fault = { kind: 'status', status: 503, headers: { 'Retry-After': '200' } };

const csvFile = bulkExport({ output: 'csvFile' });
const gzipFile = bulkExport({ output: 'gzipFile' });

it.each<[string, INodeParameters, Endpoint, Fault]>([
	['the start of a job, no answer', bulkExport(), 'bulkStart', STALL],
	['the start of a job, half an answer', bulkExport(), 'bulkStart', HALF],
	['the start of a job, too many calls', bulkExport(), 'bulkStart', BUSY],
	['the status of a job, no answer', bulkExport(), 'status', STALL],
	['the status of a job, half an answer', bulkExport(), 'status', HALF],
	['the status of a job, too many calls', bulkExport(), 'status', BUSY],
	['a download, no answer', bulkExport(), 'download', STALL],
	['a download, too many calls', bulkExport(), 'download', BUSY],
	['a download, before another try', bulkExport(), 'download', BROKEN],
	['a download, half a file as items', bulkExport(), 'download', HALF],
	['a download, half a file as CSV', csvFile, 'download', HALF],
	['a download, half a file as gzip', gzipFile, 'download', HALF],
	['a refusal, half an answer', bulkExport(), 'download', { kind: 'drip', bytesPerSecond: 20 }],
	['a query, no answer', query(), 'query', STALL],
	['a query, half an answer', query(), 'query', HALF],
	['a query, too many calls', query(), 'query', BUSY],
	['a query, before another try', query(), 'query', BROKEN],
])('Stop in %s', async (_, parameters, endpoint, fault) => {
	service.faults.add(endpoint, fault);
	const execution = await startAnalytics(service, parameters);
	await until(() => service.requests.some((request) => request.fault !== undefined));
	await new Promise((resolve) => setTimeout(resolve, 20));
	await checkStop(execution);
});

it('Stop while a job runs, for all items', async () => {
	service.options.jobDurationMs = 60_000;
	// The last two share a job.
	const items = ['1', '2', '3', '3'].map((user) => ({ json: { user } }));
	const parameters = bulkExport({ filters: { userId: '={{ $json.user }}' } });
	const execution = await startAnalytics(service, parameters, { items });
	await until(() => service.jobs.size === 3);
	await checkStop(execution);
});

it('Stop while waiting for a turn in the calls a minute', async () => {
	const credential = { ...credentialFor(service), callsPerMinute: 1 };
	const execution = await startAnalytics(service, bulkExport(), { credential });
	await until(() => service.jobs.size === 1);
	await checkStop(execution);
});

it('Stop in the query for column names, while the job runs', async () => {
	service.faults.add('query', STALL);
	const parameters = bulkExport({ output: 'csvFile', options: { columnNames: 'query' } });
	const execution = await startAnalytics(service, parameters);
	await until(() => service.requests.some(({ endpoint }) => endpoint === 'query'));
	await checkStop(execution);
});

it('Stop in half a file that was unpacked on the way, and is to be compressed again', async () => {
	service.options.decompressedByProxy = true;
	service.faults.add('download', HALF);
	const execution = await startAnalytics(service, gzipFile);
	await until(() => service.requests.some((request) => request.fault !== undefined));
	await new Promise((resolve) => setTimeout(resolve, 20));
	await checkStop(execution);
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

it('Stop in the description of a failed job', async () => {
	service.options.failJob = { status: 'ERROR', message: 'No', description: 'Not today' };
	service.faults.add('download', STALL);
	const execution = await startAnalytics(service, bulkExport());
	await until(() => service.requests.some(({ endpoint }) => endpoint === 'download'));
	await checkStop(execution);
});

it.each<[string, Fault]>([
	['no answer', STALL],
	['half an answer', HALF],
	['too many calls', BUSY],
	['before another try', BROKEN],
])('Stop in notifications, %s', async (_, fault) => {
	service.faults.add('notifications', fault, 3);
	const parameters = { options: { batchSize: 2 } };
	const execution = await startNotifications(service, parameters, { items: users(20) });
	await until(() => service.requests.some((request) => request.fault));
	await new Promise((resolve) => setTimeout(resolve, 20));
	await checkStop(execution);
	expect(service.requests).toHaveLength(1);
});

it("n8n's own timeout of an execution ends it in the same way", async () => {
	service.options.jobDurationMs = 60_000;
	const { result } = await startAnalytics(service, bulkExport(), { timeoutMs: 100 });
	const { run, items } = await result;
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	expect(await leftSince(before)).toEqual([]);
});

describe('Stop at each thing that is asked of n8n', () => {
	const items = users(3);
	const startings = {
		'bulk export as items': (node: Analytics) =>
			startAnalytics(service, bulkExport({ dateRange: 'last7Days' }), { node }),
		'bulk export as CSV': (node: Analytics) => startAnalytics(service, csvFile, { node }),
		'bulk export as gzip': (node: Analytics) => startAnalytics(service, gzipFile, { node }),
		query: (node: Analytics) => startAnalytics(service, query(), { node }),
		notifications: (node: Notifications) =>
			startNotifications(service, { options: { batchSize: 1 } }, { node, items }),
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
