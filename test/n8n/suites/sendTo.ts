import type { INode } from 'n8n-workflow';
import { request } from 'undici';
import type { ExampleWorkflow } from '../api';
import { agentWithoutReview } from '../exampleFiles';
import { OLDEST } from '../installation';
import { connectToMcp } from '../mcpClient';
import { PACKAGE } from '../n8nProcess';
import { until } from '../until';
import {
	callOf,
	chain,
	CLICK,
	itemsNode,
	node,
	ours,
	subWorkflowTrigger,
	webhook,
} from '../workflows';
import type { Shared } from '../world';

/*
 * Send To > Everyone When Published, which is the default: a preview in the editor, and messages by what is published. What
 * decides is the mode in which n8n says that it executes the workflow, so each way to start one is tried;
 * smoke.ts tries a click in the editor, and a published webhook.
 */

const PHONE = '+5511987650001';

/** With the defaults of everything that it need not be told. */
const NOTIFY: INode = ours('Notify', 'notifications', {
	templateId: { __rl: true, mode: 'id', value: 'welcome' },
	phone: PHONE,
});

export function sendTo(shared: Shared): void {
	const { service, n8n } = shared;

	it('the tool of an AI agent in the editor shows a preview, and sends nothing', async () => {
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
		expect(service.ledger.phones).toEqual([]);
	});

	it('the test URL of a webhook shows a preview, and sends nothing', async () => {
		const path = 'send-to-test-url';
		const id = await n8n.addExample(chain('Test URL', webhook(path, 'lastNode'), NOTIFY));
		const workflowData = await n8n.api.workflow(id);
		await n8n.api.call('POST', `/rest/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: { name: 'Webhook' },
		});
		const { body } = await request(`${n8n.url}/webhook-test/${path}`, { method: 'POST' });
		expect(await body.json()).toMatchObject({ status: 'preview' });
		expect(service.ledger.phones).toEqual([]);
	});

	it('a published schedule sends a message once, however often it fires', async () => {
		const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
		const schedule = node('Every Second', 'n8n-nodes-base.scheduleTrigger', everySecond, 1.2);
		const workflow = await n8n.publish(chain('Schedule', schedule, NOTIFY));
		await until('two executions', async () => {
			const executions = await n8n.api.executions(workflow);
			return executions.filter(({ status }) => status === 'success').length >= 2;
		});
		await n8n.api.deactivate(workflow);
		expect(service.ledger.phones).toEqual([PHONE]);
	});

	it('a sub-workflow sends, even if its parent was executed in the editor', async () => {
		// n8n 1 publishes no sub-workflow, and n8n 2 calls none that is not published.
		const add = shared.version === OLDEST ? n8n.addExample : n8n.publish;
		const child = await add(chain('Sub-workflow', subWorkflowTrigger('Start'), NOTIFY));
		const { itemsOf } = await n8n.run(chain('Parent', CLICK, callOf(child)));
		expect(itemsOf('Call')).toMatchObject([{ json: { status: 'accepted' } }]);
		expect(service.ledger.phones).toEqual([PHONE]);
	});

	it('each call of an MCP server is an execution of its own: two equal tests both arrive', async () => {
		const path = 'send-to-mcp';
		const trigger = node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', { path }, 2);
		const parameters = { ...NOTIFY.parameters, sendTo: 'testPhone', testPhone: PHONE };
		const tool = node('Notify', `${PACKAGE}.notificationsTool`, parameters);
		const connections = { Notify: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } };
		const nodes = [{ ...trigger, webhookId: path }, tool];
		await n8n.publish({ name: 'MCP server', nodes, connections } as ExampleWorkflow);
		const client = await connectToMcp(`${n8n.url}/mcp/${path}`);
		expect(await client.call('Notify')).toContain('accepted');
		expect(await client.call('Notify')).toContain('accepted');
		expect(service.ledger.phones).toEqual([PHONE, PHONE]);
	});

	it('a retry sends, even of an execution that was started in the editor', async () => {
		service.faults.add('query', { kind: 'refusal', status: 403 });
		const query = ours('Query', 'analytics', { queryName: 'usage_by_user', limit: 1 });
		const workflow = await n8n.addExample(chain('Retried', CLICK, query, NOTIFY));
		const first = await n8n.api.finished(await n8n.api.run(workflow));
		expect(first.status).toBe('error');
		await n8n.api.call('POST', `/rest/executions/${first.id}/retry`, { loadWorkflow: true });
		await n8n.api.ended(workflow, 2);
		expect(service.ledger.phones).toEqual([PHONE]);
	});

	it('a retry sends nothing twice, although n8n reads a date back as text', async () => {
		const phones = [PHONE, '+5511987650002'];
		const people = itemsNode(
			'People',
			phones.map((phone) => ({ phone })),
		);
		const value = '={{ ({ at: new Date(0) }) }}';
		const assignments = [{ id: 'a', name: 'appointment', type: 'object', value }];
		const set = { assignments: { assignments }, includeOtherFields: true, options: {} };
		const dates = node('Dates', 'n8n-nodes-base.set', set, 3.4);
		const all = "{{ $('Dates').all().map((item) => item.json.appointment.at).join() }}";
		const written = `=On {{ $json.appointment.at }}, of ${all}`;
		const text = { id: 't', name: 'text', value: written, type: 'string' };
		const notify = ours('Notify', 'notifications', {
			...NOTIFY.parameters,
			sendTo: 'everyone',
			phone: '={{ $json.phone }}',
			paramAssignments: { assignments: [text] },
		});
		service.faults.add('notifications', { kind: 'refusal', status: 400 });
		const workflow = await n8n.addExample(chain('Dates', CLICK, people, dates, notify));
		const first = await n8n.api.finished(await n8n.api.run(workflow));
		expect(first.status).toBe('error');
		expect(service.ledger.phones).toHaveLength(1);
		await n8n.api.call('POST', `/rest/executions/${first.id}/retry`, { loadWorkflow: true });
		await n8n.api.ended(workflow, 2);
		expect([...service.ledger.phones].sort()).toEqual(phones);
	});
}
