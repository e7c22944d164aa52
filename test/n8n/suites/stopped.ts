import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { ExampleWorkflow, FinishedExecution } from '../api';
import { until } from '../childProcess';
import type { WholeN8n } from '../wholeN8n';
import { chain, node, ours, webhook } from '../workflows';
import type { Shared } from '../world';

/* What is left of an execution that was ended from outside: by a time-out of its workflow, or by the user. */

const QUERY = 'usage_by_user';
const TIMEOUT_SECONDS = 3;

/** Longer than any of these executions. */
const NEVER_DONE_MS = 600_000;

export function stopped(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;

	beforeAll(() => {
		({ service, n8n } = shared());
	});

	/** Publishes a workflow of one node, which runs for each object that the webhook is called with. */
	async function publish(
		path: string,
		type: 'analytics' | 'notifications',
		parameters: INodeParameters,
		settings: ExampleWorkflow['settings'] = {},
	): Promise<string> {
		const split = { fieldToSplitOut: 'body.items', options: {} };
		const workflow = chain(
			path,
			webhook(path, 'onReceived'),
			node('Split', 'n8n-nodes-base.splitOut', split),
			ours('Node', type, parameters),
		);
		const id = await n8n.addExample({ ...workflow, settings });
		await n8n.api.activate(id);
		return id;
	}

	async function ended(workflow: string): Promise<FinishedExecution> {
		const [execution] = await n8n.api.ended(workflow, 1);
		return await n8n.api.finished(execution!.id);
	}

	const exporting: INodeParameters = {
		resource: 'bulkExport',
		operation: 'run',
		queryName: QUERY,
		dateRange: 'yesterday',
	};

	const sending: INodeParameters = {
		templateId: { __rl: true, mode: 'id', value: 'welcome' },
		phone: '={{ $json.phone }}',
	};

	const users = Array.from({ length: 30 }, (_, index) => ({ phone: `+55119876500${index + 10}` }));

	it('a time-out saves an error that names the job of an export, and how to fetch its file', async () => {
		service.options.jobDurationMs = NEVER_DONE_MS;
		const settings = { executionTimeout: TIMEOUT_SECONDS };
		const workflow = await publish('timed-out-export', 'analytics', exporting, settings);
		await n8n.api.webhook('timed-out-export', { items: [{}] });
		const { status, data } = await ended(workflow);
		expect(status).toBe('canceled');
		const [jobId] = service.jobs.keys();
		const error = data.resultData.runData.Node?.[0]?.error;
		const text = `${error?.message} ${error?.description}`;
		expect(text).toContain(jobId);
		expect(text).toContain(QUERY);
		expect(text).toContain('Get Result');
		expect(text).not.toContain(service.token);
	});

	it('a time-out saves an error that counts the notifications that were sent', async () => {
		service.faults.add('notifications', { kind: 'delay', ms: 2_000 }, users.length);
		const settings = { executionTimeout: TIMEOUT_SECONDS };
		const workflow = await publish('timed-out-list', 'notifications', sending, settings);
		await n8n.api.webhook('timed-out-list', { items: users });
		const { status, data } = await ended(workflow);
		expect(status).toBe('canceled');
		const error = data.resultData.runData.Node?.[0]?.error;
		console.log(JSON.stringify({ status, error: data.resultData.error?.message, node: data.resultData.runData.Node, sent: service.ledger.entries.length }).slice(0, 3000));
		expect(error?.message).toBe('');
	});

	it('Stop saves nothing of an export, whose job ID is in the log of n8n', async () => {
		service.options.jobDurationMs = NEVER_DONE_MS;
		const workflow = await publish('stopped-export', 'analytics', exporting);
		await n8n.api.webhook('stopped-export', { items: [{}] });
		await until('a poll', () => service.requests.some(({ endpoint }) => endpoint === 'status'));
		const [execution] = await n8n.api.executions(workflow);
		await n8n.api.call('POST', `/rest/executions/${execution!.id}/stop`, {});
		const { status, data } = await ended(workflow);
		expect(status).toBe('canceled');
		const [jobId] = service.jobs.keys();
		console.log(JSON.stringify({ status, error: data.resultData.error, node: data.resultData.runData.Node }).slice(0, 3000), n8n.child.output().slice(-1500));
		expect(JSON.stringify(data)).not.toContain(jobId);
		expect(n8n.child.output()).toContain(jobId);
		expect(n8n.child.output()).not.toContain(service.token);
	});

	it('Stop saves nothing of a list of notifications', async () => {
		service.faults.add('notifications', { kind: 'delay', ms: 2_000 }, users.length);
		const workflow = await publish('stopped-list', 'notifications', sending);
		await n8n.api.webhook('stopped-list', { items: users });
		await until('some notifications', () => service.ledger.entries.length > 5);
		const [execution] = await n8n.api.executions(workflow);
		await n8n.api.call('POST', `/rest/executions/${execution!.id}/stop`, {});
		const { status, data } = await ended(workflow);
		console.log(JSON.stringify({ status, error: data.resultData.error, node: data.resultData.runData.Node }).slice(0, 3000), n8n.child.output().slice(-1500));
		expect(status).toBe('canceled');
	});
}
