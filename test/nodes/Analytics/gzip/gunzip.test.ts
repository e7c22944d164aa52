import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isGzip } from '../../../../nodes/Analytics/gzip/gunzip';
import {
	bytesOf,
	concat,
	gzip,
	memberWithAllFields,
	refusal,
	unpack,
} from '../../../support/gzipFiles';

/* Compared with zlib, of any data and damage, cut anywhere, in test/fuzz. */

const small = bytesOf('name,value\nfirst,1\nsecond,2\n');
const random = (at: number) => Math.imul(at, 2654435761) >>> 13;
/** Compresses about as well as a bulk file. */
const rows = bytesOf(
	Array.from({ length: 4_000 }, (_, row) => `${row},user${random(row) % 100_000},SENT\n`).join(''),
);
/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from({ length: 100_000 }, (_, at) => random(at) & 255);
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

const EARLY = 'The compressed file ends too early.';
const BEHIND = 'Other data follows the end of the compressed file.';
const corrupt = (problem: string) => `The compressed file is corrupt (${problem}).`;
const NO_GZIP = corrupt('incorrect header check');

function checkSame(file: Uint8Array, data: Uint8Array, sizes?: number[]): void {
	const { bytes, error } = unpack(file, sizes);
	// Jest's own comparison takes seconds for large arrays.
	expect([error, bytes.equals(data)]).toEqual([undefined, true]);
}

describe('reads', () => {
	it.each([0, 1, 6, 9])('what zlib writes at level %i, in chunks of any size', (level) => {
		const repeated = new Uint8Array(150_000).fill(120);
		for (const data of [new Uint8Array(0), small, rows, noise, repeated]) {
			for (const sizes of [[1 << 16], [1, 320, 7], [1_000_003]]) {
				checkSame(gzip(data, { level }), data, sizes);
			}
		}
	});

	it('members that follow each other, and whose headers have every field', () => {
		const file = concat([gzip(small), gzip(new Uint8Array(0)), memberWithAllFields(small)]);
		for (const sizes of [[1], [1 << 16]]) checkSame(file, concat([small, small]), sizes);
	});

	it.each([
		['of text, which is only a hint', 1, ''],
		['with more than 255 extra bytes', 4, `\x03\x02${'x'.repeat(515)}`],
		['with no extra bytes', 4, '\0\0'],
		['with an empty name', 8, '\0'],
	])('a header %s', (_, flags, fields) => {
		const member = concat([HEADER, bytesOf(fields), gzip(small).subarray(10)]);
		member[3] = flags;
		checkSame(member, small, [1]);
	});
});

describe('refuses', () => {
	it('what makes no sense, as zlib does', () => {
		const deflated = Uint8Array.of(7, 0, 0);
		expect(() => inflateRawSync(deflated)).toThrow('invalid block type');
		expect(refusal(concat([HEADER, deflated]))).toBe(corrupt('invalid block type'));
	});

	it('a repetition that reaches into the member before', () => {
		const dictionary = rows.subarray(0, 30_000);
		const deflated = deflateRawSync(dictionary, { dictionary });
		const borrowing = concat([HEADER, deflated, gzip(dictionary).subarray(-8)]);
		const file = concat([gzip(dictionary), borrowing]);
		expect(refusal(file)).toBe(corrupt('invalid distance too far back'));
	});

	it('a wrong CRC-32 and a wrong length in any member', () => {
		const file = concat([gzip(small), memberWithAllFields(small)]);
		const trailers = [gzip(small).length, file.length].map((end) => file.subarray(end - 8, end));
		for (const trailer of trailers) {
			for (const at of trailer.keys()) {
				trailer[at]! ^= 1;
				const problem = `incorrect ${at < 4 ? 'data' : 'length'} check`;
				expect([at, refusal(file)]).toEqual([at, corrupt(problem)]);
				trailer[at]! ^= 1;
			}
		}
	});

	it.each([
		['a reserved flag', gzip(small), 3, 0x20, 'unknown header flags set'],
		['the last reserved flag', gzip(small), 3, 0x80, 'unknown header flags set'],
		['another header', memberWithAllFields(small), 4, 1, 'header crc mismatch'],
		['a header of another CRC', memberWithAllFields(small), 36, 1, 'header crc mismatch'],
		['another format', gzip(small), 0, 1, 'incorrect header check'],
		['another method', gzip(small), 2, 1, 'unknown compression method'],
	])('%s', (_, member, at, flipped, problem) => {
		member[at]! ^= flipped;
		expect(refusal(member)).toBe(corrupt(problem));
		expect(refusal(concat([gzip(small), member]), [5])).toBe(corrupt(problem));
	});

	it('zlib data without a gzip header', () => {
		expect(refusal(Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1))).toBe(NO_GZIP);
	});
});

describe('behind the last member', () => {
	const file = concat([gzip(small), memberWithAllFields(small)]);

	// As tar and some storages fill up their blocks.
	it.each([1, 10, 511, 70_000])('%i zero bytes are padding', (length) => {
		const padded = concat([file, new Uint8Array(length)]);
		for (const sizes of [[7], [1 << 16]]) checkSame(padded, concat([small, small]), sizes);
	});

	it.each<[string, Uint8Array, string]>([
		['a text', bytesOf('name,value'), NO_GZIP],
		['a text behind a zero', bytesOf('\0x'), BEHIND],
		['a text behind many zeros', bytesOf(`${'\0'.repeat(70_000)}x`), BEHIND],
		['a member behind zeros', concat([new Uint8Array(8), file]), BEHIND],
	])('nothing else may stand: %s', (_, trailing, message) => {
		for (const sizes of [[7], [1 << 16]]) {
			expect(refusal(concat([file, trailing]), sizes)).toBe(message);
		}
	});

	it('may be padding, but not in front of the first', () => {
		expect(refusal(concat([new Uint8Array(8), file]))).toBe(NO_GZIP);
	});
});

it('no block has more than 64 KB, in one chunk as in many', () => {
	const bomb = gzip(new Uint8Array(5_000_000));
	for (const size of [1, 999, bomb.length]) {
		expect(Math.max(...unpack(bomb, [size]).blocks)).toBeLessThanOrEqual(1 << 16);
	}
});

it('a file that ends early is refused, wherever it ends', () => {
	const [first, second] = [gzip(small), memberWithAllFields(noise.subarray(0, 99))];
	const file = concat([first, second]);
	const ends = [...file.keys()].filter((end) => refusal(file.subarray(0, end)) !== EARLY);
	expect(ends).toEqual([first.length]);
});

it('more than maxBytes is an error, and no more than those are given', () => {
	const { bytes, error } = unpack(gzip(new Uint8Array(5_000_000)), undefined, 1_000_000);
	expect(error?.message).toBe('The file has more than 1000000 bytes when decompressed.');
	expect(bytes).toHaveLength(15 * 65_536);
	expect(unpack(gzip(small), [5], small.length).error).toBeUndefined();
});

it('the first bytes of a file tell whether it is gzip', () => {
	const isSo = (...bytes: number[]) => isGzip(Uint8Array.from(bytes));
	expect([isSo(0x1f, 0x8b, 8, 0), isSo(0x1f, 0x8b)]).toEqual([true, true]);
	const others = [[0x1f, 0x8b, 7], [0x1f], [0x1e, 0x8b, 8], [0x1f, 0x8c, 8], []];
	expect(others.filter((bytes) => isSo(...bytes))).toEqual([]);
});
