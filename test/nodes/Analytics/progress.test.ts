import { Progress } from '../../../nodes/Analytics/progress';
import { ServiceError } from '../../../nodes/shared/errors';

const DAYS = { timeZone: 'UTC', startDate: '2026-11-01', endDate: '2026-11-30' };

/** The progress of an execution: each item has started one job, whose ID is "job-" and the index of the item. */
async function progressOfItems(count: number): Promise<Progress> {
	const progress = new Progress();
	for (let item = 0; item < count; item += 1) {
		const jobId = `job-${item}`;
		const query = { queryName: `query_${item}`, ...DAYS };
		const { items } = await progress.addJob(query, async () => ({ jobId }));
		items.add(item);
	}
	return progress;
}

describe('the advice about jobs', () => {
	it('is empty if none was started', () => {
		expect(new Progress().advice()).toBe('');
	});

	it('says how to fetch a job', async () => {
		const progress = await progressOfItems(1);
		expect(progress.advice()).toBe(
			'The job and its file stay at the service: to get them, run Bulk Export > Get Result within 24 hours, with Job ID job-0 and Query Name query_0 (2026-11-01 to 2026-11-30).',
		);
	});

	it('leaves out the job that the error names, but no other whose ID is a part of it', async () => {
		const progress = await progressOfItems(13);
		const advice = progress.advice({ namedJobId: 'job-12' });
		expect(advice).toMatch(/^12 other jobs and their files stay at the service: /);
		expect(advice).toContain('Job ID job-1 and Query Name query_1');
		expect(advice).not.toContain('job-12');
	});

	it('is only about the jobs of an item if the other items go on', async () => {
		const progress = await progressOfItems(3);
		const jobOfLastItem = [...progress.jobs][2];
		jobOfLastItem?.items.add(1);
		const advice = progress.advice({ itemIndex: 1, namedJobId: 'job-1' });
		expect(advice).toMatch(/^Another job and its file stay/);
		expect(advice).toContain('Job ID job-2');
	});

	it('lists up to ten jobs, and the log has the rest', async () => {
		const advice = (await progressOfItems(12)).advice();
		expect(advice).toMatch(/^12 jobs and their files stay at the service: /);
		expect(advice).toContain('Job ID job-9 and Query Name query_9 (2026-11-01 to 2026-11-30)');
		expect(advice).toContain("and 2 more. The IDs of all jobs are in n8n's log.");
		expect(advice).not.toContain('job-10');
	});
});

describe('a job whose start', () => {
	const query = { queryName: 'query', ...DAYS };

	it('has no response yet may exist', () => {
		const progress = new Progress();
		void progress.addJob(query, async () => await new Promise(() => {}));
		expect(progress.advice()).toBe('1 more job may have been started.');
	});

	it.each([
		{ kind: 'noAnswer', advice: '1 more job may have been started.' },
		{ kind: 'notSent', advice: '' },
	] as const)('fails as $kind leads to the advice "$advice"', async ({ kind, advice }) => {
		const progress = new Progress();
		const failure = new ServiceError(kind, 'No');
		const adding = progress.addJob(query, async () => await Promise.reject(failure));
		await expect(adding).rejects.toBe(failure);
		expect(progress.advice()).toBe(advice);
	});
});
