import { Progress } from '../../../nodes/Analytics/progress';
import { ServiceError } from '../../../nodes/shared/errors';

/** The progress of an execution: each item has started one job, whose ID is "job-" and the index of the item. */
async function progressOfItems(count: number): Promise<Progress> {
	const progress = new Progress();
	for (let item = 0; item < count; item += 1) {
		const { items } = await progress.addJob(async () => ({ jobId: `job-${item}` }));
		items.add(item);
	}
	return progress;
}

describe('the advice about jobs', () => {
	it('leaves out the job that the error names, but no other whose ID is a part of it', async () => {
		const advice = (await progressOfItems(13)).advice({ namedJobId: 'job-12' });
		expect(advice).toMatch(/^Other jobs continue .* job-0, job-1, .*, job-11\.$/);
		expect(advice).not.toContain('job-12');
	});

	it('is only about the jobs of an item if the other items go on', async () => {
		const progress = await progressOfItems(3);
		const jobOfLastItem = [...progress.jobs][2];
		jobOfLastItem?.items.add(1);
		const advice = progress.advice({ itemIndex: 1, namedJobId: 'job-1' });
		expect(advice).toMatch(/with: job-2\.$/);
	});
});

it.each([
	{ kind: 'noAnswer', advice: '1 more job may have been started.' },
	{ kind: 'notSent', advice: '' },
] as const)(
	'a job whose start fails as $kind leads to the advice "$advice"',
	async ({ kind, advice }) => {
		const progress = new Progress();
		const failure = new ServiceError(kind, 'No');
		const adding = progress.addJob(async () => await Promise.reject(failure));
		await expect(adding).rejects.toBe(failure);
		expect(progress.advice()).toBe(advice);
	},
);
