import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { BY_QUERY, bulkExport, itemsOfQueries, runAnalytics } from '../../../support/analyticsNode';
import type { Fault } from '../../../service/faults';
import type { RunOptions } from '../../../support/nodeRuns';
import { CONTINUE } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

/* Output > Sub-Workflow in Batches. Whole n8n runs a real sub-workflow: see test/n8n. */

const service = serviceForEach({ rows: 250 });

const LOCATOR = { __rl: true, mode: 'list', value: WORKFLOW_ID };

/** Bulk Export > Run, which passes 250 rows on in batches of 100. */
function inBatches(parameters: INodeParameters = {}): INodeParameters {
	const output = { output: 'subWorkflow', workflowId: LOCATOR, rowsPerBatch: 100 };
	return bulkExport({ ...output, ...parameters });
}

/** The same for each input item, whose `query` is the name of its query. */
const IN_BATCHES_BY_ITEM = inBatches(BY_QUERY);

const run = async (sub: SubWorkflow, parameters: INodeParameters, options: RunOptions = {}) =>
	await runAnalytics(service, parameters, { ...options, executeWorkflow: sub.execute });

/** How many rows each batch had. The first call has none: it only finds out whether the workflow can be run. */
function sizesOf({ batches }: SubWorkflow): number[] {
	return batches.slice(1).map((rows) => rows.length);
}

const jobIds = () => [...service.jobs.keys()];

/** A sub-workflow that returns one item for each batch, and fails at one of them. @param failing counted from 1 */
function subWorkflowFailingAt(failing: number): SubWorkflow {
	return new SubWorkflow((rows, call) => {
		// The first call has no rows.
		if (call === failing + 1) throw new Error('The table is locked');
		return rows.slice(0, 1);
	});
}

describe('rows of an export', () => {
	it('reach the sub-workflow in order, a batch at a time, and one item tells how many', async () => {
		let running = 0;
		const sub = new SubWorkflow(async (rows) => {
			running += 1;
			await new Promise(setImmediate);
			expect(running).toBe(1);
			running -= 1;
			return rows.slice(0, 7);
		});
		const { items } = await run(sub, inBatches());
		expect(sizesOf(sub)).toEqual([100, 100, 50]);
		const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		expect(items).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(items[0]?.json).toEqual({
			queryName: 'messages_by_hour_block',
			timeZone: 'UTC',
			startDate: yesterday,
			endDate: yesterday,
			jobId: jobIds()[0],
			jobIds: jobIds().join(', '),
			rows: 250,
			batches: 3,
			results: 21,
			failedResults: 0,
		});
	});

	it('reach it by calls like those of Execute Sub-workflow, which n8n shows with the node', async () => {
		const sub = new SubWorkflow();
		const { run: execution } = await run(sub, inBatches());
		expect(sub.calls).toHaveLength(4);
		for (const [workflow, , options] of sub.calls) {
			expect(workflow).toEqual({ id: WORKFLOW_ID });
			expect(options).toMatchObject({
				parentExecution: { workflowId: 'engine' },
				executionMode: 'manual',
			});
		}
		expect(execution.data.resultData.runData.Node?.[0]?.metadata).toMatchObject({
			subExecution: { executionId: 'sub-4', workflowId: WORKFLOW_ID },
			subExecutionsCount: 3,
		});
	});

	it('of which some are returned with an error are counted, with a warning', async () => {
		const sub = new SubWorkflow(() => [
			{ json: { error: 'The table is locked' } },
			{ json: { error: { message: 'The table is locked' } } },
			{ json: {}, error: new Error('Locked') as never },
			// A number is rather a value of the row.
			{ json: { error: 3 } },
		]);
		const { items, hints } = await run(sub, inBatches());
		expect(items[0]?.json).toMatchObject({ rows: 250, results: 12, failedResults: 9 });
		const warning = hints.find(({ type }) => type === 'warning');
		expect(warning?.message).toContain(
			'9 of the 12 items that the sub-workflow returned have an error',
		);
	});
});

