import { until } from '../until';
import { TEMPLATES } from '../credentials';
import { chain, CLICK, node, ours } from '../workflows';
import type { Shared } from '../world';

/* The templates of a credential in n8n's editor: as a user pastes them, and as Notification > Send lists them. */

const ROW = { phone: '+5511987650001', name: 'Ana', order_id: 'A-7', points: 12 };

export function templates(shared: Shared): void {
	const { service, n8n, editor } = shared;

	it('the credential keeps templates as they were pasted, with {{name}} in their texts', async () => {
		const { page, open, field } = editor;
		const pasted = `${TEMPLATES}\n`;
		await open(`/home/credentials/${n8n.credentialId}`);
		await field('templates').locator('.cm-content').click();
		await page.keyboard.press('Control+a');
		await page.keyboard.insertText(pasted);
		await page.getByTestId('credential-save-button').click();
		const path = `/rest/credentials/${n8n.credentialId}?includeData=true`;
		const saved = await until('the credential to be saved', async () => {
			const { data } = await n8n.api.call<{ data: { templates?: string } }>('GET', path);
			return data.templates?.endsWith('\n') && data.templates;
		});
		expect(saved).toBe(pasted);
	});

	it('a template of the list has a form, which maps fields of equal names and shows the text', async () => {
		const { page, field, labels, choose, chooseFromList, executeStep } = editor;
		const workflow = await n8n.addExample(
			chain(
				'Templates',
				CLICK,
				node('Row', 'n8n-nodes-base.noOp'),
				ours('Send', 'notifications', { phone: ROW.phone, sendTo: 'nobody' }),
			),
			{ pinData: { Row: [{ json: ROW }] } },
		);
		await editor.open(`/workflow/${workflow}`);
		await editor.openNode('Send');
		await field('phone').waitFor();
		await chooseFromList('templateId', 'welcome');
		await field('templateId').getByTestId('rlc-input').click();
		const names = page.getByTestId('rlc-item');
		await names.nth(4).waitFor();
		expect((await names.allInnerTexts()).toSorted()).toEqual([
			'impact_alert (day, orders)',
			'order_shipped (name, order_id)',
			'order_tracking (name)',
			'shop_news (name)',
			'welcome',
		]);

		await names.filter({ hasText: 'order_shipped' }).click();
		await choose('paramsMode', 'Form of the Template');
		await page.getByText('Values to Send').waitFor();
		const shown = await labels();
		const form = shown.slice(shown.indexOf('Values to Send') + 1, shown.indexOf('Send Once'));
		expect(form).toEqual(['name', 'order_id']);

		await page.getByTestId('mapping-mode-select').locator('input').click();
		await page.getByRole('option').filter({ hasText: 'Map Automatically' }).click();
		await executeStep();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item').first().waitFor();
		await output.getByText('Schema').first().click();
		await output.getByText('Hello Ana, your order A-7 is on its way.').waitFor();
		// There may be calls to the analytics API: n8n tests a credential when it is saved.
		const sent = service.requestsTo('notifications');
		expect(sent).toEqual([]);
	});
}
