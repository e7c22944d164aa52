import type { IDataObject } from 'n8n-workflow';
import type { ColumnTypes, HeldRows } from '../csv/columnTypes';
import { rowBuilder, type RowObject } from '../csv/rowObjects';
import { BulkFileRows } from './bulkFileRows';
import { cellsFor, outputNames } from './columnContract';
import type { ColumnNames } from './columnNames';
import type { BulkFile } from './openFile';

export interface FileToItemsOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	/** Without it, all values stay text. */
	conversion?: Conversion | undefined;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** @returns false if no more rows are wanted */
	onRow(row: IDataObject): boolean;
}

export interface Conversion {
	types: ColumnTypes;
	/** The rows that `onRow` has taken so far: a later one may change the type of their column. */
	rows(): Iterable<IDataObject>;
}

/** Reads the rows of a bulk file as objects. Only when it returns, the file is known to be whole. */
export async function fileToItems(options: FileToItemsOptions): Promise<void> {
	const { file, maxBytes, conversion, decideNames, onRow } = options;
	const rows = new BulkFileRows({ isPacked: file.isPacked, maxBytes });
	let held: HeldRows | undefined;
	let isStarted = false;
	let isEnough = false;
	let isRead = false;

	const startRows = async () => {
		isStarted = true;
		const decision = await decideNames(rows.head);
		const { names, rowsToSkip } = decision;
		const columns = outputNames(decision);
		const fitted = cellsFor(decision);
		if (conversion) {
			held = { names: columns, rows: () => conversion.rows() as Iterable<RowObject> };
		}
		const toRow = rowBuilder(columns, held && conversion?.types.add(held));
		rows.takeRows({ rowsToSkip, width: names.length }, (cells) => {
			if (!isEnough) isEnough = !onRow(toRow(fitted(cells)));
		});
	};

	try {
		for await (const chunk of file.chunks) {
			rows.push(chunk);
			if (!isStarted && rows.isHeadComplete) await startRows();
			// The user wanted no more, so the rest is not even fetched.
			if (isEnough) break;
		}
		if (!isEnough) rows.end();
		if (!isStarted) await startRows();
		isRead = true;
	} finally {
		// The file may be fetched again, and its rows must not be kept twice.
		if (held && !isRead) conversion?.types.drop(held);
	}
}
