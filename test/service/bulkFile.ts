import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ServiceOptions } from './options';
import { type ColumnKind, columnsOf, records, type RecordsRequest, type Value } from './records';

const BLOCK_CHARACTERS = 1 << 17;

/** What the first row holds if it does not hold the column names. */
const FIRST_ROW = 'Query result';
/** Only these may hold a comma, a quote or a line break. Looking at all cells of millions of rows would take long. */
const FREE_TEXT = new Set<ColumnKind>(['user_name', 'campaign_name', 'storefront']);

/** The text of a bulk file (section 2.5), in large pieces, so that it takes little memory. */
export function* csvText(
	{ columnNames }: ServiceOptions,
	request: RecordsRequest,
): Generator<string> {
	const columns = columnsOf(request.queryName);
	let block = '';
	if (columnNames !== 'firstRow') block += `${FIRST_ROW}\n`;
	if (columnNames !== 'absent') block += `${columns.join(',')}\n`;
	for (const cells of records(request)) {
		for (const [at, kind] of columns.entries()) {
			if (at > 0) block += ',';
			block += cellText(cells[at] ?? '', kind);
		}
		block += '\n';
		if (block.length > BLOCK_CHARACTERS) {
			yield block;
			block = '';
		}
	}
	yield block;
}

function cellText(cell: Value, kind: ColumnKind): string {
	// Files write prices with both of their decimals.
	if (kind === 'total_amount' && typeof cell === 'number') return cell.toFixed(2);
	const text = String(cell);
	return FREE_TEXT.has(kind) ? quoted(text) : text;
}

function quoted(text: string): string {
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file as the service sends it: it is made while the client reads it. */
export function bulkFile(options: ServiceOptions, request: RecordsRequest): Readable {
	const text = Readable.from(csvText(options, request), {
		objectMode: false,
		// Some blocks ahead, so that this thread makes text while the one of zlib compresses.
		highWaterMark: 8 * BLOCK_CHARACTERS,
	});
	if (options.decompressedByProxy) return text;
	return text.pipe(createGzip({ chunkSize: BLOCK_CHARACTERS }));
}