it('a value that later nodes refuse gets a warning, if it is passed on', async () => {
	const bytes = gzipSync('x\nid,note\n1,a\n2,\0\n');
	service.faults.add('download', { kind: 'file', bytes }, 2);
	const warningsWith = async (maxRows: number) => {
		const options = { columnNames: 'secondRow', maxRows };
		const { hints } = await run(new SubWorkflow(), inBatches({ options }));
		return hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
	};
	expect(await warningsWith(1)).toEqual([]);
	const [warning] = await warningsWith(2);
	expect(warning).toContain('The value of "note" in row 2 has the character U+0000.');
});

describe('rows of several items', () => {
	const QUERIES = ['messages_by_day', 'campaigns_by_user'];
	const items = itemsOfQueries(...QUERIES);

	/*
	 * The node looks at both jobs in turn, and each is done at its third look that succeeds. So a fault at one of these
	 * looks decides which job is done first.
	 */
	const NO_FAULT: Fault = { kind: 'delay', ms: 0 };
	const FAILS_ONCE: Fault = { kind: 'status', status: 500 };
	const REFUSED: Fault = { kind: 'status', status: 403 };

	function addFaultsOfLooks(...faults: Fault[]): void {
		for (const fault of faults) service.faults.add('status', fault);
	}

	/** The query of each row, by its columns. */
	function queriesOf({ rows }: SubWorkflow): string[] {
		return rows.map((row) => ('campaign_name' in row ? 'campaigns_by_user' : 'messages_by_day'));
	}

	const OF_FIRST_ITEM = Array<string>(250).fill('messages_by_day');
	const OF_SECOND_ITEM = Array<string>(250).fill('campaigns_by_user');

	it('arrive one item after the other, the item first whose file arrives first', async () => {
		addFaultsOfLooks(FAILS_ONCE);
		const sub = new SubWorkflow();
		const { items: out } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(queriesOf(sub)).toEqual([...OF_SECOND_ITEM, ...OF_FIRST_ITEM]);
		expect(out.map(({ json }) => json.queryName)).toEqual(QUERIES);
		expect(out.map(({ json }) => json.rows)).toEqual([250, 250]);
	});

	it('of the first item arrive while the job of the second one is still running', async () => {
		addFaultsOfLooks(NO_FAULT, FAILS_ONCE);
		const downloads: number[] = [];
		const sub = new SubWorkflow((rows) => {
			downloads.push(service.requestsTo('download').length);
			return rows;
		});
		await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(queriesOf(sub)).toEqual([...OF_FIRST_ITEM, ...OF_SECOND_ITEM]);
		// The first call is the one without rows.
		expect(downloads).toEqual([0, 1, 1, 1, 2, 2, 2]);
	});

	it('stop with the batch under way if another item fails, and the error counts those before', async () => {
		addFaultsOfLooks(...Array<Fault>(5).fill(NO_FAULT), FAILS_ONCE, REFUSED);
		const sub = new SubWorkflow(async (rows) => {
			if (rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 60_000));
			return rows;
		});
		const { error } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		const [first, second] = jobIds();
		expect(error?.message).toContain(`(job ${second})`);
		expect(error?.context.itemIndex).toBe(1);
		const batches = sizesOf(sub).length;
		expect(batches).toBeGreaterThan(0);
		expect(batches).toBeLessThan(3);
		expect(error?.description).toContain(`so far: ${(batches - 1) * 100} rows.`);
		expect(error?.description).toContain(`Job ID ${first} and Query Name messages_by_day`);
	});

	it('are not passed on if an item before them has failed, and the error names all jobs', async () => {
		addFaultsOfLooks(NO_FAULT, FAILS_ONCE);
		const sub = subWorkflowFailingAt(1);
		const { error } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(error?.message).toBe('The sub-workflow failed at batch 1, after 0 rows');
		expect(sizesOf(sub)).toEqual([100]);
		for (const job of jobIds()) expect(error?.description).toContain(`Job ID ${job} and`);
	});

	it('are passed on with Continue although an item before them has failed', async () => {
		addFaultsOfLooks(NO_FAULT, FAILS_ONCE);
		const sub = subWorkflowFailingAt(1);
		const { items: out } = await run(sub, IN_BATCHES_BY_ITEM, { items, ...CONTINUE });
		const [first, second] = jobIds();
		expect(out[0]?.json).toMatchObject({
			error: 'The sub-workflow failed at batch 1, after 0 rows',
			jobIds: first,
		});
		expect(out[0]?.json.description).not.toContain(second);
		expect(out[1]?.json).toMatchObject({ rows: 250, batches: 3 });
		expect(sizesOf(sub)).toEqual([100, 100, 100, 50]);
	});
});

