import type { INode } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import { OLDEST } from '../installation';
import type { WholeN8n } from '../wholeN8n';
import { chain, CLICK, ours, subWorkflowTrigger, webhook } from '../workflows';
import type { Shared } from '../world';

/* Output > Sub-Workflow in Batches, with n8n's own sub-executions. */

const ROWS = 25;
const ROWS_PER_BATCH = 10;

const TRIGGER = subWorkflowTrigger('Rows');
const TAKE_ALL = 'set Input data mode to "Accept all data"';

export function subWorkflow(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;

	beforeAll(() => {
		({ service, n8n } = shared());
	});
	beforeEach(() => {
		service.options.rows = ROWS;
	});

	/** A workflow that exports rows to a sub-workflow. */
	function exportTo(workflowId: string, trigger: INode): ExampleWorkflow {
		const exporting = ours('Export', 'analytics', {
			resource: 'bulkExport',
			operation: 'run',
			queryName: 'messages_by_hour_block',
			dateRange: 'yesterday',
			output: 'subWorkflow',
			workflowId: { __rl: true, mode: 'list', value: workflowId },
			rowsPerBatch: ROWS_PER_BATCH,
		});
		return chain('Export', trigger, exporting);
	}

	it('rows arrive in order, in as many executions as there are batches', async () => {
		const sub = await n8n.addExample(chain('Takes rows', TRIGGER));
		const { error, runOf, itemsOf } = await n8n.execute(exportTo(sub, CLICK));
		expect(error).toBeUndefined();
		expect(itemsOf('Export')[0]?.json).toMatchObject({ rows: ROWS, batches: 3, results: ROWS });
		expect(runOf('Export')?.metadata).toMatchObject({ subExecutionsCount: 3 });

		const batches = [];
		const executions = await n8n.api.executions(sub);
		for (const { id } of executions.toReversed()) {
			const { runData } = (await n8n.api.finished(id)).data.resultData;
			const items = runData.Rows?.[0]?.data?.main?.[0] ?? [];
			batches.push(items.map(({ json }) => json));
		}
		// The first execution has no rows: the node starts it to find out whether the sub-workflow can be run.
		expect(batches.map((rows) => rows.length)).toEqual([0, 10, 10, 5]);
		const hours = batches.flat().map(({ hour_block: hour }) => hour);
		expect(hours).toEqual(Array.from({ length: ROWS }, (_, row) => row % 24));
	});

	it('a trigger that accepts no field is an error', async () => {
		// This is how *Create a New Sub-Workflow* in n8n's own list makes a trigger.
		const parameters = { inputSource: 'workflowInputs', workflowInputs: { values: [] } };
		const sub = await n8n.addExample(chain('Takes fields', { ...TRIGGER, parameters }));
		const { error } = await n8n.execute(exportTo(sub, CLICK));
		expect(error?.description).toContain(TAKE_ALL);
	});

	// n8n 1.x has no drafts: it runs a workflow as it was saved last.
	const itWithDrafts = shared.version === OLDEST ? it.skip : it;

	itWithDrafts('a draft is an error in production, which says what to do', async () => {
		const sub = await n8n.addExample(chain('Draft', TRIGGER));
		const workflow = await n8n.publish(exportTo(sub, webhook(sub, 'lastNode')));
		await expect(n8n.api.webhook(sub, {})).rejects.toThrow('500');
		const [failed] = await n8n.api.executions(workflow);
		const { error } = (await n8n.api.finished(failed!.id)).data.resultData;
		expect(error?.message).toContain('The sub-workflow cannot be run');
		expect(error?.description).toContain('be published');
		expect(service.jobs.size).toBe(0);
	});
}
