import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics, startAnalytics } from '../../../support/analyticsNode';
import type { Fault } from '../../../service/faults';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

/* Output > Sub-Workflow in Batches. Whole n8n runs a real sub-workflow: see test/n8n. */

const service = serviceForEach({ rows: 250 });

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const LONG = { dateRange: 'lastDays', days: 90 };

const LOCATOR = { __rl: true, mode: 'list', value: WORKFLOW_ID };
const batchesOf = (parameters: INodeParameters = {}): INodeParameters =>
	bulkExport({ output: 'subWorkflow', workflowId: LOCATOR, rowsPerBatch: 100, ...parameters });
const getResult = ({ options = {}, ...parameters }: INodeParameters) => {
	const given = { columnNames: 'secondRow', ...(options as object) };
	return batchesOf({ operation: 'getResult', ...parameters, options: given });
};

const run = async (sub: SubWorkflow, parameters: INodeParameters, options: RunOptions = {}) =>
	await runAnalytics(service, parameters, { ...options, executeWorkflow: sub.execute });
const OF_QUERY = batchesOf({ queryName: '={{ $json.query }}' });
/** The first one has no rows, and shows that the workflow can be run. */
const sizes = ({ batches }: SubWorkflow) => batches.slice(1).map((rows) => rows.length);
const jobs = () => [...service.jobs.keys()];

async function asItems(jobId: string) {
	const { items } = await runAnalytics(service, getResult({ jobId, output: 'items' }));
	return items.map(({ json }) => json);
}

/** Fails at some batch of rows, counted from 1. */
const failingAt = (batch: number) =>
	new SubWorkflow((rows, at) => {
		if (at === batch + 1) throw new Error('The table is locked');
		return rows.slice(0, 1);
	});

describe('rows of an export', () => {
	it('reach the sub-workflow in order, a batch at a time, and one item tells how many', async () => {
		let running = 0;
		const sub = new SubWorkflow(async (rows) => {
			running += 1;
			await new Promise(setImmediate);
			expect(running--).toBe(1);
			return rows.slice(0, 7);
		});
		const { items, run: execution } = await run(sub, batchesOf());
		expect(sizes(sub)).toEqual([100, 100, 50]);
		const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		const json = {
			...{ queryName: 'messages_by_hour_block', timeZone: 'UTC' },
			...{ startDate: yesterday, endDate: yesterday, jobId: jobs()[0], jobIds: jobs() },
			...{ rows: 250, batches: 3, results: 21, failedResults: 0 },
		};
		expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
		// As n8n itself does for Execute Sub-workflow.
		const asItself = { parentExecution: { workflowId: 'engine' }, executionMode: 'manual' };
		const call = [{ id: WORKFLOW_ID }, expect.anything(), asItself];
		expect(sub.calls).toMatchObject(Array(4).fill(call));
		expect(execution.data.resultData.runData.Node?.[0]?.metadata).toMatchObject({
			subExecution: { executionId: 'sub-4', workflowId: WORKFLOW_ID },
			subExecutionsCount: 3,
		});
	});

	it('of equal items are passed on once', async () => {
		const queries = ['messages_by_day', 'messages_by_hour_block', 'messages_by_day'];
		const items = queries.map((query) => ({ json: { query } }));
		const sub = new SubWorkflow();
		const { items: out } = await run(sub, OF_QUERY, { items });
		expect(sizes(sub)).toEqual([100, 100, 50, 100, 100, 50]);
		expect(out.map(({ json }) => json.rows)).toEqual([250, 250, 250]);
	});

	it('whose file is damaged are not passed on, not even those before the damage', async () => {
		service.faults.add('download', { kind: 'gzip', damage: 'truncated' }, 3);
		const sub = new SubWorkflow();
		const { error } = await run(sub, batchesOf());
		expect(error?.message).toContain('is damaged');
		expect(sub.rows).toEqual([]);
	});

	it('of which some are returned with an error are counted, with a warning', async () => {
		const sub = new SubWorkflow((rows) => [
			...rows.slice(0, 2).map(() => ({ json: { error: 'The table is locked' } })),
			{ json: {}, error: new Error('Locked') as never },
			// A value of the row, rather.
			{ json: { error: 3 } },
		]);
		const { items, hints } = await run(sub, batchesOf());
		expect(items[0]?.json).toMatchObject({ rows: 250, results: 12, failedResults: 9 });
		const warning = hints.find(({ type }) => type === 'warning');
		expect(warning?.message).toContain(
			'9 of the 12 items that the sub-workflow returned have an error',
		);
	});
});

