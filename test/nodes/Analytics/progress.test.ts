import type { AnalyticsRequest } from '../../../nodes/Analytics/api/analyticsApi';
import { Progress } from '../../../nodes/Analytics/progress';

const REQUEST: AnalyticsRequest = {
	queryName: 'messages_by_day',
	timeZone: 'UTC',
	startDate: '2026-11-01',
	endDate: '2026-11-02',
};
const FETCH = 'Bulk Export > Get Result can fetch the file within 24 hours';

/** The progress of an execution whose items export parts with these jobs. A start of "?" has no clear answer. */
async function progressOf(...exports: string[][]): Promise<Progress> {
	const progress = new Progress(new AbortController().signal);
	for (const [item, parts] of exports.entries()) {
		for (const jobId of parts) {
			const failed = { error: new Error('No answer'), unclearTries: 3 };
			const result = jobId === '?' ? failed : { value: { jobId } };
			await progress.takeStart(item, REQUEST, Promise.resolve(result)).catch(() => {});
		}
	}
	return progress;
}

it.each([
	{
		what: 'several exports',
		exports: [['a', 'b'], ['c']],
		advice: `${FETCH} for item 0 with: a, b; for item 1 with: c.`,
	},
	{
		what: 'an item that has failed while the others go on',
		exports: [['a'], ['b', 'c']],
		itemIndex: 1,
		advice: `${FETCH} with: b, c.`,
	},
	{
		what: 'a part that has failed',
		exports: [['job-1', 'failed']],
		advice: `${FETCH} with: job-1 (1 of 2 parts).`,
	},
	{
		what: 'parts whose starts had no clear answer, in three tries each',
		exports: [['a', '?', 'b', '?']],
		itemIndex: 0,
		advice: `${FETCH} with: a, b (2 of 4 parts). Up to 6 jobs may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.`,
	},
])('the advice about $what says which jobs belong together', async (row) => {
	const progress = await progressOf(...row.exports);
	progress.fetchable.delete('failed');
	expect(progress.advice(row.itemIndex)).toBe(row.advice);
});

it.each([
	{ what: 'all jobs of its own export', parts: ['a', 'b'], jobId: 'a, b' },
	{ what: 'null if a part was not started', parts: ['a', '?'], jobId: null },
	{ what: 'nothing without jobs', parts: [], jobId: undefined },
])('an item that failed passes on $what', async ({ parts, jobId }) => {
	const progress = await progressOf(['c'], parts);
	expect(progress.jobIdOf(1)).toBe(jobId);
});

it('the jobs that an item was given are passed on, but there is no advice until they are known to have files', () => {
	const progress = new Progress(new AbortController().signal);
	progress.takeJobs(0, ['a', 'b']);
	expect(progress.jobIdOf(0)).toBe('a, b');
	expect(progress.advice(0)).toBe('');
	progress.fetchable.add('a').add('b');
	expect(progress.advice(0)).toBe(`${FETCH} with: a, b.`);
});

describe('a job that the service gives a second time', () => {
	const start = async (progress: Progress, request: AnalyticsRequest) =>
		await progress.takeStart(0, request, Promise.resolve({ value: { jobId: 'a' } }));

	it('is an error for another request, since its one file would be passed on for both', async () => {
		const progress = await progressOf(['a']);
		await expect(start(progress, { ...REQUEST, startDate: '2026-10-01' })).rejects.toThrow(
			'The service started one job for two different requests (job a)',
		);
	});

	it('may be the same request, of another item', async () => {
		const progress = await progressOf(['a']);
		expect(await start(progress, { ...REQUEST })).toEqual({ jobId: 'a' });
	});
});
