import { csvLine, type Separator } from '../csv/csvLine';
import { withDecimalComma } from '../csv/decimalComma';
import { BulkFileRows } from './bulkFileRows';
import { cellsFor } from './columnContract';
import type { ColumnNames } from './columnNames';
import type { BulkFile } from './openFile';

/** Lines are put together in pieces of about this size. */
const PIECE_CHARACTERS = 1 << 16;

export interface LineFormat {
	separator: Separator;
	lineEnd: '\n' | '\r\n';
	/** Numbers are written 1,5. */
	hasDecimalComma: boolean;
}

export interface FileToLinesOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	format: LineFormat;
	decideNames(head: string[][]): Promise<ColumnNames>;
	/** Called if the file has rows: what stands above them. */
	header(names: ColumnNames): string;
	/** Called before the last bytes are passed on. */
	onEnd(result: { names: ColumnNames; rows: number }): void;
}

/**
 * Writes the rows of a bulk file anew, each on a line of its own, in constant memory: what several
 * files must be to become one, or what a spreadsheet wants.
 */
export async function* fileToLines(options: FileToLinesOptions): AsyncGenerator<Uint8Array> {
	const { file, maxBytes, format, decideNames, header, onEnd } = options;
	const { separator, lineEnd, hasDecimalComma } = format;
	let names: ColumnNames | undefined;
	let ready: Uint8Array[] = [];
	let lines = '';
	let count = 0;
	// Nobody keeps a row, so large pieces of text are faster.
	const rows = new BulkFileRows({ isPacked: file.isPacked, maxBytes, onBytes: () => {} });

	const endPiece = () => {
		if (lines !== '') ready.push(Buffer.from(lines));
		lines = '';
	};
	const startRows = async () => {
		const decided = (names = await decideNames(rows.head));
		const fitted = cellsFor(decided);
		rows.takeRows({ rowsToSkip: decided.rowsToSkip, width: decided.names.length }, (cells) => {
			count += 1;
			const row = fitted(cells);
			lines += csvLine(hasDecimalComma ? row.map(withDecimalComma) : row, separator) + lineEnd;
			if (lines.length > PIECE_CHARACTERS) endPiece();
		});
		if (count > 0) ready.unshift(Buffer.from(header(decided)));
		return decided;
	};

	for await (const chunk of file.chunks) {
		rows.push(chunk);
		if (!names && rows.isHeadComplete) await startRows();
		endPiece();
		yield* ready;
		ready = [];
	}
	rows.end();
	names ??= await startRows();
	endPiece();
	onEnd({ names, rows: count });
	yield* ready;
}
