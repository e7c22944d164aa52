import '../../../support/quickWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../../engine/runNode';
import { bulkExport, runAnalytics, startAnalytics } from '../../../support/analyticsNode';
import type { Fault } from '../../../service/faults';
import type { RunOptions } from '../../../support/nodeRuns';
import { CONTINUE } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';
import { startFinishedJob } from '../../../support/startedJobs';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

/* Output > Sub-Workflow in Batches. Whole n8n runs a real sub-workflow: see test/n8n. */

const service = serviceForEach({ rows: 250 });

const LOCATOR = { __rl: true, mode: 'list', value: WORKFLOW_ID };

/** Bulk Export > Run, which passes 250 rows on in batches of 100. */
function inBatches(parameters: INodeParameters = {}): INodeParameters {
	return bulkExport({
		output: 'subWorkflow',
		workflowId: LOCATOR,
		rowsPerBatch: 100,
		...parameters,
	});
}

/** The same for each input item, whose `query` is the name of its query. */
const IN_BATCHES_BY_ITEM = inBatches({ queryName: '={{ $json.query }}' });

/** Bulk Export > Get Result, which passes the rows of a job on. */
function getResultInBatches(parameters: INodeParameters): INodeParameters {
	return inBatches({
		operation: 'getResult',
		...parameters,
		options: { columnNames: 'secondRow', ...(parameters.options as object) },
	});
}

async function run(
	sub: SubWorkflow,
	parameters: INodeParameters,
	options: RunOptions = {},
): Promise<NodeRun> {
	return await runAnalytics(service, parameters, { ...options, executeWorkflow: sub.execute });
}

/** How many rows each batch had. The first call has none: it only finds out whether the workflow can be run. */
function sizesOf({ batches }: SubWorkflow): number[] {
	return batches.slice(1).map((rows) => rows.length);
}

function jobIds(): string[] {
	return [...service.jobs.keys()];
}

