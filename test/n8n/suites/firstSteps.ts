import type { Page } from 'playwright-core';
import { request } from 'undici';
import { OLDEST } from '../installation';
import { until } from '../until';
import type { Shared } from '../world';

/* README > The first report and > The first message, step by step in n8n's editor, as a newcomer goes through them. */

const NODE = 'Chat Commerce Notifications';
const CREDENTIAL = 'Yalo Chat Commerce account';
const CUSTOMER = '+5511987650001';
const OWN_PHONE = '+5511911112222';
const HOW_TO_SEND =
	'To send, publish the workflow (in n8n 1, switch it to Active), and let its trigger start it: an execution by hand only shows this preview.';

export function firstSteps(shared: Shared): void {
	const { service, n8n, editor } = shared;

	let page: Page;

	beforeAll(() => {
		({ page } = editor);
	});

	const fill = async (parameter: string, text: string) => {
		await editor.field(parameter).locator('input').first().fill(text);
	};

	/** Searches a node in the panel that is open, and chooses it. */
	async function searchNode(name: string): Promise<void> {
		await page.getByTestId('node-creator-search-bar').waitFor();
		await page.keyboard.type(name);
		const found = page.getByTestId('node-creator-item-name');
		await found.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) }).click();
	}

	async function addFirstNode(name: string): Promise<void> {
		await editor.open('/workflow/new');
		await page.getByTestId('canvas-add-button').click();
		await searchNode(name);
	}

	async function chooseCredential(): Promise<void> {
		await page.getByTestId('node-credentials-select').click();
		await page.getByRole('option').filter({ hasText: CREDENTIAL }).first().click();
	}

	const output = () => page.getByTestId('output-panel');

	it('The first report', async () => {
		await editor.open('/home/credentials');
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').waitFor();
		await page.keyboard.type('Yalo');
		const type = page.getByTestId('new-credential-type-select-option');
		await type.filter({ hasText: 'Yalo Chat Commerce API' }).click();
		await page.getByTestId('new-credential-type-button').click();
		await fill('apiToken', service.token);
		await editor.choose('region', 'Other');
		await fill('analyticsBaseUrl', service.baseUrl);
		await fill('notificationsBaseUrl', service.notificationsUrl);
		await page.getByTestId('credential-save-button').click();
		await page.getByTestId('credentials-config-container-test-success').waitFor();

		await addFirstNode('Chat Commerce Analytics');
		await page.getByTestId('node-creator-item-name').filter({ hasText: 'Run query' }).click();
		await chooseCredential();
		await editor.field('queryName').getByTestId('rlc-input').click();
		await page.getByTestId('rlc-item').filter({ hasText: 'Campaigns: By Day' }).click();
		await editor.choose('dateRange', 'Last Week');
		await editor.executeStep();
		await output().getByText('7 items').first().waitFor();
	});

	it('The first message: a preview, a test, and then what the trigger of the published workflow starts is sent', async () => {
		await editor.open('/home/credentials');
		await page.getByTestId('resources-list-item').filter({ hasText: CREDENTIAL }).first().click();
		await fill('accountId', service.accountId);
		await fill('flowId', service.flowId);
		await page.getByTestId('credential-save-button').click();
		await page.getByTestId('credentials-config-container-test-success').waitFor();

		await addFirstNode(NODE);
		await page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'Send notification' })
			.click();
		await chooseCredential();
		await editor.field('templateId').getByTestId('rlc-input').fill('shop_news');
		await fill('phone', CUSTOMER);
		await page.getByTestId('assignment-collection-drop-area').click();
		await page.getByTestId('assignment-name').locator('input').fill('name');
		await page.getByTestId('assignment-value').locator('input, textarea').first().fill('Ana');
		await editor.executeStep();
		await output().getByText(HOW_TO_SEND).first().waitFor();
		expect(service.ledger.entries).toEqual([]);

		await editor.choose('sendTo', 'Test Phone');
		await fill('testPhone', OWN_PHONE);
		await editor.executeStep();
		await output().getByText('Nobody but the test phone').first().waitFor();
		expect(service.ledger.phones).toEqual([OWN_PHONE]);

		await editor.choose('sendTo', 'Everyone When Published');
		await closeNode();
		await page.getByTestId('node-creator-plus-button').first().click();
		await searchNode('Webhook');
		await closeNode();
		await connect('Webhook', NODE);
		await publish();

		await callWebhook();
		await until('the message', () => service.ledger.phones.length > 1);
		expect(service.ledger.phones).toEqual([OWN_PHONE, CUSTOMER]);

		service.reset();
		const workflow = openWorkflow();
		const before = await n8n.api.executions(workflow);
		await page.getByTestId('canvas-node').filter({ hasText: 'When clicking' }).hover();
		await page.getByTestId(/^execute-workflow-button-When clicking/).click();
		const [byHand] = await n8n.api.ended(workflow, before.length + 1);
		const { mode, data } = await n8n.api.finished(byHand!.id);
		expect(mode).toBe('manual');
		const [run] = data.resultData.runData[NODE]!;
		expect(run?.hints?.at(-1)?.message).toContain(HOW_TO_SEND);
		expect(service.ledger.entries).toEqual([]);
	});

	/** @returns its ID */
	function openWorkflow(): string {
		const [, id = ''] = /workflow\/(\w+)/.exec(page.url()) ?? [];
		return id;
	}

	const isOldest = shared.version === OLDEST;

	async function closeNode(): Promise<void> {
		await page.getByTestId(isOldest ? 'back-to-canvas' : 'ndv-close-button').click();
	}

	/** Publishes the workflow that is open. In n8n 1, this is called activating. */
	async function publish(): Promise<void> {
		if (isOldest) {
			await page.getByTestId('workflow-activate-switch').click();
		} else {
			await page.getByTestId('workflow-open-publish-modal-button').click();
			await page.getByTestId('workflow-publish-button').click();
		}
		await page.getByTestId('activation-modal').getByText('Got it').click();
	}

	/** Draws a line from the output of a node to the input of another. */
	async function connect(from: string, to: string): Promise<void> {
		await page.getByTestId('zoom-to-fit').click();
		const nodeNamed = (name: string) => page.getByTestId('canvas-node').filter({ hasText: name });
		const edges = await page.getByTestId('edge').count();
		await nodeNamed(from).getByTestId('canvas-node-output-handle').hover();
		await page.mouse.down();
		await nodeNamed(to).getByTestId('canvas-node-input-handle').hover();
		await page.mouse.up();
		await page.getByTestId('edge').nth(edges).waitFor({ state: 'attached' });
	}

	/** Calls the production URL of the workflow that is open. */
	async function callWebhook(): Promise<void> {
		const { nodes } = await n8n.api.workflow(openWorkflow());
		const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
		const path = webhook?.parameters.path as string;
		await until('the webhook to listen', async () => {
			const { statusCode, body } = await request(`${n8n.url}/webhook/${path}`);
			await body.dump();
			return statusCode === 200;
		});
	}
}
