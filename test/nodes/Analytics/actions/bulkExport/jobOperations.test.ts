import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../../../support/nodeRuns';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';
import { serviceForEach } from '../../../../support/serviceForEach';

/* What comes of a job in any reading of its record, and of its faults: see test/readings and test/faults. */

const service = serviceForEach({ statusBetween: undefined });

async function run(parameters: INodeParameters, options: RunOptions = {}) {
	const { items, error } = await runAnalytics(service, bulkExport(parameters), options);
	return { items, error, json: items[0]?.json ?? {} };
}
const started = async (parameters: INodeParameters = {}) =>
	(await run({ operation: 'start', ...parameters })).json.jobId as string;

it('Start gives one item for each job, without waiting', async () => {
	service.options.jobDurationMs = 60_000;
	const parameters = { operation: 'start', filters: { userId: '={{ $json.user }}' } };
	const given = { items: [{ json: { user: '1' } }, { json: { user: '2' } }] };
	const { items } = await run(parameters, given);
	const queryName = 'messages_by_hour_block';
	expect(items).toMatchObject(
		[...service.jobs.values()].map(({ jobId, fileName }, item) => ({
			json: { jobId, fileName, queryName },
			pairedItem: { item },
		})),
	);
	expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['bulkStart', 'bulkStart']);
});

describe('Get Status', () => {
	const status = async (jobId: string, simplify = true) =>
		(await run({ operation: 'getStatus', jobId, simplify })).json;

	it('gives what the service says of the job, and what an IF node wants to know', async () => {
		service.options.jobDurationMs = 60_000;
		const jobId = await started();
		const record = { jobId, HasError: false, failed: false };
		expect(await status(jobId)).toMatchObject({ ...record, Status: 'QUEUED', done: false });
		service.clock.advance(60_000);
		expect(await status(jobId)).toMatchObject({ ...record, Status: 'DONE', done: true });
		service.options.failJob = { status: 'DONE', message: 'No', description: 'No.' };
		const failed = { done: false, failed: true, ErrorMessage: 'No' };
		expect(await status(jobId)).toMatchObject(failed);
	});

	it('gives ten fields, or all that the service has with Simplify off', async () => {
		const jobId = await started();
		const [ten, all] = [await status(jobId), await status(jobId, false)];
		expect([Object.keys(ten).length, Object.keys(all).length]).toEqual([10, 3 + 12]);
		expect(all).toMatchObject({ ...ten, JobId: jobId });
	});
});

it('Get Result compares the file with its query, if it is told which one it was', async () => {
	service.options.columnNames = 'firstRow';
	const queryName = 'campaigns_text';
	const jobId = await started({ queryName, dateRange: 'last7Days' });
	const untold = await run({ operation: 'getResult', jobId });
	expect(untold.error?.message).toContain('its query is not known');
	expect(untold.error?.description).toContain('Options > Query Name');
	const { items, json } = await run({ operation: 'getResult', jobId, options: { queryName } });
	expect(Object.keys(json)).toEqual(['campaign_name', 'text', 'last_status']);
	expect(items).toHaveLength(14);
});
