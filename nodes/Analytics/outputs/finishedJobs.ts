import type { INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { decideColumnNames, shownNames } from '../bulkFile/columnNames';
import type { BulkFile } from '../bulkFile/openFile';
import { type Batch, readRows, type ReadOptions } from '../bulkFile/reader';
import type { FinishedJob } from '../job/jobFiles';
import type { QueryBody } from '../transport/analyticsApi';
import type { JobOutput } from './context';

export const NO_ROWS =
	'The bulk export has no rows for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.';

/** Of one file (section 8). */
const MAX_ROWS = 3_000_000;

export async function* rowsOf(
	{ context, settings }: JobOutput,
	{ job, ...file }: BulkFile & { job: FinishedJob },
	gives: ReadOptions['gives'],
): AsyncGenerator<Batch> {
	let count = 0;
	const batches = readRows(file, {
		signal: context.signal,
		gives,
		wanted: settings.outputColumns,
		async decideNames(head) {
			const mode = settings.columnNames;
			const isOfSameDays = job.content !== undefined;
			const names = await decideColumnNames({ mode, head, queryKeys: job.queryKeys, isOfSameDays });
			if (names.warning !== undefined) context.warn(names.warning);
			return names;
		},
	});
	for await (const batch of batches) {
		count += batch.rows.length;
		yield batch;
	}
	if (count < MAX_ROWS) return;
	context.warn(
		`The file of ${labelOf(job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
	);
}

/** The query of all jobs together, if it is known. */
export function contentOf(jobs: FinishedJob[]): QueryBody | undefined {
	const [first, last] = [jobs.at(0)?.content, jobs.at(-1)?.content];
	return first && last && { ...first, endDate: last.endDate };
}

export function aboutJobs(jobs: FinishedJob[]): INodeExecutionData['json'] {
	const jobIds = jobs.map(({ jobId }) => jobId);
	return { ...contentOf(jobs), ...(jobIds.length === 1 ? { jobId: jobIds[0] } : {}), jobIds };
}

function labelOf({ content, jobId }: FinishedJob): string {
	return content ? `${content.startDate} to ${content.endDate} (job ${jobId})` : `job ${jobId}`;
}

/** @throws InputError where the columns of a part are not those of the first */
export function expectSameColumns(first: string[], other: string[], job: FinishedJob): void {
	if (first.length === other.length && first.every((name, at) => name === other[at])) return;
	const part = labelOf(job);
	throw new InputError(
		`The parts of the bulk export have different columns: those of ${part} are not those of the first`,
		`The first has ${shownNames(first)}; ${part} has ${shownNames(other)}. Enter the columns that you need in Options > Output Columns.`,
	);
}
