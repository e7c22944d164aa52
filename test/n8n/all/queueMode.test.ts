import type { INodeParameters } from 'n8n-workflow';
import { type Service, startService } from '../../service/service';
import { until } from '../childProcess';
import { executionsOf, type QueuedN8n, startQueuedN8n } from '../queue';
import { chain, node, ours, webhook } from '../workflows';

/* n8n's own distributed engine: one main process, two workers, Redis between them. */

const EXPORTS = 20;

let service: Service;
let queue: QueuedN8n;

beforeAll(async () => {
	service = await startService();
	queue = await startQueuedN8n(service, 2);
});

afterAll(async () => {
	await queue?.stop();
	await service?.close();
});

beforeEach(() => {
	service.reset();
	service.options.rows = undefined;
	service.options.jobDurationMs = 0;
	service.options.enforceRateLimit = false;
});

type Listening = Awaited<ReturnType<typeof listen>>;

/** Makes a workflow that runs one of our nodes, for each object that its webhook is called with. */
async function listen(
	path: string,
	type: 'analytics' | 'notifications',
	parameters: INodeParameters,
) {
	const { api, addExample } = queue.n8n;
	const items = { fieldToSplitOut: 'body.items', options: {} };
	const split = node('Split', 'n8n-nodes-base.splitOut', items);
	const workflow = await addExample(
		chain(path, webhook(path, 'onReceived'), split, ours('Node', type, parameters)),
	);
	await api.activate(workflow);
	return {
		started: async () => (await api.executions(workflow)).map(({ id }) => id),
		call: async (items: object[] = [{}]) => await api.webhook(path, { items }),
		/** Waits until as many executions have ended. @returns what became of each */
		ended: async (count: number) => {
			await until(`${count} executions of ${path}`, async () => {
				const executions = await api.executions(workflow);
				return executions.length >= count && executions.every(({ status }) => isOver(status));
			});
			const executions = await api.executions(workflow);
			return await Promise.all(executions.map(async ({ id }) => await api.finished(id)));
		},
	};
}

function isOver(status: string): boolean {
	return ['success', 'error', 'crashed', 'canceled'].includes(status);
}

const EXPORT: INodeParameters = {
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'usage_by_user',
	dateRange: 'yesterday',
	output: 'csvFile',
	binaryPropertyName: 'data',
};

it('spreads exports over the workers', async () => {
	service.options.rows = 500;
	service.options.jobDurationMs = 3_000;
	const { call, ended } = await listen('spread', 'analytics', EXPORT);
	await Promise.all(Array.from({ length: EXPORTS }, async () => await call()));
	const executions = await ended(EXPORTS);
	expect(executions.map(({ status }) => status)).toEqual(Array(EXPORTS).fill('success'));
	expect(service.jobs.size).toBe(EXPORTS);
	for (const worker of queue.workers) expect(executionsOf(worker).length).toBeGreaterThan(0);
});

it('checks the service in a worker', async () => {
	service.options.readings = { request: { endDate: 'excluded' } };
	const { call, ended } = await listen('check', 'analytics', {
		resource: 'service',
		operation: 'check',
		queryName: 'messages_by_day',
	});
	await call();
	const [execution] = await ended(1);
	service.options.readings = {};
	const items = execution?.data.resultData.runData.Node?.at(-1)?.data?.main?.[0] ?? [];
	expect(items).toHaveLength(8);
	expect(items.filter(({ json }) => json.result === 'change')).toMatchObject([
		{ json: { setting: 'End Date Included', value: 'Off' } },
	]);
}, 150_000);

describe('A worker that is killed', () => {
	afterEach(async () => {
		service.options.jobDurationMs = 0;
		await queue.addWorker();
	});

	/** Kills the worker that runs an execution, and waits until n8n has seen it. */
	const killWorkerOf = async ({ started, ended }: Listening) => {
		const [id] = await started();
		const worker = queue.workers.find((one) => executionsOf(one).includes(id ?? ''));
		if (!worker) throw new Error(`No worker runs execution ${id}`);
		await worker.kill();
		queue.workers.splice(queue.workers.indexOf(worker), 1);
		return await ended(1);
	};

	it('while it polls: the execution is marked as failed, and running it again works', async () => {
		service.options.jobDurationMs = 600_000;
		const listening = await listen('killed-poll', 'analytics', EXPORT);
		await listening.call();
		await until('a poll', () => service.requests.some(({ endpoint }) => endpoint === 'status'));
		const [killed] = await killWorkerOf(listening);
		expect(killed?.status).toBe('error');
		expect(service.jobs.size).toBe(1);

		service.options.jobDurationMs = 0;
		await listening.call();
		const executions = await listening.ended(2);
		expect(executions.map(({ status }) => status)).toContain('success');
	});

	it('while it downloads: nothing of the file is passed on', async () => {
		service.options.rows = 2000;
		service.faults.add('download', { kind: 'stallBody', fraction: 0.5 });
		const listening = await listen('killed-download', 'analytics', EXPORT);
		await listening.call();
		await until('the download', () =>
			service.requests.some(({ endpoint }) => endpoint === 'download'),
		);
		const [killed] = await killWorkerOf(listening);
		expect(killed?.status).toBe('error');
		expect(JSON.stringify(killed?.data ?? {})).not.toContain('"binary"');
	});

	it('while it notifies: running it again notifies nobody twice', async () => {
		const users = Array.from({ length: 30 }, (_, at) => ({ phone: `+55119876500${at + 10}` }));
		service.faults.add('notifications', { kind: 'delay', ms: 300 }, users.length);
		const listening = await listen('killed-notify', 'notifications', {
			resource: 'notification',
			operation: 'send',
			templateId: 'welcome',
			phone: '={{ $json.phone }}',
			paramsMode: 'assignments',
			options: { batchSize: 1 },
		});
		await listening.call(users);
		await until('some notifications', () => service.ledger.entries.length > 5);
		const [killed] = await killWorkerOf(listening);
		expect(killed?.status).toBe('error');
		const before = service.ledger.entries.length;
		expect(before).toBeLessThan(users.length);

		service.faults.clear();
		await listening.call(users);
		await listening.ended(2);
		const phones = service.ledger.entries.map(({ phone }) => phone);
		expect(phones).toHaveLength(users.length);
		expect(new Set(phones).size).toBe(users.length);
	});
});

it('brings all exports to an end where the account may make 5 calls in a window', async () => {
	// A minute of the service is scaled down; n8n's workers know nothing of each other's calls.
	Object.assign(service.options, { enforceRateLimit: true, callsPerMinute: 5, windowMs: 3_000 });
	const { call, ended } = await listen('limited', 'analytics', EXPORT);
	const began = Date.now();
	await Promise.all(Array.from({ length: EXPORTS }, async () => await call()));
	const executions = await ended(EXPORTS);
	expect(executions.map(({ status }) => status)).toEqual(Array(EXPORTS).fill('success'));
	const refused = service.requests.filter(({ status }) => status === 429).length;
	const windows = (Date.now() - began) / service.options.windowMs;
	console.log(
		`${EXPORTS} exports, ${service.requests.length} calls, ${refused} of them refused, ${windows.toFixed(1)} windows`,
	);
	expect(service.jobs.size).toBe(EXPORTS);
});
