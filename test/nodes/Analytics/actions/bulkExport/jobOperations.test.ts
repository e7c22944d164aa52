import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics, startAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const operation = (name: string, parameters: object = {}) =>
	bulkExport({ operation: name, ...parameters });

async function startedJob(): Promise<string> {
	const { items } = await runAnalytics(service, operation('start'));
	return items[0]?.json.jobId as string;
}

describe('Bulk Export > Start', () => {
	it('gives one item for each job, without waiting', async () => {
		service.options.jobDurationMs = 60_000;
		const parameters = operation('start', { filters: { userId: '={{ $json.user }}' } });
		const { items } = await runAnalytics(service, parameters, {
			items: [{ json: { user: '1' } }, { json: { user: '2' } }],
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items[0]?.json).toMatchObject({
			jobId: expect.stringMatching(/^job-/) as string,
			fileName: expect.stringMatching(/^data_[0-9a-f]+_\d+\.csv\.gz$/) as string,
			jobCreatedAt: expect.stringMatching(/Z$/) as string,
			queryName: 'messages_by_hour_block',
		});
		expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['bulkStart', 'bulkStart']);
	});

	it('is tried again where a second job may come of it, and says so', async () => {
		service.faults.add('bulkStart', { kind: 'resetAfterRead', apply: true });
		const { items, hints } = await runAnalytics(service, operation('start'));
		expect(items.map(({ json }) => json.jobId)).toEqual([[...service.jobs.keys()][1]]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('a second job may exist'),
		);
	});

	it('says that jobs may have been started, where none is known of in the end', async () => {
		service.faults.add('bulkStart', { kind: 'status', status: 504 }, 9);
		const { error } = await runAnalytics(service, operation('start'));
		expect(error?.message).toBe('The service failed to process the request');
		expect(error?.description).toContain('Jobs may have been started all the same');
	});

	it('makes one job alone after too many calls', async () => {
		service.faults.add('bulkStart', {
			kind: 'status',
			status: 429,
			headers: { 'Retry-After': '0' },
		});
		const { items } = await runAnalytics(service, operation('start'));
		expect(items).toHaveLength(1);
		expect(service.jobs.size).toBe(1);
	});
});

describe('Bulk Export > Get Status', () => {
	it('gives the record of the service, and what an IF node wants to know', async () => {
		service.options.jobDurationMs = 60_000;
		const jobId = await startedJob();
		const running = await runAnalytics(service, operation('getStatus', { jobId }));
		expect(running.items[0]?.json).toMatchObject({
			JobId: jobId,
			Status: 'QUEUED',
			done: false,
			failed: false,
		});
		service.clock.advance(60_000);
		const done = await runAnalytics(service, operation('getStatus', { jobId }));
		expect(done.items[0]?.json).toMatchObject({ Status: 'DONE', done: true, HasError: false });
	});

	it('names its fields as the specification does, however the service writes them', async () => {
		service.options.readings.statusRecord = { keys: 'snakeCase', jobId: 'upperCase' };
		const jobId = await startedJob();
		const { items } = await runAnalytics(service, operation('getStatus', { jobId }));
		expect(items[0]?.json).toMatchObject({ jobId, JobId: jobId.toUpperCase(), Status: 'DONE' });
	});

	it('gives the record of a failed job, which is no error here', async () => {
		const jobId = await startedJob();
		service.options.failJob = { status: 'DONE', message: 'No', description: 'No.' };
		const { items, error } = await runAnalytics(service, operation('getStatus', { jobId }));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ done: false, failed: true, ErrorMessage: 'No' });
	});

	it.each([
		['={{ "" }}', 'Job ID is empty'],
		['a/b', 'Job ID is not valid'],
		['../jobs', 'Job ID is not valid'],
		['x?y=1', 'Job ID is not valid'],
	])('refuses the job ID %p before a call is spent', async (jobId, message) => {
		const { error } = await runAnalytics(service, operation('getStatus', { jobId }));
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('keeps any other job ID in one segment of the path', async () => {
		const { error } = await runAnalytics(service, operation('getStatus', { jobId: 'a%2fb c' }));
		expect(error?.message).toBe('There is no job "a%2fb c" (jobs are kept for 24 hours)');
		expect(service.requests[0]).toMatchObject({
			endpoint: 'status',
			url: '/dp/data-api/v1/private/analytics/bulk-copy/jobs/a%252fb%20c',
		});
	});
});

