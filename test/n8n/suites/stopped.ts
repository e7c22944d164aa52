import type { INode } from 'n8n-workflow';
import type { ExampleWorkflow, FinishedExecution } from '../api';
import { until } from '../until';
import { callOf, chain, forEachItem, ours, subWorkflowTrigger } from '../workflows';
import type { Shared } from '../world';

/* What is left of an execution that was ended from outside: by a time-out of its workflow, or by the user. */

const QUERY = 'usage_by_user';
const TIMEOUT_SECONDS = 3;

const COUNTS = /Of 30 notifications, (\d+) were confirmed; up to (\d+) more may have been sent/;

/** Longer than any of these executions. */
const NEVER_DONE_MS = 600_000;

export function stopped(shared: Shared): void {
	const { service, n8n } = shared;

	/** Publishes a workflow of one node, which runs for each object that the webhook is called with. */
	async function publish(
		path: string,
		ownNode: INode,
		settings: ExampleWorkflow['settings'] = {},
	): Promise<string> {
		return await n8n.publish({ ...forEachItem(path, ownNode), settings });
	}

	async function ended(workflow: string): Promise<FinishedExecution> {
		const [execution] = await n8n.api.ended(workflow, 1);
		return await n8n.api.finished(execution!.id);
	}

	/** Presses Stop. */
	async function stop(workflow: string): Promise<FinishedExecution> {
		const [execution] = await n8n.api.executions(workflow);
		await n8n.api.call('POST', `/rest/executions/${execution!.id}/stop`, {});
		return await ended(workflow);
	}

	const exporting = ours('Export', 'analytics', {
		resource: 'bulkExport',
		operation: 'run',
		queryName: QUERY,
		dateRange: 'yesterday',
	});

	const sending = ours('Send', 'notifications', {
		templateId: { __rl: true, mode: 'id', value: 'welcome' },
		phone: '={{ $json.phone }}',
	});

	/** So a list is still under way when it is stopped, and it is known how many users received something. */
	function answerOnlyTheFirstTen(): void {
		service.faults.add('notifications', { kind: 'delay', ms: 1 }, 10);
		service.faults.add('notifications', { kind: 'stall' }, users.length);
	}

	const users = Array.from({ length: 30 }, (_, index) => ({ phone: `+55119876500${index + 10}` }));

	it('a time-out saves an error that names the job, and how to fetch its file, although the node continues', async () => {
		service.options.jobDurationMs = NEVER_DONE_MS;
		const settings = { executionTimeout: TIMEOUT_SECONDS };
		const continuing: INode = { ...exporting, onError: 'continueRegularOutput' };
		const workflow = await publish('timed-out-export', continuing, settings);
		await n8n.api.webhook('timed-out-export', { items: [{}] });
		const { status, data } = await ended(workflow);
		expect(status).toBe('canceled');
		const [jobId] = service.jobs.keys();
		const { message, description } = data.resultData.error!;
		expect(message).toBe('The execution was canceled');
		expect(description).toContain('Bulk Export > Get Result');
		expect(description).toContain(`within 24 hours with: ${jobId}.`);
	});

	it('a time-out saves an error that counts the notifications that were sent', async () => {
		answerOnlyTheFirstTen();
		const settings = { executionTimeout: TIMEOUT_SECONDS };
		const workflow = await publish('timed-out-list', sending, settings);
		await n8n.api.webhook('timed-out-list', { items: users });
		const { status, data } = await ended(workflow);
		expect(status).toBe('canceled');
		const message = data.resultData.error?.message ?? '';
		const [, confirmed, unknown] = COUNTS.exec(message)?.map(Number) ?? [];
		expect(confirmed).toBe(service.ledger.entries.length);
		expect(unknown).toBeGreaterThan(0);
	});

	it('Stop saves no error of an export, whose job ID is then in the log of n8n', async () => {
		service.options.jobDurationMs = NEVER_DONE_MS;
		const workflow = await publish('stopped-export', exporting);
		await n8n.api.webhook('stopped-export', { items: [{}] });
		await until('a poll', () => service.requestsTo('status').length > 0);
		const { status, data } = await stop(workflow);
		expect(status).toBe('canceled');
		const [jobId] = service.jobs.keys();
		expect(JSON.stringify(data)).not.toContain(jobId);
		const log = n8n.child.output();
		expect(log).toContain(`Export: Started job ${jobId} (${QUERY}, `);
		expect(log).not.toContain(service.token);
	});

	it('Stop saves no count of notifications, which is then in the log of n8n', async () => {
		answerOnlyTheFirstTen();
		const workflow = await publish('stopped-list', sending);
		await n8n.api.webhook('stopped-list', { items: users });
		await until('ten notifications', () => service.ledger.entries.length === 10);
		const { status, data } = await stop(workflow);
		expect(status).toBe('canceled');
		expect(JSON.stringify(data)).not.toMatch(COUNTS);
		await until('the count in the log', () => COUNTS.test(n8n.child.output()));
		for (const { phone } of users) expect(n8n.child.output()).not.toContain(phone);
	});

	it('a sub-workflow goes on when its parent is stopped, until it is stopped, too', async () => {
		answerOnlyTheFirstTen();
		const child = await n8n.publish(chain('Stopped child', subWorkflowTrigger('Start'), sending));
		const parent = await publish('stopped-parent', callOf(child));
		await n8n.api.webhook('stopped-parent', { items: users });
		await until('ten notifications', () => service.ledger.entries.length === 10);
		expect((await stop(parent)).status).toBe('canceled');
		const [goingOn] = await n8n.api.executions(child);
		expect(goingOn?.status).toBe('running');
		expect((await stop(child)).status).toBe('canceled');
		expect(service.ledger.entries).toHaveLength(10);
	});
}
