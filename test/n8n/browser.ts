import { chromium, selectors } from 'playwright-core';
import type { WholeN8n } from './wholeN8n';

// A machine with other work is slow to draw.
const PATIENCE_MS = 120_000;

/** n8n's editor in Chromium, seen by its owner. It needs Debian's package chromium. */
export type Editor = Awaited<ReturnType<typeof openEditor>>;

export async function openEditor({ url, api }: WholeN8n) {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
	});
	const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
	const { email: emailOrLdapLoginId, password } = api.owner;
	await context.request.post(`${url}/rest/login`, { data: { emailOrLdapLoginId, password } });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	// Leaving a changed workflow asks whether one is sure.
	page.on('dialog', (dialog) => void dialog.accept());

	const nodeNamed = (name: string) =>
		page.getByTestId('canvas-node').filter({ hasText: name }).first();
	const field = (parameter: string) => page.getByTestId(`parameter-input-${parameter}`);
	return {
		page,
		field,
		open: async (path: string) => void (await page.goto(`${url}${path}`)),
		async openNode(name: string) {
			await nodeNamed(name).dblclick();
			await page.getByTestId('node-parameters').first().waitFor();
		},
		async labels() {
			const texts = await page
				.getByTestId('node-parameters')
				.getByTestId('input-label')
				.filter({ visible: true })
				.allInnerTexts();
			return texts.map((text) => (text.split('\n')[0] ?? '').trim());
		},
		async choose(parameter: string, option: string) {
			await field(parameter).locator('input').first().click();
			// Below the name, an option has its description.
			await page
				.getByRole('option')
				.filter({ hasText: new RegExp(`^\\s*${option}`) })
				.first()
				.click();
		},
		/** Chooses from a list that the node searches, in the mode "From list". */
		async chooseFromList(parameter: string, option: string) {
			const locator = field(parameter);
			await locator.getByTestId('rlc-mode-selector').click();
			await page.getByTestId('mode-list').filter({ visible: true }).click();
			await locator.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-item').filter({ hasText: option }).click();
		},
		executeWorkflow: async () => await page.getByTestId('execute-workflow-button').first().click(),
		executeStep: async () => await page.getByTestId('node-execute-button').first().click(),
		async succeeded(node: string) {
			await nodeNamed(node).getByTestId('canvas-node-status-success').waitFor();
		},
		close: async () => await browser.close(),
	};
}
