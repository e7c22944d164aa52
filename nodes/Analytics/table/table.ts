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

export interface TableColumns extends OutputColumns {
	/** How many of the first rows are no data: all rows up to the one with the names. */
	rowsToSkip: number;
}

/** What is read at once. */
interface Batch {
	/** The rows that end in this block. */
	rows: string[][];
	/** Is only valid until the next one. */
	block: Uint8Array;
}

/**
 * The table in a bulk file (section 2.5), which is read as it arrives. Either its rows or its text can be read,
 * and only once. Both end only if the file is whole: until then, nothing of it may be passed on.
 *
 * All methods throw DamagedFile for a file that is damaged or cut off, and NotCsv or TextInstead for a
 * complete file that is no table.
 */
export class Table {
	/** The first 20 rows, or fewer if the file has fewer. The first row may have any form (section 2.5.2). */
	readonly head: string[][] = [];
	/** How many rows of data were read so far. */
	rowCount = 0;

	readonly #file: BulkFile;
	readonly #batches: AsyncGenerator<Batch, undefined>;
	/** What was read for the head. */
	#opened: Batch = { rows: [], block: new Uint8Array() };

	/** The text of the first row with its line ending, as far as it was read, and with byte order marks around it. */
	#firstText = '';
	readonly #utf8 = new Utf8Decoder();
	readonly #csv = new CsvReader((cells) => this.#takeRow(cells), { rowsBefore: 1 });
	/** The rows of the current batch. */
	#rows: string[][] = [];
	/** Whether the rest of the rows is not needed. */
	#skipsRows = false;

	/** The first bytes of the file. They say what it is if it is no table. */
	#start = Buffer.alloc(0);
	#lastByte: number | undefined;
	#isAtEnd = false;
	/** Why its rows could not be read. */
	#problem: NotCsv | undefined;

	/**
	 * Reads the first rows of a file.
	 * @throws what the file is instead of a table
	 */
	static async open(file: BulkFile): Promise<Table> {
		const table = new Table(file);
		while (table.head.length < HEAD_ROWS) {
			const batch = await table.#batches.next();
			if (batch.done) return table;
			const { rows, block } = table.#opened;
			table.#opened = {
				rows: rows.concat(batch.value.rows),
				block: Buffer.concat([block, batch.value.block]),
			};
		}
		table.#mustBeTable();
		return table;
	}

	private constructor(file: BulkFile) {
		this.#file = file;
		this.#batches = this.#read();
	}

	/** The cells of the wanted columns, usually in batches of hundreds of rows. */
	async *rows({ rowsToSkip, isAll, pick }: TableColumns): AsyncGenerator<string[][]> {
		for await (const { rows } of this.#data(rowsToSkip)) yield isAll ? rows : rows.map(pick);
	}

	/**
	 * The text of the rows as the file has it, which is checked in the same way as `rows` does. Empty lines at its
	 * end are left out, and its last row has a line ending. Columns are neither selected nor renamed.
	 */
	async *text({ rowsToSkip }: TableColumns): AsyncGenerator<Uint8Array> {
		this.#csv.keepFirstCellsOnly();
		const lines = new WholeLines(this.lineEnding);
		for await (const { block } of this.#data(rowsToSkip)) yield* lines.take(block);
		yield* lines.end();
	}

	/** How the second row of the file ends. The first one may have been put before the others. */
	get lineEnding(): string {
		return /(\r\n|\n|\r)$/.exec(this.#secondText)?.[0] ?? '\n';
	}

	/** The text of the second row with its line ending. */
	get #secondText(): string {
		const text = Buffer.from(this.#opened.block).toString().slice(this.#firstText.length);
		const behind = firstRowOf(text, this.#isAtEnd)?.rest ?? '';
		return text.slice(0, text.length - behind.length);
	}

	/** What comes behind the row with the names. */
	async *#data(rowsToSkip: number): AsyncGenerator<Batch> {
		const { rows, block } = this.#opened;
		const skipped = this.#firstText + (rowsToSkip > 1 ? this.#secondText : '');
		let batch: Batch | undefined = {
			rows: rows.slice(rowsToSkip),
			block: block.subarray(Buffer.byteLength(skipped)),
		};
		while (batch) {
			this.rowCount += batch.rows.length;
			yield batch;
			batch = (await this.#batches.next()).value;
		}
	}

	/**
	 * Reads to the end of the file, but no more rows, unless that takes more than `maxBytes` of it, compressed as it came.
	 * @returns whether the end was reached, and the file is whole
	 */
	async verify({ maxBytes = Infinity } = {}): Promise<boolean> {
		this.#skipsRows = true;
		// At the end, all that is left is to see that it is whole.
		while (this.#isAtEnd || this.#file.bytesRead() <= maxBytes) {
			if ((await this.#batches.next()).done) return true;
		}
		return false;
	}

	/**
	 * Reads the rows of block after block. It ends only if the file is whole. Rows that make no sense may be damage, which
	 * only the end of the file can tell, so it reads on to there before it throws what is wrong with them.
	 */
	async *#read(): AsyncGenerator<Batch, undefined> {
		for await (const block of this.#file.blocks()) {
			if (this.#start.length < START_BYTES) {
				this.#start = Buffer.concat([this.#start, block]).subarray(0, START_BYTES);
			}
			this.#lastByte = block.at(-1) ?? this.#lastByte;
			const rows = this.#rowsIn(block);
			if (!this.#problem) yield { rows, block };
		}
		this.#isAtEnd = true;
		const end = new Uint8Array();
		yield { rows: this.#rowsIn(end), block: end };
		this.#mustBeTable();
	}

	#rowsIn(block: Uint8Array): string[][] {
		this.#rows = [];
		if (this.#problem || this.#skipsRows) return [];
		try {
			this.#csv.write(this.#withoutFirstRow(this.#utf8.decode(block)));
			if (this.#isAtEnd) {
				this.#utf8.end();
				this.#csv.end();
			}
		} catch (error) {
			if (!(error instanceof NotCsv)) throw asError(error);
			this.#problem = error;
		}
		return this.#rows;
	}

	/** @returns the text behind the first row, which is empty until that has been read */
	#withoutFirstRow(text: string): string {
		if (this.head.length > 0) return text;
		this.#firstText += text;
		const first = firstRowOf(this.#firstText, this.#isAtEnd);
		if (!first) return '';
		this.#takeRow(first.cells);
		this.#firstText = this.#firstText.slice(0, this.#firstText.length - first.rest.length);
		return first.rest;
	}

	#takeRow(cells: string[]): void {
		this.#rows.push(cells);
		if (this.head.length < HEAD_ROWS) this.head.push(cells);
	}

	/** @throws what the file is instead of a table, as far as it was read */
	#mustBeTable(): void {
		const { head } = this;
		const instead = whatFileIsInstead({
			isPacked: this.#file.isPacked,
			// Without a byte order mark. What is not UTF-8 becomes "�".
			start: new TextDecoder().decode(this.#start),
			isWhole: this.#isAtEnd && this.#start.length < START_BYTES,
			endsInLine: this.#isAtEnd && !isLineBreak(this.#lastByte),
			onlyRow: this.#isAtEnd && head.length === 1 ? head[0]!.join() : undefined,
			head,
			error: this.#problem,
		});
		if (instead) throw instead;
	}
}
