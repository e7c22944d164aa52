import { asError } from '../../shared/errors';
import { CutOffFile, ErrorDescription, MAX_DESCRIPTION_CHARACTERS, NotCsv } from './bulkFileError';
import { CsvError, CsvReader, OpenQuoteError } from './csvReader';
import { FirstRow } from './firstRow';
import { FORMAT_BYTES, isDocument, mayBeLatin1, otherFormatOf } from './formats';
import { type BulkFile, unpacked } from './openFile';
import type { OutputColumns } from './outputColumns';
import { Utf8Decoder, Utf8Error } from './utf8';

const HEAD_ROWS = 20;
/** So a row that is kept does not hold on to much more text than its own. */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;

const LF = 10;
const CR = 13;
const CUT_OFF =
	'It arrived already unpacked, and ends in the middle of a row. If this happens every time, ask the support of the service or your network administrator why the file is not sent compressed.';

export interface TableColumns extends OutputColumns {
	/** How many of the first rows are no data: those up to that of the names. */
	rowsToSkip: number;
}

export interface TableOptions {
	/** Ends the reading, also of a file without rows. */
	signal: AbortSignal;
	/** Whether somebody keeps the cells. */
	keepsCells?: boolean;
}

/**
 * The table of a bulk file (2.5) that is read as it arrives: either its rows or its text, once. It is known to
 * be complete only when `verify` has returned. What goes wrong has its meaning only in a file without damage,
 * so each method first reads on to the checksum at the end of the file, and then throws.
 *
 * All throw GzipError or CutOffFile for a file that is not whole, and NotCsv or ErrorDescription for one that is.
 */
export interface Table {
	/** The first rows, 20 at least if the file has as many. The very first may hold anything. */
	readonly head: readonly string[][];
	/** How many rows of data were given so far. */
	readonly rowCount: number;
	/** How many of them begin with the name of the first of several columns. */
	readonly rowsLikeNames: number;
	/** The cells of the wanted columns, in batches of hundreds of rows, usually. */
	rows(columns: TableColumns): AsyncGenerator<string[][]>;
	/**
	 * The text of the rows as the file has it, checked just as rows are. It has no empty lines at its end, and
	 * its last row has a line ending. Columns are neither selected nor renamed.
	 */
	text(columns: TableColumns): AsyncGenerator<Uint8Array>;
	/** How lines end in the first rows. */
	readonly lineEnding: string;
	/**
	 * Reads to the end of the file, unless it has more than `maxBytes`, as it came.
	 * @returns whether the end was reached
	 */
	verify(limits?: { maxBytes?: number }): Promise<boolean>;
	/** Lets go of a file that is not read to its end. */
	close(): Promise<void>;
}

/** Reads the first rows of a file, or finds out what it is instead of a table. */
export async function openTable(file: BulkFile, options: TableOptions): Promise<Table> {
	const table = new TableReader(file, options);
	await table.readHead();
	return table;
}

class TableReader implements Table {
	readonly #file: BulkFile;
	readonly #blocks: AsyncGenerator<Uint8Array>;
	readonly #pieceBytes: number;
	readonly #utf8 = new Utf8Decoder();
	readonly #firstRow = new FirstRow();
	readonly #csv = new CsvReader((cells) => this.#takeRow(cells), { rowsBefore: 1 });
	#reads: 'head' | 'rows' | 'text' = 'head';
	#isAtEnd = false;
	#byteCount = 0;
	#lastByte = 0;

	head: string[][] = [];
	/** By which other formats are known. */
	#firstBytes: Uint8Array = new Uint8Array();
	/** What an error description begins with. */
	#start = '';
	/** Behind the first row, as long as the head is read. */
	#headText = '';
	/** Where the second row of the file ends in it. */
	#secondRowEnd = 0;

	/** Rows that were read and not given yet. */
	#rows: string[][] = [];
	/** The name of the first of several columns, as the file has it. */
	#firstName: string | undefined;
	rowCount = 0;
	rowsLikeNames = 0;

	constructor(file: BulkFile, { signal, keepsCells = false }: TableOptions) {
		this.#file = file;
		this.#blocks = unpacked(file, signal);
		this.#pieceBytes = keepsCells ? KEPT_PIECE_BYTES : PIECE_BYTES;
	}

