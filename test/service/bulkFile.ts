import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ServiceOptions } from './options';
import { type ColumnKind, columnsOf, records, type RecordsRequest, type Value } from './records';

const BLOCK_CHARACTERS = 1 << 17;

/** What the first row holds, if it is not the names. */
const FIRST_ROW = 'Query result';
/** Prices, which a file writes with both of their decimals. */
const AMOUNTS = new Set<ColumnKind>(['total_amount', 'amountOfOrder', 'amountAfter']);
/** What may hold a comma, a quote or a line break; no more is looked at, as files have millions of lines. */
const FREE_TEXT = new Set<ColumnKind>(['user_name', 'campaign_name', 'storefront']);

/** The text of a bulk file (section 2.5) in large pieces, in constant memory. */
export function* csvText(
	{ columnNames }: ServiceOptions,
	request: RecordsRequest,
): Generator<string> {
	const columns = columnsOf(request.queryName).map(({ kind }) => {
		return { isAmount: AMOUNTS.has(kind), mayNeedQuotes: FREE_TEXT.has(kind) };
	});
	const lineOf = (cells: Value[]) => {
		let line = '';
		for (const [at, { isAmount, mayNeedQuotes }] of columns.entries()) {
			const cell = cells[at] ?? '';
			const text = isAmount && typeof cell === 'number' ? cell.toFixed(2) : String(cell);
			line += `${at > 0 ? ',' : ''}${mayNeedQuotes ? quoted(text) : text}`;
		}
		return `${line}\n`;
	};
	const names = columnsOf(request.queryName).map(({ name }) => name);
	let block = columnNames === 'firstRow' ? '' : `${FIRST_ROW}\n`;
	if (columnNames !== 'absent') block += `${names.join()}\n`;
	for (const cells of records(request)) {
		block += lineOf(cells);
		if (block.length > BLOCK_CHARACTERS) {
			yield block;
			block = '';
		}
	}
	yield block;
}

function quoted(text: string): string {
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file as it is stored, streamed with backpressure. */
export function bulkFile(options: ServiceOptions, request: RecordsRequest): Readable {
	// Written ahead by some blocks, so that text is made while zlib's thread compresses.
	const how = { objectMode: false, highWaterMark: 8 * BLOCK_CHARACTERS };
	const text = Readable.from(csvText(options, request), how);
	return options.decompressedByProxy
		? text
		: text.pipe(createGzip({ chunkSize: BLOCK_CHARACTERS }));
}
