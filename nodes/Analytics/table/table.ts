import { asError } from '../../shared/errors';
import { CutOffFile, ErrorDescription, MAX_DESCRIPTION_CHARACTERS, NotCsv } from './fileErrors';
import { CsvError, CsvReader, OpenQuoteError } from './csvReader';
import { FirstRow } from './firstRow';
import { FORMAT_BYTES, isDocument, mayBeLatin1, otherFormatOf } from './formats';
import { type BulkFile, unpacked } from './openFile';
import type { OutputColumns } from './outputColumns';
import { Utf8Decoder, Utf8Error } from './utf8';
import { isLineBreak, WholeLines } from './wholeLines';

const HEAD_ROWS = 20;
/**
 * How much text is decoded at once. A cell is a view of the text that it was cut from, so cells that are kept
 * come from small pieces: otherwise each would keep much more text in memory than its own.
 */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;

const CUT_OFF =
	'It arrived already unpacked, and ends in the middle of a row. If this happens every time, ask the support of the service or your network administrator why the file is not sent compressed.';

export interface TableColumns extends OutputColumns {
	/** How many of the first rows are no data: all rows up to the one with the names. */
	rowsToSkip: number;
}

export interface TableOptions {
	/** Ends the reading when it is aborted. */
	signal: AbortSignal;
	/** Whether the caller keeps the cells beyond the next batch of rows. */
	keepsCells?: boolean;
}

/**
 * The table in a bulk file (section 2.5), which is read as it arrives. Either its rows or its text can be read,
 * and only once. The file is known to be complete only after `verify` has returned.
 *
 * All methods throw GzipError or CutOffFile for a file that is damaged or cut off, and NotCsv or
 * ErrorDescription for a complete file that is no table. Damage may look like anything, so before a method
 * throws one of the latter two, it reads on to the checksum at the end of the file.
 */
export interface Table {
	/** The first 20 rows, or fewer if the file has fewer. The first row may have any form (section 2.5.2). */
	readonly head: readonly string[][];
	/** How many rows of data were read so far. */
	readonly rowCount: number;
	/**
	 * How many of these begin with the name of the first column, as if the names were repeated. It stays 0 for a
	 * table with a single column.
	 */
	readonly rowsLikeNames: number;
	/** The cells of the wanted columns, usually in batches of hundreds of rows. */
	rows(columns: TableColumns): AsyncGenerator<string[][]>;
	/**
	 * The text of the rows as the file has it, which is checked in the same way as `rows` does. Empty lines at its
	 * end are left out, and its last row has a line ending. Columns are neither selected nor renamed.
	 */
	text(columns: TableColumns): AsyncGenerator<Uint8Array>;
	/** How lines end in the first rows of the file. */
	readonly lineEnding: string;
	/**
	 * Reads to the end of the file, unless that takes more than `maxBytes` of it, compressed as it came.
	 * @returns whether the end was reached
	 */
	verify(limits?: { maxBytes?: number }): Promise<boolean>;
	/** Frees the connection of a file that is not read to its end. */
	close(): Promise<void>;
}

/** Reads the first rows of a file. @throws what the file is instead of a table; see Table */
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
	/** The first bytes of the file, which identify other formats. */
	#firstBytes: Uint8Array = new Uint8Array();
	/** The first characters of the file, which are shown if it is an error description. */
	#start = '';
	/** The text after the first row that was read together with the head. */
	#headText = '';
	/** Where the second row of the file ends in `#headText`. */
	#secondRowEnd = 0;

	/** Rows that were read, but not passed on yet. */
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

	/** Must be called once, before everything else. */
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
			// The head may end inside a character, whose first bytes are still in the decoder.
			yield* lines.take(Buffer.concat([Buffer.from(headText), this.#utf8.heldBack]));
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
		if (this.#firstRow.cells) return this.#takeTextAfterFirstRow(text);
		const rest = this.#firstRow.write(text);
		if (this.#firstRow.cells) this.#rows.push(this.#firstRow.cells);
		if (rest !== undefined) this.#takeTextAfterFirstRow(rest);
	}

	#takeTextAfterFirstRow(text: string): void {
		this.#headText += text;
		this.#csv.write(text);
	}

	#endRows(): void {
		try {
			this.#utf8.end();
			if (!this.#firstRow.cells) this.#endFirstRow();
			this.#csv.end();
		} catch (error) {
			// Rows of other widths mean that the file is no table. A quoted field or a character that has no end, however,
			// was probably cut off.
			const isOpen = error instanceof OpenQuoteError || error instanceof Utf8Error;
			const isTable = isOpen ? this.#isTable() : this.#hasHead();
			throw !this.#file.isPacked && isTable ? new CutOffFile(CUT_OFF) : asError(error);
		}
		if (this.#isTable() && this.#isCutOff()) throw new CutOffFile(CUT_OFF);
	}

	/** Whether the file has several columns, or too many rows for an error description. */
	#isTable(): boolean {
		const [, secondRow = []] = this.#rows;
		return this.#hasHead() || secondRow.length > 1;
	}

	#endFirstRow(): void {
		const rest = this.#firstRow.end();
		if (this.#firstRow.cells) this.#rows.push(this.#firstRow.cells);
		this.#takeTextAfterFirstRow(rest);
	}

	/** Whether a file that is not compressed was cut off: it must end with a line ending. A compressed one has a checksum. */
	#isCutOff(): boolean {
		return !this.#file.isPacked && !isLineBreak(this.#lastByte);
	}

	/** @throws NotCsv; ErrorDescription for a file that is not compressed and has a single column (section 2.5.4) */
	#expectTable(): void {
		const { isPacked } = this.#file;
		const format = otherFormatOf(this.#firstBytes);
		if (format !== undefined) throw new NotCsv(`The file is ${format}.`, isPacked);
		const [, secondRow = []] = this.#rows;
		const isDescription = !isPacked && secondRow.length < 2;
		if (isDescription || this.#isDocument()) throw new ErrorDescription(this.#start);
	}

	/**
	 * What an error means. Its cause may be damage, which only the checksum at the end of the file can tell, so
	 * this reads on to the end.
	 * @throws GzipError if the file is damaged
	 */
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

	/** Whether the file has so many rows that it is no error description. */
	#hasHead(): boolean {
		return this.#reads !== 'head' || this.#rows.length >= HEAD_ROWS;
	}

	/** Whether the whole file is one JSON value or web page, even if it can be read as rows. */
	#isDocument(): boolean {
		const isWhole = this.#isAtEnd && Buffer.byteLength(this.#start) === this.#byteCount;
		return isWhole && isDocument(this.#start);
	}
}
