import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import type { Editor } from '../browser';
import { until } from '../until';
import type { WholeN8n } from '../wholeN8n';
import { chain, node, ours } from '../workflows';
import type { Shared } from '../world';

/* What a user clicks and sees, in n8n's editor in Chromium. */

const EXAMPLE = '02-get-rows-or-a-file.json';

export function editorSuite(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let editor: Editor;

	beforeAll(() => {
		({ service, n8n, editor } = shared());
	});

	async function openExample(file: string | ExampleWorkflow): Promise<string> {
		const workflow = await n8n.addExample(file);
		await editor.open(`/workflow/${workflow}`);
		return workflow;
	}

	it('shows the node that follows which fields it will get, before a run', async () => {
		const { page } = editor;
		const next = node('Next', 'n8n-nodes-base.noOp');
		await openExample(chain('Preview', ours('Send', 'notifications', {}), next));
		await editor.openNode('Next');
		const input = page.getByTestId('ndv-input-panel');
		await input.getByText('Preview', { exact: true }).waitFor();
		await input.getByText('nonce', { exact: true }).first().waitFor();
	});

	it.each(['Yalo', 'WhatsApp', 'chat commerce'])(
		'a search for %s finds both nodes',
		async (words) => {
			const { page, open } = editor;
			await open('/workflow/new');
			const empty = page.getByTestId('canvas-add-button').or(page.getByTestId('canvas-wrapper'));
			await empty.first().waitFor();
			await page.keyboard.press('n');
			await page.getByTestId('node-creator-search-bar').fill(words);
			const found = page.getByTestId('node-creator-item-name');
			for (const node of ['Chat Commerce Analytics', 'Chat Commerce Notifications']) {
				await found.filter({ hasText: node }).first().waitFor();
			}
			expect(await found.count()).toBeGreaterThan(1);
		},
	);

	it('a failed run says what went wrong and what to do', async () => {
		const answer = 'Request failed with status code 403';
		service.faults.add('bulkStart', { kind: 'status', status: 500, body: answer });
		await openExample(EXAMPLE);
		await editor.openNode('All Rows');
		await editor.executeStep();
		const output = editor.page.getByTestId('output-panel');
		const headline = 'The service does not allow this with your API token';
		await output.getByText(headline).first().waitFor();
		await output.getByText('From Chat Commerce Analytics').click();
		await output.getByText(answer).first().waitFor();
		expect(await output.innerText()).not.toContain(service.token);
	});

	it('a run makes no further call once the user has pressed Stop during a poll', async () => {
		service.options.jobDurationMs = 600_000;
		const workflow = await openExample(EXAMPLE);
		await editor.executeWorkflow();
		await until('a poll', () => service.requests.some(({ endpoint }) => endpoint === 'status'));
		await editor.page.getByTestId('stop-execution-button').click();
		const [execution] = await n8n.api.ended(workflow, 1);
		expect(execution?.status).toBe('canceled');

		// The job is done now, so a run that went on would ask for its status, and then for its file.
		service.options.jobDurationMs = 0;
		const count = service.requests.length;
		await sleep(4_000);
		expect(service.requests).toHaveLength(count);
	});
}
