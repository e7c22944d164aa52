import { asError } from '../../shared/errors';
import { CsvReader } from './csvReader';
import { NotCsv } from './fileErrors';
import { type BulkFile, unpacked } from './openFile';
import { type FirstRow, firstRowOf } from './firstRow';
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
 * complete file that is no table. Damage may look like anything, so before a method throws one of the latter two,
 * it reads on to the end of the file, where its checksum is.
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

	/** The first 20 rows, or fewer if the file has fewer. The first row may have any form (section 2.5.2). */
	head: string[][] = [];
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
	 * @param signal ends the reading when it is aborted
	 * @throws what the file is instead of a table
	 */
	static async open(file: BulkFile, signal: AbortSignal): Promise<Table> {
		const table = new Table(file, signal);
		await table.#readHead();
		return table;
	}

	private constructor(file: BulkFile, signal: AbortSignal) {
		this.#file = file;
		this.#blocks = unpacked(file, signal);
	}

	async #readHead(): Promise<void> {
		try {
			let text = '';
			let first: FirstRow | undefined;
			while (!first?.rest && !this.#isAtEnd) {
				text += this.#utf8.decode(await this.#nextBlock());
				const rows = text.replace(BYTE_ORDER_MARK, '');
				// An empty file has no rows.
				if (rows !== '') first = firstRowOf(rows, this.#isAtEnd);
			}
			if (first) this.#rows.push(first.cells);
			// The first row may have been put before a file that was whole, with a mark of its own.
			this.#readRows((first?.rest ?? '').replace(BYTE_ORDER_MARK, ''));
			while (this.#rows.length < HEAD_ROWS && !this.#isAtEnd) await this.#readBlock();
		} catch (error) {
			throw await this.#explained(error);
		}
		this.head = this.#rows.slice(0, HEAD_ROWS);
		this.#mustBeTable();
	}

	/** The cells of the wanted columns, usually in batches of hundreds of rows. */
	async *rows(columns: TableColumns): AsyncGenerator<string[][]> {
		this.#rows = this.#rows.slice(columns.rowsToSkip);
		try {
			for (;;) {
				const rows = this.#rows;
				this.#rows = [];
				this.rowCount += rows.length;
				yield columns.isAll ? rows : rows.map(columns.pick);
				if (this.#isAtEnd) break;
				await this.#readBlock();
			}
		} catch (error) {
			throw await this.#explained(error);
		}
		await this.verify();
	}

	/**
	 * The text of the rows as the file has it, which is checked in the same way as `rows` does. Empty lines at its
	 * end are left out, and its last row has a line ending. Columns are neither selected nor renamed.
	 */
	async *text(columns: TableColumns): AsyncGenerator<Uint8Array> {
		this.#rows = this.#rows.slice(columns.rowsToSkip);
		this.rowCount += this.#rows.length;
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
		await this.verify();
	}

	/** How the second row of the file ends. The first one may have been put before the others. */
	get lineEnding(): string {
		const secondRow = this.#headText.slice(0, this.#secondRowEnd);
		return /(\r\n|\n|\r)$/.exec(secondRow)?.[0] ?? '\n';
	}

	/**
	 * Reads to the end of the file, unless that takes more than `maxBytes` of it, compressed as it came.
	 * @returns whether the end was reached, and the file is whole
	 */
	async verify({ maxBytes = Infinity } = {}): Promise<boolean> {
		while (!this.#isAtEnd) {
			if (this.#file.bytesRead() > maxBytes) return false;
			await this.#nextBlock();
		}
		this.#mustBeTable();
		await this.#file.confirm?.();
		return true;
	}

	#takeRow(cells: string[]): void {
		if (this.#secondRowEnd === 0) this.#secondRowEnd = this.#csv.rowEnd;
		if (this.#countsOnly) this.rowCount += 1;
		else this.#rows.push(cells);
	}

	/** @returns the block whose rows were read; an empty one at the end of the file */
	async #readBlock(): Promise<Uint8Array> {
		const block = await this.#nextBlock();
		this.#readRows(this.#utf8.decode(block));
		return block;
	}

	/** @param text the next one after the first row */
	#readRows(text: string): void {
		if (this.head.length === 0) this.#headText += text;
		this.#csv.write(text);
		if (!this.#isAtEnd) return;
		this.#utf8.end();
		this.#csv.end();
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
		this.#lastByte = block.at(-1) ?? this.#lastByte;
		return block;
	}

	/**
	 * What an error means. Its cause may be damage, which only the end of the file can tell, so this reads on to the
	 * end.
	 * @throws DamagedFile
	 */
	async #explained(error: unknown): Promise<Error> {
		while (!this.#isAtEnd) await this.#nextBlock();
		if (!(error instanceof NotCsv)) return asError(error);
		await this.#file.confirm?.();
		return this.#whatItIsInstead(error) ?? error;
	}

	/** @throws what the file is instead of a table, as far as it was read */
	#mustBeTable(): void {
		const instead = this.#whatItIsInstead();
		if (instead) throw instead;
	}

	#whatItIsInstead(error?: NotCsv): Error | undefined {
		const head = this.head.length > 0 ? this.head : this.#rows;
		return whatFileIsInstead({
			isPacked: this.#file.isPacked,
			// What is not UTF-8 becomes "�".
			start: this.#start.toString('utf8', 0, this.#byteCount).replace(BYTE_ORDER_MARK, ''),
			isWhole: this.#isAtEnd && this.#byteCount <= START_BYTES,
			endsInLine: this.#isAtEnd && !isLineBreak(this.#lastByte),
			onlyRow: this.#isAtEnd && head.length === 1 ? head[0]!.join() : undefined,
			head,
			error,
		});
	}
}
