import { deflateRawSync } from 'node:zlib';
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
const line = (row: number) => `${row},user${random(row) % 100_000},SENT\n`;
const rows = bytesOf(Array.from({ length: 4_000 }, (_, row) => line(row)).join(''));
/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from({ length: 100_000 }, (_, at) => random(at) & 255);
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

const EARLY = 'The compressed file ends too early.';
const BEHIND = 'Other data follows the end of the compressed file.';
const corrupt = (problem: string) => `The compressed file is corrupt (${problem}).`;

function checkSame(file: Uint8Array, data: Uint8Array, sizes?: number[]): void {
	const { bytes, error } = unpack(file, sizes);
	// Jest's own comparison takes seconds for large arrays.
	expect([error, bytes.equals(data)]).toEqual([undefined, true]);
}

describe('refuses', () => {
	it('a repetition that reaches into the member before', () => {
		const dictionary = rows.subarray(0, 30_000);
		const deflated = deflateRawSync(dictionary, { dictionary });
		const borrowing = concat([HEADER, deflated, gzip(dictionary).subarray(-8)]);
		const file = concat([gzip(dictionary), borrowing]);
		expect(refusal(file)).toBe(corrupt('invalid distance too far back'));
	});

	it.each([
		['a wrong checksum', gzip(small), gzip(small).length - 8, 1, 'incorrect data check'],
		['a wrong length', gzip(small), gzip(small).length - 4, 1, 'incorrect length check'],
		['a reserved flag', gzip(small), 3, 0x20, 'unknown header flags set'],
		['another header', memberWithAllFields(small), 4, 1, 'header crc mismatch'],
		['another method', gzip(small), 2, 1, 'unknown compression method'],
		['zlib data', Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1), 0, 0, 'incorrect header check'],
	])('%s in any member', (_, member, at, flipped, problem) => {
		member[at]! ^= flipped;
		expect(refusal(member)).toBe(corrupt(problem));
		expect(refusal(concat([gzip(small), member]), [5])).toBe(corrupt(problem));
	});
});

describe('behind the last member', () => {
	const file = concat([gzip(small), memberWithAllFields(small)]);

	// As tar and some storages fill up their blocks.
	it.each([1, 70_000])('%i zero bytes are padding', (length) => {
		const padded = concat([file, new Uint8Array(length)]);
		for (const sizes of [[7], [1 << 16]]) checkSame(padded, concat([small, small]), sizes);
	});

	it.each([
		['a text', 'name,value', corrupt('incorrect header check')],
		['a text behind zeros', `${'\0'.repeat(70_000)}x`, BEHIND],
	])('nothing else may stand: %s', (_, trailing, message) => {
		for (const sizes of [[7], [1 << 16]]) {
			expect(refusal(concat([file, bytesOf(trailing)]), sizes)).toBe(message);
		}
	});
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
