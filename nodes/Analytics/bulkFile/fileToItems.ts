import type { IDataObject } from 'n8n-workflow';
import { rowBuilder } from '../csv/rowObjects';
import { convertType } from '../csv/typeConversion';
import { BulkFileRows } from './bulkFileRows';
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
export async function fileToItems(options: FileToItemsOptions): Promise<ColumnNames> {
	const { file, maxBytes, convertTypes, decideNames, onRow } = options;
	const rows = new BulkFileRows({ isPacked: file.isPacked, maxBytes });
	let names: ColumnNames | undefined;
	let isEnough = false;

	const startRows = async () => {
		names = await decideNames(rows.head);
		const toRow = rowBuilder(names.names, convertTypes ? convertType : undefined);
		rows.takeRows(names.rowsToSkip, (cells) => {
			if (!isEnough) isEnough = !onRow(toRow(cells));
		});
		return names;
	};

	for await (const chunk of file.chunks) {
		rows.push(chunk);
		if (!names && rows.isHeadComplete) names = await startRows();
		// The user wanted no more, so the rest is not even fetched.
		if (isEnough && names) return names;
	}
	rows.end();
	return names ?? (await startRows());
}
