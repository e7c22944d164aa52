import type { INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import { until } from '../until';
import { agentWithoutReview, example, exampleFiles } from '../exampleFiles';
import { OLDEST } from '../installation';
import type { WholeN8n } from '../wholeN8n';
import {
	atTime,
	chain,
	CLICK,
	isNotificationsNode,
	itemsNode,
	node,
	ours,
	subWorkflowTrigger,
	webhook,
	withParameters,
	withPath,
} from '../workflows';
import type { Shared } from '../world';

/*
 * Send To > Everyone When Published, which is the default: a preview in the editor, and messages everywhere else. What
 * decides is the mode in which n8n says that it executes the workflow.
 */

const AGENT = '16-agent-that-asks-first.json';
const AT_MOST_ONE_A_WEEK = '13-at-most-one-message-a-week.json';
const NEED_DATA_TABLES = [AT_MOST_ONE_A_WEEK, '18-send-again-to-those-who-failed.json'];
/** Its data table remembers whom other suites have notified, so that this suite needs a customer of its own. */
const OWN_CUSTOMER = { Customers: [{ json: { phone: '+12025550195', name: 'Rui' } }] };

/** It would be the middle of the night for some customers of an example, depending on when the test runs. */
const NOON_IN_PUERTO_RICO = '2026-11-20T16:00:00Z';

const TRIGGER = /trigger$/i;
const WEBHOOK = 'n8n-nodes-base.webhook';
const PHONE = '+5511987650001';

function hasDefaultSendTo(one: INode): boolean {
	return isNotificationsNode(one) && one.parameters.sendTo === undefined;
}

function notifyingExamples(): string[] {
	return exampleFiles().filter((file) => example(file).nodes.some(hasDefaultSendTo));
}

/** What the nodes that have the default gave, at all of their outputs. */
function itemsOfSenders(nodes: INode[], { resultData }: IRunExecutionData): INodeExecutionData[] {
	return nodes
		.filter(hasDefaultSendTo)
		.flatMap(({ name }) => resultData.runData[name] ?? [])
		.flatMap(({ data }) => data?.main ?? [])
		.flatMap((output) => output ?? []);
}

/** An example as it stands, apart from the time of day, the length of its waits, and a customer whom nobody knows yet. */
function quickExample(file: string): ExampleWorkflow {
	const workflow = example(file);
	const nodes = workflow.nodes
		.map(atTime(NOON_IN_PUERTO_RICO))
		.map(withParameters({ Wait: { amount: 1 } }));
	if (file !== AT_MOST_ONE_A_WEEK) return { ...workflow, nodes };
	return { ...workflow, nodes, pinData: { ...workflow.pinData, ...OWN_CUSTOMER } };
}

/**
 * An example as a user publishes it: with a webhook in place of its trigger, which is easier to call than a schedule.
 * A published workflow ignores pinned data, so Code nodes take the place of the nodes that have some.
 */
function publishedExample(file: string, path: string): ExampleWorkflow {
	const workflow = quickExample(file);
	const pinData = workflow.pinData ?? {};
	const nodes = workflow.nodes.map((one) => {
		if (one.type === WEBHOOK) return withPath(one, path);
		if (TRIGGER.test(one.type)) return { ...webhook(path, 'onReceived'), name: one.name };
		const pinned = pinData[one.name];
		return pinned
			? itemsNode(
					one.name,
					pinned.map(({ json }) => json),
				)
			: one;
	});
	return { ...workflow, pinData: {}, nodes };
}

/** A Notifications node, with the defaults of everything that it need not be told. */
function notifying(name: string): INode {
	return ours(name, 'notifications', {
		templateId: { __rl: true, mode: 'id', value: 'welcome' },
		phone: PHONE,
	});
}

export function sendTo(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;

	beforeAll(() => {
		({ service, n8n } = shared());
	});

	// n8n 1.x cannot create the data tables that some of the examples need.
	const runnable = notifyingExamples().filter(
		(file) => !NEED_DATA_TABLES.includes(file) || shared.version !== OLDEST,
	);
	const withoutAgent = runnable.filter((file) => file !== AGENT);

	async function runByHand(workflow: string): Promise<IRunExecutionData> {
		const { outcome, data } = await n8n.api.finished(await n8n.api.run(workflow));
		expect(outcome).toBe('success');
		return data;
	}

	const phonesNotified = () => service.ledger.entries.map(({ phone }) => phone);

	describe('Executed in the editor', () => {
		it.each(withoutAgent)('%s shows a preview, and sends nothing', async (file) => {
			const workflow = quickExample(file);
			const id = await n8n.api.run(await n8n.addExample(workflow));
			const { outcome, data } = await n8n.api.finished(id);
			expect(outcome).toBe('success');
			const statuses = itemsOfSenders(workflow.nodes, data).map(({ json }) => json.status);
			expect(statuses).toContain('preview');
			expect(statuses).not.toContain('accepted');
			expect(phonesNotified()).toEqual([]);
		});

		it('the tool of an AI agent shows a preview, and sends nothing', async () => {
			const chatInput = JSON.stringify({
				tool: 'Notify_a_User',
				args: { Phone: PHONE, Name: 'Ana', Order_ID: 'A-9' },
			});
			const message = { sessionId: 'preview', action: 'sendMessage', chatInput };
			const { itemsOf } = await n8n.run(agentWithoutReview(), {
				keepsSendTo: true,
				pinData: { 'When Chat Message Received': [{ json: message }] },
			});
			expect(itemsOf('AI Agent')[0]?.json.output).toContain('"status":"preview"');
			expect(phonesNotified()).toEqual([]);
		});

		it('the test URL of a webhook shows a preview, and sends nothing', async () => {
			const path = 'send-to-test-url';
			const nodes = [webhook(path, 'lastNode'), notifying('Notify')];
			const id = await n8n.addExample(chain('Test URL', ...nodes));
			const workflowData = await n8n.api.workflow(id);
			await n8n.api.call('POST', `/rest/workflows/${id}/run`, {
				workflowData,
				triggerToStartFrom: { name: 'Webhook' },
			});
			const { body } = await request(`${n8n.url}/webhook-test/${path}`, { method: 'POST' });
			expect(await body.json()).toMatchObject({ status: 'preview' });
			expect(phonesNotified()).toEqual([]);
		});
	});

	describe('Published', () => {
		it.each(withoutAgent)('%s sends each message once', async (file) => {
			const path = file.replace('.json', '');
			const workflow = publishedExample(file, path);
			const id = await n8n.publish(workflow);
			const event = { event_id: 'evt-9', phone: PHONE, name: 'Zoë', order_id: 'A-7' };
			await n8n.api.webhook(path, event);
			const [execution] = await n8n.api.ended(id, 1);
			const { outcome, data } = await n8n.api.finished(execution!.id);
			expect(outcome).toBe('success');
			const accepted = itemsOfSenders(workflow.nodes, data)
				.filter(({ json }) => json.status === 'accepted')
				.map(({ json }) => json.phone);
			expect(accepted).not.toEqual([]);
			expect(phonesNotified().toSorted()).toEqual(accepted.toSorted());
			expect(new Set(accepted).size).toBe(accepted.length);
		});

		it('a schedule sends a message once, however often it fires', async () => {
			const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
			const schedule = node('Every Second', 'n8n-nodes-base.scheduleTrigger', everySecond, 1.2);
			const workflow = await n8n.publish(chain('Schedule', schedule, notifying('Notify')));
			await until('two executions', async () => {
				const executions = await n8n.api.executions(workflow);
				return executions.filter(({ status }) => status === 'success').length >= 2;
			});
			await n8n.api.deactivate(workflow);
			expect(phonesNotified()).toEqual([PHONE]);
		});

		it('a sub-workflow sends, even if its parent was executed in the editor', async () => {
			const nodes = [subWorkflowTrigger('Start'), notifying('Notify')];
			const child = await n8n.publish(chain('Sends as a sub-workflow', ...nodes));
			const call = node(
				'Call',
				'n8n-nodes-base.executeWorkflow',
				{
					source: 'database',
					workflowId: { __rl: true, mode: 'id', value: child },
					mode: 'once',
					options: {},
				},
				1.2,
			);
			const parent = await n8n.addExample(chain('Parent', CLICK, call));
			const { resultData } = await runByHand(parent);
			const [item] = resultData.runData.Call?.[0]?.data?.main?.[0] ?? [];
			expect(item?.json).toMatchObject({ status: 'accepted' });
			expect(phonesNotified()).toEqual([PHONE]);
		});

		it('a retry sends, even of an execution that was started in the editor', async () => {
			service.faults.add('query', { kind: 'refusal', status: 403 });
			const query = ours('Query', 'analytics', { queryName: 'usage_by_user', limit: 1 });
			const workflow = await n8n.addExample(chain('Retried', CLICK, query, notifying('Notify')));
			const first = await n8n.api.finished(await n8n.api.run(workflow));
			expect(first.status).toBe('error');
			await n8n.api.call('POST', `/rest/executions/${first.id}/retry`, { loadWorkflow: true });
			await n8n.api.ended(workflow, 2);
			expect(phonesNotified()).toEqual([PHONE]);
		});
	});
}