it.each([
	{ maxRows: 200, sizes: [100, 100] },
	{ maxRows: 230, sizes: [100, 100, 30] },
])('a Limit of $maxRows passes on batches of $sizes', async ({ maxRows, sizes }) => {
	const sub = new SubWorkflow();
	await run(sub, inBatches({ options: { maxRows } }));
	expect(sizesOf(sub)).toEqual(sizes);
});

describe('before a job is started', () => {
	it('a workflow that cannot be run is an error', async () => {
		const message = 'Workflow is not active and cannot be executed.';
		const executeWorkflow = async () => await Promise.reject(new Error(message));
		const { error } = await runAnalytics(service, inBatches(), { executeWorkflow });
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
		const { error } = await runAnalytics(service, inBatches(), { executeWorkflow });
		expect(error).toBeUndefined();
		expect(sizesOf(sub)).toEqual([100, 100, 50]);
	});
});

describe('a batch that fails', () => {
	it('stops, and says how many rows were passed on and how to go on', async () => {
		const sub = subWorkflowFailingAt(3);
		const { items } = await run(sub, inBatches(), CONTINUE);
		const [jobId] = jobIds();
		const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		expect(items[0]?.json).toEqual({
			error: 'The sub-workflow failed at batch 3, after 200 rows',
			description: `It says: The table is locked. Passed on to the sub-workflow so far: 200 rows. To pass on all rows, run this again from the beginning, which is safe if the sub-workflow ends with Insert or Update. The job and its file stay at the service: to get them, run Bulk Export > Get Result within 24 hours, with Job ID ${jobId} and Query Name messages_by_hour_block (${yesterday}).`,
			jobIds: jobId,
			rows: 200,
			batches: 2,
			results: 2,
			failedResults: 0,
		});
		expect(sizesOf(sub)).toEqual([100, 100, 50]);
	});

	it("is not followed by n8n's Retry On Fail, which would begin with the first row", async () => {
		const sub = subWorkflowFailingAt(2);
		const { error } = await run(sub, inBatches(), { retryOnFail: true });
		expect(error?.message).toContain('cannot be combined with Retry On Fail');
		expect(sub.calls).toEqual([]);
		expect(jobIds()).toEqual([]);
	});
});

it('a sub-workflow that begins to wait is an error, and this execution does not wait', async () => {
	const sub = new SubWorkflow();
	const executeWorkflow: typeof sub.execute = async (...call) => {
		const result = await sub.execute(...call);
		// The first call has no rows.
		return sub.batches.length === 1 ? result : { ...result, waitTill: new Date('3000-01-01') };
	};
	const options = { executeWorkflow, ...CONTINUE };
	const { items, run: execution } = await runAnalytics(service, inBatches(), options);
	expect(sizesOf(sub)).toEqual([100]);
	expect(items[0]?.json.description).toContain('It began to wait');
	expect(execution.waitTill).toBeUndefined();
	expect(execution.status).toBe('success');
});
