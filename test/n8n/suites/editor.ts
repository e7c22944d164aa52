import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import type { Editor } from '../browser';
import { until } from '../childProcess';
import { NEEDS_SETTINGS } from '../credentials';
import type { WholeN8n } from '../wholeN8n';
import { chain, node, ours } from '../workflows';
import type { Shared } from '../world';

/* What a user clicks and sees, in n8n's editor in Chromium. */

/** The word for done must stand for a minute, and calls wait for the calls a minute. */
const CHECK_MS = 180_000;
const EXAMPLE = '02-get-rows-or-a-file.json';

/** Adds Service > Check to an empty canvas, with the credential that it has advice for, and runs it. */
export async function runCheck({ page, open, field, executeStep }: Editor): Promise<void> {
	await open('/workflow/new');
	const empty = page.getByTestId('canvas-add-button').or(page.getByTestId('canvas-wrapper'));
	await empty.first().waitFor();
	await page.keyboard.press('n');
	await page.getByTestId('node-creator-search-bar').fill('chat commerce');
	const node = page.getByTestId('node-creator-item-name');
	await node.filter({ hasText: 'Chat Commerce Analytics' }).first().click();
	await page.getByText('Check service').click();
	await field('queryName').waitFor();
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(NEEDS_SETTINGS).filter({ visible: true }).last().click();
	await executeStep();
	await page.getByTestId('output-panel').getByText('7 items').waitFor({ timeout: CHECK_MS });
	// The output is what counts: its panel gets most of the width.
	const handle = page.getByTestId('panel-drag-button').first();
	await handle.dragTo(handle, { targetPosition: { x: -450, y: 0 }, force: true });
}

export function editorSuite(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let editor: Editor;

	beforeAll(() => {
		({ service, n8n, editor } = shared());
	});

	/** @returns the id of the workflow */
	async function openExample(file: string | ExampleWorkflow): Promise<string> {
		const workflow = await n8n.addExample(file);
		await editor.open(`/workflow/${workflow}`);
		return workflow;
	}

	it('The node that follows previews the fields before a run', async () => {
		const { page } = editor;
		const next = node('Next', 'n8n-nodes-base.noOp');
		await openExample(chain('Preview', ours('Send', 'notifications', {}), next));
		await editor.openNode('Next');
		const input = page.getByTestId('ndv-input-panel');
		await input.getByText('Preview').waitFor();
		await input.getByText('nonce', { exact: true }).first().waitFor();
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

	it('A run shows in words what went wrong and what to do', async () => {
		service.options.queryNotOpen = ['messages_by_hour_block'];
		await openExample(EXAMPLE);
		await editor.openNode('All Rows');
		await editor.executeStep();
		const output = editor.page.getByTestId('output-panel');
		const words = 'The service does not allow this with your API token';
		await output.getByText(words).first().waitFor();
		await output.getByText('From Chat Commerce Analytics').click();
		const answer = 'The query messages_by_hour_block is not open to this account';
		await output.getByText(answer).first().waitFor();
		expect(await output.innerText()).not.toContain(service.token);
	});

	it('A run ends without a further call when the user presses Stop during a poll', async () => {
		service.options.jobDurationMs = 600_000;
		const workflow = await openExample(EXAMPLE);
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
}
