import { crc32 } from './crc32';
import { corrupt, GzipError, trailingData } from './gzipError';

const MAGIC = [0x1f, 0x8b, 8];
const FLAG_HEADER_CRC = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;
/** Time (4), extra flags, operating system. */
const UNUSED_BYTES = 6;

type ByteReader<Result> = Generator<undefined, Result, number>;

export function isGzip(bytes: Uint8Array): boolean {
	return bytes.length >= 2 && MAGIC.every((byte, i) => i >= bytes.length || bytes[i] === byte);
}

/**
 * Reads a header (RFC 1952, section 2.3) byte by byte. Call `next` once before the first.
 * @param isFirst what else follows a member is not gzip but trailing data @throws GzipError
 */
export function* gzipHeader(isFirst: boolean): ByteReader<void> {
	let crc = 0;
	const oneByte = new Uint8Array(1);

	function* next(): ByteReader<number> {
		oneByte[0] = yield;
		crc = crc32(oneByte, crc);
		return oneByte[0];
	}
	function* skip(count: number): ByteReader<void> {
		for (let i = 0; i < count; i++) yield* next();
	}
	function* skipText(): ByteReader<void> {
		while ((yield* next()) !== 0);
	}

	for (const byte of MAGIC) if ((yield* next()) !== byte) throw notAMember(isFirst);
	const flags = yield* next();
	if ((flags & RESERVED_FLAGS) !== 0) throw corrupt();
	yield* skip(UNUSED_BYTES);
	if (flags & FLAG_EXTRA) yield* skip((yield* next()) + (yield* next()) * 256);
	if (flags & FLAG_NAME) yield* skipText();
	if (flags & FLAG_COMMENT) yield* skipText();
	if (flags & FLAG_HEADER_CRC) {
		const expected = crc & 0xffff;
		if ((yield* next()) + (yield* next()) * 256 !== expected) throw corrupt();
	}
}

function notAMember(isFirst: boolean): GzipError {
	if (!isFirst) return trailingData();
	return new GzipError('notGzip', 'The file is not compressed with gzip.');
}
