import { agentWithoutReview, asAdded, QUERY_TOOL } from '../exampleFiles';
import type { Shared } from '../world';

/* The Analytics node as a tool of an AI agent. What an agent then does is an example. */

export function agentTool(shared: Shared): void {
	it('the model defines the query and the dates of a tool that was just added', async () => {
		const { n8n, editor } = shared();
		const { page, openNode, field, labels } = editor;
		const workflow = await n8n.addExample(agentWithoutReview(), { change: asAdded });
		await editor.open(`/workflow/${workflow}`);
		await openNode(QUERY_TOOL);
		const byModel = page.getByText('Defined automatically by the model');
		await byModel.nth(2).waitFor();
		expect(await byModel.count()).toBe(3);
		expect(await field('dateRange').locator('input').inputValue()).toBe('Custom');
		const shown = ['Query Name', 'Date Range', 'Start Date', 'End Date'];
		expect((await labels()).filter((label) => /Query|Date/.test(label))).toEqual(shown);
	});
}
