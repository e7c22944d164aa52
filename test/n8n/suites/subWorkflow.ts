import type { INode } from 'n8n-workflow';
import type { Service } from '../../service/service';
import { OLDEST } from '../installation';
import type { WholeN8n } from '../wholeN8n';
import { chain, CLICK, node, ours, webhook } from '../workflows';
import type { Shared } from '../world';

/* Output > Sub-Workflow in Batches in whole n8n, with n8n's own sub-executions. */

const ROWS = 25;
const ROWS_PER_BATCH = 10;

const PASSTHROUGH = { inputSource: 'passthrough' };
const TRIGGER = node('Rows', 'n8n-nodes-base.executeWorkflowTrigger', PASSTHROUGH, 1.1);
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

	const create = async (name: string, ...nodes: INode[]) =>
		await n8n.addExample(chain(name, ...nodes));

	const exportTo = (workflowId: string, trigger: INode) => {
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
	};

	async function run(workflowId: string) {
		const { error, runOf, itemsOf } = await n8n.execute(exportTo(workflowId, CLICK));
		const { metadata, hints = [] } = runOf('Export') ?? {};
		const texts = hints.map(({ message }) => message);
		return { error, metadata, hints: texts, item: itemsOf('Export')[0]?.json };
	}

	it('rows arrive in order, in as many executions as there are batches', async () => {
		const sub = await create('Takes rows', TRIGGER);
		const { error, item, metadata } = await run(sub);
		expect(error).toBeUndefined();
		expect(item).toMatchObject({ rows: ROWS, batches: 3, results: ROWS });
		expect(metadata).toMatchObject({ subExecutionsCount: 3 });
		const batches = [];
		for (const { id } of (await n8n.api.executions(sub)).reverse()) {
			const { runData } = (await n8n.api.finished(id)).data.resultData;
			batches.push((runData.Rows?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json));
		}
		// The first one has no rows: it finds out whether the workflow can be run.
		expect(batches.map((rows) => rows.length)).toEqual([0, 10, 10, 5]);
		const hours = batches.flat().map(({ hour_block: hour }) => hour);
		expect(hours).toEqual(Array.from({ length: ROWS }, (_, row) => row % 24));
	});

	/** As *Create a New Sub-Workflow* in n8n's own list makes it. */
	it('a trigger that takes no field is an error', async () => {
		const parameters = { inputSource: 'workflowInputs', workflowInputs: { values: [] } };
		const { error } = await run(await create('Takes fields', { ...TRIGGER, parameters }));
		expect(error?.description).toContain(TAKE_ALL);
	});

	// n8n 1.x runs a workflow as it was saved last.
	(shared.version === OLDEST ? it.skip : it)(
		'a draft is an error in production, which says what to do',
		async () => {
			const sub = await create('Draft', TRIGGER);
			const workflow = await n8n.addExample(exportTo(sub, webhook(sub, 'lastNode')));
			await n8n.api.activate(workflow);
			await expect(n8n.api.webhook(sub, {})).rejects.toThrow('500');
			const [failed] = await n8n.api.executions(workflow);
			const { error } = (await n8n.api.finished(failed!.id)).data.resultData;
			expect(error?.message).toContain('The sub-workflow cannot be run');
			expect(error?.description).toContain('be published');
			expect(service.jobs.size).toBe(0);
		},
	);
}
