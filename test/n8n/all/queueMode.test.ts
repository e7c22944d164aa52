import type { INode } from 'n8n-workflow';
import { defaultOptions } from '../../service/options';
import { type Service, startService } from '../../service/service';
import type { FinishedExecution } from '../api';
import { until } from '../until';
import { executionsOf, type QueuedN8n, startQueuedN8n } from '../queue';
import { chain, CLICK, forEachItem, ours } from '../workflows';

/* n8n's own distributed engine: one main process, two workers, Redis between them. */

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
	Object.assign(service.options, defaultOptions());
});

/** A published workflow that runs one of our nodes for each object that its webhook is called with. */
interface Published {
	id: string;
	call(items?: object[]): Promise<void>;
	/** Waits until so many executions have ended. @returns all of them, the newest first */
	ended(count: number): Promise<FinishedExecution[]>;
}

async function publish(path: string, ownNode: INode): Promise<Published> {
	const { api } = queue.n8n;
	const id = await queue.n8n.publish(forEachItem(path, ownNode));
	return {
		id,
		async call(given = [{}]) {
			await api.webhook(path, { items: given });
		},
		async ended(count) {
			const executions = await api.ended(id, count);
			return await Promise.all(executions.map(async (one) => await api.finished(one.id)));
		},
	};
}

/** Kills the worker that runs the only execution of a workflow. @returns the execution, and what the worker printed */
async function killWorkerOf(workflow: Published): Promise<FinishedExecution & { log: string }> {
	const [execution] = await queue.n8n.api.executions(workflow.id);
	const worker = queue.workerOf(execution!.id);
	await queue.replace(worker);
	const [killed] = await workflow.ended(1);
	return { ...killed!, log: worker.output() };
}

const exporting = ours('Export', 'analytics', {
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'usage_by_user',
	dateRange: 'yesterday',
	output: 'csvFile',
	binaryPropertyName: 'data',
});

const sending = ours('Send', 'notifications', {
	operation: 'send',
	templateId: 'welcome',
	phone: '={{ $json.phone }}',
	paramsMode: 'assignments',
});

describe('A worker is killed', () => {
	/** Which of the two depends on which part of n8n notices it first. */
	const FAILED = /^(error|crashed)$/;

	it('while it waits for a job, whose file can then be fetched by the ID in its log', async () => {
		service.options.jobDurationMs = 600_000;
		const workflow = await publish('killed-wait', exporting);
		await workflow.call();
		await until('a poll', () => service.requestsTo('status').length > 0);
		const { status, log } = await killWorkerOf(workflow);
		expect(status).toMatch(FAILED);
		const [jobId] = service.jobs.keys();
		expect(log).toContain(`Export: Started job ${jobId} (usage_by_user, `);
		expect(log).not.toContain(service.token);

		// The job ends.
		service.options.jobDurationMs = 1;
		const parameters = { ...exporting.parameters, operation: 'getResult', jobId: jobId ?? '' };
		const fetching = ours('Fetch', 'analytics', parameters);
		const { itemsOf } = await queue.n8n.run(chain('fetch-killed', CLICK, fetching));
		expect(itemsOf('Fetch')).toMatchObject([{ json: { jobId }, binary: { data: {} } }]);
		expect(service.jobs.size).toBe(1);
	});

	it('while it notifies, and a second run notifies everyone else, and nobody twice', async () => {
		const users = Array.from({ length: 30 }, (_, index) => ({
			phone: `+55119876500${index + 10}`,
		}));
		service.faults.add('notifications', { kind: 'delay', ms: 300 }, users.length);
		const workflow = await publish('killed-notify', sending);
		await workflow.call(users);
		await until('some notifications', () => service.ledger.entries.length > 5);
		const { status } = await killWorkerOf(workflow);
		expect(status).toMatch(FAILED);
		expect(service.ledger.entries.length).toBeLessThan(users.length);

		service.faults.clear();
		await workflow.call(users);
		const [second] = await workflow.ended(2);
		expect(second?.outcome).toBe('success');
		expect(service.ledger.phones.toSorted()).toEqual(users.map(({ phone }) => phone));
	});
});

it('spreads exports over the workers, and all end where the account may make 5 calls in a window', async () => {
	const count = 20;
	// The service's minute is scaled down. The workers know nothing of each other's calls.
	service.options.callsPerMinute = 5;
	service.options.windowMs = 3_000;
	const workflow = await publish('limited', exporting);
	await Promise.all(Array.from({ length: count }, async () => await workflow.call()));
	const executions = await workflow.ended(count);
	const outcomes = executions.map(({ outcome }) => outcome);
	expect(outcomes).toEqual(Array<string>(count).fill('success'));
	expect(service.jobs.size).toBe(count);
	for (const worker of queue.workers) expect(executionsOf(worker).length).toBeGreaterThan(0);
});
