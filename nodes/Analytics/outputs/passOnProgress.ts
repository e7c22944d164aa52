import { asError, LocalError } from '../../shared/errors';
import { counted, joinedTexts, sentence } from '../../shared/text';
import type { ItemContext } from '../context';
import type { JobToPassOn } from '../startedJobs';
import type { FinishedExport, OutputSettings } from './settings';

/** Where the rows of an item's jobs begin. Only a first job may begin at another row, since Start at Row is about one job. */
export function jobsToPassOn(
	jobs: ReadonlyArray<{ jobId: string }>,
	{ startAtRow }: OutputSettings,
): JobToPassOn[] {
	return jobs.map(({ jobId }, at) => ({ jobId, row: at === 0 ? startAtRow : 1 }));
}

/**
 * Says early which rows an item will pass on, if it does: should an item before it fail meanwhile, its error names the
 * jobs that are still to come.
 */
export function announceRows(
	{ jobs, itemIndex }: ItemContext,
	settings: OutputSettings,
	ofItem: ReadonlyArray<{ jobId: string }>,
): void {
	if (settings.output === 'subWorkflow') jobs.willPassOn(itemIndex, jobsToPassOn(ofItem, settings));
}

/** What a sub-workflow has received and returned. */
export interface PassOnCounts extends Record<string, number> {
	/** How many rows were passed on. */
	rows: number;
	/** How many batches they were passed on in. */
	batches: number;
	/** How many items the sub-workflow has returned. */
	results: number;
	/** How many of these have an error. */
	failedResults: number;
}

/** How far the rows of an item were passed on. */
export interface PassOnProgress {
	counts: PassOnCounts;
	/** The first row that was not passed on yet. */
	next: JobToPassOn;
	/** The jobs of this item whose rows follow. */
	later: JobToPassOn[];
}

/** The error for rows that were not all passed on. It says how far they came, and how to go on. */
export function passOnFailure(
	{ item, jobs: ownJobs, settings }: FinishedExport,
	progress: PassOnProgress,
	error: unknown,
): LocalError {
	const { signal, jobs, itemIndex, isContinuing } = item;
	const { counts, next, later } = progress;
	const isStopped = signal.aborted;
	// With Continue, the rows of the other input items are still passed on.
	const isLast = isStopped || !isContinuing;
	const ofOthers = isLast ? jobs.toPassOnAfter(itemIndex) : [];
	const place = `batch ${counts.batches + 1} (from row ${next.row} of job ${next.jobId})`;
	const words = item.api.shown(asError(error).message);
	return new LocalError(
		isStopped ? `Stopped at ${place}` : `The sub-workflow failed at ${place}`,
		joinedTexts([
			isStopped ? 'A batch under way runs to its end.' : `It says: ${sentence(words)}`,
			`Passed on before: ${counted(counts.rows, 'row')}.`,
			howToGoOn(settings, { counts, next, later: [...later, ...ofOthers] }),
			'The failed batch is then sent again, so use Insert or Update in the sub-workflow. A retry or a new execution begins with the first row.',
		]),
		{
			data: { jobId: next.jobId, startAtRow: next.row, ...counts },
			namedJobIds: [...ownJobs, ...ofOthers].map(({ jobId }) => jobId),
		},
	);
}

/** How to pass the rest of the rows on, for a hint or an error. */
export function howToGoOn(
	{ maxRows }: OutputSettings,
	{ counts, next, later }: PassOnProgress,
): string {
	const left = maxRows - counts.rows;
	// After a Limit that was reached, the rows that follow may be as many again.
	const limit = left > 0 && left < Infinity ? `, but Limit ${left} in all for this item` : '';
	const then = later.length === 0 ? '' : `, and then with ${jobsWithRows(later)}`;
	return `To go on from there, use Bulk Export > Get Result within 24 hours, with the same Query Name, Output and Options${limit}, Job ID ${next.jobId} and Start at Row ${next.row}${then}.`;
}

/** "jobs a, b from row 1", or "job a from row 1, job b from row 201". All of them are named, as each is needed. */
function jobsWithRows(jobs: JobToPassOn[]): string {
	const [first] = jobs;
	if (jobs.some(({ row }) => row !== first?.row)) {
		return jobs.map(({ jobId, row }) => `job ${jobId} from row ${row}`).join(', ');
	}
	const ids = jobs.map(({ jobId }) => jobId).join(', ');
	return `${jobs.length === 1 ? 'job' : 'jobs'} ${ids} from row ${first?.row}`;
}
