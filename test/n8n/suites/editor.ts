import type { Shared } from '../world';

/* What a user clicks and sees, in n8n's editor in Chromium. */

export function editorSuite(shared: Shared): void {
	const { service, n8n, editor } = shared;

	it('a failed run says what went wrong and what to do', async () => {
		const answer = 'Request failed with status code 403';
		service.faults.add('bulkStart', { kind: 'status', status: 500, body: answer });
		const workflow = await n8n.addExample('02-get-rows-or-a-file.json');
		await editor.open(`/workflow/${workflow}`);
		await editor.openNode('All Rows');
		await editor.executeStep();
		const output = editor.page.getByTestId('output-panel');
		const headline = 'The service does not allow this with your API token';
		await output.getByText(headline).first().waitFor();
		await output.getByText('From Chat Commerce Analytics').click();
		await output.getByText(answer).first().waitFor();
		expect(await output.innerText()).not.toContain(service.token);
	});
}
