import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { runAsAgentTool } from '../../engine/runAsAgentTool';
import { ACCEPTS_ALL } from '../../service/options';
import { credentialFor } from '../../support/credential';
import { notificationsTool, phone } from '../../support/notificationsNode';
import { statusesOf } from '../../support/sendNotifications';
import { serviceForEach } from '../../support/serviceForEach';

/* A tool of n8n's own agents, or of an MCP server, is called outside of any execution. */

const service = serviceForEach(ACCEPTS_ALL);
const TEST_PHONE = phone(9);

async function call(parameters: INodeParameters): Promise<INodeExecutionData[]> {
	return await runAsAgentTool({
		node: notificationsTool(),
		parameters: { templateId: 'welcome', phone: '={{ $json.phone }}', ...parameters },
		json: { phone: phone(0) },
		credentialType: new ChatCommerceApi(),
		credential: credentialFor(service),
	});
}

it('Everyone sends, and a second call with the same message is the same message', async () => {
	expect(statusesOf(await call({ sendTo: 'everyone' }))).toEqual(['accepted']);
	expect(statusesOf(await call({ sendTo: 'everyone' }))).toEqual(['accepted']);
	expect(service.ledger.phones).toEqual([phone(0)]);
});

it('Nobody (Preview) shows the message, and sends nothing', async () => {
	const items = await call({ sendTo: 'nobody' });
	expect(items).toMatchObject([{ json: { status: 'preview', phone: phone(0) } }]);
	expect(service.notifications.requests).toEqual([]);
});

it('Everyone When Published is an error that names the way out, because n8n does not say whether this is a test', async () => {
	// An agent of n8n passes only the message of an error on.
	await expect(call({ sendTo: 'published' })).rejects.toThrow(
		'n8n does not say whether this is a test. Choose Nobody (Preview) to try it, and Everyone once it may send.',
	);
	expect(service.notifications.requests).toEqual([]);
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
