import type { IDataObject } from 'n8n-workflow';
import { rowBuilder } from '../csv/rowObjects';
import { convertType } from '../csv/typeConversion';
import { BulkFileRows } from './bulkFileRows';
import type { ColumnNames } from './columnNames';

export interface FileToItemsOptions {
	chunks: AsyncIterable<Uint8Array>;
	maxBytes: number;
	convertTypes: boolean;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** @returns false if no more rows are wanted */
	onRow(row: IDataObject): boolean;
}

/** Reads the rows of a bulk file as objects. Only when it returns, the file is known to be whole. */
export async function fileToItems(options: FileToItemsOptions): Promise<void> {
	const { chunks, maxBytes, convertTypes, decideNames, onRow } = options;
	const file = new BulkFileRows({ maxBytes });
	let isStarted = false;
	let isEnough = false;

	const startRows = async () => {
		isStarted = true;
		const { names, rowsToSkip } = await decideNames(file.head);
		const toRow = rowBuilder(names, convertTypes ? convertType : undefined);
		file.takeRows({ rowsToSkip, width: names.length }, (cells) => {
			if (!isEnough) isEnough = !onRow(toRow(cells));
		});
	};

	for await (const chunk of chunks) {
		file.push(chunk);
		if (!isStarted && file.isHeadComplete) await startRows();
		// The user wanted no more, so the rest is not even fetched.
		if (isEnough) return;
	}
	file.end();
	if (!isStarted) await startRows();
}
