import { asError } from '../../shared/errors';
import { CsvError, CsvReader } from './csvReader';
import { type FirstRow, firstRowOf } from './firstRow';
import { type BulkFile, unpacked } from './openFile';
import type { OutputColumns } from './outputColumns';
import { Utf8Decoder, Utf8Error } from './utf8';
import { HEAD_ROWS, NotCsv, whatFileIsInstead } from './whatFileIsInstead';

/** How much of an error description is kept: much more than is shown, so that the token is redacted before it is cut. */
const START_BYTES = 2 ** 16;
/**
 * How much text is decoded at once. A cell is a view of the text that it was cut from, so cells that are kept
 * come from small pieces: otherwise each would keep much more text in memory than its own.
 */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;

/** How many characters a cell of Excel may have. */
export const MAX_EXCEL_CHARACTERS = 32_767;

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
 * All methods throw DamagedFile for a file that is damaged or cut off, and NotCsv or ErrorDescription for a
 * complete file that is no table. Damage may look like anything, so before a method throws one of the latter two,
 * it reads on to the end of the file, where its checksum is.
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
	/** Whether a value so far may have U+0000, or more characters than Excel takes. This costs next to nothing to know. */
	readonly mayHaveRefusedCells: boolean;
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
	 * @returns whether the end was reached, and the file is whole
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
	readonly #csv = new CsvReader((cells) => this.#takeRow(cells), { rowsBefore: 1 });
	/** The first bytes of the file. They say what it is if it is no table. */
	readonly #start = Buffer.alloc(START_BYTES);
	#byteCount = 0;
	#isAtEnd = false;

	head: string[][] = [];
	/** The text after the first row that was read together with the head. */
	#headText = '';
	/** Where the second row of the file ends in `#headText`. */
	#secondRowEnd = 0;

	/** Rows that were read, but not passed on yet. */
	#rows: string[][] = [];
	/** Whether rows are only counted, because the text is what is wanted. */
	#countsOnly = false;
	/** The name of the first of several columns, as the file has it. */
	#firstName: string | undefined;
	rowCount = 0;
	rowsLikeNames = 0;
	mayHaveRefusedCells = false;
	/** Where the row before the next one ends, in the text after the first row. */
	#lastRowEnd = 0;

	constructor(file: BulkFile, { signal, keepsCells = false }: TableOptions) {
		this.#file = file;
		this.#blocks = unpacked(file, signal);
		this.#pieceBytes = keepsCells ? KEPT_PIECE_BYTES : PIECE_BYTES;
	}

	/** Must be called once, before everything else. */
	async readHead(): Promise<void> {
		try {
			await this.#readFirstRow();
			while (this.#rows.length < HEAD_ROWS && !this.#isAtEnd) {
				this.#takeHeadText(this.#utf8.decode(await this.#nextBlock()));
			}
			if (this.#isAtEnd) this.#endRows();
		} catch (error) {
			throw await this.#explained(error);
		}
		this.head = this.#rows.slice(0, HEAD_ROWS);
		const instead = this.#whatItIsInstead();
		if (instead) throw instead;
	}

	async *rows(columns: TableColumns): AsyncGenerator<string[][]> {
		this.#begin(columns);
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
		this.#begin(columns);
		this.#countRows(this.#rows);
		this.#countsOnly = true;
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
		const first = /\r\n|\n|\r/.exec(this.#startText());
		return (ofSecondRow ?? first)?.[0] ?? '\n';
	}

	async verify({ maxBytes = Infinity } = {}): Promise<boolean> {
		while (!this.#isAtEnd) {
			if (this.#file.bytesRead() > maxBytes) return false;
			await this.#nextBlock();
		}
		await this.#file.confirm?.();
		return true;
	}

	async close(): Promise<void> {
		await this.#blocks.return(undefined);
	}

	async #readFirstRow(): Promise<void> {
		let text = '';
		let first: FirstRow | undefined;
		while (!first && !this.#isAtEnd) {
			text += this.#utf8.decode(await this.#nextBlock());
			// An empty file has no rows.
			if (text !== '') first = firstRowOf(text, this.#isAtEnd);
		}
		if (!first) return;
		this.#rows.push(first.cells);
		this.#takeHeadText(first.rest);
	}

	#takeHeadText(text: string): void {
		this.#headText += text;
		this.#writeRows(text);
	}

	#begin({ rowsToSkip }: TableColumns): void {
		// In a single column, a value may well be the name of the column.
		const hasColumns = (this.head[rowsToSkip]?.length ?? 0) > 1;
		this.#firstName = hasColumns ? this.head[rowsToSkip - 1]?.[0] : undefined;
		this.#rows = this.#rows.slice(rowsToSkip);
	}

	#takeRow(cells: string[]): void {
		if (this.#countsOnly) return this.#countRow(cells);
		this.#rows.push(cells);
		const { rowEnd } = this.#csv;
		if (this.#secondRowEnd === 0) this.#secondRowEnd = rowEnd;
		if (rowEnd - this.#lastRowEnd > MAX_EXCEL_CHARACTERS) this.mayHaveRefusedCells = true;
		this.#lastRowEnd = rowEnd;
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
			this.#writeRows(this.#utf8.decode(block.subarray(at, at + this.#pieceBytes)));
		}
		if (this.#isAtEnd) this.#endRows();
		return block;
	}

	#writeRows(text: string): void {
		this.mayHaveRefusedCells ||= text.includes('\0');
		this.#csv.write(text);
	}

	async #nextBlock(): Promise<Uint8Array> {
		const next = await this.#blocks.next();
		if (next.done) {
			this.#isAtEnd = true;
			return new Uint8Array();
		}
		const block = next.value;
		const missing = START_BYTES - this.#byteCount;
		if (missing > 0) this.#start.set(block.subarray(0, missing), this.#byteCount);
		this.#byteCount += block.length;
		return block;
	}

	#endRows(): void {
		this.#utf8.end();
		this.#csv.end();
	}

	/**
	 * What an error means. Its cause may be damage, which only the end of the file can tell, so this reads on to the
	 * end.
	 * @throws DamagedFile
	 */
	async #explained(error: unknown): Promise<Error> {
		while (!this.#isAtEnd) await this.#nextBlock();
		const isOfContent = error instanceof Utf8Error || error instanceof CsvError;
		const instead = isOfContent ? this.#whatItIsInstead(error) : asError(error);
		if (instead instanceof NotCsv) await this.#file.confirm?.();
		return instead ?? asError(error);
	}

	#whatItIsInstead(error?: Utf8Error | CsvError): Error | undefined {
		return whatFileIsInstead({
			isPacked: this.#file.isPacked,
			start: this.#startText(),
			isWhole: this.#isAtEnd && this.#byteCount <= START_BYTES,
			head: this.head.length > 0 ? this.head : this.#rows,
			...(error && { error }),
		});
	}

	/** The first 64 KB of the file as text. What is not UTF-8 becomes "�". */
	#startText(): string {
		return this.#start.toString('utf8', 0, Math.min(this.#byteCount, START_BYTES));
	}
}