	/** Called once, before all else. */
	async readHead(): Promise<void> {
		try {
			while (this.#rows.length < HEAD_ROWS && !this.#isAtEnd) await this.#readBlock();
			this.#expectTable();
		} catch (error) {
			throw await this.#explained(error);
		}
		this.head = this.#rows.slice(0, HEAD_ROWS);
	}

	async *rows(columns: TableColumns): AsyncGenerator<string[][]> {
		this.#begin('rows', columns);
		try {
			for (;;) {
				const rows = this.#rows;
				this.#rows = [];
				this.#countRows(rows);
				yield columns.isAll ? rows : rows.map(columns.pick);
				if (this.#isAtEnd) return;
				await this.#readBlock();
			}
		} catch (error) {
			throw await this.#explained(error);
		}
	}

	async *text(columns: TableColumns): AsyncGenerator<Uint8Array> {
		this.#begin('text', columns);
		this.#countRows(this.#rows);
		this.#rows = [];
		this.#csv.keepFirstCellsOnly();
		const headText = this.#headText.slice(columns.rowsToSkip > 1 ? this.#secondRowEnd : 0);
		const lines = new WholeLines(this.lineEnding);
		try {
			yield* lines.take(Buffer.from(headText));
			while (!this.#isAtEnd) yield* lines.take(await this.#readBlock());
			yield* lines.end();
		} catch (error) {
			throw await this.#explained(error);
		}
	}

	get lineEnding(): string {
		const secondRow = this.#headText.slice(0, this.#secondRowEnd);
		const ofSecondRow = /(\r\n|\n|\r)$/.exec(secondRow);
		const first = /\r\n|\n|\r/.exec(this.#start);
		return (ofSecondRow ?? first)?.[0] ?? '\n';
	}

	async verify({ maxBytes = Infinity } = {}): Promise<boolean> {
		while (!this.#isAtEnd) {
			if (this.#file.bytesRead() > maxBytes) return false;
			await this.#nextBlock();
		}
		if (this.#isCutOff()) throw new CutOffFile(CUT_OFF);
		return true;
	}

	async close(): Promise<void> {
		await this.#blocks.return(undefined);
	}

	#begin(reads: 'rows' | 'text', { rowsToSkip }: TableColumns): void {
		this.#reads = reads;
		// In a single column, a value may well be the name of the column.
		const hasColumns = (this.head[rowsToSkip]?.length ?? 0) > 1;
		this.#firstName = hasColumns ? this.head[rowsToSkip - 1]?.[0] : undefined;
		this.#rows = this.#rows.slice(rowsToSkip);
	}

	#takeRow(cells: string[]): void {
		if (this.#reads === 'text') return this.#countRow(cells);
		this.#rows.push(cells);
		if (this.#reads === 'head' && this.#rows.length === 2) this.#secondRowEnd = this.#csv.rowEnd;
	}

	#countRow(cells: string[]): void {
		this.rowCount += 1;
		if (cells[0] === this.#firstName) this.rowsLikeNames += 1;
	}

	#countRows(rows: string[][]): void {
		for (const cells of rows) this.#countRow(cells);
	}

	/** @returns the block whose rows were read; an empty one at the end of the file */
	async #readBlock(): Promise<Uint8Array> {
		const block = await this.#nextBlock();
		for (let at = 0; at < block.length; at += this.#pieceBytes) {
			const text = this.#utf8.decode(block.subarray(at, at + this.#pieceBytes));
			if (this.#reads === 'head') this.#takeHeadText(text);
			else this.#csv.write(text);
		}
		if (this.#isAtEnd) this.#endRows();
		return block;
	}

	async #nextBlock(): Promise<Uint8Array> {
		const next = await this.#blocks.next();
		if (next.done) {
			this.#isAtEnd = true;
			return new Uint8Array();
		}
		const block = next.value;
		this.#byteCount += block.length;
		this.#lastByte = block.at(-1) ?? this.#lastByte;
		const missing = FORMAT_BYTES - this.#firstBytes.length;
		if (missing > 0) {
			this.#firstBytes = Buffer.concat([this.#firstBytes, block.subarray(0, missing)]);
		}
		return block;
	}

	#takeHeadText(text: string): void {
		if (text === '') return;
		if (this.#start.length < MAX_DESCRIPTION_CHARACTERS) this.#start += text;
		if (this.#firstRow.cells) return this.#takeTextBehindFirstRow(text);
		const rest = this.#firstRow.write(text);
		if (this.#firstRow.cells) this.#rows.push(this.#firstRow.cells);
		if (rest !== undefined) this.#takeTextBehindFirstRow(rest);
	}

	#takeTextBehindFirstRow(text: string): void {
		this.#headText += text;
		this.#csv.write(text);
	}

	#endRows(): void {
		try {
			this.#utf8.end();
			if (!this.#firstRow.cells) this.#endFirstRow();
			this.#csv.end();
		} catch (error) {
			// Rows of other widths are rather no table, but a field or a character that is open was cut.
			const isOpen = error instanceof OpenQuoteError || error instanceof Utf8Error;
			const isTable = isOpen ? this.#isTable() : this.#hasHead();
			throw !this.#file.isPacked && isTable ? new CutOffFile(CUT_OFF) : asError(error);
		}
		if (this.#isTable() && this.#isCutOff()) throw new CutOffFile(CUT_OFF);
	}

	/** Whether it has several columns, or so many rows that it is no error description. */
	#isTable(): boolean {
		const [, secondRow = []] = this.#rows;
		return this.#hasHead() || secondRow.length > 1;
	}

	#endFirstRow(): void {
		const rest = this.#firstRow.end();
		if (this.#firstRow.cells) this.#rows.push(this.#firstRow.cells);
		this.#takeTextBehindFirstRow(rest);
	}

	/** A compressed file has a checksum, which tells whether it is whole; others must end with a whole row. */
	#isCutOff(): boolean {
		return !this.#file.isPacked && this.#lastByte !== LF && this.#lastByte !== CR;
	}

	/** @throws NotCsv; ErrorDescription for what is not compressed and has not several columns (2.5.4) */
	#expectTable(): void {
		const { isPacked } = this.#file;
		const format = otherFormatOf(this.#firstBytes);
		if (format !== undefined) throw new NotCsv(`The file is ${format}.`, isPacked);
		const [, secondRow = []] = this.#rows;
		const isDescription = !isPacked && secondRow.length < 2;
		if (isDescription || this.#isDocument()) throw new ErrorDescription(this.#start);
	}

	/** The cause may be damage, which only the checksum at the end of the file tells. @throws GzipError */
	async #explained(error: unknown): Promise<Error> {
		while (!this.#isAtEnd) await this.#nextBlock();
		const isNotUtf8 = error instanceof Utf8Error;
		if (!isNotUtf8 && !(error instanceof CsvError)) return asError(error);

		const { isPacked } = this.#file;
		const format = otherFormatOf(this.#firstBytes);
		if (format !== undefined) return new NotCsv(`The file is ${format}.`, isPacked);
		if (isNotUtf8) {
			const guess = mayBeLatin1(this.#firstBytes) ? ' It may be Latin-1 (Windows-1252).' : '';
			return new NotCsv(`${error.message}${guess}`, isPacked);
		}
		const isDescription = !isPacked && !this.#hasHead();
		if (isDescription || this.#isDocument()) return new ErrorDescription(this.#start);
		return new NotCsv(error.message, isPacked);
	}

	#hasHead(): boolean {
		return this.#reads !== 'head' || this.#rows.length >= HEAD_ROWS;
	}

	/** Whether all of the file is one JSON value or page, whatever rows it looks like. */
	#isDocument(): boolean {
		const isWhole = this.#isAtEnd && Buffer.byteLength(this.#start) === this.#byteCount;
		return isWhole && isDocument(this.#start);
	}
}

/** Passes on text without the empty lines at its end, so that another file can follow it. */
class WholeLines {
	readonly #lineEnding: string;
	/** Line breaks of which it is not known yet whether a row follows. */
	#breaks: Uint8Array = new Uint8Array();
	#isEmpty = true;

	/** @param lineEnding of the last row, if it has none */
	constructor(lineEnding: string) {
		this.#lineEnding = lineEnding;
	}

	*take(block: Uint8Array): Generator<Uint8Array> {
		let end = block.length;
		while (end > 0 && (block[end - 1] === LF || block[end - 1] === CR)) end -= 1;
		if (end > 0) {
			// Also a copy, as the block is valid until the next one only.
			yield Buffer.concat([this.#breaks, block.subarray(0, end)]);
			this.#breaks = block.slice(end);
			this.#isEmpty = false;
		} else if (block.length > 0) {
			this.#breaks = Buffer.concat([this.#breaks, block]);
		}
	}

	*end(): Generator<Uint8Array> {
		if (this.#isEmpty) return;
		const [first, second] = this.#breaks;
		const isCrLf = first === CR && second === LF;
		const lineEnd = this.#breaks.subarray(0, isCrLf ? 2 : 1);
		yield lineEnd.length > 0 ? lineEnd : Buffer.from(this.#lineEnding);
	}
}
