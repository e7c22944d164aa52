import { CsvError } from '../csv/csvError';
import { CsvReader } from '../csv/csvReader';
import { CsvGzDecoder } from '../csv/csvGzDecoder';
import { HEAD_ROWS } from './columnNames';
import { assertIsFile, ErrorDescription, isDamagedTable } from './errorDescription';

/** Text in pieces of this size keeps a kept row from holding on to much more than itself. */
const PIECE_BYTES = 1 << 12;
/** For files nobody keeps a row, and larger pieces are faster. */
const FILE_PIECE_BYTES = 1 << 16;

/** More than an error message shows. */
const START_CHARACTERS = 1_000;

export interface BulkFileRowsOptions {
	/** Whether the file is gzip; if not, it may be an error description (section 2.5.4). */
	isPacked: boolean;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	/** Called with each piece of the unpacked file. */
	onBytes?: (bytes: Uint8Array, text: string) => void;
}

/**
 * Unpacks and reads a bulk file (section 2.5) as its bytes come in. The first rows are kept, until
 * somebody has decided what they are; the rest goes to whoever takes it.
 */
export class BulkFileRows {
	/** The first rows, empty lines at the end of a short file not counted. */
	readonly head: string[][] = [];
	/** Characters from the start of the file to the end of each row of the head. */
	readonly headEnds: number[] = [];
	/** Rows so far, empty lines at the end not counted. */
	count = 0;
	/** Text at the start of the file, in case that it is an error description. */
	#start = '';
	#take: ((cells: string[]) => void) | undefined;
	readonly #isPacked: boolean;
	readonly #decoder: CsvGzDecoder;
	readonly #reader: CsvReader;

	constructor({ isPacked, maxBytes, onBytes }: BulkFileRowsOptions) {
		this.#isPacked = isPacked;
		this.#reader = new CsvReader({ onRow: (cells, end, row) => this.#onRow(cells, end, row) });
		this.#decoder = new CsvGzDecoder({
			isPacked,
			maxBytes,
			pieceBytes: onBytes ? FILE_PIECE_BYTES : PIECE_BYTES,
			onText: (text, bytes) => {
				onBytes?.(bytes, text);
				if (this.#start.length < START_CHARACTERS) this.#start += text.slice(0, START_CHARACTERS);
				this.#reader.write(text);
			},
		});
	}

	/** @throws GzipError, Utf8Error, CsvError, ErrorDescription; the file is then of no use */
	push(bytes: Uint8Array): void {
		this.#read(() => this.#decoder.push(bytes));
	}

	/** Must be called before anything is passed on as whole. @throws as `push` */
	end(): void {
		this.#read(() => {
			this.#decoder.end();
			this.#reader.end();
		});
		// Of a file without data, the reader could not know the width of a row.
		while (this.head.length > 1 && isEmptyLine(this.head.at(-1))) this.head.pop();
		if (this.#take) return;
		this.count = this.head.length;
		if (!this.#isPacked) assertIsFile(this.head);
	}

	get isHeadComplete(): boolean {
		return this.head.length >= HEAD_ROWS;
	}

	/** Passes on the rows of the head, less the first ones, and all that follow. */
	takeRows(rowsToSkip: number, take: (cells: string[]) => void): void {
		if (!this.#isPacked) assertIsFile(this.head);
		this.#take = take;
		for (const cells of this.head.splice(rowsToSkip)) take(cells);
	}

	#read(step: () => void): void {
		try {
			step();
		} catch (error) {
			throw this.#explained(error);
		}
	}

	/** What is neither compressed nor CSV is an error description. */
	#explained(error: unknown): Error {
		if (!(error instanceof CsvError)) return error as Error;
		const isFile = this.#isPacked || this.#take || isDamagedTable(this.head);
		return isFile ? error : new ErrorDescription(this.#start);
	}

	#onRow(cells: string[], end: number, row: number): void {
		this.count = row;
		if (this.#take) return this.#take(cells);
		// The first row may be anything (2.5.2); from the second on all have the same width.
		if (row === 2 && !isEmptyLine(cells)) this.#reader.expectWidth(cells.length);
		this.head.push(cells);
		this.headEnds.push(end);
	}
}

function isEmptyLine(cells: string[] | undefined): boolean {
	return cells?.length === 1 && cells[0] === '';
}
