import { deflateRawSync, gzipSync } from 'node:zlib';
import { isGzip } from '../../../../nodes/Analytics/table/gunzip';
import { memberWithAllFields, refusal, unpack } from '../../../support/gzipFiles';

/*
 * test/fuzz compares the reader with zlib, for any data and any damage, cut anywhere. `npx node test/run.mjs test/tools/mutation.ts` also lets the
 * reader take one more piece of a chunk, which changes nothing: there are no bytes in it.
 */

const SMALL_TEXT = 'name,value\nfirst,1\nsecond,2\n';
const SMALL = Buffer.from(SMALL_TEXT);

/** Numbers that look random, but are the same in each run. */
const random = (at: number) => Math.imul(at, 2654435761) >>> 13;
/** Compresses about as well as a bulk file. */
const ROWS = Buffer.from(
	Array.from({ length: 4_000 }, (_, row) => `${row},user${random(row) % 100_000},SENT\n`).join(''),
);
/** Random bytes do not compress, so a gzip file has them as they are. */
const NOISE = Uint8Array.from({ length: 100_000 }, (_, at) => random(at) & 255);
const PLAIN_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

/** A file arrives in small pieces, and as a whole. */
const SIZES = [[7], [1 << 16]];

const corrupt = (problem: string) => `The compressed file is corrupt (${problem}).`;

it.each([
	{ what: 'a gzip file', start: [0x1f, 0x8b, 8, 0], expected: true },
	{ what: 'what may be the beginning of one', start: [0x1f, 0x8b], expected: true },
	{ what: 'no bytes', start: [], expected: false },
	{ what: 'another first byte', start: [0x1e, 0x8b, 8], expected: false },
	{ what: 'another method of compression', start: [0x1f, 0x8b, 9], expected: false },
])('recognizes gzip by its first bytes: $what', ({ start, expected }) => {
	expect(isGzip(Uint8Array.from(start))).toBe(expected);
});

describe('refuses', () => {
	it('a repetition that reaches into the member before', () => {
		const dictionary = ROWS.subarray(0, 30_000);
		const deflated = deflateRawSync(dictionary, { dictionary });
		const borrowing = Buffer.concat([PLAIN_HEADER, deflated, gzipSync(dictionary).subarray(-8)]);
		const file = Buffer.concat([gzipSync(dictionary), borrowing]);
		expect(refusal(file)).toBe(corrupt('invalid distance too far back'));
	});

	it.each([
		{ what: 'a wrong checksum', at: -8, problem: 'incorrect data check' },
		{ what: 'a wrong length', at: -4, problem: 'incorrect length check' },
		{
			what: 'a header that its checksum does not fit',
			member: memberWithAllFields(SMALL),
			at: 4,
			problem: 'header crc mismatch',
		},
	])('$what, in the first member and in a later one', (damage) => {
		const { member = gzipSync(SMALL), at, problem } = damage;
		// A place is counted from the end if it is negative.
		member[(at + member.length) % member.length]! ^= 1;
		expect(refusal(member)).toBe(corrupt(problem));
		expect(refusal(Buffer.concat([gzipSync(SMALL), member]), [5])).toBe(corrupt(problem));
	});
});

describe('after the last member', () => {
	const file = Buffer.concat([gzipSync(SMALL), memberWithAllFields(SMALL)]);

	// As tar and some storages fill up their blocks.
	it.each([1, 70_000])('%i zero bytes are padding', (length) => {
		const padded = Buffer.concat([file, new Uint8Array(length)]);
		for (const sizes of SIZES) {
			const { bytes, error } = unpack(padded, sizes);
			expect(error).toBeUndefined();
			expect(bytes.toString()).toBe(SMALL_TEXT + SMALL_TEXT);
		}
	});

	it.each([
		{ what: 'a text', trailing: 'name,value', message: corrupt('incorrect header check') },
		{
			what: 'a text after zeros',
			trailing: `${'\0'.repeat(70_000)}x`,
			message: 'Other data follows the end of the compressed file.',
		},
	])('nothing else may stand: $what', ({ trailing, message }) => {
		const longer = Buffer.concat([file, Buffer.from(trailing)]);
		for (const sizes of SIZES) expect(refusal(longer, sizes)).toBe(message);
	});
});

it('a file that ends early is refused, wherever it ends', () => {
	const first = gzipSync(SMALL);
	const second = memberWithAllFields(NOISE.subarray(0, 40));
	const file = Buffer.concat([first, second]);
	const notRefused = [...file.keys()].filter((end) => {
		return refusal(file.subarray(0, end)) !== 'The compressed file ends too early.';
	});
	// Where the first member ends, the file may be whole.
	expect(notRefused).toEqual([first.length]);
});

it('more than maxBytes is an error, and no more than those are given', () => {
	const { bytes, error } = unpack(gzipSync(new Uint8Array(5_000_000)), undefined, 1_000_000);
	expect(error?.message).toBe('The file has more than 1000000 bytes when decompressed.');
	expect(bytes).toHaveLength(15 * 65_536);
});

it('just maxBytes are no error', () => {
	expect(unpack(gzipSync(SMALL), [5], SMALL.length).error).toBeUndefined();
});
