import type { IDataObject } from 'n8n-workflow';
import { rowBuilder } from '../csv/rowObjects';
import { convertType } from '../csv/typeConversion';
import { BulkFileRows } from './bulkFileRows';
import { cellsFor, outputNames } from './columnContract';
import type { ColumnNames } from './columnNames';
import type { BulkFile } from './openFile';

export interface FileToItemsOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	convertTypes: boolean;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** @returns false if no more rows are wanted */
	onRow(row: IDataObject): boolean;
}

/** Reads the rows of a bulk file as objects. Only when it returns, the file is known to be whole. */
export async function fileToItems(options: FileToItemsOptions): Promise<void> {
	const { file, maxBytes, convertTypes, decideNames, onRow } = options;
	const rows = new BulkFileRows({ isPacked: file.isPacked, maxBytes });
	let isStarted = false;
	let isEnough = false;

	const startRows = async () => {
		isStarted = true;
		const decision = await decideNames(rows.head);
		const { names, rowsToSkip } = decision;
		const fitted = cellsFor(decision);
		const toRow = rowBuilder(outputNames(decision), convertTypes ? convertType : undefined);
		rows.takeRows({ rowsToSkip, width: names.length }, (cells) => {
			if (!isEnough) isEnough = !onRow(toRow(fitted(cells)));
		});
	};

	for await (const chunk of file.chunks) {
		rows.push(chunk);
		if (!isStarted && rows.isHeadComplete) await startRows();
		// The user wanted no more, so the rest is not even fetched.
		if (isEnough) return;
	}
	rows.end();
	if (!isStarted) await startRows();
}
