import type { INodeExecutionData } from 'n8n-workflow';
import { aboutEndDate } from '../../shared/dates/requestDates';
import { InputError } from '../../shared/errors';
import { decideColumnNames, shownNames } from '../table/columnNames';
import type { BulkFile } from '../table/openFile';
import { readRows, type ReadOptions, type RowGroup } from '../table/table';
import type { FinishedJob } from '../job/downloads';
import type { QueryBody } from '../api/analyticsApi';
import type { ItemContext, JobOutput } from '../context';

export function hintAtNoRows({ hint, connection }: ItemContext): void {
	const why = aboutEndDate(connection.details);
	hint(`The bulk export has no rows for these dates and filters.${why}`);
}

/** Of one file (section 8). */
const MAX_ROWS = 3_000_000;

export async function* rowsOf(
	{ item, settings }: JobOutput,
	{ job, ...file }: BulkFile & { job: FinishedJob },
	how: Pick<ReadOptions, 'keepsCells' | 'hasEnough' | 'onUnchecked'> = {},
): AsyncGenerator<RowGroup> {
	let count = 0;
	const groups = readRows(file, {
		signal: item.signal,
		...how,
		wanted: settings.outputColumns,
		async decideNames(head) {
			const mode = settings.columnNames;
			const isOfSameDays = job.content !== undefined;
			const names = await decideColumnNames({ mode, head, queryKeys: job.queryKeys, isOfSameDays });
			if (names.warning !== undefined) item.hint(names.warning, { warning: true });
			return names;
		},
	});
	for await (const group of groups) {
		count += group.rows.length;
		yield group;
	}
	if (count < MAX_ROWS) return;
	item.hint(
		`The file of ${labelOf(job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
		{ warning: true },
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
