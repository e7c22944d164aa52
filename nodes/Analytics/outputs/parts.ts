import { shownDays } from '../../shared/dates/dateRange';
import { asError, InputError } from '../../shared/errors';
import { joinedTexts } from '../../shared/text';
import { chooseColumnNames } from '../table/columnNames';
import { outputColumns, shownNames } from '../table/outputColumns';
import { Table, type TableColumns } from '../table/table';
import type { FinishedJob, JobFile } from '../job/downloads';
import type { FinishedExport } from './settings';

/** How many rows the service puts into one file (section 8). */
const MAX_ROWS = 3_000_000;
/** Users who only want some rows should not have to wait for the end of a file that is larger than this. */
const MAX_CHECKED_BYTES = 2 ** 26;
const UNCHECKED =
	'The Limit was reached in a file of more than 64 MB, so the rest of it was neither read nor checked for damage.';

/** A part of an export that has rows: the table in the file of a job. */
export interface Part {
	/** Its rows, or their text, must be read to the end, by which the file is verified, or the part must be left. */
	table: Table;
	/** The columns that the user wants, in the order of the first part if it has the same ones. */
	columns: TableColumns;
	/** For a Limit: leaves the rows that were not read yet. After that, there are no more parts. */
	leave(): Promise<void>;
}

interface PartWithoutRows {
	job: FinishedJob;
	columns: TableColumns;
	/** The last row of its file, which may be an error message. Empty if the file has none. */
	lastRow: string;
}

interface PartOptions {
	/** Whether a part with other columns than the first one is an error, or only a warning. */
	needsSameColumns: boolean;
}

/**
 * The parts of an export that have rows, the oldest first. Those without rows are verified as well, and a hint says at the
 * end which they are.
 */
export class Parts implements AsyncIterable<Part> {
	readonly #finished: FinishedExport;
	readonly #files: AsyncGenerator<JobFile>;
	readonly #options: PartOptions;
	/** The first part that has rows. All others go by its columns. */
	#first: { names: string[]; job: FinishedJob } | undefined;
	readonly #withoutRows: PartWithoutRows[] = [];
	/** How many rows the parts have that were read so far. */
	rowCount = 0;

	constructor(finished: FinishedExport, files: AsyncGenerator<JobFile>, options: PartOptions) {
		this.#finished = finished;
		this.#files = files;
		this.#options = options;
	}

	/** The names of the columns, which also a part without rows may have. */
	get names(): string[] {
		const named = this.#withoutRows.find(({ columns }) => columns.names.length > 0);
		return this.#first?.names ?? named?.columns.names ?? [];
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
		for await (const file of this.#files) {
			const table = await Table.open(file);
			const columns = await this.#columnsOf(table, file.job).catch(async (error: unknown) => {
				// Damage comes first, because it may be the reason why the columns are wrong.
				await table.verify();
				throw asError(error);
			});
			const leave = async (): Promise<void> => {
				const isVerified = await table.verify({ maxBytes: MAX_CHECKED_BYTES });
				if (!isVerified) this.#finished.item.hint(UNCHECKED);
				file.leave();
			};
			if (columns) yield { table, columns, leave };
			else await table.verify();
			this.rowCount += table.rowCount;
			if (table.rowCount >= MAX_ROWS) this.#warnOfMaxRows(file.job);
		}
		this.#hintAtMissingRows();
	}

	/** Says which parts have no rows, and what their files have instead. */
	#hintAtMissingRows(): void {
		const { item } = this.#finished;
		const shown = (row = '') => row && `All that it has is: ${item.api.client.quote(row)}`;
		if (!this.#first) {
			const none = 'The bulk export has no rows.';
			const rows = this.#withoutRows.map(({ lastRow }) => lastRow);
			item.hint(joinedTexts([none, shown(rows.find(Boolean))]));
			return;
		}
		for (const { job, columns, lastRow } of this.#withoutRows) {
			const isTable = inOrderOf(this.#first.names, columns) !== undefined;
			const none = `The file of ${daysAndJob(job)} has no rows.`;
			const instead = isTable ? '' : shown(lastRow);
			item.hint(joinedTexts([none, instead]), { warning: !isTable });
		}
	}

	/**
	 * The columns of a part: their names, those that the user wants, in the order of the first part.
	 * @returns undefined if it has no rows @throws what is wrong with the columns, or TextInstead
	 */
	async #columnsOf({ head }: Table, job: FinishedJob): Promise<TableColumns | undefined> {
		const { item, settings } = this.#finished;
		const { names, rowsToSkip, warning } = await chooseColumnNames({
			mode: settings.columnNames,
			// Errors and hints show the names.
			head: head.map((cells) => cells.map((cell) => item.api.client.redacted(cell))),
			keysOfQuery: job.keysOfQuery,
			isOfSameDays: job.request !== undefined,
		});
		if (warning !== undefined) item.hint(warning, { warning: true });
		const columns = { ...outputColumns(names, settings.outputColumns), rowsToSkip };
		if (head.length > rowsToSkip) return this.#likeFirst(columns, job);
		this.#withoutRows.push({ job, columns, lastRow: head.at(-1)?.join() ?? '' });
		return undefined;
	}

	/** The columns of a part that has rows, in the order of the first one. @throws InputError if they are others */
	#likeFirst(columns: TableColumns, job: FinishedJob): TableColumns {
		this.#first ??= { names: columns.names, job };
		const { names, job: firstJob } = this.#first;
		const inOrder = inOrderOf(names, columns);
		if (inOrder) return inOrder;
		const problem = 'The parts of the bulk export have different columns';
		const advice = `The part of ${daysAndJob(firstJob)} has ${shownNames(names)}; that of ${daysAndJob(job)} has ${shownNames(columns.names)}. Enter the columns that you need in Options > Output Columns.`;
		if (this.#options.needsSameColumns) throw new InputError(problem, advice);
		this.#finished.item.hint(`${problem}. ${advice}`, { warning: true });
		return columns;
	}

	#warnOfMaxRows(job: FinishedJob): void {
		this.#finished.item.hint(
			`The file of ${daysAndJob(job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
			{ warning: true },
		);
	}
}

/** @returns undefined if the names differ in more than their order */
function inOrderOf(first: string[], columns: TableColumns): TableColumns | undefined {
	const { names } = columns;
	if (first.length !== names.length) return undefined;
	if (first.every((name, at) => name === names[at])) return columns;
	if (!first.every((name) => names.includes(name))) return undefined;
	// Columns that the user has chosen are the same in all parts, so these are all columns of the file.
	return { ...columns, ...outputColumns(names, first) };
}

/** What an error or a hint calls the part of a job: its days, if they are known, and its ID. */
function daysAndJob({ request, jobId }: FinishedJob): string {
	return request ? `${shownDays(request)} (job ${jobId})` : `job ${jobId}`;
}
