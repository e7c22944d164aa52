import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runAsAgentTool } from '../../engine/runAsAgentTool';
import { ACCEPTS_ALL } from '../../service/options';
import { credentialFor } from '../../support/credential';
import { notificationsTool, phone } from '../../support/notificationsNode';
import { statusesOf } from '../../support/sendNotifications';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * A tool of n8n's own agents, or of an MCP server, is called outside of any execution. What Send To means then is tested with
 * the mode `internal` in fields/sendTo.test.ts.
 */

const service = serviceForEach(ACCEPTS_ALL);
const TEST_PHONE = phone(9);

async function call(parameters: INodeParameters): Promise<INodeExecutionData[]> {
	return await runAsAgentTool({
		node: notificationsTool(),
		parameters: { templateId: 'welcome', phone: '={{ $json.phone }}', ...parameters },
		json: { phone: phone(0) },
		credential: credentialFor(service),
	});
}

it('Everyone sends, and a second call with the same message is the same message', async () => {
	expect(statusesOf(await call({ sendTo: 'everyone' }))).toEqual(['accepted']);
	expect(statusesOf(await call({ sendTo: 'everyone' }))).toEqual(['accepted']);
	expect(service.ledger.phones).toEqual([phone(0)]);
});

it('two equal tests both reach the test phone', async () => {
	const test = { sendTo: 'testPhone', testPhone: TEST_PHONE };
	expect(statusesOf(await call(test))).toEqual(['accepted']);
	expect(statusesOf(await call(test))).toEqual(['accepted']);
	expect(service.ledger.phones).toEqual([TEST_PHONE, TEST_PHONE]);
});

it('Max per Run counts each call alone', async () => {
	const parameters = { sendTo: 'everyone', sendOnce: 'always', options: { maxPerRun: 1 } };
	await call(parameters);
	await call(parameters);
	expect(service.ledger.phones).toEqual([phone(0), phone(0)]);
});
