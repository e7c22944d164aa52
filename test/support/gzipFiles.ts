import { crc32, gzipSync } from 'node:zlib';
import { Gunzip, GzipError, type GzipErrorReason } from '../../nodes/Analytics/gzip/gunzip';
import { pieces } from './cuts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function concat(parts: Uint8Array[]): Uint8Array {
	return Uint8Array.from(Buffer.concat(parts));
}

export const gzip = (data: Uint8Array, options: { level?: number } = {}): Uint8Array =>
	Uint8Array.from(gzipSync(data, options));

/** A member whose header has every optional field. */
export function memberWithAllFields(data: Uint8Array): Uint8Array {
	const plain = gzip(data);
	const header = concat([
		Uint8Array.of(0x1f, 0x8b, 8, 1 + 2 + 4 + 8 + 16, 1, 2, 3, 4, 0, 3),
		Uint8Array.of(5, 0, 1, 0, 2, 0, 3),
		bytesOf('rows.csv\0a comment\0'),
	]);
	const crc = crc32(header);
	return concat([header, Uint8Array.of(crc & 0xff, (crc >> 8) & 0xff), plain.subarray(10)]);
}

/** Decompresses in pieces of the given sizes. */
export function gunzip(file: Uint8Array, sizes = [1 << 16], maxBytes?: number): Uint8Array {
	const parts: Uint8Array[] = [];
	const reader = new Gunzip({
		...(maxBytes === undefined ? {} : { maxBytes }),
		onData: (bytes) => parts.push(bytes),
	});
	for (const piece of pieces(file, sizes)) reader.push(piece);
	reader.end();
	return concat(parts);
}

/** Why the file is refused; undefined if it is not. */
export function refusal(file: Uint8Array, sizes?: number[]): GzipErrorReason | undefined {
	try {
		gunzip(file, sizes);
		return undefined;
	} catch (error) {
		if (!(error instanceof GzipError)) throw error;
		return error.reason;
	}
}

/** Jest's own comparison takes seconds for large arrays. */
export function sameBytes(actual: Uint8Array, expected: Uint8Array): boolean {
	return Buffer.compare(actual, expected) === 0;
}

/** Pseudo-random text that compresses about as well as a bulk file. */
export function rowsText(rows: number): string {
	let random = 1;
	let text = '';
	for (let i = 0; i < rows; i++) {
		random = (Math.imul(random, 1103515245) + 12345) & 0x7fffffff;
		text += `${i},user${random % 100_000},2025-02-${10 + (random % 19)}T10:00:00Z,SENT\n`;
	}
	return text;
}
