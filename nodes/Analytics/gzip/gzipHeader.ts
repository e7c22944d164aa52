import { crc32 } from './crc32';
import { corrupt, GzipError } from './gzipError';

const MAGIC = [0x1f, 0x8b, 8];
const FLAG_HEADER_CRC = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;
/** Behind the flags: time (4), extra flags, operating system. */
const UNUSED_BYTES = 6;

type ByteReader<Result> = Generator<undefined, Result, number>;

/** Whether data begins as gzip does; two bytes are enough if there are no more. */
export function isGzip(bytes: Uint8Array): boolean {
	return bytes.length >= 2 && MAGIC.every((byte, i) => i >= bytes.length || bytes[i] === byte);
}

/**
 * Reads the header of a gzip member (RFC 1952, section 2.3) from one byte after the other, so that
 * chunks may cut it anywhere. Done with the header's last byte; call `next` once before the first.
 *
 * @param isFirst whether it is the first member; what else follows one is not gzip but trailing data
 * @throws GzipError
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
	if (isFirst) return new GzipError('notGzip', 'The file is not compressed with gzip.');
	return new GzipError('trailingData', 'Something stands behind the end of the compressed file.');
}
