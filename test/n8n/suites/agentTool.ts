import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { Editor } from '../browser';
import { until } from '../childProcess';
import { agentWithoutReview } from '../exampleFiles';
import type { WholeN8n } from '../wholeN8n';
import type { Shared } from '../world';

/* The Analytics node as a tool of an AI agent: what the model may choose, by one click each. */

const TOOL = 'Query Analytics';

/** The tool as it is when it is added, but for its dates. */
const anew = (node: INode): INode =>
	node.name === TOOL ? { ...node, parameters: { dateRange: 'custom' } } : node;

export function agentTool(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let editor: Editor;
	let workflow: string;

	beforeAll(async () => {
		({ service, n8n, editor } = shared());
		workflow = await n8n.addExample(agentWithoutReview(), { change: anew });
	});

	it('the model may define the query and the dates, at one click each', async () => {
		const { page, openNode, field, modelButton, pictures } = editor;
		await editor.open(`/workflow/${workflow}`);
		await openNode(TOOL);
		await field('startDate').waitFor();
		// n8n has no such button for lists, whatever node they are of.
		expect(await modelButton('dateRange').count()).toBe(0);
		for (const name of ['queryName', 'startDate', 'endDate']) await modelButton(name).click();
		await page.getByText('Defined automatically by the model').nth(2).waitFor();
		await pictures('tool');

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

	it('an agent then chooses the query and the dates', async () => {
		const { page, executeWorkflow, succeeded, picture } = editor;
		const yesterday = DateTime.now().setZone('America/New_York').minus({ days: 1 });
		await editor.open(`/workflow/${workflow}`);
		await executeWorkflow();
		await succeeded('AI Agent');
		await page.getByText('Success').first().waitFor();
		await picture('agent run');
		expect(service.requests.map(({ body }) => body)).toMatchObject([
			{
				queryName: 'usage_by_day_notification_impact',
				startDate: yesterday.minus({ days: 6 }).toISODate(),
				endDate: yesterday.toISODate(),
			},
		]);
	});
}
