import type { INode } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { Editor } from '../browser';
import { until } from '../childProcess';
import { credentialOf, type WholeN8n, withCredential } from '../wholeN8n';
import type { Shared } from '../world';

/* What a credential that names templates brings to Notification > Send, in n8n's editor. */

const TEMPLATES = JSON.stringify([
	{
		id: 'order_shipped',
		params: ['name', 'order_id', 'carrier'],
		required: ['name', 'order_id'],
		sample: 'Hello {{name}}, your order {{order_id}} is on its way with {{carrier}}.',
	},
	{ id: 'welcome', params: ['name'], sample: 'Welcome, {{name}}!' },
]);
const ROW = { phone: '+5511987650001', name: 'Ana', order_id: 'A-7', carrier: 'Azul', points: 12 };

export function templates(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let editor: Editor;
	let withTemplates: string;

	beforeAll(async () => {
		({ service, n8n, editor } = shared());
		withTemplates = await n8n.api.saveCredential('With Templates', 'chatCommerceApi', {
			...credentialOf(service, 600),
			templates: TEMPLATES,
		});
	});

	/** Opens Notification > Send behind a row of data. */
	async function openSend(given: { row?: object; credential?: string } = {}): Promise<void> {
		const { row = ROW, credential = withTemplates } = given;
		const node = (name: string, type: string, place: number): INode => {
			return { id: name, name, type, typeVersion: 1, position: [place * 220, 0], parameters: {} };
		};
		const send = withCredential(
			node('Send', 'n8n-nodes-chat-commerce.notifications', 2),
			credential,
		);
		const workflow = await n8n.api.createWorkflow({
			name: 'Templates',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', 0),
				node('Row', 'n8n-nodes-base.noOp', 1),
				{ ...send, parameters: { phone: ROW.phone, sendTo: 'nobody' } },
			],
			connections: {
				Start: { main: [[{ node: 'Row', type: 'main', index: 0 }]] },
				Row: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
			},
			pinData: { Row: [{ json: { ...row } }] },
		});
		await editor.open(`/workflow/${workflow}`);
		await editor.openNode('Send');
		await editor.field('phone').waitFor();
	}

	async function mapAutomatically(): Promise<void> {
		const { page, choose, chooseFromList } = editor;
		await chooseFromList('templateId', 'order_shipped');
		await choose('paramsMode', 'Form of the Template');
		await page.getByTestId('mapping-mode-select').locator('input').click();
		await page.getByRole('option').filter({ hasText: 'Map Automatically' }).click();
	}

	it('the credential keeps them as they are pasted, with {{name}} in their texts', async () => {
		const { page, open, field, pictures } = editor;
		await open(`/home/credentials/${withTemplates}`);
		await field('templates').locator('.cm-content').click();
		await page.keyboard.press('Control+a');
		await page.keyboard.insertText(TEMPLATES.replace('Hello', 'Good day'));
		await pictures('templates credential');
		await page.getByTestId('credential-save-button').click();
		const saved = async () => {
			const path = `/rest/credentials/${withTemplates}?includeData=true`;
			return (await n8n.api.call<{ data: { templates?: string } }>('GET', path)).data.templates;
		};
		await until('the credential to be saved', async () => (await saved()) !== TEMPLATES);
		expect(await saved()).toBe(TEMPLATES.replace('Hello', 'Good day'));
	});

	it('the list has the templates by name, and the form a field for each parameter', async () => {
		const { page, field, labels, choose, chooseFromList, pictures } = editor;
		await openSend();
		await chooseFromList('templateId', 'welcome');
		await field('templateId').getByTestId('rlc-input').click();
		const names = page.getByTestId('rlc-item');
		await names.nth(1).waitFor();
		await pictures('templates list');
		expect((await names.allInnerTexts()).toSorted()).toEqual([
			'order_shipped (name, order_id, carrier)',
			'welcome (name)',
		]);

		await names.filter({ hasText: 'order_shipped' }).click();
		await choose('paramsMode', 'Form of the Template');
		await page.getByText('Values to Send').waitFor();
		await pictures('templates form');
		const shown = await labels();
		expect(shown.slice(shown.indexOf('Values to Send'), shown.indexOf('Send Once'))).toEqual([
			'Values to Send',
			'name',
			'order_id',
			'carrier',
		]);
	});

	it('maps fields of equal names, and shows the text that each user would get', async () => {
		const { page, executeStep, pictures } = editor;
		await openSend();
		await mapAutomatically();
		await executeStep();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item').first().waitFor();
		await output.getByText('Schema').first().click();
		const preview = output.getByText('Good day Ana, your order A-7 is on its way with Azul.');
		await preview.waitFor();
		await pictures('templates preview');
		expect(await preview.count()).toBe(1);
		expect(service.requests).toEqual([]);
	});

	it('a required parameter that is missing is an error before anything is sent', async () => {
		const { page, executeStep, pictures } = editor;
		await openSend({ row: { phone: ROW.phone, name: 'Ana' } });
		await mapAutomatically();
		await executeStep();
		const error = page.getByTestId('node-error-message').or(page.getByText('missing: order_id'));
		await error.first().waitFor();
		await pictures('templates missing');
		expect(await page.getByTestId('output-panel').innerText()).toContain('missing: order_id');
		expect(service.requests).toEqual([]);
	});

	it('without templates in the credential, the list says where to add them', async () => {
		const { page, field, pictures } = editor;
		const without = credentialOf(service, 600);
		const credential = await n8n.api.saveCredential('No Templates', 'chatCommerceApi', without);
		await openSend({ credential });
		await field('templateId').getByTestId('rlc-mode-selector').click();
		await page.getByTestId('mode-list').click();
		await field('templateId').getByTestId('rlc-input').click();
		const empty = page.getByText('Add them under More Settings > Templates, or choose By ID');
		await empty.first().waitFor();
		await pictures('templates none');
		expect(await empty.count()).toBeGreaterThan(0);
	});
}
