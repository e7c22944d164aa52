import { breather } from '../../shared/async';
import { asError } from '../../shared/errors';
import { CsvError } from '../csv/csvError';
import { CsvReader } from '../csv/csvReader';
import { Utf8Text } from '../csv/text';
import { Gunzip, isGzip } from '../gzip/gunzip';
import type { ColumnNames } from './columnNames';
import { assertIsFile, ErrorDescription, isDamagedTable } from './errorDescription';
import { type OutputColumns, outputColumns } from './outputColumns';

const HEAD_ROWS = 20;
const SLICE_BYTES = 1 << 13;
/** Far more than 3 million rows have; a bomb ends there. */
const MAX_BYTES = 2 ** 35;
/** So a row that is kept does not hold on to much more text than its own. */
const KEPT_PIECE_BYTES = 1 << 12;
const PIECE_BYTES = 1 << 16;
const MAGIC_BYTES = 3;
const MAX_DESCRIPTION = 1 << 20;

export interface BulkFile {
	chunks: AsyncIterable<Uint8Array>;
	/** It is not, if it is an error description, or was unpacked on the way. */
	isPacked: boolean;
	isEmpty: boolean;
}

export async function openFile(chunks: AsyncIterable<Uint8Array>): Promise<BulkFile> {
	const iterator = chunks[Symbol.asyncIterator]();
	let start: Uint8Array = new Uint8Array();
	while (start.length < MAGIC_BYTES) {
		const next = await iterator.next();
		if (next.done) break;
		start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
	}
	async function* all(): AsyncGenerator<Uint8Array> {
		try {
			yield start;
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	}
	return { chunks: all(), isPacked: isGzip(start), isEmpty: start.length === 0 };
}

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
 * decided. The file is known to be whole only at the end. @throws GzipError, Utf8Error, CsvError,
 * ErrorDescription
 */
export async function* readRows(file: BulkFile, options: ReadOptions): AsyncGenerator<Batch> {
	const { signal, decideNames, wanted = [], gives } = options;
	const pieceBytes = gives === 'kept' ? KEPT_PIECE_BYTES : PIECE_BYTES;
	const breathe = breather(signal);
	let columns: OutputColumns | undefined;
	let rows: string[][] = [];
	let bytes: Uint8Array[] = [];

	const reader = new CsvReader({
		onRow: (cells, end) => {
			rows.push(cells);
			if (!columns) head.add(cells, end);
		},
	});
	const head = new Head(reader);
	const text = new Utf8Text((piece, itsBytes) => {
		if (!columns) head.text += piece;
		else if (gives === 'bytes') bytes.push(itsBytes);
		reader.write(piece);
	});
	const decided = async (): Promise<OutputColumns> => {
		const first = head.hasRows ? rows : rows.slice(0, 1);
		if (!file.isPacked) assertIsFile(first);
		const { names, rowsToSkip } = await decideNames(first.slice(0, HEAD_ROWS));
		head.end(names.length);
		rows = (names.length === 1 ? rows : first).slice(rowsToSkip);
		if (gives === 'bytes') bytes = [head.bytesBehind(rowsToSkip)];
		return outputColumns(names, wanted);
	};
	const batch = (known: OutputColumns): Batch => {
		const picked = known.isAll ? rows : rows.map(known.pick);
		const next = { columns: known, rows: picked, bytes, lineEnd: head.lineEnd };
		rows = [];
		bytes = [];
		return next;
	};

	try {
		for await (const block of unpacked(file)) {
			for (let at = 0; at < block.length; at += pieceBytes) {
				text.push(block.subarray(at, at + pieceBytes));
			}
			await breathe();
			if (!columns && rows.length < HEAD_ROWS) continue;
			columns ??= await decided();
			yield batch(columns);
		}
		text.end();
		reader.end();
	} catch (error) {
		// What is neither compressed nor CSV is an error description, unless it is too long for one.
		const isLong = head.text.length > MAX_DESCRIPTION;
		const isFile = file.isPacked || columns || isLong || isDamagedTable(rows);
		throw error instanceof CsvError && !isFile ? new ErrorDescription(head.text) : asError(error);
	}
	columns ??= await decided();
	yield batch(columns);
}

async function* unpacked({ chunks, isPacked }: BulkFile): AsyncGenerator<Uint8Array> {
	if (!isPacked) {
		yield* chunks;
		return;
	}
	const blocks: Uint8Array[] = [];
	const onData = (bytes: Uint8Array) => blocks.push(bytes.slice());
	const gunzip = new Gunzip({ maxBytes: MAX_BYTES, onData });
	for await (const chunk of chunks) {
		for (const slice of slices(chunk)) {
			gunzip.push(slice);
			yield* blocks.splice(0);
		}
	}
	gunzip.end();
	yield* blocks;
}

/** A compressed file as it is, unpacked on the way only to verify that it is whole. */
export async function* verifiedChunks(
	{ chunks }: BulkFile,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const gunzip = new Gunzip({ maxBytes: MAX_BYTES, onData: () => {} });
	const breathe = breather(signal);
	for await (const chunk of chunks) {
		for (const slice of slices(chunk)) {
			gunzip.push(slice);
			await breathe();
		}
		yield chunk;
	}
	gunzip.end();
}

/** Unpacked, at most a thousand times as many. */
function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
		yield chunk.subarray(at, at + SLICE_BYTES);
	}
}

class Head {
	text = '';
	lineEnd = '\n';
	/** Anything but empty lines behind the first row. */
	hasRows = false;
	readonly #ends: number[] = [];
	readonly #reader: CsvReader;

	constructor(reader: CsvReader) {
		this.#reader = reader;
	}

	/** The first row may be anything (2.5.2); from the second on all have the same width. */
	add(cells: string[], end: number): void {
		this.#ends.push(end);
		const rows = this.#ends.length;
		if (rows === 1) this.lineEnd = /\r\n$|\r$/.exec(this.text.slice(0, end))?.[0] ?? '\n';
		const isEmptyLine = cells.length === 1 && cells[0] === '';
		if (rows === 1 || this.hasRows || isEmptyLine) return;
		this.hasRows = true;
		// In a file of one column, an empty line is an empty value.
		if (rows > 2 && cells.length > 1) {
			throw new CsvError('raggedRow', 2, 'is an empty line between rows');
		}
		this.#reader.expectWidth(cells.length);
	}

	/** @param width counts where there are only empty lines */
	end(width: number): void {
		if (!this.hasRows) this.#reader.expectWidth(width === 1 ? 1 : Math.max(width, 2));
	}

	bytesBehind(rows: number): Uint8Array {
		const end = rows === 0 ? 0 : (this.#ends[rows - 1] ?? this.text.length);
		const bytes = Buffer.from(this.text.slice(end));
		this.text = '';
		return bytes;
	}
}