describe('rows of several items', () => {
	const QUERIES = ['messages_by_day', 'campaigns_by_user'];
	const items = QUERIES.map((query) => ({ json: { query } }));
	const untouched: Fault = { kind: 'delay', ms: 0 };
	const noAnswer: Fault = { kind: 'status', status: 500 };
	const refused: Fault = { kind: 'status', status: 403 };

	/** Both jobs are looked at in turn, and done at their third look. @param faults of those looks */
	function looksWith(...faults: Fault[]) {
		for (const fault of faults) service.faults.add('status', fault);
	}
	const queriesOf = ({ rows }: SubWorkflow) =>
		rows.map((row) => ('campaign_name' in row ? 'campaigns_by_user' : 'messages_by_day'));
	const EACH_250 = QUERIES.flatMap((query) => Array<string>(250).fill(query));

	it('arrive in input order, although the job of the second item is done before the first', async () => {
		looksWith(noAnswer);
		const sub = new SubWorkflow();
		const { error } = await run(sub, OF_QUERY, { items });
		expect(error).toBeUndefined();
		const downloads = service.requests.filter(({ endpoint }) => endpoint === 'download');
		expect(downloads.map(({ url }) => url.split('/').at(-1))).toEqual(jobs().toReversed());
		expect(queriesOf(sub)).toEqual(EACH_250);
	});

	it('of the first item arrive while the job of the second one is still running', async () => {
		looksWith(untouched, noAnswer);
		const downloads: number[] = [];
		const sub = new SubWorkflow((rows) => {
			downloads.push(service.requests.filter(({ endpoint }) => endpoint === 'download').length);
			return rows;
		});
		await run(sub, OF_QUERY, { items });
		expect(queriesOf(sub)).toEqual(EACH_250);
		// The first call is the one without rows.
		expect(downloads).toEqual([0, 1, 1, 1, 2, 2, 2]);
	});

	it('are passed on to the last one if another item fails meanwhile, and the error says so', async () => {
		looksWith(...Array<Fault>(5).fill(untouched), noAnswer, refused);
		const sub = new SubWorkflow(async (rows) => {
			if (rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 60_000));
			return rows;
		});
		const { error } = await run(sub, OF_QUERY, { items });
		const [first, second] = jobs();
		expect(error?.message).toContain(`(job ${second})`);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain(`The sub-workflow already has all rows of ${first}.`);
		expect(error?.description).not.toContain('also started');
		expect(queriesOf(sub)).toEqual(Array(250).fill('messages_by_day'));
	});

	it('are not passed on if an item before them has failed', async () => {
		looksWith(untouched, noAnswer);
		const sub = new SubWorkflow((rows) => {
			if (rows.length > 0) throw new Error('The table is locked');
			return rows;
		});
		const { error } = await run(sub, OF_QUERY, { items });
		expect(error?.message).toContain('The sub-workflow failed at batch 1');
		expect(sizes(sub)).toEqual([100]);
	});

	it('are passed on with Continue although an item before them has failed', async () => {
		const sub = failingAt(1);
		const { items: out } = await run(sub, OF_QUERY, { items, ...CONTINUE });
		expect(out[0]?.json.error).toContain('The sub-workflow failed at batch 1');
		expect(out[1]?.json).toMatchObject({ rows: 250, batches: 3 });
		expect(sizes(sub)).toEqual([100, 100, 100, 50]);
	});
});

describe('before a job is started', () => {
	it('a workflow that cannot be run is an error', async () => {
		const message = 'Workflow is not active and cannot be executed.';
		const executeWorkflow = async () => await Promise.reject(new Error(message));
		const { error } = await runAnalytics(service, batchesOf(), { executeWorkflow });
		expect(error?.message).toBe(`The sub-workflow cannot be run: ${message}`);
		expect(error?.description).toMatch(/^Choose the workflow from the list\. It must be published/);
		expect(service.requests).toEqual([]);
	});

	it('n8n 1.123, which says so of a workflow that ran without rows, is understood', async () => {
		const sub = new SubWorkflow();
		const executeWorkflow: typeof sub.execute = async (info, data, options) => {
			const result = await sub.execute(info, data, options);
			if (options.inputData?.length) return result;
			throw new TypeError("Cannot read properties of undefined (reading 'data')");
		};
		const { error } = await runAnalytics(service, batchesOf(), { executeWorkflow });
		expect([error, sizes(sub)]).toEqual([undefined, [100, 100, 50]]);
	});
});

