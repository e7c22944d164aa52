import { StartedJobs } from '../../../nodes/Analytics/startedJobs';
import { InputError, LocalError, ServiceError } from '../../../nodes/shared/errors';

const DAYS = { timeZone: 'UTC', startDate: '2026-11-01', endDate: '2026-11-30' };

/** The jobs of an execution: each item has one job, whose ID is "job-" and the index of the item. */
async function jobsOfItems(count: number): Promise<StartedJobs> {
	const jobs = new StartedJobs();
	for (let item = 0; item < count; item += 1) {
		const jobId = `job-${item}`;
		await jobs.add({ queryName: `query_${item}`, ...DAYS }, async () => ({ jobId }));
		jobs.assignTo(item, jobId);
	}
	return jobs;
}

const failure = new ServiceError('refused', 'No', 'Why.', { jobId: 'job-1' });

describe('the error of an item', () => {
	it('names the jobs of all items if it ends them, but not its own job again', async () => {
		const jobs = await jobsOfItems(3);
		const error = jobs.namedIn(failure, 1, false) as ServiceError;
		expect(error.description).toBe('Why. These jobs were also started: job-0 and job-2.');
	});

	it('names only the jobs of its own item if the other items continue', async () => {
		const jobs = await jobsOfItems(3);
		await jobs.add({ queryName: 'query_1', ...DAYS }, async () => ({ jobId: 'job-1b' }));
		jobs.assignTo(1, 'job-1b');
		const error = jobs.namedIn(failure, 1, true) as ServiceError;
		expect(error.description).toBe('Why. These jobs were also started: job-1b.');
	});

	it('names a job whose ID is a part of an ID that it already names', async () => {
		const jobs = await jobsOfItems(13);
		const ofLastJob = new ServiceError('refused', 'No', 'Why job-12.', { jobId: 'job-12' });
		const error = jobs.namedIn(ofLastJob, 12, false) as ServiceError;
		expect(error.description).toContain('These jobs were also started: job-0, job-1, job-2,');
	});

	it('tells jobs whose rows have arrived in the sub-workflow from the others', async () => {
		const jobs = await jobsOfItems(4);
		jobs.setPassedOn(['job-0'], 'all');
		jobs.setPassedOn(['job-3'], 'upToLimit');
		const error = jobs.namedIn(failure, 1, false) as ServiceError;
		expect(error.description).toBe(
			'Why. These jobs were also started: job-2. The sub-workflow already has all rows of job-0. The sub-workflow already has the rows of job-3, up to the Limit.',
		);
	});

	it('stays as it is if it tells of all jobs itself', async () => {
		const jobs = await jobsOfItems(1);
		jobs.assignTo(0, 'job-0b');
		const batchFailed = new LocalError('No', 'Go on with job-0.', {
			namedJobIds: ['job-0', 'job-0b'],
		});
		expect(jobs.namedIn(batchFailed, 0, false)).toBe(batchFailed);
	});

	it.each([new InputError('Choose a query'), new TypeError('a bug')])(
		'stays as it is if it is not about a job: %s',
		async (error) => {
			const jobs = await jobsOfItems(2);
			expect(jobs.namedIn(error, 0, false)).toBe(error);
		},
	);
});

describe('after Stop', () => {
	const stopped = new Error('stopped');

	it('there is nothing to say if no job was started', () => {
		expect(new StartedJobs().afterStop(stopped)).toBeUndefined();
	});

	it('there is nothing to say if the sub-workflow has the rows of all jobs', async () => {
		const jobs = await jobsOfItems(1);
		jobs.setPassedOn(['job-0'], 'all');
		expect(jobs.afterStop(stopped)).toBeUndefined();
	});

	it('up to ten jobs are listed, and the log has the rest', async () => {
		const jobs = await jobsOfItems(12);
		const said = jobs.afterStop(stopped);
		expect(said).toMatch(/^12 jobs and their files stay at the service: /);
		expect(said).toContain('Job ID job-9 and Query Name query_9 (2026-11-01 to 2026-11-30)');
		expect(said).toContain("and 2 more. The IDs of all jobs are in n8n's log.");
		expect(said).not.toContain('job-10');
	});

	it('a job that the error itself names is not named again', async () => {
		const jobs = await jobsOfItems(2);
		const error = new LocalError('Stopped', 'Go on with job-0.', { namedJobIds: ['job-0'] });
		const said = jobs.afterStop(error);
		expect(said).toMatch(/^Go on with job-0\. The job and its file stay at the service: /);
		expect(said).toContain('with Job ID job-1 and Query Name query_1');
	});

	it('a job is named although its ID is a part of an ID that the error names', async () => {
		const jobs = await jobsOfItems(2);
		const error = new LocalError('Stopped', 'Go on with job-10.', { namedJobIds: ['job-10'] });
		expect(jobs.afterStop(error)).toContain(' Job ID job-1 and Query Name query_1');
	});

	it('a job that the error of its item was told of is not named again', async () => {
		const jobs = await jobsOfItems(2);
		const ofItem = new LocalError('Stopped', 'Go on with job-0.', { namedJobIds: ['job-0'] });
		const error = jobs.namedIn(ofItem, 0, false);
		expect(jobs.afterStop(error)).toBe('Go on with job-0. These jobs were also started: job-1.');
	});

	it('a job whose start has no response yet may exist as well', () => {
		const jobs = new StartedJobs();
		void jobs.add({ queryName: 'query', ...DAYS }, async () => await new Promise(() => {}));
		expect(jobs.afterStop(stopped)).toBe('1 more job may have been started.');
	});
});
