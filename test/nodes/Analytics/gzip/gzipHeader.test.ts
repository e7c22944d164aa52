import { crc32 } from 'node:zlib';
import { GzipError } from '../../../../nodes/Analytics/gzip/gzipError';
import { gzipHeader, isGzip } from '../../../../nodes/Analytics/gzip/gzipHeader';
import { bytesOf, concat } from '../../../support/gzipFiles';

const DATA = bytesOf('what follows the header');

function header(flags: number, ...fields: Uint8Array[]): Uint8Array {
	const begin = Uint8Array.of(0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 3);
	return concat([begin, ...fields]);
}

function withCrc(bytes: Uint8Array): Uint8Array {
	const crc = crc32(bytes);
	return concat([bytes, Uint8Array.of(crc & 0xff, (crc >> 8) & 0xff)]);
}

/** How many bytes the header takes; Infinity if it goes on. */
function lengthOf(bytes: Uint8Array, isFirst = true): number {
	const reader = gzipHeader(isFirst);
	reader.next();
	for (const [at, byte] of bytes.entries()) if (reader.next(byte).done) return at + 1;
	return Infinity;
}

function reasonOf(bytes: Uint8Array, isFirst = true) {
	try {
		return lengthOf(bytes, isFirst);
	} catch (error) {
		const { reason, message } = error as GzipError;
		return { reason, message, isGzipError: error instanceof GzipError };
	}
}

const extra = (length: number) => {
	return concat([Uint8Array.of(length & 0xff, length >> 8), new Uint8Array(length).fill(7)]);
};
const name = bytesOf('rows.csv\0');
const comment = bytesOf('by the service\0');

it.each([
	['without fields', header(0)],
	['of text, which is only a hint', header(1)],
	['with extra bytes', header(4, extra(5))],
	['with more than 255 extra bytes', header(4, extra(515))],
	['with no extra bytes', header(4, extra(0))],
	['with a name', header(8, name)],
	['with an empty name', header(8, Uint8Array.of(0))],
	['with a comment', header(16, comment)],
	['with a CRC', withCrc(header(2))],
	['with all of it', withCrc(header(31, extra(9), name, comment))],
])('a header %s ends where the data begins', (_, bytes) => {
	expect(lengthOf(concat([bytes, DATA]))).toBe(bytes.length);
	expect(lengthOf(bytes.subarray(0, -1))).toBe(Infinity);
});

const damaged = {
	reason: 'corrupt',
	message: 'The compressed file is damaged.',
	isGzipError: true,
};

it.each([0, 1])('a header whose CRC has a wrong byte %i is refused', (at) => {
	const bytes = withCrc(header(2));
	bytes[bytes.length - 2 + at]! ^= 1;
	expect(reasonOf(bytes)).toEqual(damaged);
});

it.each([0x20, 0x40, 0x80, 0xe0])('reserved flags are refused: %i', (flags) => {
	expect(reasonOf(header(flags))).toEqual(damaged);
});

it.each([0, 1, 2])('what differs from gzip in byte %i is not gzip, or trailing data', (at) => {
	const bytes = header(0);
	bytes[at]! ^= 1;
	expect(reasonOf(bytes)).toEqual({
		reason: 'notGzip',
		message: 'The file is not compressed with gzip.',
		isGzipError: true,
	});
	expect(reasonOf(bytes, false)).toEqual({
		reason: 'trailingData',
		message: 'Something stands behind the end of the compressed file.',
		isGzipError: true,
	});
});

describe('isGzip', () => {
	it.each([
		[[0x1f, 0x8b, 8, 0], true],
		[[0x1f, 0x8b], true],
		[[0x1f, 0x8b, 7], false],
		[[0x1f], false],
		[[0x1e, 0x8b, 8], false],
		[[0x1f, 0x8c, 8], false],
		[[], false],
		[[110, 97, 109], false],
	])('says of %j: %s', (bytes, expected) => {
		expect(isGzip(Uint8Array.from(bytes))).toBe(expected);
	});
});
