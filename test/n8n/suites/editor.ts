import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import type { Editor } from '../browser';
import { until } from '../childProcess';
import { credentialOf, NEEDS_SETTINGS } from '../credentials';
import type { WholeN8n } from '../wholeN8n';
import { chain, node, ours } from '../workflows';
import type { Shared } from '../world';

/* What a user clicks and sees, in n8n's editor in Chromium. */

/** The word for done must stand for a minute, and calls wait for the calls a minute. */
const CHECK_MS = 180_000;

async function searchNodes({ page, open }: Editor, words: string): Promise<void> {
	await open('/workflow/new');
	await page
		.getByTestId('canvas-add-button')
		.or(page.getByTestId('canvas-wrapper'))
		.first()
		.waitFor();
	await page.keyboard.press('n');
	await page.getByTestId('node-creator-search-bar').fill(words);
}

/** On an empty canvas. */
async function addAnalytics(editor: Editor, action: string): Promise<void> {
	const { page } = editor;
	await searchNodes(editor, 'chat commerce');
	const node = page.getByTestId('node-creator-item-name');
	await node.filter({ hasText: 'Chat Commerce Analytics' }).first().click();
	await page.getByText(action).click();
}

/** Adds Service > Check to an empty canvas, with the credential that it has advice for, and runs it. */
export async function runCheck(editor: Editor): Promise<void> {
	const { page, field, executeStep } = editor;
	await addAnalytics(editor, 'Check service');
	await field('queryName').waitFor();
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(NEEDS_SETTINGS).filter({ visible: true }).last().click();
	await executeStep();
	await page.getByTestId('output-panel').getByText('7 items').waitFor({ timeout: CHECK_MS });
	// The output is what counts: its panel gets most of the width.
	const handle = await page.getByTestId('panel-drag-button').first().boundingBox();
	if (!handle) throw new Error('The panels cannot be moved');
	const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x - 450, y, { steps: 12 });
	await page.mouse.up();
}

