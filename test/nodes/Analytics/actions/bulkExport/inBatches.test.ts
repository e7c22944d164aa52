import type { INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics, startAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';
import { SubWorkflow, WORKFLOW_ID } from '../../../../support/subWorkflow';

/* Output > Sub-Workflow in Batches, with a second workflow in the same engine. */

let service: Service;
beforeEach(async () => {
	service = await startService({ rows: 250 });
});
afterEach(async () => await service.close());

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
/** Three jobs: 30, 30 and 10 days. */
const LONG = { dateRange: 'custom', startDate: day(70), endDate: day(1) };

const batchesOf = (parameters: INodeParameters = {}): INodeParameters =>
	bulkExport({
		output: 'subWorkflow',
		workflowId: { __rl: true, mode: 'list', value: WORKFLOW_ID },
		rowsPerBatch: 100,
		...parameters,
	});
const getResult = (parameters: INodeParameters) =>
	batchesOf({ operation: 'getResult', ...parameters });

const run = async (sub: SubWorkflow, parameters: INodeParameters, options: RunOptions = {}) =>
	await runAnalytics(service, parameters, { ...options, executeWorkflow: sub.execute });
const sizes = ({ batches }: SubWorkflow) => batches.map((rows) => rows.length);
const jobs = () => [...service.jobs.keys()];
const messages = (hints: Array<{ message: string }>) => hints.map(({ message }) => message).join();

/** The rows of a job as the output Items has them. */
async function asItems(jobId: string) {
	const { items } = await runAnalytics(
		service,
		bulkExport({ operation: 'getResult', jobId, output: 'items' }),
	);
	return items.map(({ json }) => json);
}

/** Fails at some batch the first time. */
function failingAt(batch: number): SubWorkflow {
	return new SubWorkflow((rows, at) => {
		if (at === batch) throw new Error('The table is locked');
		return rows;
	});
}

describe('rows of an export', () => {
	it('reach the sub-workflow in order, a batch at a time, and one item tells how many', async () => {
		const sub = new SubWorkflow((rows) => rows.slice(0, 7));
		const { items, error } = await run(sub, batchesOf());
		expect(error).toBeUndefined();
		expect(sizes(sub)).toEqual([100, 100, 50]);
		expect(sub.atOnce).toBe(1);
		expect(sub.rows).toEqual(await asItems(jobs()[0]!));
		expect(items).toEqual([
			{
				json: {
					queryName: 'messages_by_hour_block',
					startDate: day(1),
					endDate: day(1),
					timeZone: 'UTC',
					jobId: jobs()[0],
					jobIds: jobs(),
					rows: 250,
					batches: 3,
					results: 21,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('run the workflow as n8n itself does for Execute Sub-workflow', async () => {
		const sub = new SubWorkflow();
		const { run: execution } = await run(sub, batchesOf({ workflowId: WORKFLOW_ID }));
		expect(new Set(sub.ids)).toEqual(new Set([WORKFLOW_ID]));
		for (const options of sub.options) {
			expect(options.parentExecution).toMatchObject({ workflowId: 'engine' });
			expect(options.doNotWaitToFinish).toBeUndefined();
			expect(options.executionMode).toBe('manual');
		}
		expect(execution.data.resultData.runData.Node?.[0]?.metadata).toMatchObject({
			subExecution: { executionId: 'sub-3', workflowId: WORKFLOW_ID },
			subExecutionsCount: 3,
		});
	});

	it('have the types of their whole columns from the first batch on', async () => {
		service.options.rows = 30;
		const sub = new SubWorkflow();
		const { error } = await run(sub, batchesOf({ queryName: 'usage_by_user', rowsPerBatch: 1 }));
		expect(error).toBeUndefined();
		expect(sub.rows).toEqual(await asItems(jobs()[0]!));
		const text = new SubWorkflow();
		await run(text, batchesOf({ options: { convertTypes: false } }));
		expect(text.rows[0]).toMatchObject({ hour_block: '0' });
	});

	it('of a long range go on part by part, and share the types of their columns', async () => {
		const sub = new SubWorkflow();
		service.options.rows = (_, days) => (days === 10 ? 5 : 150);
		const { items, error } = await run(sub, batchesOf(LONG));
		expect(error).toBeUndefined();
		expect(sizes(sub)).toEqual([100, 50, 100, 50, 5]);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ jobIds: jobs(), rows: 305, batches: 5, results: 305 });
		expect(items[0]?.json).not.toHaveProperty('jobId');
		const days = sub.rows.map(({ day: date }) => date);
		expect(days).toEqual([...days].sort());
	});

	it('are no more than Max Rows', async () => {
		const sub = new SubWorkflow();
		const { items, hints } = await run(sub, batchesOf({ ...LONG, options: { maxRows: 320 } }));
		expect(sizes(sub)).toEqual([100, 100, 50, 70]);
		expect(items[0]?.json).toMatchObject({ rows: 320, batches: 4 });
		expect(messages(hints)).toContain('Only 320 rows were passed on (Options > Max Rows)');
		expect(messages(hints)).toContain(`Job ID ${jobs()[1]} and Start at Row 71`);
		const exact = await run(new SubWorkflow(), batchesOf({ options: { maxRows: 250 } }));
		expect(messages(exact.hints)).not.toContain('Max Rows');
	});

	it('may be none, and then no workflow runs', async () => {
		service.options.rows = 0;
		const sub = new SubWorkflow();
		const { items, hints } = await run(sub, batchesOf());
		expect(sub.batches).toEqual([]);
		expect(items[0]?.json).toMatchObject({ rows: 0, batches: 0, results: 0 });
		expect(messages(hints)).toContain('no rows');
	});

	it('that a proxy has unpacked, or with a mark and quotes, are the same', async () => {
		Object.assign(service.options, { decompressedByProxy: true, bom: true, quoteAll: true });
		const sub = new SubWorkflow();
		const { error, hints } = await run(sub, batchesOf());
		expect(error).toBeUndefined();
		expect(messages(hints)).toContain('arrived already unpacked');
		expect(sub.rows).toEqual(await asItems(jobs()[0]!));
	});

	it('of a job that is not done in time are not passed on', async () => {
		service.options.jobDurationMs = 60_000;
		const sub = new SubWorkflow();
		const options = { maxWait: 0.2, onTimeout: 'outputJob' };
		const { items } = await run(sub, batchesOf({ ...LONG, options }));
		expect(items.map(({ json }) => json.jobId)).toEqual(jobs());
		expect(sub.batches).toEqual([]);
	});
});

describe('several input items', () => {
	const queries = ['messages_by_day', 'messages_by_hour_block', 'messages_by_day'];
	const items = queries.map((query) => ({ json: { query } }));
	const parameters = () => batchesOf({ queryName: '={{ $json.query }}' });

	it('pass their rows on one after the other, in their order, and equal ones once', async () => {
		service.options.rows = (name) => (name === 'messages_by_day' ? 110 : 120);
		const sub = new SubWorkflow();
		const { items: out, hints } = await run(sub, parameters(), { items });
		expect(sizes(sub)).toEqual([100, 10, 100, 20]);
		expect(sub.atOnce).toBe(1);
		expect(out.map(({ json, pairedItem }) => [json.rows, pairedItem])).toEqual(
			[110, 120, 110].map((rows, item) => [rows, { item }]),
		);
		expect(messages(hints)).toContain('Item 2: Got the result of the same job');
	});

	it('pass nothing on before the files of all are known to be good', async () => {
		const sub = new SubWorkflow();
		service.faults.add('download', { kind: 'status', status: 400 }, 1);
		const { error } = await run(sub, parameters(), { items });
		expect(error).toBeDefined();
		expect(sub.batches).toEqual([]);
	});

	it('with Continue, the others go on where one fails', async () => {
		const sub = new SubWorkflow();
		service.faults.add('download', { kind: 'status', status: 400 }, 1);
		const onError = 'continueRegularOutput';
		const { items: out } = await run(sub, parameters(), { items, onError });
		expect(out.filter(({ json }) => json.error)).not.toEqual([]);
		expect(sizes(sub)).toEqual([100, 100, 50]);
	});
});

describe('nothing is passed on', () => {
	it.each([
		['of a corrupt file', { flipBitAt: 0.9 }, /is damaged/],
		['of a truncated file', { truncateAt: 0.9 }, /is damaged/],
		['of a file with something behind it', { trailingGarbage: 'x' }, /is damaged/],
		['of a failed job', { failJob: { message: 'No', description: 'No', status: 'DONE' } }, /fail/],
	])('%s', async (_, options, words) => {
		Object.assign(service.options, options);
		const sub = new SubWorkflow();
		const { error } = await run(sub, batchesOf());
		expect(error?.message).toMatch(words);
		expect(sub.batches).toEqual([]);
	});

	it('if the columns are not the expected ones', async () => {
		const sub = new SubWorkflow();
		const { error } = await run(sub, batchesOf({ options: { expectedColumns: 'day, other' } }));
		expect(error?.message).toContain('does not have the expected columns');
		expect(sub.batches).toEqual([]);
		const fit = { expectedColumns: 'read, other', onOtherColumns: 'fit' };
		await run(sub, batchesOf({ options: fit }));
		expect(Object.keys(sub.rows[0]!)).toEqual(['read', 'other']);
	});

	it.each([
		['without a workflow', { workflowId: '={{ "" }}' }, 'Workflow is not valid'],
		['with no rows in a batch', { rowsPerBatch: 0 }, 'Rows per Batch is not valid'],
		['with a part of a row', { rowsPerBatch: 2.5 }, 'Rows per Batch is not valid'],
		[
			'from row 0 on',
			{ operation: 'getResult', jobId: 'job', startAtRow: 0 },
			'Start at Row is not valid',
		],
	])('%s, and no call is made', async (_, parameters, message) => {
		const { error } = await run(new SubWorkflow(), batchesOf(parameters));
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});

	it('from a row on that the file does not have', async () => {
		await run(new SubWorkflow(), batchesOf());
		const sub = new SubWorkflow();
		const { error } = await run(sub, getResult({ jobId: jobs()[0]!, startAtRow: 251 }));
		expect(error?.message).toContain('Start at Row is 251, but the bulk export has only 250 rows');
		expect(sub.batches).toEqual([]);
	});
});

it('a download that breaks off is fetched again before anything is passed on', async () => {
	service.faults.add('download', { kind: 'resetMidBody', fraction: 0.6 }, 1);
	const sub = new SubWorkflow();
	const { error } = await run(sub, batchesOf());
	expect(error).toBeUndefined();
	expect(sizes(sub)).toEqual([100, 100, 50]);
});

describe('a batch that fails', () => {
	it('stops, and says how many rows were passed on and how to go on', async () => {
		const sub = failingAt(3);
		const { error } = await run(sub, batchesOf());
		const [jobId] = jobs();
		expect(error?.message).toBe(
			`The sub-workflow failed at batch 3 (rows 201 to 250 of job ${jobId})`,
		);
		expect(error?.description).toContain('It says: The table is locked.');
		expect(error?.description).toContain('200 rows were passed on before, in 2 batches');
		expect(error?.description).toContain(`Job ID ${jobId} and Start at Row 201`);
		expect(error?.context.data).toEqual({
			jobId,
			startAtRow: 201,
			rows: 200,
			batches: 2,
			results: 200,
		});
		expect(sub.batches).toHaveLength(3);
	});

	it('is where Get Result goes on, so that each row came once', async () => {
		const sub = failingAt(2);
		const failed = await run(sub, batchesOf(), { onError: 'continueRegularOutput' });
		const { jobId, startAtRow } = failed.items[0]!.json as { jobId: string; startAtRow: number };
		const rest = new SubWorkflow();
		const { items, error } = await run(rest, getResult({ jobId, startAtRow }));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ rows: 150, batches: 2 });
		expect([...sub.batches[0]!, ...rest.rows]).toEqual(await asItems(jobId));
	});

	it('of a long range names the jobs that follow, and those that are through', async () => {
		const { error } = await run(failingAt(5), batchesOf(LONG));
		const [first, second, third] = jobs();
		expect(error?.description).toContain(`Job ID ${second} and Start at Row 101`);
		expect(error?.description).toContain(`and then with job ${third} from row 1`);
		expect(error?.description).toContain(`All rows of job ${first} were passed on.`);
	});

	it('is an item with Continue, with the fields to go on by', async () => {
		const sub = failingAt(3);
		const { items, errorItems } = await run(sub, batchesOf(), { onError: 'continueErrorOutput' });
		expect(items).toEqual([]);
		expect(errorItems[0]?.json.details).toMatchObject({ jobId: jobs()[0], startAtRow: 201 });
	});
});

describe('Retry On Fail goes on with the batch that failed', () => {
	it('of the same job, and the item counts the rows of both tries', async () => {
		const sub = failingAt(2);
		const { items, error } = await run(sub, batchesOf(), { retryOnFail: true });
		expect(error).toBeUndefined();
		expect(service.jobs.size).toBe(1);
		expect(sizes(sub)).toEqual([100, 100, 100, 50]);
		expect(sub.batches[2]).toEqual(sub.batches[1]);
		expect(items[0]?.json).toMatchObject({ jobId: jobs()[0], rows: 250, batches: 3, results: 250 });
	});

	it('of the same part of a long range, also with Continue', async () => {
		const sub = failingAt(5);
		const options = { retryOnFail: true, onError: 'continueRegularOutput' } as const;
		const { items } = await run(sub, batchesOf({ ...LONG, options: { maxRows: 320 } }), options);
		expect(service.jobs.size).toBe(3);
		expect(items[0]?.json).toMatchObject({ rows: 320, batches: 4 });
		expect(sizes(sub)).toEqual([100, 100, 50, 70]);
		const failing = failingAt(4);
		const again = await run(failing, batchesOf(LONG), options);
		expect(service.jobs.size).toBe(6);
		expect(sizes(failing)).toEqual([100, 100, 50, 100, 100, 100, 50, 100, 100, 50]);
		expect(again.items[0]?.json).toMatchObject({ rows: 750, batches: 9, startDate: day(70) });
	});

	it('of the item that failed, and not of those before it', async () => {
		const items = ['messages_by_day', 'messages_by_hour_block'].map((query) => ({
			json: { query },
		}));
		const sub = failingAt(4);
		const parameters = batchesOf({ queryName: '={{ $json.query }}' });
		const { items: out, hints } = await run(sub, parameters, { items, retryOnFail: true });
		expect(sizes(sub)).toEqual([100, 100, 50, 100, 100, 100, 50]);
		expect(out.map(({ json }) => [json.rows, json.batches])).toEqual([
			[250, 3],
			[250, 3],
		]);
		expect(messages(hints)).toContain('Item 0: All rows were passed on by an earlier try');
	});

	it('of Get Result, which began later', async () => {
		await run(new SubWorkflow(), batchesOf());
		const sub = failingAt(2);
		const parameters = getResult({ jobId: jobs()[0]!, startAtRow: 11 });
		const { items } = await run(sub, parameters, { retryOnFail: true });
		expect(sizes(sub)).toEqual([100, 100, 100, 40]);
		expect(items[0]?.json).toMatchObject({ rows: 240, batches: 3 });
	});
});

it('a sub-workflow that begins to wait is an error, and this execution does not wait', async () => {
	const sub = new SubWorkflow();
	const executeWorkflow: typeof sub.execute = async (...args) => ({
		...(await sub.execute(...args)),
		waitTill: new Date('3000-01-01'),
	});
	const { items, run: execution } = await runAnalytics(service, batchesOf(), {
		executeWorkflow,
		onError: 'continueRegularOutput',
	});
	expect(sub.batches).toHaveLength(1);
	expect(items[0]?.json.description).toContain('It began to wait');
	expect(execution.waitTill).toBeUndefined();
	expect(execution.status).toBe('success');
});

it('Stop ends it between batches, and tells how to go on', async () => {
	let stop = () => {};
	const sub = new SubWorkflow((rows, batch) => {
		if (batch === 2) stop();
		return rows;
	});
	const execution = await startAnalytics(service, batchesOf(), { executeWorkflow: sub.execute });
	stop = execution.stop;
	const { run: stopped, error } = await execution.result;
	expect(stopped.status).toBe('canceled');
	expect(sub.batches).toHaveLength(2);
	expect(error?.description).toContain('Start at Row 101');
});
