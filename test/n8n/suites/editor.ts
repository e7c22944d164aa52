import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import type { Shared } from '../world';

/* What a user clicks and sees, in n8n's editor in Chromium. */

export function editorSuite(shared: Shared): void {
	const { service, n8n, editor } = shared;

	async function openExample(): Promise<string> {
		const workflow = await n8n.addExample('02-get-rows-or-a-file.json');
		await editor.open(`/workflow/${workflow}`);
		return workflow;
	}

	it('a failed run says what went wrong and what to do', async () => {
		const answer = 'Request failed with status code 403';
		service.faults.add('bulkStart', { kind: 'status', status: 500, body: answer });
		await openExample();
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
		const workflow = await openExample();
		await editor.executeWorkflow();
		await until('a poll', () => service.requestsTo('status').length > 0);
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
