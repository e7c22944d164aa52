import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
	selectors,
} from 'playwright-core';
import type { WholeN8n } from './wholeN8n';

const SCREENSHOTS = join(process.cwd(), 'test/n8n/screenshots');

// A machine with other work is slow to draw.
const PATIENCE_MS = 120_000;

/** n8n's editor in Chromium, seen by its owner. It needs Debian's package chromium. */
export interface Editor {
	page: Page;
	open(path: string): Promise<void>;
	/** Opens the form of a node on the canvas. */
	openNode(name: string): Promise<void>;
	closeNode(): Promise<void>;
	/** The field of a parameter in the open form. */
	field(parameter: string): Locator;
	/** Labels of the fields in the open form. */
	labels(): Promise<string[]>;
	choose(parameter: string, option: string): Promise<void>;
	/** "Let the model define this parameter", which a tool of an AI agent has. */
	modelButton(parameter: string): Locator;
	/** Chooses from a list that the node searches, in the mode "From list". */
	chooseFromList(parameter: string, option: string): Promise<void>;
	/** Clicks "Execute workflow", below the canvas. */
	executeWorkflow(): Promise<void>;
	/** Clicks "Execute step" in the open form. */
	executeStep(): Promise<void>;
	/** Waits until a node on the canvas has its green check mark. */
	succeeded(node: string): Promise<void>;
	/** For eyes: a picture in `test/n8n/screenshots/`. */
	picture(name: string): Promise<void>;
	/** The same, light and dark. */
	pictures(name: string): Promise<void>;
	close(): Promise<void>;
}

export async function openEditor(
	{ url, api }: WholeN8n,
	options: BrowserContextOptions = {},
): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
	});
	const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
	await context.request.post(`${url}/rest/login`, {
		data: { emailOrLdapLoginId: api.owner.email, password: api.owner.password },
	});
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	// Leaving a changed workflow asks whether one is sure.
	page.on('dialog', (dialog) => void dialog.accept());
	mkdirSync(SCREENSHOTS, { recursive: true });

	const nodeNamed = (name: string) =>
		page.getByTestId('canvas-node').filter({ hasText: name }).first();
	const picture = async (name: string) => {
		await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
	};
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
		async closeNode() {
			await page.getByTestId('ndv-close-button').click();
			await page.getByTestId('node-parameters').first().waitFor({ state: 'hidden' });
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
			// Below the name, an option has its description.
			await page
				.getByRole('option')
				.filter({ hasText: new RegExp(`^\\s*${option}`) })
				.first()
				.click();
		},
		modelButton: (parameter) => field(parameter).getByTestId('from-ai-override-button'),
		async chooseFromList(parameter, option) {
			const locator = field(parameter);
			await locator.getByTestId('rlc-mode-selector').click();
			await page.getByTestId('mode-list').filter({ visible: true }).click();
			await locator.getByTestId('rlc-input').click();
			await page.getByTestId('rlc-item').filter({ hasText: option }).click();
		},
		async executeWorkflow() {
			await page.getByTestId('execute-workflow-button').first().click();
		},
		async executeStep() {
			await page.getByTestId('node-execute-button').first().click();
		},
		async succeeded(node) {
			await nodeNamed(node).getByTestId('canvas-node-status-success').waitFor();
		},
		picture,
		async pictures(name) {
			await picture(name);
			await page.emulateMedia({ colorScheme: 'dark' });
			await picture(`${name} dark`);
			await page.emulateMedia({ colorScheme: 'light' });
		},
		async close() {
			await browser.close();
		},
	};
}
