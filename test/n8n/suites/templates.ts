import type { Service } from '../../service/service';
import type { Editor } from '../browser';
import { until } from '../childProcess';
import { credentialOf } from '../credentials';
import type { WholeN8n } from '../wholeN8n';
import { chain, CLICK, node, ours } from '../workflows';
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
		const data = { ...credentialOf(service), templates: TEMPLATES };
		withTemplates = await n8n.api.saveCredential('With Templates', 'chatCommerceApi', data);
	});

	it('the credential keeps them as they are pasted, with {{name}} in their texts', async () => {
		const { page, open, field } = editor;
		await open(`/home/credentials/${withTemplates}`);
		await field('templates').locator('.cm-content').click();
		await page.keyboard.press('Control+a');
		await page.keyboard.insertText(TEMPLATES.replace('Hello', 'Good day'));
		await page.getByTestId('credential-save-button').click();
		const path = `/rest/credentials/${withTemplates}?includeData=true`;
		const saved = await until('the credential to be saved', async () => {
			const { data } = await n8n.api.call<{ data: { templates?: string } }>('GET', path);
			return data.templates !== TEMPLATES && data.templates;
		});
		expect(saved).toBe(TEMPLATES.replace('Hello', 'Good day'));
	});

	it('a template of the list has a form, which maps fields of equal names and shows the text', async () => {
		const { page, field, labels, choose, chooseFromList, executeStep } = editor;
		const send = ours('Send', 'notifications', { phone: ROW.phone, sendTo: 'nobody' });
		const nodes = chain('Templates', CLICK, node('Row', 'n8n-nodes-base.noOp'), send);
		const pinData = { Row: [{ json: ROW }] };
		const workflow = await n8n.addExample(nodes, { credential: withTemplates, pinData });
		await editor.open(`/workflow/${workflow}`);
		await editor.openNode('Send');
		await field('phone').waitFor();
		await chooseFromList('templateId', 'welcome');
		await field('templateId').getByTestId('rlc-input').click();
		const names = page.getByTestId('rlc-item');
		await names.nth(1).waitFor();
		expect((await names.allInnerTexts()).toSorted()).toEqual([
			'order_shipped (name, order_id, carrier)',
			'welcome (name)',
		]);

		await names.filter({ hasText: 'order_shipped' }).click();
		await choose('paramsMode', 'Form of the Template');
		await page.getByText('Values to Send').waitFor();
		const shown = await labels();
		const form = shown.slice(shown.indexOf('Values to Send') + 1, shown.indexOf('Send Once'));
		expect(form).toEqual(['name', 'order_id', 'carrier']);

		await page.getByTestId('mapping-mode-select').locator('input').click();
		await page.getByRole('option').filter({ hasText: 'Map Automatically' }).click();
		await executeStep();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item').first().waitFor();
		await output.getByText('Schema').first().click();
		await output.getByText('Good day Ana, your order A-7 is on its way with Azul.').waitFor();
		// n8n tests a credential when it is saved.
		const sent = service.requests.filter(({ endpoint }) => endpoint === 'notifications');
		expect(sent).toEqual([]);
	});
}
