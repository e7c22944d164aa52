import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ServiceOptions } from './options.ts';
import { csvLine, csvLinesOf } from './csvLines.ts';
import { cut, flipped, inMembers } from './gzipDamage.ts';
import { columnsOf, records, type RecordsRequest } from './records.ts';

const BLOCK_CHARACTERS = 1 << 17;

/** The text of a bulk file (section 2.5) in large pieces, in constant memory. */
export function* csvText(options: ServiceOptions, request: RecordsRequest): Generator<string> {
	const { newline, quoteAll, bom, finalNewline, columnNames, firstRowCells } = options;
	const columns = columnsOf(request.queryName);
	const lineOf = csvLinesOf(columns, quoteAll);
	const names = columnLabels(options, request.queryName);
	const top = columnNames === 'firstRow' ? [] : [csvLine(firstRowCells, quoteAll)];
	if (columnNames !== 'absent') top.push(csvLine(names, quoteAll));

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

/** The names of the columns as the file has them (2.5.3 leaves them open). */
export function columnLabels({ readings }: ServiceOptions, queryName: string): string[] {
	const names = columnsOf(queryName).map(({ name }) => name);
	switch (readings.records?.labels) {
		case undefined:
			return names;
		case 'titleCase':
			return names.map((name) =>
				name
					.split('_')
					.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
					.join(' '),
			);
		case 'otherWords':
			return names.map((_, index) => `Field ${String.fromCharCode(65 + index)}`);
	}
}

/** The file as it is stored, streamed with backpressure. */
export function bulkFile(options: ServiceOptions, request: RecordsRequest): Readable {
	// Written ahead by some blocks, so that text is made while zlib's thread compresses.
	const text = Readable.from(csvText(options, request), {
		objectMode: false,
		highWaterMark: 8 * BLOCK_CHARACTERS,
	});
	if (options.decompressedByProxy) return text;
	return text.pipe(createGzip({ level: options.gzipLevel, chunkSize: BLOCK_CHARACTERS }));
}

/** Whether the stored bytes are to be changed, which needs them all at once. */
export function isAltered({
	members,
	trailingGarbage,
	truncateAt,
	flipBitAt,
}: ServiceOptions): boolean {
	return (
		members > 1 || trailingGarbage !== '' || truncateAt !== undefined || flipBitAt !== undefined
	);
}

/** The whole file in memory, with what the switches do to it. */
export function storedFile(options: ServiceOptions, request: RecordsRequest): Buffer {
	const { members, trailingGarbage, truncateAt, flipBitAt, gzipLevel, decompressedByProxy } =
		options;
	const plain = Buffer.from([...csvText(options, request)].join(''));
	const stored = decompressedByProxy ? plain : inMembers(plain, members, gzipLevel);
	let whole: Buffer = Buffer.concat([stored, Buffer.from(trailingGarbage)]);
	if (flipBitAt !== undefined) whole = flipped(whole, flipBitAt);
	return truncateAt === undefined ? whole : cut(whole, truncateAt);
}
