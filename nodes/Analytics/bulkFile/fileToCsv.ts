import { csvLine } from '../csv/csvLine';
import { BulkFileRows } from './bulkFileRows';
import type { ColumnNames } from './columnNames';
import type { BulkFile } from './openFile';

export interface FileToCsvOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** Called before the last bytes are passed on. */
	onEnd(result: { names: ColumnNames; rows: number }): void;
}

/**
 * Turns a bulk file into a CSV file with one row of names (sections 2.5.2 and 4.5): all but the head
 * is passed on as it is, in constant memory, yet every row is checked on the way.
 */
export async function* fileToCsv(options: FileToCsvOptions): AsyncGenerator<Uint8Array> {
	const { file, maxBytes, decideNames, onEnd } = options;
	let names: ColumnNames | undefined;
	let headText = '';
	let ready: Uint8Array[] = [];
	const rows = new BulkFileRows({
		isPacked: file.isPacked,
		maxBytes,
		onBytes: (bytes, text) => {
			if (names) ready.push(bytes);
			else headText += text;
		},
	});

	const startFile = async () => {
		names = await decideNames(rows.head);
		ready.push(Buffer.from(withNames(headText, names, rows.headEnds)));
		rows.takeRows({ rowsToSkip: names.rowsToSkip, width: names.names.length }, () => {});
		headText = '';
		return names;
	};

	for await (const chunk of file.chunks) {
		rows.push(chunk);
		if (!names && rows.isHeadComplete) await startFile();
		yield* ready;
		ready = [];
	}
	rows.end();
	names ??= await startFile();
	onEnd({ names, rows: Math.max(0, rows.count - names.rowsToSkip) });
	yield* ready;
}

/** The start of the file with the rows that are not data replaced by the names. */
function withNames(
	text: string,
	{ names, inFile, rowsToSkip }: ColumnNames,
	ends: number[],
): string {
	const endOf = (row: number) => (row === 0 ? 0 : (ends[row - 1] ?? text.length));
	if (inFile) return text.slice(endOf(rowsToSkip - 1));

	const firstRow = text.slice(0, endOf(1));
	const lineEnd = /\r\n$|\r$/.exec(firstRow)?.[0] ?? '\n';
	const header = names.length === 0 ? '' : csvLine(names) + lineEnd;
	return header + text.slice(endOf(rowsToSkip));
}
