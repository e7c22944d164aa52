import type { INode } from 'n8n-workflow';
import { until } from '../childProcess';
import { agentWithoutReview } from '../exampleFiles';
import type { Shared } from '../world';

/* The Analytics node as a tool of an AI agent. What an agent then does is an example. */

const TOOL = 'Query Analytics';

/** The tool as it is when it is added, but for its dates. */
const anew = (node: INode): INode =>
	node.name === TOOL ? { ...node, parameters: { dateRange: 'custom' } } : node;

export function agentTool(shared: Shared): void {
	it('the model may define the query and the dates, at one click each', async () => {
		const { n8n, editor } = shared();
		const { page, openNode, field, modelButton } = editor;
		const workflow = await n8n.addExample(agentWithoutReview(), { change: anew });
		await editor.open(`/workflow/${workflow}`);
		await openNode(TOOL);
		await field('startDate').waitFor();
		// n8n has no such button for lists, whatever node they are of.
		expect(await modelButton('dateRange').count()).toBe(0);
		for (const name of ['queryName', 'startDate', 'endDate']) await modelButton(name).click();
		await page.getByText('Defined automatically by the model').nth(2).waitFor();

		const fromModel = (name: string): unknown => expect.stringContaining(`$fromAI('${name}'`);
		const saved = await until('the editor to save', async () => {
			const { nodes } = await n8n.api.workflow(workflow);
			const { parameters = {} } = nodes.find(({ name }) => name === TOOL) ?? {};
			return 'endDate' in parameters && parameters;
		});
		expect(saved).toMatchObject({
			queryName: { __rl: true, value: fromModel('Query_Name') },
			startDate: fromModel('Start_Date'),
			endDate: fromModel('End_Date'),
		});
	});
}
