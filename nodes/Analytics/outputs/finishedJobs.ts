import type { INodeExecutionData } from 'n8n-workflow';
import { aboutEndDate } from '../../shared/dates/requestDates';
import { asError, InputError, ServiceError } from '../../shared/errors';
import { joinedTexts } from '../../shared/text';
import {
	chooseColumnNames,
	comparesWithQuery,
	fitsHead,
	otherSeparatorOf,
	type QueryKeys,
} from '../table/columnNames';
import type { BulkFile } from '../table/openFile';
import { outputColumns, shownNames } from '../table/outputColumns';
import { openTable, type Table, type TableColumns, type TableOptions } from '../table/table';
import type { FinishedJob } from '../job/downloads';
import type { QueryBody } from '../api/analyticsApi';
import type { JobOutput } from './settings';

/** The table of a job's file, with the columns that the user wants. */
export interface JobTable {
	job: FinishedJob;
	table: Table;
	columns: TableColumns;
}

/** @throws what is wrong with the file or the names of its columns; damage first, by which names may be wrong */
export async function openJobTable(
	output: JobOutput,
	{ job, ...file }: BulkFile & { job: FinishedJob },
	options: Pick<TableOptions, 'keepsCells'> = {},
): Promise<JobTable> {
	const table = await openTable(file, { signal: output.item.signal, ...options });
	try {
		return { job, table, columns: await chooseColumns(output, job, table.head) };
	} catch (error) {
		await table.verify();
		throw asError(error);
	}
}

async function chooseColumns(
	{ item, settings }: JobOutput,
	job: FinishedJob,
	head: readonly string[][],
): Promise<TableColumns> {
	const mode = settings.columnNames;
	const keys = comparesWithQuery(mode) ? await keysFor(job, settings, head) : undefined;
	const isOfSameDays = job.content !== undefined;
	const { names, rowsToSkip, warning } = chooseColumnNames({ mode, head, keys, isOfSameDays });
	if (warning !== undefined) item.hint(warning, { warning: true });
	const separator = otherSeparatorOf(head.slice(rowsToSkip));
	if (separator !== undefined) {
		item.hint(
			`The file has one column, and its values contain ${separator}. If these separate columns, ask the support of the service for a file with commas.`,
			{ warning: true },
		);
	}
	return { ...outputColumns(names, settings.outputColumns), rowsToSkip };
}

/** The query is asked for the days of the file only if its columns of other days do not tell. */
async function keysFor(
	{ queryKeys }: FinishedJob,
	{ columnNames }: JobOutput['settings'],
	head: readonly string[][],
): Promise<QueryKeys | undefined> {
	if (!queryKeys) return undefined;
	const keys = await queryKeys.ofAnyDays();
	if (keys instanceof ServiceError || fitsHead(keys, columnNames, head)) return keys;
	return await queryKeys.ofSameDays();
}

/** Of one file (section 8). */
const MAX_ROWS = 3_000_000;

/** For a table whose rows were all read. @throws what is wrong with the file as a whole */
export async function verifyWholeTable(
	{ item }: JobOutput,
	{ job, table }: JobTable,
): Promise<void> {
	await table.verify();
	if (table.rowCount >= MAX_ROWS) {
		item.hint(
			`The file of ${labelOf(job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
			{ warning: true },
		);
	}
	if (table.rowsLikeNames > 0) {
		const rows = table.rowsLikeNames === 1 ? '1 row begins' : `${table.rowsLikeNames} rows begin`;
		item.hint(
			`${rows} with the name of the first column in the file of ${labelOf(job)}, so the column names may be repeated inside the file. They were passed on like all other rows.`,
			{ warning: true },
		);
	}
}

/** What a file without rows and names says, as far as it says anything. */
export function onlyLineOf({ table: { head } }: JobTable): string | undefined {
	return head.length === 1 ? head[0]?.join() : undefined;
}

/** @param onlyLine of a file, if it has no other */
export function hintAtNoRows({ item, api }: JobOutput, onlyLine: string | undefined): void {
	const line = onlyLine ? `The only line of the file is: ${api.shown(onlyLine)}` : '';
	const noRows = 'The bulk export has no rows for these dates and filters.';
	item.hint(`${joinedTexts([noRows, line])}${aboutEndDate(item.credential.details)}`);
}

/** The query of all jobs together, if it is known. */
export function contentOf(jobs: FinishedJob[]): QueryBody | undefined {
	const [first, last] = [jobs.at(0)?.content, jobs.at(-1)?.content];
	return first && last && { ...first, endDate: last.endDate };
}

/** What the output tells of the jobs it is made from. */
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
