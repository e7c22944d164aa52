import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import type { ServiceOptions } from './options';
import { type ColumnKind, columnsOf, records, type RecordsRequest, type Value } from './records';

const BLOCK_CHARACTERS = 1 << 17;

/** What the first row holds, if it is not the names. */
const FIRST_ROW = ['Query result'];
/** Prices, which a file writes with both of their decimals. */
const AMOUNTS = new Set<ColumnKind>(['total_amount', 'amountOfOrder', 'amountAfter']);
/** What may hold a comma, a quote or a line break; no more is looked at, as files have millions of lines. */
const FREE_TEXT = new Set<ColumnKind>(['user_name', 'text', 'campaign_name', 'storefront']);

/** The text of a bulk file (section 2.5) in large pieces, in constant memory. */
export function* csvText(options: ServiceOptions, request: RecordsRequest): Generator<string> {
	const { newline, quoteAll, bom, finalNewline, columnNames } = options;
	const quoted = (text: string) =>
		quoteAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	const columns = columnsOf(request.queryName).map(({ kind }) => ({
		isAmount: AMOUNTS.has(kind),
		mayNeedQuotes: quoteAll || FREE_TEXT.has(kind),
	}));
	const lineOf = (cells: Value[]) => {
		let line = '';
		for (const [at, { isAmount, mayNeedQuotes }] of columns.entries()) {
			const cell = cells[at] ?? '';
			const text = isAmount && typeof cell === 'number' ? cell.toFixed(2) : String(cell);
			line += `${at > 0 ? ',' : ''}${mayNeedQuotes ? quoted(text) : text}`;
		}
		return line;
	};
	const top = [
		...(columnNames === 'firstRow' ? [] : [FIRST_ROW]),
		...(columnNames === 'absent' ? [] : [columnsOf(request.queryName).map(({ name }) => name)]),
	].map((cells) => cells.map(quoted).join(','));

	let block = `${bom ? '\uFEFF' : ''}${top.join(newline)}`;
	for (const cells of records(request)) {
		block += newline + lineOf(cells);
		if (block.length > BLOCK_CHARACTERS) {
			yield block;
			block = '';
		}
	}
	yield finalNewline ? block + newline : block;
}

/** The file as it is stored: streamed with backpressure, or in memory if the switches change its bytes. */
export function bulkFile(options: ServiceOptions, request: RecordsRequest): Readable | Buffer {
	const { members, decompressedByProxy } = options;
	if (members > 1) {
		return inMembers(Buffer.from([...csvText(options, request)].join('')), members);
	}
	// Written ahead by some blocks, so that text is made while zlib's thread compresses.
	const text = Readable.from(csvText(options, request), {
		objectMode: false,
		highWaterMark: 8 * BLOCK_CHARACTERS,
	});
	return decompressedByProxy ? text : text.pipe(createGzip({ chunkSize: BLOCK_CHARACTERS }));
}

/** Compressed as several members behind each other, which is one gzip file all the same. */
function inMembers(plain: Buffer, members: number): Buffer {
	const size = Math.ceil(plain.length / members);
	const parts = Array.from({ length: members }, (_, index) =>
		gzipSync(plain.subarray(index * size, (index + 1) * size)),
	);
	return Buffer.concat(parts);
}
