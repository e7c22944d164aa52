import '../../../support/quickWaits';
import type { INodeParameters } from 'n8n-workflow';
import { BY_QUERY, bulkExport, itemsOfQueries, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { CONTINUE } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';
import { startJob } from '../../../support/startedJobs';

const service = serviceForEach();

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runAnalytics(service, { resource: 'bulkExport', ...parameters }, options);

it('Start, Get Status and Get Result work one after the other at their defaults', async () => {
	service.options.states = [];
	const items = itemsOfQueries('messages_by_day', 'usage_by_user');
	const start = bulkExport({ operation: 'start', ...BY_QUERY });
	const started = await runAnalytics(service, start, { items });

	const looked = await run({ operation: 'getStatus' }, { items: started.items });
	expect(looked.items).toHaveLength(2);
	for (const [itemIndex, { json: fieldsOfStart }] of started.items.entries()) {
		const { json, pairedItem } = looked.items[itemIndex]!;
		expect(json).toMatchObject(fieldsOfStart);
		expect(json).toMatchObject({ done: true, failed: false, status: 'DONE', totalSlotMS: 0 });
		expect(pairedItem).toEqual({ item: itemIndex });
	}

	const found = await run({ operation: 'getResult' }, { items: looked.items });
	expect(found.error).toBeUndefined();
	const pairs = new Set(found.items.map(({ pairedItem }) => pairedItem));
	expect(pairs).toEqual(new Set([{ item: 0 }, { item: 1 }]));
});

it('what the service says now replaces what an earlier request found, among the fields of the input', async () => {
	const { jobId } = await startJob(service);
	const items = [{ json: { jobId, done: true, status: 'DONE', own: 1 } }];
	const { items: output } = await run({ operation: 'getStatus', jobId }, { items });
	expect(output[0]?.json).toMatchObject({ jobId, done: false, status: 'PENDING', own: 1 });
});

describe('an input item', () => {
	it('with the IDs of several jobs has an item for each, in their order', async () => {
		const first = await startJob(service);
		const second = await startJob(service);
		const items = [
			{ json: { ids: `${second.jobId}, ${first.jobId},${second.jobId}` } },
			{ json: { ids: [[first.jobId]] } },
		];
		const { items: output } = await run(
			{ operation: 'getStatus', jobId: '={{ $json.ids }}' },
			{ items },
		);
		expect(output.map(({ json, pairedItem }) => ({ jobId: json.jobId, pairedItem }))).toEqual([
			{ jobId: second.jobId, pairedItem: { item: 0 } },
			{ jobId: first.jobId, pairedItem: { item: 0 } },
			{ jobId: first.jobId, pairedItem: { item: 1 } },
		]);
	});

	it('with a file passes it on', async () => {
		const { jobId } = await startJob(service);
		const data = { data: 'YQ==', mimeType: 'text/csv', fileName: 'report.csv' };
		const items = [{ json: { jobId }, binary: { data } }, { json: { jobId } }];
		const { items: output } = await run({ operation: 'getStatus' }, { items });
		expect(output[0]?.binary?.data).toMatchObject({ fileName: 'report.csv' });
		expect(output[0]?.json.jobId).toBe(jobId);
		expect(output[1]?.binary).toBeUndefined();
	});
});

it('a record whose fields hold lists or objects has them as JSON text, so that a table can store it', async () => {
	const { jobId } = await startJob(service);
	const record = { JobId: jobId, Status: 'DONE', HasError: false, Stats: { slots: [1, 2] } };
	const body = JSON.stringify({ data: [record], status: 200 });
	service.faults.add('status', { kind: 'status', status: 200, body });
	const { items } = await run({ operation: 'getStatus', jobId });
	expect(items[0]?.json).toMatchObject({ done: true, stats: '{"slots":[1,2]}' });
});

it('a job ID that the service does not know is an error of its item, and one with a slash makes no call', async () => {
	const items = ['job-unknown', 'a/b', [{ jobId: 'a' }], []].map((jobId) => ({ json: { jobId } }));
	const { items: output } = await run({ operation: 'getStatus' }, { items, ...CONTINUE });
	expect(output[0]?.json.error).toBe('There is no job "job-unknown"');
	expect(output[1]?.json.error).toBe('Job ID is not valid');
	expect(output[2]?.json.error).toMatch(/^Job ID > 0( > jobId)? is not valid$/);
	expect(output[3]?.json.error).toContain('Job ID');
	expect(service.requests).toHaveLength(1);
});

it.each(['getStatus', 'getResult'])(
	'the token does not appear in the error or the item of %s, if it was entered as the ID',
	async (operation) => {
		const { items } = await run({ operation, jobId: service.token }, CONTINUE);
		expect(items[0]?.json).toMatchObject({ error: 'There is no job "*****"', jobId: '*****' });
		expect(JSON.stringify(items)).not.toContain(service.token);
	},
);
