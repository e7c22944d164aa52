import { asError } from '../../shared/errors';
import { CsvReader } from './csvReader';
import { NotCsv } from './fileErrors';
import type { BulkFile } from './openFile';
import { firstRowOf } from './firstRow';
import type { OutputColumns } from './outputColumns';
import { Utf8Decoder } from './utf8';
import { HEAD_ROWS, whatFileIsInstead } from './whatFileIsInstead';
import { isLineBreak, WholeLines } from './wholeLines';

/** How much of an error description is kept: much more than is shown, so that the token is redacted before it is cut. */
const START_BYTES = 2 ** 16;
/** It is no data at the beginning of a text. */
const BYTE_ORDER_MARK = /^\uFEFF/;

export interface TableColumns extends OutputColumns {
	/** How many of the first rows are no data: all rows up to the one with the names. */
	rowsToSkip: number;
}

/**
 * The table in a bulk file (section 2.5), which is read as it arrives. Either its rows or its text can be read,
 * and only once. Both end only if the file is whole: until then, nothing of it may be passed on.
 *
 * All methods throw DamagedFile for a file that is damaged or cut off, and NotCsv or TextInstead for a
 * complete file that is no table.
 */
export class Table {
	readonly #file: BulkFile;
	readonly #blocks: AsyncGenerator<Uint8Array>;
	readonly #utf8 = new Utf8Decoder();
	readonly #csv = new CsvReader((cells) => this.#takeRow(cells), { rowsBefore: 1 });
	/** The first bytes of the file. They say what it is if it is no table. */
	readonly #start = Buffer.alloc(START_BYTES);
	#byteCount = 0;
	#lastByte: number | undefined;
	#isAtEnd = false;
	/** Why its rows could not be read. */
	#problem: NotCsv | undefined;
	/** Whether the rest of the rows is not needed. */
	#skipsRows = false;

	/** The first 20 rows, or fewer if the file has fewer. The first row may have any form (section 2.5.2). */
	head: string[][] = [];
	/** The text that may still be a part of the first row. Undefined once that has been read. */
	#firstText: string | undefined = '';
	/** The text after the first row that was read together with the head. */
	#headText = '';
	/** Where the second row of the file ends in `#headText`. */
	#secondRowEnd = 0;

	/** Rows that were read, but not passed on yet. */
	#rows: string[][] = [];
	/** Whether rows are only counted, because the text is what is wanted. */
	#countsOnly = false;
	/** How many rows of data were read so far. */
	rowCount = 0;

