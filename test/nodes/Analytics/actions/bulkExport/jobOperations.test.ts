import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../../../support/nodeRuns';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

async function run(parameters: INodeParameters, options: RunOptions = {}) {
	const { items, error, hints } = await runAnalytics(service, bulkExport(parameters), options);
	return { items, error, hints, json: items[0]?.json ?? {} };
}
const status = async (jobId: string) => (await run({ operation: 'getStatus', jobId })).json;
const result = async (jobId: string, options = {}) =>
	await run({ operation: 'getResult', jobId, options });
const started = async (parameters: INodeParameters = {}) =>
	(await run({ operation: 'start', ...parameters })).json.jobId as string;

describe('Bulk Export > Start', () => {
	it('gives one item for each job, without waiting', async () => {
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

	it('is tried again where a second job may come of it, and says so', async () => {
		service.faults.add('bulkStart', { kind: 'resetAfterRead', apply: true });
		const { json, hints } = await run({ operation: 'start' });
		expect(json.jobId).toBe([...service.jobs.keys()][1]);
		const said = expect.stringContaining('a second job may exist') as string;
		expect(hints).toContainEqual(expect.objectContaining({ message: said }));
	});
});

describe('Bulk Export > Get Status', () => {
	it('gives what the service says of the job, and what an IF node wants to know', async () => {
		service.options.jobDurationMs = 60_000;
		const jobId = await started();
		const record = { jobId, HasError: false, failed: false };
		expect(await status(jobId)).toMatchObject({ ...record, Status: 'QUEUED', done: false });
		service.clock.advance(60_000);
		expect(await status(jobId)).toMatchObject({ ...record, Status: 'DONE', done: true });
	});

	it('gives ten fields, or all that the service has with Simplify off', async () => {
		const jobId = await started();
		const { json } = await run({ operation: 'getStatus', jobId, simplify: false });
		expect(Object.keys(await status(jobId))).toHaveLength(10);
		expect(Object.keys(json)).toHaveLength(3 + 12);
		expect(json).toMatchObject({ ...(await status(jobId)), JobId: jobId });
	});

	it('gives the record of a failed job, which is no error here', async () => {
		const jobId = await started();
		service.options.failJob = { status: 'DONE', message: 'No', description: 'No.' };
		const record = { done: false, failed: true, ErrorMessage: 'No' };
		expect(await status(jobId)).toMatchObject(record);
	});

	it('needs a Job ID, without which no call is spent', async () => {
		const { error } = await run({ operation: 'getStatus', jobId: '={{ "" }}' });
		expect(error?.message).toBe('Job ID is empty');
		expect(service.requests).toEqual([]);
	});
});

describe('Bulk Export > Get Result', () => {
	it('compares the file with its query, if it is told which one it was', async () => {
		service.options.columnNames = 'firstRow';
		const queryName = 'campaigns_text';
		const jobId = await started({ queryName, dateRange: 'last7Days' });
		const untold = await result(jobId);
		expect(untold.error?.message).toContain('its query is not known');
		expect(untold.error?.description).toContain('Options > Query Name');
		const { items, json } = await result(jobId, { queryName });
		expect(Object.keys(json)).toEqual(['campaign_name', 'text', 'last_status']);
		expect(items).toHaveLength(14);
	});

	it('says so when the job is not done, is too old, or is not known', async () => {
		service.options.jobDurationMs = 60_000;
		const jobId = await started();
		const early = await result(jobId);
		expect(early.error?.message).toBe(`The bulk export is not done yet (job ${jobId})`);
		service.clock.advance(25 * 60 * 60_000);
		const late = await result(jobId);
		expect(late.error?.message).toContain('no longer has what was asked for');
		expect(late.error?.description).toContain('24 hours');
		const unknown = await result('nonsense');
		expect(unknown.error?.message).toContain('There is no job "nonsense"');
	});

	it('is an error where the job has failed', async () => {
		const jobId = await started();
		service.options.failJob = { status: 'FAILED', message: 'No quota', description: 'Sorry.' };
		const { error } = await result(jobId);
		expect(error?.message).toBe(`The bulk export failed (job ${jobId})`);
		expect(error?.description).toContain('The service said: No quota. The file says: Sorry.');
	});
});

describe('waiting for a job', () => {
	it('ends with the job ID when Max Wait has passed', async () => {
		service.options.jobDurationMs = 60_000;
		const options = { maxWait: 0.3 };
		const { error } = await run({ options });
		const { json } = await run({ options }, { onError: 'continueRegularOutput' });
		const [first, second] = service.jobs.keys();
		expect(error?.message).toContain(`(job ${first})`);
		expect(error?.description).toContain('Get Result');
		expect(json).toMatchObject({ jobId: second });
	});

	it.each([{ kind: 'stall' }, { kind: 'endless' }] as const)(
		'ends when Max Wait has passed, even in the middle of a question: %p',
		async (fault) => {
			service.faults.add('status', fault, 99);
			const { error } = await run({ options: { maxWait: 0.5 } });
			expect(error?.message).toContain('was not done after');
		},
	);
});
