import { aboutEndDate, daysOf } from '../../shared/dates/requestDates';
import { asError, InputError } from '../../shared/errors';
import { counted, joinedTexts } from '../../shared/text';
import { chooseColumnNames, fitsHead, otherSeparatorOf } from '../table/columnNames';
import { outputColumns, shownNames } from '../table/outputColumns';
import { MAX_EXCEL_CHARACTERS, Table, type TableColumns, type TableOptions } from '../table/table';
import type { ShownQuery } from '../api/analyticsApi';
import type { ItemToRun } from '../context';
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
	const separator = otherSeparatorOf(head.slice(rowsToSkip));
	if (separator !== undefined) {
		item.hint(
			`The file has one column, and its values contain ${separator}. If these separate columns, ask the support of the service for a file with commas.`,
			{ warning: true },
		);
	}
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
	if (table.rowsLikeNames > 0) {
		const rows = table.rowsLikeNames === 1 ? '1 row begins' : `${table.rowsLikeNames} rows begin`;
		item.hint(
			`${rows} with the name of the first column in the file of ${labelOf(job)}, so the column names may be repeated inside the file. They were passed on like all other rows.`,
			{ warning: true },
		);
	}
}

/** Says that an export has no rows. @param onlyLine the text of its file, if that has a single line */
export function hintAtNoRows({ item }: FinishedExport, onlyLine: string | undefined): void {
	const line = onlyLine ? `The only line of the file is: ${item.api.shown(onlyLine)}` : '';
	const noRows = 'The bulk export has no rows for these dates and filters.';
	item.hint(`${joinedTexts([noRows, line])}${aboutEndDate(item.credential.details)}`);
}

/** @throws InputError if the columns of a part differ from those of the first */
export function expectSameColumns(first: string[], other: string[], job: FinishedJob): void {
	if (first.length === other.length && first.every((name, at) => name === other[at])) return;
	const part = labelOf(job);
	throw new InputError(
		`The parts of the bulk export have different columns: those of ${part} are not those of the first`,
		`The first has ${shownNames(first)}; ${part} has ${shownNames(other)}. Enter the columns that you need in Options > Output Columns.`,
	);
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

/**
 * Looks for values because of which a node that follows would refuse all rows: Convert to File (XLSX) those that are
 * too long for Excel, and PostgreSQL those with U+0000.
 */
export class RefusedCells {
	#rows = 0;
	#first: string | undefined;
	#more = 0;

	/** @param cells the next row that is passed on. Most tables have no such value, so their cells are not looked at */
	look(table: Table, names: readonly string[], cells: readonly string[]): void {
		this.#rows += 1;
		if (!table.mayHaveRefusedCells) return;
		for (const [at, cell] of cells.entries()) {
			const what = whatIsWrong(cell);
			if (what === undefined) continue;
			if (this.#first === undefined) {
				this.#first = `The value of "${names[at]}" in row ${this.#rows} has ${what}`;
			} else this.#more += 1;
		}
	}

	/** Warns of the first of these values. */
	warn({ hint }: Pick<ItemToRun, 'hint'>): void {
		if (this.#first === undefined) return;
		const more =
			this.#more > 0 ? ` There are ${counted(this.#more, 'other value')} like this one.` : '';
		hint(`${this.#first}${more}`, { warning: true });
	}
}

function whatIsWrong(cell: string): string | undefined {
	if (cell.length > MAX_EXCEL_CHARACTERS) {
		return `${cell.length} characters. Excel takes no more than ${MAX_EXCEL_CHARACTERS} in a cell, so Convert to File (XLSX) may refuse all rows.`;
	}
	if (!cell.includes('\0')) return undefined;
	return 'the character U+0000. Postgres does not take it, so its node may refuse all rows.';
}