	/**
	 * Reads the first rows of a file.
	 * @throws what the file is instead of a table
	 */
	static async open(file: BulkFile): Promise<Table> {
		const table = new Table(file);
		while (table.#rows.length < HEAD_ROWS && !table.#isAtEnd) await table.#blocks.next();
		table.head = table.#rows.slice(0, HEAD_ROWS);
		table.#mustBeTable();
		return table;
	}

	private constructor(file: BulkFile) {
		this.#file = file;
		this.#blocks = this.#read();
	}

	/** The cells of the wanted columns, usually in batches of hundreds of rows. */
	async *rows({ rowsToSkip, isAll, pick }: TableColumns): AsyncGenerator<string[][]> {
		this.#rows = this.#rows.slice(rowsToSkip);
		do {
			const rows = this.#rows;
			this.#rows = [];
			this.rowCount += rows.length;
			yield isAll ? rows : rows.map(pick);
		} while (!(await this.#blocks.next()).done);
	}

	/**
	 * The text of the rows as the file has it, which is checked in the same way as `rows` does. Empty lines at its
	 * end are left out, and its last row has a line ending. Columns are neither selected nor renamed.
	 */
	async *text({ rowsToSkip }: TableColumns): AsyncGenerator<Uint8Array> {
		this.rowCount += this.#rows.slice(rowsToSkip).length;
		this.#countsOnly = true;
		this.#csv.keepFirstCellsOnly();
		const headText = this.#headText.slice(rowsToSkip > 1 ? this.#secondRowEnd : 0);
		const lines = new WholeLines(this.lineEnding);
		// The head may end inside a character, whose first bytes are still in the decoder.
		yield* lines.take(Buffer.concat([Buffer.from(headText), this.#utf8.heldBack]));
		for await (const block of this.#blocks) yield* lines.take(block);
		yield* lines.end();
	}

	/** How the second row of the file ends. The first one may have been put before the others. */
	get lineEnding(): string {
		const secondRow = this.#headText.slice(0, this.#secondRowEnd);
		return /(\r\n|\n|\r)$/.exec(secondRow)?.[0] ?? '\n';
	}

	/**
	 * Reads to the end of the file, but no more rows, unless that takes more than `maxBytes` of it, compressed as it came.
	 * @returns whether the end was reached, and the file is whole
	 */
	async verify({ maxBytes = Infinity } = {}): Promise<boolean> {
		this.#skipsRows = true;
		// At the end, all that is left is to see that it is whole.
		while (this.#isAtEnd || this.#file.bytesRead() <= maxBytes) {
			if ((await this.#blocks.next()).done) return true;
		}
		return false;
	}

	/**
	 * Reads the rows of block after block, and yields each block, with an empty one at the end of the file. It ends only if
	 * the file is whole. Rows that make no sense may be damage, which only the end of the file can tell, so it reads on to
	 * there before it throws what is wrong with them.
	 */
	async *#read(): AsyncGenerator<Uint8Array> {
		for await (const block of this.#file.blocks()) {
			const missing = START_BYTES - this.#byteCount;
			if (missing > 0) this.#start.set(block.subarray(0, missing), this.#byteCount);
			this.#byteCount += block.length;
			this.#lastByte = block.at(-1) ?? this.#lastByte;
			this.#readRows(block);
			if (!this.#problem) yield block;
		}
		this.#isAtEnd = true;
		const end = new Uint8Array();
		this.#readRows(end);
		if (!this.#problem) yield end;
		this.#mustBeTable();
	}

	#readRows(block: Uint8Array): void {
		if (this.#problem || this.#skipsRows) return;
		try {
			const text = this.#withoutFirstRow(this.#utf8.decode(block));
			if (this.head.length === 0) this.#headText += text;
			this.#csv.write(text);
			if (!this.#isAtEnd) return;
			this.#utf8.end();
			this.#csv.end();
		} catch (error) {
			if (!(error instanceof NotCsv)) throw asError(error);
			this.#problem = error;
		}
	}

	/** @returns the text behind the first row, which is empty until that has been read */
	#withoutFirstRow(text: string): string {
		if (this.#firstText === undefined) return text;
		this.#firstText += text;
		const rows = this.#firstText.replace(BYTE_ORDER_MARK, '');
		// An empty file has no rows.
		const first = rows === '' ? undefined : firstRowOf(rows, this.#isAtEnd);
		const isRead = first !== undefined && (first.rest !== '' || this.#isAtEnd);
		if (!isRead) return '';
		this.#firstText = undefined;
		this.#rows.push(first.cells);
		// The first row may have been put before a file that was whole, with a mark of its own.
		return first.rest.replace(BYTE_ORDER_MARK, '');
	}

	#takeRow(cells: string[]): void {
		if (this.#secondRowEnd === 0) this.#secondRowEnd = this.#csv.rowEnd;
		if (this.#countsOnly) this.rowCount += 1;
		else this.#rows.push(cells);
	}

	/** @throws what the file is instead of a table, as far as it was read */
	#mustBeTable(): void {
		const head = this.head.length > 0 ? this.head : this.#rows;
		const instead = whatFileIsInstead({
			isPacked: this.#file.isPacked,
			// What is not UTF-8 becomes "�".
			start: this.#start.toString('utf8', 0, this.#byteCount).replace(BYTE_ORDER_MARK, ''),
			isWhole: this.#isAtEnd && this.#byteCount <= START_BYTES,
			endsInLine: this.#isAtEnd && !isLineBreak(this.#lastByte),
			onlyRow: this.#isAtEnd && head.length === 1 ? head[0]!.join() : undefined,
			head,
			error: this.#problem,
		});
		if (instead) throw instead;
	}
}