describe('Bulk Export > Get Result', () => {
	it('passes on what Run would have', async () => {
		const jobId = await startedJob();
		const { items } = await runAnalytics(service, operation('getResult', { jobId }));
		expect(items).toHaveLength(24);
	});

	it('compares the file with its query, if it is told which one it was', async () => {
		service.options.columnNames = 'firstRow';
		const { items } = await runAnalytics(
			service,
			operation('start', { queryName: 'campaigns_text', dateRange: 'last7Days' }),
		);
		const jobId = items[0]?.json.jobId as string;
		const untold = await runAnalytics(service, operation('getResult', { jobId }));
		expect(untold.error?.message).toContain('its query is not known');
		expect(untold.error?.description).toContain('Options > Query Name');
		const options = { queryName: 'campaigns_text' };
		const told = await runAnalytics(service, operation('getResult', { jobId, options }));
		expect(Object.keys(told.items[0]?.json ?? {})).toEqual([
			'campaign_name',
			'text',
			'last_status',
		]);
		expect(told.items).toHaveLength(14);
	});

	it('says so when the job is not done, has failed, is not known, or is too old', async () => {
		service.options.jobDurationMs = 60_000;
		const jobId = await startedJob();
		const early = await runAnalytics(service, operation('getResult', { jobId }));
		expect(early.error?.message).toBe(`The bulk export is not done yet (job ${jobId})`);

		service.clock.advance(25 * 60 * 60_000);
		const late = await runAnalytics(service, operation('getResult', { jobId }));
		expect(late.error?.message).toContain('no longer has what was asked for');
		expect(late.error?.description).toContain('24 hours');

		const unknown = await runAnalytics(service, operation('getResult', { jobId: 'nonsense' }));
		expect(unknown.error?.message).toContain('There is no job "nonsense"');

		service.options.failJob = { status: 'FAILED', message: 'No quota', description: 'Sorry.' };
		const failed = await runAnalytics(service, operation('getResult', { jobId }));
		expect(failed.error?.description).toContain('No quota');
	});
});

describe('waiting for a job', () => {
	it.each(['COMPLETED', 'complete', 'SUCCESS', 'Succeeded', 'FINISHED', 'READY'])(
		'takes %s for done: the file is fetched, and is whole',
		async (done) => {
			service.options.readings.statusRecord = { done };
			const { items } = await runAnalytics(service, bulkExport());
			expect(items).toHaveLength(24);
			expect(service.requests.filter(({ endpoint }) => endpoint === 'status')).toHaveLength(1);
		},
	);

	it('takes any other word for "not yet"', async () => {
		service.options.jobDurationMs = 400;
		service.options.statusWords = ['QUEUED', 'whatever', 'Finishing'];
		const { items, error } = await runAnalytics(service, bulkExport());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(24);
		expect(service.requests.filter(({ endpoint }) => endpoint === 'status').length).toBeGreaterThan(
			2,
		);
	});

	it('ends with the job ID when Max Wait has passed', async () => {
		service.options.jobDurationMs = 60_000;
		const options = { maxWait: 0.3 };
		const { error } = await runAnalytics(service, bulkExport({ options }));
		const [jobId = ''] = service.jobs.keys();
		expect(error?.message).toContain(`job ${jobId}`);
		expect(error?.description).toContain('Get Result');

		const failed = await runAnalytics(service, bulkExport({ options }), {
			onError: 'continueRegularOutput',
		});
		expect(failed.items[0]?.json).toMatchObject({ jobId: [...service.jobs.keys()][1] });
	});

	it.each([{ kind: 'stall' }, { kind: 'endless' }] as const)(
		'ends when Max Wait has passed, even in the middle of a question: %p',
		async (fault) => {
			service.faults.add('status', fault, 99);
			const { error } = await runAnalytics(service, bulkExport({ options: { maxWait: 0.5 } }));
			expect(error?.message).toContain('was not done after');
		},
	);

	it('outlives four failed questions in a row, and ends with the job ID at the fifth', async () => {
		service.faults.add('status', { kind: 'status', status: 503 }, 4);
		expect((await runAnalytics(service, bulkExport())).items).toHaveLength(24);
		service.reset();
		service.faults.add('status', { kind: 'resetAfterRead' }, 5);
		const { error } = await runAnalytics(service, bulkExport());
		const [jobId = ''] = service.jobs.keys();
		expect(error?.message).toContain(jobId);
	});

	it('ends at once when the user presses Stop', async () => {
		service.options.jobDurationMs = 60_000;
		const { result, stop } = await startAnalytics(service, bulkExport());
		setTimeout(stop, 300);
		const started = Date.now();
		const { run } = await result;
		expect(Date.now() - started).toBeLessThan(5_000);
		expect(run.status).toBe('canceled');
		const asked = service.requests.length;
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(service.requests).toHaveLength(asked);
	});

	it('ends a download at once when the user presses Stop', async () => {
		service.options.rows = 5_000;
		service.faults.add('download', { kind: 'stallBody', fraction: 0.5 });
		const { result, stop } = await startAnalytics(service, bulkExport({ output: 'csvFile' }));
		setTimeout(stop, 600);
		const { run, items } = await result;
		expect(run.status).toBe('canceled');
		expect(items).toEqual([]);
	});
});
