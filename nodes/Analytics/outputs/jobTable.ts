import { daysOf } from '../../shared/dates/requestDates';
import { asError, InputError } from '../../shared/errors';
import { joinedTexts } from '../../shared/text';
import { chooseColumnNames, fitsHead } from '../table/columnNames';
import { outputColumns, shownNames } from '../table/outputColumns';
import { Table, type TableColumns, type TableOptions } from '../table/table';
import type { ShownQuery } from '../api/analyticsApi';
import type { FinishedJob, JobFile } from '../job/downloads';
import type { FinishedExport } from './settings';

/** The table in a job's file, with the columns that the user wants. */
export interface JobTable {
	job: FinishedJob;
	table: Table;
	columns: TableColumns;
	/** The text of a file that has a single line, which may be an error message. Undefined if it has more. */
	onlyLine: string | undefined;
}

/**
 * Opens the file of a job as a table, and chooses its columns.
 * @throws what is wrong with the file, or with the names of its columns. A damaged file comes first,
 * because the damage may be the reason why the names are wrong.
 */
export async function openJobTable(
	finished: FinishedExport,
	{ job, ...file }: JobFile,
	options: Pick<TableOptions, 'keepsCells'> = {},
): Promise<JobTable> {
	const table = await Table.open(file, { signal: finished.item.signal, ...options });
	try {
		const { head } = table;
		const columns = await chooseColumns(finished, job, head);
		return { job, table, columns, onlyLine: head.length === 1 ? head[0]?.join() : undefined };
	} catch (error) {
		await table.verify();
		throw asError(error);
	}
}

async function chooseColumns(
	{ item, settings }: FinishedExport,
	job: FinishedJob,
	head: readonly string[][],
): Promise<TableColumns> {
	const mode = settings.columnNames;
	const keys = await job.keys?.((ofAnyDays) => fitsHead(ofAnyDays, mode, head));
	const isOfSameDays = job.query !== undefined;
	const { names, rowsToSkip, warning } = chooseColumnNames({ mode, head, keys, isOfSameDays });
	if (warning !== undefined) item.hint(warning, { warning: true });
	return { ...outputColumns(names, settings.outputColumns), rowsToSkip };
}

/** How many rows the service puts into one file (section 8). */
const MAX_ROWS = 3_000_000;

/** Checks a file whose rows have all been read, and warns if some may be missing. @throws what is wrong with the file as a whole */
export async function verifyWholeTable(
	{ item }: FinishedExport,
	{ job, table }: JobTable,
): Promise<void> {
	await table.verify();
	if (table.rowCount >= MAX_ROWS) {
		item.hint(
			`The file of ${labelOf(job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
			{ warning: true },
		);
	}
}

/** Says that an export has no rows. @param onlyLine the text of its file, if that has a single line */
export function hintAtNoRows({ item }: FinishedExport, onlyLine: string | undefined): void {
	const line = onlyLine ? `The only line of the file is: ${item.api.quote(onlyLine)}` : '';
	const noRows = 'The bulk export has no rows for these dates and filters.';
	item.hint(joinedTexts([noRows, line]));
}

/** The columns of an export of several parts: all outputs go by those of the first part that has rows. */
export class PartColumns {
	#first: { names: string[]; job: FinishedJob } | undefined;

	/** Undefined as long as no part has rows. */
	get names(): string[] | undefined {
		return this.#first?.names;
	}

	/** The columns of a part, in the order of the first one if it has the same. */
	of({ columns }: JobTable): TableColumns {
		return (this.#first && inOrderOf(this.#first.names, columns)) ?? columns;
	}

	/**
	 * Must be called when a part turns out to have rows.
	 * @param columns what `of` has returned for it
	 * @returns what is wrong if they are not those of the first part
	 */
	checkRowsOf({ job }: JobTable, columns: TableColumns): InputError | undefined {
		this.#first ??= { names: columns.names, job };
		const { names, job: firstJob } = this.#first;
		if (columns.names === names) return undefined;
		return new InputError(
			'The parts of the bulk export have different columns',
			`The part of ${labelOf(firstJob)} has ${shownNames(names)}; that of ${labelOf(job)} has ${shownNames(columns.names)}. Enter the columns that you need in Options > Output Columns.`,
		);
	}
}

/** @returns undefined if the names differ in more than their order */
function inOrderOf(first: string[], columns: TableColumns): TableColumns | undefined {
	const { names, pick } = columns;
	if (first.length !== names.length) return undefined;
	if (first.every((name, at) => name === names[at])) return { ...columns, names: first };
	const places = first.map((name) => names.indexOf(name));
	if (places.includes(-1)) return undefined;
	const inOrder = (cells: string[]): string[] => places.map((at) => cells[at]!);
	return { ...columns, names: first, pick: (cells) => inOrder(pick(cells)), isAll: false };
}

/** What an error or a hint calls a job: its days, if they are known, and its ID. */
function labelOf({ query, jobId }: FinishedJob): string {
	return query ? `${daysOf(query)} (job ${jobId})` : `job ${jobId}`;
}

type AboutJobs = Partial<ShownQuery> & { jobId?: string; jobIds: string };

/** The fields of an output item that say which jobs it was made from, and what their query is, if it is known. */
export function aboutJobs(jobs: readonly FinishedJob[]): AboutJobs {
	const [first] = jobs;
	const last = jobs.at(-1);
	const query = first?.query && last?.query && { ...first.query, endDate: last.query.endDate };
	const jobId = first && jobs.length === 1 ? { jobId: first.jobId } : {};
	return { ...query, ...jobId, jobIds: jobs.map((job) => job.jobId).join(', ') };
}