describe('a batch that fails', () => {
	it('stops, and says how many rows were passed on and how to go on', async () => {
		const sub = failingAt(3);
		const { items } = await run(sub, batchesOf(), CONTINUE);
		const [jobId] = jobs();
		expect(items[0]?.json).toMatchObject({
			error: `The sub-workflow failed at batch 3 (from row 201 of job ${jobId})`,
			description: `It says: The table is locked. Passed on before: 200 rows. To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options, Job ID ${jobId} and Start at Row 201. The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.`,
			...{ jobId, startAtRow: 201, rows: 200, batches: 2, results: 2 },
		});
		expect(sizes(sub)).toEqual([100, 100, 50]);
	});

	it.each([
		['', 250, {}, {}],
		[' but Limit 130 in all for this item,', 230, { maxRows: 230 }, { maxRows: 130 }],
	])('is where Get Result goes on, each row once%s', async (said, all, given, left) => {
		const sub = failingAt(2);
		const failed = await run(sub, batchesOf({ options: given }), CONTINUE);
		const { jobId = '', description, startAtRow } = failed.items[0]!.json as Record<string, string>;
		expect(description).toContain(`with the same Query Name, Output and Options,${said} Job ID`);
		const rest = new SubWorkflow();
		const { items } = await run(rest, getResult({ jobId, startAtRow: startAtRow!, options: left }));
		expect(items[0]?.json).toMatchObject({ rows: all - 100, batches: 2 });
		expect([...sub.batches[1]!, ...rest.rows]).toEqual((await asItems(jobId)).slice(0, all));
		const last = new SubWorkflow();
		await run(last, getResult({ jobId, startAtRow: 250 }));
		expect(last.rows).toEqual((await asItems(jobId)).slice(249));
		const late = await run(new SubWorkflow(), getResult({ jobId, startAtRow: 251 }));
		expect(late.error?.message).toContain('Start at Row is 251, but the bulk export has only 250');
	});

	it('of a long range names the jobs that follow, and those that are through', async () => {
		const { error } = await run(failingAt(5), batchesOf(LONG));
		const [, second, third] = jobs();
		const goOn = `Job ID ${second} and Start at Row 101, and then with job ${third} from row 1.`;
		expect(error?.description).toContain(goOn);
	});

	it.each([
		['names the jobs of items that follow, too', 'stopWorkflow', [1, 2]],
		['does not where they follow all the same', 'continueRegularOutput', []],
	] as const)('of several items %s (%s)', async (_, onError, named) => {
		const queries = ['messages_by_day', 'campaigns_by_user', 'usage_by_user'];
		const items = queries.map((query) => ({ json: { query } }));
		const parameters = batchesOf({ queryName: '={{ $json.query }}', rowsPerBatch: 250 });
		const ran = await run(failingAt(1), parameters, { items, onError });
		const said = JSON.stringify([ran.error?.description, ran.items[0]]);
		const found = jobs().filter((jobId) => said.includes(jobId));
		expect(found).toEqual([0, ...named].map((at) => jobs()[at]));
	});

	it("is not followed by n8n's Retry On Fail, which would begin with the first row", async () => {
		const sub = failingAt(2);
		const { error } = await run(sub, batchesOf(), { retryOnFail: true });
		expect(error?.message).toContain('cannot be combined with Retry On Fail');
		expect([sub.calls, jobs()]).toEqual([[], []]);
	});
});

it('a sub-workflow that begins to wait is an error, and this execution does not wait', async () => {
	const sub = new SubWorkflow();
	const executeWorkflow: typeof sub.execute = async (...args) => ({
		...(await sub.execute(...args)),
		...(sub.batches.length > 1 ? { waitTill: new Date('3000-01-01') } : {}),
	});
	const options = { executeWorkflow, ...CONTINUE };
	const { items, run: execution } = await runAnalytics(service, batchesOf(), options);
	expect(sizes(sub)).toEqual([100]);
	expect(items[0]?.json.description).toContain('It began to wait');
	expect([execution.waitTill, execution.status]).toEqual([undefined, 'success']);
});

it('Stop ends it between batches, and tells how to go on', async () => {
	let stop = () => {};
	const sub = new SubWorkflow((rows, batch) => {
		if (batch === 3) stop();
		return rows;
	});
	const execution = await startAnalytics(service, batchesOf(), { executeWorkflow: sub.execute });
	stop = execution.stop;
	const { run: stopped, error } = await execution.result;
	expect([stopped.status, sizes(sub)]).toEqual(['canceled', [100, 100]]);
	expect(error?.description).toContain('Start at Row 101');
});
