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
		for (const name of ['queryName', 'startDate', 'endDate']) {
			await field(name).getByText('Defined automatically by the model').waitFor();
		}
		expect(await field('dateRange').locator('input').inputValue()).toBe('Custom');
		expect(await page.getByText('Defined automatically by the model').count()).toBe(3);
		const dates = ['Date Range', 'Start Date', 'End Date'];
		expect((await labels()).filter((label) => label.includes('Date'))).toEqual(dates);
	});
}
