import type { ColumnTypes } from '../csv/columnTypes';
import { BulkFileRows } from './bulkFileRows';
import { cellsFor, outputNames } from './columnContract';
import type { ColumnNames } from './columnNames';
import { compressed } from './fileToGzip';
import type { BulkFile } from './openFile';

export interface FileToVerifiedOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	/** Learns the types of the columns; undefined if values stay text. */
	types: ColumnTypes | undefined;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** Called before the last bytes are passed on. */
	onEnd(result: { names: ColumnNames; rows: number }): void;
}

/** Nobody keeps a row of the first reading, so a change of type has nothing to go back to. */
const NO_ROWS_HELD = () => [];

/**
 * The first of two readings: passes a bulk file on as gzip, in constant memory, and learns all on the
 * way that can make an export fail, and all that the second reading needs to know from its first row.
 */
export async function* fileToVerified(options: FileToVerifiedOptions): AsyncGenerator<Uint8Array> {
	yield* options.file.isPacked ? verified(options) : compressed(verified(options));
}

async function* verified({
	file,
	maxBytes,
	types,
	decideNames,
	onEnd,
}: FileToVerifiedOptions): AsyncGenerator<Uint8Array> {
	let names: ColumnNames | undefined;
	let count = 0;
	let held: Uint8Array[] = [];
	const rows = new BulkFileRows({ isPacked: file.isPacked, maxBytes, onBytes: () => {} });

	const startRows = async () => {
		const decided = (names = await decideNames(rows.head));
		const columns = outputNames(decided);
		const fitted = cellsFor(decided);
		const convert = types?.add({ names: columns, rows: NO_ROWS_HELD });
		rows.takeRows({ rowsToSkip: decided.rowsToSkip, width: decided.names.length }, (cells) => {
			count += 1;
			if (convert) fitted(cells).forEach(convert);
		});
		return decided;
	};

	for await (const chunk of file.chunks) {
		rows.push(chunk);
		held.push(chunk);
		if (!names && rows.isHeadComplete) await startRows();
		// Until then it may still be an error description, and small.
		if (!names) continue;
		yield* held;
		held = [];
	}
	rows.end();
	names ??= await startRows();
	onEnd({ names, rows: count });
	yield* held;
}
