import { csvLine } from '../csv/csvLine';
import { outputNames } from './columnContract';
import type { ColumnNames } from './columnNames';
import { fileToCsv } from './fileToCsv';
import { fileToLines, type LineFormat } from './fileToLines';
import type { BulkFile } from './openFile';
import { expectSameColumns, ONE_FILE_PER_PART, type PartColumns } from './partColumns';

const BYTE_ORDER_MARK = '\uFEFF';

/** One of the files that make up a table. */
export interface TablePart {
	jobId: string;
	/** What the user knows it by, such as its days. */
	label: string;
	decideNames(head: string[][]): Promise<ColumnNames>;
}

export interface CsvTableOptions {
	/** Bytes of each unpacked file at most. */
	maxBytes: number;
	format: LineFormat;
	/** Begins with a byte order mark, by which Excel knows UTF-8. */
	byteOrderMark: boolean;
	/** A single file in the usual format: its rows need not be written anew. */
	asTheyAre: boolean;
}

/**
 * The rows of several bulk files as one CSV file with one row of names. Files without rows say nothing
 * about its columns; all others must have the same, in the same order.
 */
export class CsvTable {
	readonly #options: CsvTableOptions;
	/** Decided once for each file, also if it must be fetched twice. */
	readonly #decisions = new Map<string, Promise<ColumnNames>>();
	/** The file whose columns all others must have: the first with rows. */
	#first: PartColumns<TablePart> | undefined;
	/** Of files without rows. */
	#otherNames: string[] = [];
	rows = 0;

	constructor(options: CsvTableOptions) {
		this.#options = options;
	}

	get columns(): string[] {
		return this.#first?.names ?? this.#otherNames;
	}

	/** The bytes that a file adds to the table; the same each time that it is fetched. */
	bytesOf(part: TablePart, file: BulkFile): AsyncGenerator<Uint8Array> {
		const { maxBytes, format, asTheyAre } = this.#options;
		const options = {
			file,
			maxBytes,
			decideNames: async (head: string[][]) => await this.#decision(part, head),
			onEnd: ({ names, rows }: { names: ColumnNames; rows: number }) => {
				this.rows += rows;
				if (this.#otherNames.length === 0) this.#otherNames = outputNames(names);
			},
		};
		if (asTheyAre) return fileToCsv(options);
		const header = (names: ColumnNames) => this.#header(part, outputNames(names));
		return fileToLines({ ...options, format, header });
	}

	/** What is left to write when all files were read: the names, if there were no rows below them. */
	end(): string {
		const { asTheyAre } = this.#options;
		return asTheyAre || this.#first || this.columns.length === 0 ? '' : this.#line(this.columns);
	}

	async #decision(part: TablePart, head: string[][]): Promise<ColumnNames> {
		const known = this.#decisions.get(part.jobId);
		if (known) return await known;
		const decision = part.decideNames(head);
		this.#decisions.set(part.jobId, decision);
		return await decision;
	}

	/** @throws InputError where the columns would not fit those above them */
	#header(part: TablePart, names: string[]): string {
		this.#first ??= { part, names };
		if (this.#first.part === part) return this.#line(names);
		expectSameColumns(this.#first, { part, names }, ONE_FILE_PER_PART);
		return '';
	}

	#line(names: string[]): string {
		const { byteOrderMark, format } = this.#options;
		const start = byteOrderMark ? BYTE_ORDER_MARK : '';
		return start + csvLine(names, format.separator) + format.lineEnd;
	}
}
