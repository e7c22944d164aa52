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
	/**
	 * Where the empty lines end that stand behind the first row, as long as nothing but these has come:
	 * values of a file with one column, or nothing.
	 */
	#emptyLineEnds: number[] = [];
	#hasWidth = false;
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
		if (this.#take) return;
		this.count = this.head.length;
		if (!this.#isPacked) assertIsFile(this.head);
	}

	get isHeadComplete(): boolean {
		return this.head.length >= HEAD_ROWS;
	}

	/**
	 * Passes on the rows of the head, less the first ones, and all that follow.
	 *
	 * @param width columns of the file, if they are known: of one column alone, empty lines are rows
	 */
	takeRows(
		{ rowsToSkip, width }: { rowsToSkip: number; width?: number },
		take: (cells: string[]) => void,
	): void {
		if (!this.#isPacked) assertIsFile(this.head);
		if (!this.#hasWidth && width === 1) {
			this.#keepEmptyLines();
			this.count = this.head.length;
		}
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
		if (row > 1 && !this.#hasWidth) {
			if (isEmptyLine(cells)) return this.#onEmptyLine(end);
			this.#onWidth(cells.length);
		}
		this.head.push(cells);
		this.headEnds.push(end);
	}

	/** The first row may be anything (2.5.2); from the second on all have the same width. */
	#onWidth(width: number): void {
		if (width === 1) return this.#keepEmptyLines();
		if (this.#emptyLineEnds.length > 0) {
			throw new CsvError('raggedRow', 2, 'is an empty line between rows');
		}
		this.#expectWidth(width);
	}

	#onEmptyLine(end: number): void {
		this.#emptyLineEnds.push(end);
		// Nothing else makes sense of a file that begins with so many.
		if (this.head.length + this.#emptyLineEnds.length >= HEAD_ROWS) this.#keepEmptyLines();
	}

	/** In a file of one column, an empty line is an empty value. */
	#keepEmptyLines(): void {
		this.#expectWidth(1);
		for (const end of this.#emptyLineEnds) {
			this.head.push(['']);
			this.headEnds.push(end);
		}
		this.#emptyLineEnds = [];
	}

	#expectWidth(width: number): void {
		this.#reader.expectWidth(width);
		this.#hasWidth = true;
	}
}

function isEmptyLine(cells: string[]): boolean {
	return cells.length === 1 && cells[0] === '';
}
