import type { IDataObject } from 'n8n-workflow';
import type { ColumnTypes } from '../csv/columnTypes';
import { rowBuilder } from '../csv/rowObjects';
import { BulkFileRows } from './bulkFileRows';
import { cellsFor, outputNames } from './columnContract';
import type { ColumnNames } from './columnNames';

/** Unpacked, so many bytes are at most a thousand times as many: rows that must be held at once. */
const SLICE_BYTES = 1 << 13;

export interface FileToBatchesOptions {
	/** The file as gzip. */
	chunks: AsyncIterable<Uint8Array>;
	/** As the first reading has found them. */
	names: ColumnNames;
	/** Has learned the types of the columns; undefined: values stay text. */
	types: ColumnTypes | undefined;
	rowsPerBatch: number;
	/** Number of the first row that is wanted, counted from 1, names and what is discarded left out. */
	startAtRow: number;
	/** Rows that are wanted at most. */
	maxRows: number;
}

/** Rows that follow each other in the file. */
export interface Batch {
	/** Number of its first row, counted from 1. */
	firstRow: number;
	rows: IDataObject[];
}

/** The second of two readings: the rows of a file that is known to be whole, a batch at a time. */
export async function* fileToBatches(options: FileToBatchesOptions): AsyncGenerator<Batch> {
	const { chunks, names, types, rowsPerBatch, startAtRow, maxRows } = options;
	const reader = new BulkFileRows({ isPacked: true, maxBytes: Infinity });
	const columns = outputNames(names);
	const fitted = cellsFor(names);
	const toRow = rowBuilder(columns, types?.add({ names: columns, rows: () => [] }));
	const end = startAtRow + maxRows;
	let row = 0;
	let firstRow = startAtRow;
	let ready: IDataObject[] = [];
	let isStarted = false;

	const startRows = () => {
		isStarted = true;
		reader.takeRows({ rowsToSkip: names.rowsToSkip, width: names.names.length }, (cells) => {
			row += 1;
			if (row >= startAtRow && row < end) ready.push(toRow(fitted(cells)));
		});
	};
	function* batches(minRows: number): Generator<Batch> {
		while (ready.length >= minRows) {
			const rows = ready.length > rowsPerBatch ? ready.splice(0, rowsPerBatch) : ready;
			if (rows === ready) ready = [];
			yield { firstRow, rows };
			firstRow += rows.length;
		}
	}

	for await (const chunk of chunks) {
		for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
			reader.push(chunk.subarray(at, at + SLICE_BYTES));
			if (!isStarted && reader.isHeadComplete) startRows();
			yield* batches(rowsPerBatch);
		}
		if (row >= end - 1) break;
	}
	if (row < end - 1) reader.end();
	if (!isStarted) startRows();
	yield* batches(1);
}
