import type { QueryBody } from '../../../nodes/Analytics/api/analyticsApi';
import { Progress } from '../../../nodes/Analytics/progress';

const FETCH = 'To get their files, run Bulk Export > Get Result within 24 hours';

/** The progress of an execution whose items export parts with these jobs. A start of "?" has no clear answer. */
async function progressOf(...exports: string[][]): Promise<Progress> {
	const progress = new Progress();
	for (const [item, parts] of exports.entries()) {
		for (const jobId of parts) {
			const body = { queryName: jobId } as QueryBody;
			const failed = {
				error: new Error('No answer'),
				delivery: 'unknown',
				unclearTries: 3,
			} as const;
			const started = { value: { jobId }, delivery: 'confirmed' } as const;
			const starting = progress.startJob(item, body, async () =>
				jobId === '?' ? failed : started,
			);
			await starting.catch(() => {});
		}
	}
	return progress;
}

it.each([
	{
		what: 'one export of several parts',
		exports: [['a', 'b', 'c']],
		ended: {},
		advice: `Jobs continue at the service. ${FETCH} with: a, b, c.`,
	},
	{
		what: 'several exports, two of which are the same',
		exports: [['a', 'b'], ['c'], ['a', 'b'], ['b', 'a']],
		ended: {},
		advice: `Jobs continue at the service. ${FETCH} for item 0 with: a, b; for item 1 with: c; for item 3 with: b, a.`,
	},
	{
		what: 'an item that has failed while the others go on',
		exports: [['a'], ['b', 'c']],
		ended: { itemIndex: 1 },
		advice: `Jobs continue at the service. ${FETCH} with: b, c.`,
	},
	{
		what: 'a job that the error names, which is a part',
		exports: [['job-1', 'job-12']],
		ended: { itemIndex: 0, namedJobId: 'job-1' },
		advice: `Other jobs continue at the service. ${FETCH} with: job-1, job-12.`,
	},
	{
		what: 'a part that has failed',
		exports: [['job-1', 'job-12']],
		ended: { itemIndex: 0, namedJobId: 'job-1', hasFailed: true },
		advice: `Other jobs continue at the service. ${FETCH} with: job-12 (1 of 2 parts).`,
	},
	{
		what: 'a job that the error names, which is all of its export',
		exports: [['a'], ['b']],
		ended: { namedJobId: 'a' },
		advice: `Other jobs continue at the service. ${FETCH} for item 1 with: b.`,
	},
	{
		what: 'a job that the error names, alone',
		exports: [['a']],
		ended: { itemIndex: 0, namedJobId: 'a' },
		advice: '',
	},
	{
		what: 'a part whose start had no clear answer, in three tries',
		exports: [['a', '?', 'b']],
		ended: { itemIndex: 0 },
		advice: `Jobs continue at the service. ${FETCH} with: a, b (2 of 3 parts). Up to 3 jobs may have been started that the service did not confirm. Without its ID, the file of a job cannot be fetched: start the export again.`,
	},
	{ what: 'another item', exports: [['a'], ['?']], ended: { itemIndex: 2 }, advice: '' },
])('the advice about $what says which jobs belong together', async (row) => {
	const progress = await progressOf(...row.exports);
	expect(progress.advice(row.ended)).toBe(row.advice);
});