export function editorSuite(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let editor: Editor;

	beforeAll(() => {
		({ service, n8n, editor } = shared());
	});

	afterEach(async () => {
		await editor?.picture(`end of ${expect.getState().currentTestName}`);
	});

	/** Opens an example, and if wanted the form of one of its nodes. @returns the id of the workflow */
	async function openExample(file: string | ExampleWorkflow, node?: string): Promise<string> {
		const workflow = await n8n.addExample(file);
		await editor.open(`/workflow/${workflow}`);
		if (node) await editor.openNode(node);
		return workflow;
	}

	it.each(['chat commerce', 'bulk export', 'whatsapp'])(
		'The node panel finds the nodes for "%s"',
		async (words) => {
			await searchNodes(editor, words);
			const found = editor.page.getByTestId('node-creator-item-name');
			await found.filter({ hasText: 'Chat Commerce' }).first().waitFor();
		},
	);

	it('The node panel adds a node with the operation that was clicked', async () => {
		const { page, field, labels, closeNode } = editor;
		await addAnalytics(editor, 'Get rows or file of export');
		await field('jobId').waitFor();
		expect(await labels()).toEqual(
			expect.arrayContaining(['Resource', 'Operation', 'Job ID', 'Output', 'Options']),
		);
		await closeNode();
		// Its query is an expression, which has no value yet.
		await page.getByText('getResult: bulkExport').waitFor();
	});

	it('The form shows the fields of the operation, and hides those of others', async () => {
		const { labels, choose, field } = editor;
		await openExample('02-get-rows-or-a-file.json', 'All Rows');
		await field('output').waitFor();
		const ofRun = ['Query Name', 'Date Range', 'Days', 'Output', 'Filters', 'Options'];
		expect(await labels()).toEqual(['Resource', 'Operation', ...ofRun]);

		await choose('dateRange', 'Custom');
		await field('startDate').waitFor();
		await choose('operation', 'Get Status');
		await field('jobId').waitFor();
		expect(await labels()).toEqual(['Resource', 'Operation', 'Job ID', 'Simplify']);

		await choose('resource', 'Query');
		await field('returnAll').waitFor();
		expect(await labels()).toEqual(expect.arrayContaining(['Return All', 'Limit', 'Filters']));
	});

	const start = { resource: 'bulkExport', operation: 'start' };
	it.each<[string, 'analytics' | 'notifications', INodeParameters, string[]]>([
		['Start', 'analytics', start, ['jobId', 'queryName', 'startDate']],
		['Get Status', 'analytics', { ...start, operation: 'getStatus' }, ['done', 'failed']],
		['Send', 'notifications', {}, ['status', 'phone', 'nonce']],
	])(
		'The node that follows previews the fields of %s before a run',
		async (name, type, given, fields) => {
			const next = node('Next', 'n8n-nodes-base.noOp');
			const { page } = editor;
			await openExample(chain(`After ${name}`, ours(name, type, given), next));
			await page.getByTestId('canvas-node').filter({ hasText: 'Next' }).dblclick();
			const input = page.getByTestId('ndv-input-panel');
			await input.getByText('Preview').waitFor();
			await input.getByText(fields[0]!, { exact: true }).first().waitFor();
			expect((await input.innerText()).split('\n')).toEqual(expect.arrayContaining(fields));
		},
	);

	describe('The credential', () => {
		const openCredential = async (data: Record<string, unknown>) => {
			const credential = { ...credentialOf(service), ...data };
			const id = await n8n.api.saveCredential('Tried', 'chatCommerceApi', credential);
			await editor.open(`/home/credentials/${id}`);
		};

		it('says that the connection works', async () => {
			await openCredential({});
			const success = editor.page.getByTestId('credentials-config-container-test-success');
			await success.getByText('Connection tested successfully').waitFor();
		});

		it('says what is wrong', async () => {
			const { page } = editor;
			await openCredential({ analyticsBaseUrl: 'http://127.0.0.1:9' });
			await page.getByText('Couldn’t connect with these settings').waitFor();
			await page.getByText('More details').click();
			await page.getByText('refused the connection').last().waitFor();
		});
	});

	it(
		'Service > Check is found, run and read on an empty canvas',
		async () => {
			await runCheck(editor);
			const output = editor.page.getByTestId('output-panel');
			const heads = output.locator('th').filter({ hasText: /\w/ });
			await heads.last().waitFor();
			const names = ['check', 'result', 'found', 'setting', 'value', 'evidence'];
			expect(await heads.allInnerTexts()).toEqual(names);
			const [panel, last] = [await output.boundingBox(), await heads.last().boundingBox()];
			expect(last!.x + last!.width).toBeLessThanOrEqual(panel!.x + panel!.width);
			const text = await output.innerText();
			expect(text).toMatch(/Date Format\s+Date and Time/);
			expect(text).toMatch(/missing where it is the end date\.\s+End Date Included\s+Off/);
			expect(text).toMatch(/Done Words\s+EXPORTED/);
		},
		CHECK_MS + 60_000,
	);

	describe('A run', () => {
		const file = '02-get-rows-or-a-file.json';

		it('shows rows as a table, and which days they are of', async () => {
			await openExample(file, 'All Rows');
			await editor.executeStep();
			const output = editor.page.getByTestId('output-panel');
			await output.getByText('168 items').waitFor();
			await output.locator('th').last().waitFor();
			const text = await output.innerText();
			expect(text).toMatch(/day\s+hour_block\s+flow\s+sent\s+received/);
			expect(text).toMatch(/The data is for \d+ to \d+ \w+ \d{4}, America\/New_York/);
		});

		it('shows in words what went wrong and what to do', async () => {
			service.options.queryNotOpen = ['messages_by_hour_block'];
			await openExample(file, 'All Rows');
			await editor.executeStep();
			const output = editor.page.getByTestId('output-panel');
			const words = 'The service does not allow this with your API token';
			await output.getByText(words).first().waitFor();
			await output.getByText('From Chat Commerce Analytics').click();
			const answer = 'The query messages_by_hour_block is not open to this account';
			await output.getByText(answer).first().waitFor();
			expect(await output.innerText()).not.toContain(service.token);
		});

		it('ends without a further call when the user presses Stop during a poll', async () => {
			service.options.jobDurationMs = 600_000;
			const workflow = await openExample(file);
			await editor.executeWorkflow();
			await until('a poll', () => service.requests.some(({ endpoint }) => endpoint === 'status'));
			await editor.page.getByTestId('stop-execution-button').click();
			const [execution] = await n8n.api.ended(workflow, 1);
			expect(execution?.status).toBe('canceled');
			service.options.jobDurationMs = 0;
			const calls = service.requests.length;
			await new Promise((resolve) => setTimeout(resolve, 4_000));
			expect(service.requests).toHaveLength(calls);
		});
	});

	it('The nodes look right in the dark', async () => {
		const { page } = editor;
		await page.emulateMedia({ colorScheme: 'dark' });
		try {
			await openExample('10-notify-a-list.json');
			const node = page.getByTestId('canvas-node').filter({ hasText: 'Notify Users' });
			const icon = node.locator('img');
			await icon.waitFor();
			expect(await icon.getAttribute('src')).toContain('notifications.dark.svg');
		} finally {
			await page.emulateMedia({ colorScheme: 'light' });
		}
	});
}
