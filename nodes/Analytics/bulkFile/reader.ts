import { asError } from '../../shared/errors';
import { CsvError } from '../csv/csvError';
import { CsvReader } from '../csv/csvReader';
import { firstRowOf } from '../csv/firstRow';
import { Utf8Error, Utf8Text } from '../csv/text';
import { type ColumnNames, type OutputColumns, outputColumns } from './columnNames';
import { ErrorDescription, NotCsv } from './bulkFileError';
import { type BulkFile, unpacked } from './openFile';

const HEAD_ROWS = 20;
/** So a row that is kept does not hold on to much more text than its own. */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;

export interface Batch {
	columns: OutputColumns;
	rows: string[][];
	bytes: Uint8Array[];
	/** Of the first row of the file. */
	lineEnd: string;
}

export interface ReadOptions {
	signal: AbortSignal;
	decideNames(head: string[][]): Promise<ColumnNames>;
	wanted?: readonly string[];
	/** Cells that somebody keeps, cells, or bytes. */
	gives: 'kept' | 'cells' | 'bytes';
}

/**
 * Gives the rows of a bulk file (2.5) in batches; the first, maybe empty, comes once the names are
 * decided. The file is known to be whole only at the end. @throws GzipError if it is not; NotCsv,
 * ErrorDescription and what `decideNames` throws only if it is, as far as one can know
 */
export async function* readRows(file: BulkFile, options: ReadOptions): AsyncGenerator<Batch> {
	const table = new TableReader(file, options);
	const blocks = unpacked(file, options.signal);
	try {
		for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
			table.push(next.value);
			if (table.isReady()) yield await table.nextBatch();
		}
		table.end();
		yield await table.nextBatch();
	} catch (error) {
		// The cause may be damage, which only the checksum at the end of the file tells.
		while (!(await blocks.next()).done);
		throw table.errorFor(error);
	} finally {
		await blocks.return(undefined);
	}
}

/** Turns the bytes of a CSV file into batches of rows. */
class TableReader {
	readonly #file: BulkFile;
	readonly #options: ReadOptions;
	readonly #text = new Utf8Text((text, bytes) => this.#takeText(text, bytes));
	/** Of the rows behind the first one, which may have another width. */
	readonly #csv = new CsvReader({
		onRow: (cells, end) => this.#takeRow(cells, end),
		isTable: true,
		rowsBefore: 1,
	});

	/** All text until the columns are known, and where each row ends in it. */
	#head = '';
	#ends: number[] = [];
	#lineEnd = '\n';
	#columns: OutputColumns | undefined;
	#rows: string[][] = [];
	#bytes: Uint8Array[] = [];

	constructor(file: BulkFile, options: ReadOptions) {
		this.#file = file;
		this.#options = options;
	}

	/** @throws CsvError, Utf8Error */
	push(block: Uint8Array): void {
		const pieceBytes = this.#options.gives === 'kept' ? KEPT_PIECE_BYTES : PIECE_BYTES;
		for (let at = 0; at < block.length; at += pieceBytes) {
			this.#text.push(block.subarray(at, at + pieceBytes));
		}
	}

	end(): void {
		this.#text.end();
		if (this.#ends.length === 0) this.#takeFirstRow(true);
		this.#csv.end();
	}

	/** Whether there are rows enough to decide the names. */
	isReady(): boolean {
		return this.#columns !== undefined || this.#rows.length >= HEAD_ROWS;
	}

	async nextBatch(): Promise<Batch> {
		this.#columns ??= await this.#decideColumns();
		const columns = this.#columns;
		const rows = columns.isAll ? this.#rows : this.#rows.map(columns.pick);
		const batch = { columns, rows, bytes: this.#bytes, lineEnd: this.#lineEnd };
		this.#rows = [];
		this.#bytes = [];
		return batch;
	}

	/** What is neither compressed nor rows of several columns is an error description (2.5.4). */
	errorFor(error: unknown): Error {
		const { isPacked } = this.#file;
		const isNotCsv = error instanceof CsvError;
		if (isNotCsv && !isPacked && !this.isReady()) return new ErrorDescription(this.#head);
		if (isNotCsv || error instanceof Utf8Error) return new NotCsv(error.message, isPacked);
		return asError(error);
	}

	async #decideColumns(): Promise<OutputColumns> {
		const { decideNames, wanted = [], gives } = this.#options;
		const [, { length: width } = []] = this.#rows;
		if (!this.#file.isPacked && width < 2) throw new ErrorDescription(this.#head);
		const { names, rowsToSkip } = await decideNames(this.#rows.slice(0, HEAD_ROWS));
		const columns = outputColumns(names, wanted);
		this.#rows = this.#rows.slice(rowsToSkip);
		if (gives === 'bytes') {
			const start = rowsToSkip === 0 ? 0 : (this.#ends[rowsToSkip - 1] ?? this.#head.length);
			this.#bytes = [Buffer.from(this.#head.slice(start))];
		}
		this.#head = '';
		return columns;
	}

	#takeText(text: string, bytes: Uint8Array): void {
		if (this.#columns) {
			if (this.#options.gives === 'bytes') this.#bytes.push(bytes.slice());
			this.#csv.write(text);
			return;
		}
		this.#head += text;
		if (this.#ends.length > 0) this.#csv.write(text);
		else this.#takeFirstRow(false);
	}

	#takeFirstRow(isWhole: boolean): void {
		const first = firstRowOf(this.#head, isWhole);
		if (!first) return;
		const { cells, end } = first;
		this.#rows.push(cells);
		this.#ends.push(end);
		this.#lineEnd = /\r?\n$|\r$/.exec(this.#head.slice(0, end))?.[0] ?? '\n';
		this.#csv.write(this.#head.slice(end));
	}

	#takeRow(cells: string[], end: number): void {
		this.#rows.push(cells);
		if (!this.#columns) this.#ends.push(this.#ends[0]! + end);
	}
}
