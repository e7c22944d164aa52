import { chromium, type Locator, type Page, selectors } from 'playwright-core';
import type { WholeN8n } from './wholeN8n';

/** A busy machine is slow to draw. */
const TIMEOUT_MS = 120_000;

/** n8n's editor in Chromium, as its owner sees it. */
export interface Editor {
	page: Page;
	/** The input of a parameter in the panel that is open. */
	field(parameter: string): Locator;
	/** Opens a page of n8n. */
	open(path: string): Promise<void>;
	openNode(name: string): Promise<void>;
	/** The labels of the panel that is open, from top to bottom. */
	labels(): Promise<string[]>;
	/** Chooses from a list of options. */
	choose(parameter: string, option: string): Promise<void>;
	/** Chooses from a list that the node searches, in the mode "From list". */
	chooseFromList(parameter: string, option: string): Promise<void>;
	executeWorkflow(): Promise<void>;
	executeStep(): Promise<void>;
	/** Waits until the canvas shows that a node succeeded. */
	succeeded(node: string): Promise<void>;
	close(): Promise<void>;
}

/** It needs a Chromium, such as Debian's package of that name. */
export async function openEditor({ url, api }: WholeN8n): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
	});
	const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
	await context.request.post(`${url}/rest/login`, {
		data: { emailOrLdapLoginId: api.owner.email, password: api.owner.password },
	});
	const page = await context.newPage();
	page.setDefaultTimeout(TIMEOUT_MS);
	// When a workflow that has unsaved changes is left, the editor asks for a confirmation.
	page.on('dialog', (dialog) => void dialog.accept());

	const nodeNamed = (name: string) =>
		page.getByTestId('canvas-node').filter({ hasText: name }).first();
	const field = (parameter: string) => page.getByTestId(`parameter-input-${parameter}`);
	return {
		page,
		field,
		async open(path) {
			await page.goto(`${url}${path}`);
		},
		async openNode(name) {
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
		async choose(parameter, option) {
			await field(parameter).locator('input').first().click();
			// An option's text is its name, followed by its description.
			await page
				.getByRole('option')
				.filter({ hasText: new RegExp(`^\\s*${option}`) })
				.first()
				.click();
		},
		async chooseFromList(parameter, option) {
			const locator = field(parameter);
			await locator.getByTestId('rlc-mode-selector').click();
			await page.getByTestId('mode-list').filter({ visible: true }).click();
			await locator.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-item').filter({ hasText: option }).click();
		},
		executeWorkflow: async () => await page.getByTestId('execute-workflow-button').first().click(),
		executeStep: async () => await page.getByTestId('node-execute-button').first().click(),
		async succeeded(node) {
			await nodeNamed(node).getByTestId('canvas-node-status-success').waitFor();
		},
		close: async () => await browser.close(),
	};
}
