import { crc32, gzipSync } from 'node:zlib';
import { DamagedFile } from '../../nodes/Analytics/table/fileErrors';
import { Gunzip } from '../../nodes/Analytics/table/gunzip';
import { pieces } from './cuts';

/* The flags of a gzip header. Each announces an optional field, except FTEXT, which only says that the data are a text. */
const FTEXT = 1;
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;

/** How long a header without optional fields is. */
const PLAIN_HEADER_BYTES = 10;

/** A gzip member whose header has all optional fields. */
export function memberWithAllFields(data: Uint8Array): Uint8Array {
	const flags = FTEXT + FHCRC + FEXTRA + FNAME + FCOMMENT;
	const time = [1, 2, 3, 4];
	/** Its length in two bytes, and then five bytes. */
	const extra = [5, 0, 1, 0, 2, 0, 3];
	const header = Buffer.concat([
		Uint8Array.of(0x1f, 0x8b, 8, flags, ...time, 0, 3),
		Uint8Array.of(...extra),
		Buffer.from('rows.csv\0a comment\0'),
	]);
	const crc = crc32(header);
	const headerCrc = Uint8Array.of(crc & 0xff, (crc >> 8) & 0xff);
	return Buffer.concat([header, headerCrc, gzipSync(data).subarray(PLAIN_HEADER_BYTES)]);
}

export interface Unpacked {
	/** What the reader gave before it ended, or refused the file. */
	bytes: Buffer;
	/** Why it refused the file, if it did. */
	error: DamagedFile | undefined;
}

/** Reads a gzip file that comes in pieces of the given sizes; by default, in large ones. */
export function unpack(file: Uint8Array, sizes = [1 << 16], maxBytes = Infinity): Unpacked {
	const parts: Uint8Array[] = [];
	let error: DamagedFile | undefined;
	try {
		const reader = new Gunzip({ maxBytes });
		for (const piece of pieces(file, sizes)) {
			// The reader may use the memory of a block again for the next one.
			for (const block of reader.inflate(piece)) parts.push(block.slice());
		}
		reader.end();
	} catch (caught) {
		if (!(caught instanceof DamagedFile)) throw caught;
		error = caught;
	}
	return { bytes: Buffer.concat(parts), error };
}

/** The message with which the reader refuses a file; undefined if it reads it. */
export function refusal(file: Uint8Array, sizes?: number[]): string | undefined {
	return unpack(file, sizes).error?.message;
}
