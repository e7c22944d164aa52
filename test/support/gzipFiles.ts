import { crc32, gzipSync } from 'node:zlib';
import { Gunzip, GzipError } from '../../nodes/Analytics/table/gunzip';
import { pieces } from './cuts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function concat(parts: Uint8Array[]): Uint8Array {
	return Uint8Array.from(Buffer.concat(parts));
}

export const gzip = (data: Uint8Array): Uint8Array => Uint8Array.from(gzipSync(data));

export function memberWithAllFields(data: Uint8Array): Uint8Array {
	const header = concat([
		Uint8Array.of(0x1f, 0x8b, 8, 1 + 2 + 4 + 8 + 16, 1, 2, 3, 4, 0, 3),
		Uint8Array.of(5, 0, 1, 0, 2, 0, 3),
		bytesOf('rows.csv\0a comment\0'),
	]);
	const crc = crc32(header);
	return concat([header, Uint8Array.of(crc & 0xff, (crc >> 8) & 0xff), gzip(data).subarray(10)]);
}

/** What a file gives that comes in pieces of the given sizes, and why it is refused, if it is. */
export function unpack(file: Uint8Array, sizes = [1 << 16], maxBytes = Infinity) {
	const parts: Uint8Array[] = [];
	let error: GzipError | undefined;
	try {
		const reader = new Gunzip({ maxBytes });
		for (const piece of pieces(file, sizes)) {
			for (const block of reader.inflate(piece)) parts.push(block.slice());
		}
		reader.end();
	} catch (caught) {
		if (!(caught instanceof GzipError)) throw caught;
		error = caught;
	}
	return { bytes: Buffer.concat(parts), blocks: parts.map(({ length }) => length), error };
}

export const refusal = (file: Uint8Array, sizes?: number[]): string | undefined =>
	unpack(file, sizes).error?.message;