/** The rows of a job, as Output > Items returns them. */
async function rowsOfJob(jobId: string): Promise<IDataObject[]> {
	const { items } = await runAnalytics(service, getResultInBatches({ jobId, output: 'items' }));
	return items.map(({ json }) => json);
}

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
			jobIds: jobIds(),
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

	it('of equal items are passed on once', async () => {
		const queries = ['messages_by_day', 'messages_by_hour_block', 'messages_by_day'];
		const items = queries.map((query) => ({ json: { query } }));
		const sub = new SubWorkflow();
		const { items: out } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(sizesOf(sub)).toEqual([100, 100, 50, 100, 100, 50]);
		expect(out.map(({ json }) => json.rows)).toEqual([250, 250, 250]);
	});

	it('whose file is damaged are not passed on, not even those before the damage', async () => {
		service.faults.add('download', { kind: 'gzip', damage: 'truncated' }, 3);
		const sub = new SubWorkflow();
		const { error } = await run(sub, inBatches());
		expect(error?.message).toContain('is damaged');
		expect(sub.rows).toEqual([]);
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

describe('rows of several items', () => {
	const QUERIES = ['messages_by_day', 'campaigns_by_user'];
	const items = QUERIES.map((query) => ({ json: { query } }));

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

	it('arrive in input order, although the job of the second item is done before the first', async () => {
		addFaultsOfLooks(FAILS_ONCE);
		const sub = new SubWorkflow();
		const { error } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(error).toBeUndefined();
		const downloads = service.requestsTo('download');
		expect(downloads.map(({ url }) => url.split('/').at(-1))).toEqual(jobIds().toReversed());
		expect(queriesOf(sub)).toEqual([...OF_FIRST_ITEM, ...OF_SECOND_ITEM]);
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

	it('are passed on to the last one if another item fails meanwhile, and the error says so', async () => {
		addFaultsOfLooks(...Array<Fault>(5).fill(NO_FAULT), FAILS_ONCE, REFUSED);
		const sub = new SubWorkflow(async (rows) => {
			if (rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 60_000));
			return rows;
		});
		const { error } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		const [first, second] = jobIds();
		expect(error?.message).toContain(`(job ${second})`);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain(`The sub-workflow already has all rows of ${first}.`);
		expect(error?.description).not.toContain('also started');
		expect(queriesOf(sub)).toEqual(OF_FIRST_ITEM);
	});

	it('of which a Limit leaves some out are not called all rows', async () => {
		addFaultsOfLooks(...Array<Fault>(5).fill(NO_FAULT), FAILS_ONCE, REFUSED);
		const sub = new SubWorkflow(async (rows) => {
			if (rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 60_000));
			return rows;
		});
		const parameters = { ...IN_BATCHES_BY_ITEM, options: { maxRows: 100 } };
		const { error } = await run(sub, parameters, { items });
		const [first, second] = jobIds();
		expect(error?.message).toContain(`(job ${second})`);
		expect(error?.description).toContain(
			`The sub-workflow already has the rows of ${first}, up to the Limit.`,
		);
		expect(error?.description).not.toContain('all rows of');
	});

	it('are not passed on if an item before them has failed', async () => {
		addFaultsOfLooks(NO_FAULT, FAILS_ONCE);
		const sub = new SubWorkflow((rows) => {
			if (rows.length > 0) throw new Error('The table is locked');
			return rows;
		});
		const { error } = await run(sub, IN_BATCHES_BY_ITEM, { items });
		expect(error?.message).toContain('The sub-workflow failed at batch 1');
		expect(sizesOf(sub)).toEqual([100]);
	});

	it('are passed on with Continue although an item before them has failed', async () => {
		const sub = subWorkflowFailingAt(1);
		const { items: out } = await run(sub, IN_BATCHES_BY_ITEM, { items, ...CONTINUE });
		expect(out[0]?.json.error).toContain('The sub-workflow failed at batch 1');
		expect(out[1]?.json).toMatchObject({ rows: 250, batches: 3 });
		expect(sizesOf(sub)).toEqual([100, 100, 100, 50]);
	});
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
		expect(items[0]?.json).toMatchObject({
			error: `The sub-workflow failed at batch 3 (from row 201 of job ${jobId})`,
			description: `It says: The table is locked. Passed on before: 200 rows. To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options, Job ID ${jobId} and Start at Row 201. The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.`,
			jobId,
			startAtRow: 201,
			rows: 200,
			batches: 2,
			results: 2,
		});
		expect(sizesOf(sub)).toEqual([100, 100, 50]);
	});

	describe.each([
		{ limit: 'no Limit', rows: 250, options: {}, optionsOfRest: {}, advice: '' },
		{
			limit: 'a Limit of 230',
			rows: 230,
			options: { maxRows: 230 },
			optionsOfRest: { maxRows: 130 },
			advice: ' but Limit 130 in all for this item,',
		},
	])('with $limit', ({ rows, options, optionsOfRest, advice }) => {
		it('says with what Get Result goes on, by which each row is passed on once', async () => {
			const sub = subWorkflowFailingAt(2);
			const failed = await run(sub, inBatches({ options }), CONTINUE);
			const { jobId, startAtRow, description } = failed.items[0]!.json;
			expect(startAtRow).toBe(101);
			expect(description).toContain(
				`with the same Query Name, Output and Options,${advice} Job ID`,
			);

			const rest = new SubWorkflow();
			const goOn = { jobId, startAtRow, options: optionsOfRest } as INodeParameters;
			const { items } = await run(rest, getResultInBatches(goOn));
			expect(items[0]?.json).toMatchObject({ rows: rows - 100, batches: 2 });
			const [, firstBatch = []] = sub.batches;
			const all = await rowsOfJob(jobId as string);
			expect([...firstBatch, ...rest.rows]).toEqual(all.slice(0, rows));
		});
	});

	it('of a long range names the job to go on with, and those that follow', async () => {
		const { error } = await run(
			subWorkflowFailingAt(5),
			inBatches({ dateRange: 'lastDays', days: 90 }),
		);
		const [, second, third] = jobIds();
		const goOn = `Job ID ${second} and Start at Row 101, and then with job ${third} from row 1.`;
		expect(error?.description).toContain(goOn);
	});

	describe('of the first of several items', () => {
		const queries = ['messages_by_day', 'campaigns_by_user', 'usage_by_user'];
		const items = queries.map((query) => ({ json: { query } }));

		it('names the jobs of the items that follow, too, as it ends them', async () => {
			const { error } = await run(subWorkflowFailingAt(1), IN_BATCHES_BY_ITEM, { items });
			const [first, second, third] = jobIds();
			expect(error?.description).toContain(
				`Job ID ${first} and Start at Row 1, and then with jobs ${second}, ${third} from row 1.`,
			);
		});

		it('names the row from which each of the items that follow begins', async () => {
			service.options.states = [];
			await runAnalytics(service, { ...IN_BATCHES_BY_ITEM, operation: 'start' }, { items });
			const [first = '', second = '', third = ''] = jobIds();
			const jobs = [
				{ jobId: first, from: 1 },
				{ jobId: second, from: 1 },
				{ jobId: third, from: 201 },
			].map((json) => ({ json }));
			const parameters = getResultInBatches({
				jobId: '={{ $json.jobId }}',
				startAtRow: '={{ $json.from }}',
			});
			const { error } = await run(subWorkflowFailingAt(1), parameters, { items: jobs });
			expect(error?.description).toContain(
				`Job ID ${first} and Start at Row 1, and then with job ${second} from row 1, job ${third} from row 201.`,
			);
		});

		it('names only its own job with Continue, as the items that follow are passed on', async () => {
			const options = { items, ...CONTINUE };
			const ran = await run(subWorkflowFailingAt(1), IN_BATCHES_BY_ITEM, options);
			const said = JSON.stringify(ran.items[0]);
			const [first, second, third] = jobIds();
			expect(said).toContain(first);
			expect(said).not.toContain(second);
			expect(said).not.toContain(third);
		});
	});

	it("is not followed by n8n's Retry On Fail, which would begin with the first row", async () => {
		const sub = subWorkflowFailingAt(2);
		const { error } = await run(sub, inBatches(), { retryOnFail: true });
		expect(error?.message).toContain('cannot be combined with Retry On Fail');
		expect(sub.calls).toEqual([]);
		expect(jobIds()).toEqual([]);
	});
});

describe('Start at Row', () => {
	it('may be the last row', async () => {
		const { jobId } = await startFinishedJob(service);
		const sub = new SubWorkflow();
		await run(sub, getResultInBatches({ jobId, startAtRow: 250 }));
		expect(sub.rows).toEqual((await rowsOfJob(jobId)).slice(249));
	});

	it('is an error if the file has fewer rows', async () => {
		const { jobId } = await startFinishedJob(service);
		const { error } = await run(new SubWorkflow(), getResultInBatches({ jobId, startAtRow: 251 }));
		expect(error?.message).toContain('Start at Row is 251, but the bulk export has only 250');
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

it('Stop ends it between batches, and tells how to go on', async () => {
	let stop = () => {};
	const sub = new SubWorkflow((rows, batch) => {
		if (batch === 3) stop();
		return rows;
	});
	const execution = await startAnalytics(service, inBatches(), { executeWorkflow: sub.execute });
	stop = execution.stop;
	const { run: stopped, error } = await execution.result;
	expect(stopped.status).toBe('canceled');
	expect(sizesOf(sub)).toEqual([100, 100]);
	expect(error?.description).toContain('Start at Row 101');
});
