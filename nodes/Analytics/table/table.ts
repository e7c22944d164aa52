import { asError } from '../../shared/errors';
import { CsvError } from './csvError';
import { CsvReader } from './csvReader';
import { Utf8Error, Utf8Text } from './utf8';
import { type ColumnNames, type OutputColumns, outputColumns } from './columnNames';
import { ErrorDescription, MAX_DESCRIPTION_CHARACTERS, NotCsv } from './bulkFileError';
import { type BulkFile, unpacked } from './openFile';

const HEAD_ROWS = 20;
/** So a row that is kept does not hold on to much more text than its own. */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;
/** Whoever wants some rows only does not wait for the end of a larger file. */
const MAX_CHECKED_BYTES = 2 ** 26;

/** Rows that come together: hundreds, usually. */
export interface RowGroup {
	columns: OutputColumns;
	rows: string[][];
}

export interface ReadOptions {
	signal: AbortSignal;
	decideNames(head: string[][]): Promise<ColumnNames>;
	wanted?: readonly string[];
	/** Whether somebody keeps the cells. */
	keepsCells?: boolean;
	/** If so, no more rows are given, but the file is read to its end, where damage shows. */
	hasEnough?(): boolean;
	/** The file is too large for that. */
	onUnchecked?(): void;
}

/**
 * Gives the rows of a bulk file (2.5) in groups; the first, maybe empty, comes once the names are
 * decided. The file is known to be whole only at the end. @throws GzipError if it is not; NotCsv,
 * ErrorDescription and what `decideNames` throws only if it is, as far as one can know
 */
export async function* readRows(file: BulkFile, options: ReadOptions): AsyncGenerator<RowGroup> {
	const { signal, hasEnough = () => false, onUnchecked } = options;
	const table = new TableReader(file, options);
	const blocks = unpacked(file, signal);
	try {
		for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
			if (hasEnough()) {
				if (file.bytesRead() <= MAX_CHECKED_BYTES) continue;
				onUnchecked?.();
				return;
			}
			table.push(next.value);
			if (table.isReady()) yield await table.nextGroup();
		}
		if (hasEnough()) return;
		table.end();
		yield await table.nextGroup();
	} catch (error) {
		// The cause may be damage, which only the checksum at the end of the file tells.
		while (!(await blocks.next()).done);
		throw table.errorFor(error);
	} finally {
		await blocks.return(undefined);
	}
}

class TableReader {
	readonly #file: BulkFile;
	readonly #options: ReadOptions;
	readonly #pieceBytes: number;
	readonly #text = new Utf8Text((text) => this.#takeText(text));
	readonly #csv = new CsvReader((cells) => this.#rows.push(cells));

	/** What an error description begins with. */
	#start = '';
	#columns: OutputColumns | undefined;
	#rows: string[][] = [];

	constructor(file: BulkFile, options: ReadOptions) {
		this.#file = file;
		this.#options = options;
		this.#pieceBytes = options.keepsCells ? KEPT_PIECE_BYTES : PIECE_BYTES;
	}

	push(block: Uint8Array): void {
		for (let at = 0; at < block.length; at += this.#pieceBytes) {
			this.#text.push(block.subarray(at, at + this.#pieceBytes));
		}
	}

	end(): void {
		this.#text.end();
		this.#csv.end();
	}

	isReady(): boolean {
		return this.#columns !== undefined || this.#rows.length >= HEAD_ROWS;
	}

	async nextGroup(): Promise<RowGroup> {
		this.#columns ??= await this.#decideColumns();
		const columns = this.#columns;
		const rows = columns.isAll ? this.#rows : this.#rows.map(columns.pick);
		this.#rows = [];
		return { columns, rows };
	}

	/** What is neither compressed nor rows of several columns is an error description (2.5.4). */
	errorFor(error: unknown): Error {
		const { isPacked } = this.#file;
		const isNotCsv = error instanceof CsvError;
		if (isNotCsv && !isPacked && !this.isReady()) return new ErrorDescription(this.#start);
		if (isNotCsv || error instanceof Utf8Error) return new NotCsv(error.message);
		return asError(error);
	}

	async #decideColumns(): Promise<OutputColumns> {
		const { decideNames, wanted = [] } = this.#options;
		const [, { length: width } = []] = this.#rows;
		if (!this.#file.isPacked && width < 2) throw new ErrorDescription(this.#start);
		const { names, rowsToSkip } = await decideNames(this.#rows.slice(0, HEAD_ROWS));
		this.#rows = this.#rows.slice(rowsToSkip);
		return outputColumns(names, wanted);
	}

	#takeText(text: string): void {
		if (this.#start.length < MAX_DESCRIPTION_CHARACTERS) this.#start += text;
		this.#csv.write(text);
	}
}