const LF = 10;
const CR = 13;

function isLineBreak(byte: number | undefined): boolean {
	return byte === LF || byte === CR;
}

/** Leaves out the empty lines at the end of a text, so that the text of another file can follow it. */
class WholeLines {
	readonly #lineEnding: string;
	/** Line breaks that are held back until it is known whether a row follows them. */
	#breaks: Uint8Array = new Uint8Array();
	#isEmpty = true;

	/** @param lineEnding is added to the last row if it has none */
	constructor(lineEnding: string) {
		this.#lineEnding = lineEnding;
	}

	/** The bytes of a block, without the line breaks at its end. @param block need not stay valid after the call */
	*take(block: Uint8Array): Generator<Uint8Array> {
		let end = block.length;
		while (end > 0 && isLineBreak(block[end - 1])) end -= 1;
		if (end > 0) {
			// `concat` also copies the block, which is only valid until the next one.
			yield Buffer.concat([this.#breaks, block.subarray(0, end)]);
			this.#breaks = block.slice(end);
			this.#isEmpty = false;
		} else if (block.length > 0) {
			this.#breaks = Buffer.concat([this.#breaks, block]);
		}
	}

	/** @returns the line ending of the last row, if there are any rows */
	*end(): Generator<Uint8Array> {
		if (this.#isEmpty) return;
		const [first, second] = this.#breaks;
		const isCrLf = first === CR && second === LF;
		const lineEnd = this.#breaks.subarray(0, isCrLf ? 2 : 1);
		yield lineEnd.length > 0 ? lineEnd : Buffer.from(this.#lineEnding);
	}
}
