import type { INodeParameters } from 'n8n-workflow';
import { defaultOptions } from '../../service/options';
import { type Service, startService } from '../../service/service';
import { until } from '../childProcess';
import { install, NEWEST } from '../installation';
import { executionsOf, type QueuedN8n, startQueuedN8n } from '../queue';
import { chain, node, ours, webhook } from '../workflows';

/* n8n's own distributed engine: one main process, two workers, Redis between them. */

const EXPORTS = 20;

const installation = install(NEWEST);
let service: Service;
let queue: QueuedN8n;

beforeAll(async () => {
	service = await startService();
	queue = await startQueuedN8n(service, 2, { installation });
});

afterAll(async () => {
	await queue?.stop();
	await service?.close();
});

beforeEach(() => {
	service.reset();
	Object.assign(service.options, defaultOptions());
});

/** Makes a workflow that runs one of our nodes, for each object that its webhook is called with. */
async function listen(
	path: string,
	type: 'analytics' | 'notifications',
	parameters: INodeParameters,
) {
	const { api, addExample } = queue.n8n;
	const items = { fieldToSplitOut: 'body.items', options: {} };
	const split = node('Split', 'n8n-nodes-base.splitOut', items);
	const nodes = [webhook(path, 'onReceived'), split, ours('Node', type, parameters)];
	const workflow = await addExample(chain(path, ...nodes));
	await api.activate(workflow);
	const call = async (items: object[] = [{}]) => await api.webhook(path, { items });
	/** Waits until as many executions have ended. @returns what became of each, the newest first */
	const ended = async (count: number) => {
		const executions = await api.ended(workflow, count);
		return await Promise.all(executions.map(async ({ id }) => await api.finished(id)));
	};
	return {
		call,
		ended,
		/** Kills the worker that runs the execution. @returns what became of it */
		async killed() {
			const [execution] = await api.executions(workflow);
			await queue.replaceWorkerOf(execution!.id);
			const [killed] = await ended(1);
			return killed!;
		},
	};
}

const EXPORT: INodeParameters = {
	...{ resource: 'bulkExport', operation: 'run', output: 'csvFile', binaryPropertyName: 'data' },
	...{ queryName: 'usage_by_user', dateRange: 'yesterday' },
};

describe('A worker that is killed', () => {
	/** Which of them depends on who in n8n notices it first. */
	const FAILED = /^(error|crashed)$/;

	it('while it downloads: nothing of the file is passed on', async () => {
		service.options.rows = 2000;
		service.faults.add('download', { kind: 'stallBody', fraction: 0.5 });
		const { call, killed } = await listen('killed-download', 'analytics', EXPORT);
		await call();
		const isDownloading = () => service.requests.some(({ endpoint }) => endpoint === 'download');
		await until('the download', isDownloading);
		const { status, data } = await killed();
		expect(status).toMatch(FAILED);
		expect(JSON.stringify(data)).not.toContain('"binary"');
	});

	it('while it notifies: running it again notifies nobody twice', async () => {
		const users = Array.from({ length: 30 }, (_, at) => ({ phone: `+55119876500${at + 10}` }));
		service.faults.add('notifications', { kind: 'delay', ms: 300 }, users.length);
		const { call, killed, ended } = await listen('killed-notify', 'notifications', {
			resource: 'notification',
			operation: 'send',
			templateId: 'welcome',
			phone: '={{ $json.phone }}',
			paramsMode: 'assignments',
			options: { batchSize: 1 },
		});
		await call(users);
		await until('some notifications', () => service.ledger.entries.length > 5);
		expect((await killed()).status).toMatch(FAILED);
		expect(service.ledger.entries.length).toBeLessThan(users.length);

		service.faults.clear();
		await call(users);
		expect((await ended(2))[0]?.outcome).toBe('success');
		const phones = service.ledger.entries.map(({ phone }) => phone);
		expect(phones.toSorted()).toEqual(users.map(({ phone }) => phone));
	});
});

it('spreads exports over the workers, all of which end where the account may make 5 calls in a window', async () => {
	// A minute of the service is scaled down; n8n's workers know nothing of each other's calls.
	Object.assign(service.options, { callsPerMinute: 5, windowMs: 3_000 });
	const { call, ended } = await listen('limited', 'analytics', EXPORT);
	await Promise.all(Array.from({ length: EXPORTS }, async () => await call()));
	const executions = await ended(EXPORTS);
	expect(executions.map(({ outcome }) => outcome)).toEqual(Array(EXPORTS).fill('success'));
	expect(service.jobs.size).toBe(EXPORTS);
	for (const worker of queue.workers) expect(executionsOf(worker).length).toBeGreaterThan(0);
});
