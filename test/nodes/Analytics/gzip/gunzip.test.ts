import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { Gunzip, isGzip } from '../../../../nodes/Analytics/gzip/gunzip';
import { seeded } from '../../../support/cuts';
import {
	bytesOf,
	concat,
	gzip,
	memberWithAllFields,
	refusal,
	unpack,
} from '../../../support/gzipFiles';
import { codesOf, DeflateWriter } from './deflateWriter';

const small = bytesOf('name,value\nfirst,1\nsecond,2\n');
const random = (at: number) => Math.imul(at, 2654435761) >>> 13;
/** Compresses about as well as a bulk file. */
const rows = bytesOf(
	Array.from({ length: 4_000 }, (_, row) => `${row},user${random(row) % 100_000},SENT\n`).join(''),
);
/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from({ length: 100_000 }, (_, at) => random(at) & 255);

const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

/** A gzip file of one member, with the checksum and the length of what zlib makes of the deflate data. */
function memberOf(deflated: Uint8Array, data: Uint8Array = inflateRawSync(deflated)): Uint8Array {
	const trailer = Buffer.alloc(8);
	trailer.writeUInt32LE(crc32(data));
	trailer.writeUInt32LE(data.length, 4);
	return concat([HEADER, deflated, trailer]);
}

function checkSame(file: Uint8Array, data: Uint8Array, sizes?: number[]): void {
	const { bytes, error } = unpack(file, sizes);
	// Jest's own comparison takes seconds for large arrays.
	expect([error, bytes.equals(data)]).toEqual([undefined, true]);
}

// The fixed codes of RFC 1951, section 3.2.6.
const FIXED = codesOf(
	Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)),
);
const distanceCode = (symbol: number) => symbol.toString(2).padStart(5, '0');
const fixed = (...symbols: number[]) => {
	const writer = new DeflateWriter().block(1);
	for (const symbol of symbols) writer.code(FIXED[symbol]);
	return writer;
};
const A = 65;
const END = 256;

describe('reads', () => {
	it.each([0, 1, 6, 9])('what zlib writes at level %i, in chunks of any size', (level) => {
		const repeated = new Uint8Array(150_000).fill(120);
		for (const data of [new Uint8Array(0), small, rows, noise, repeated]) {
			for (const sizes of [[1 << 16], [1, 320, 7], [1_000_003]]) {
				checkSame(gzip(data, { level }), data, sizes);
			}
		}
	});

	it('repetitions of every length and every distance, with all of their extra bits', () => {
		const writer = new DeflateWriter().stored(noise.subarray(0, 32_768), { isLast: false });
		writer.block(1);
		for (let symbol = 257; symbol < 286; symbol++) {
			const bits = symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2;
			for (const extra of [0, 2 ** bits - 1]) {
				writer.code(FIXED[symbol]).number(extra, bits).code(distanceCode(0));
			}
		}
		for (let symbol = 0; symbol < 30; symbol++) {
			const bits = symbol < 4 ? 0 : (symbol >> 1) - 1;
			for (const extra of [0, 2 ** bits - 1]) {
				writer.code(FIXED[257]).code(distanceCode(symbol)).number(extra, bits);
			}
		}
		const deflated = writer.code(FIXED[END]).bytes();
		checkSame(memberOf(deflated), inflateRawSync(deflated));
	});

	it('any complete set of codes, of 1 to 15 bits', () => {
		// A leaf of the tree of codes is split over and over.
		const splits = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });
		const check = (places: number[], symbols: number[]) => {
			const leaves = [0];
			for (const place of places) {
				const depth = leaves[place % leaves.length]! + 1;
				if (depth <= 15) leaves.splice(place % leaves.length, 1, depth, depth);
			}
			const lengths = Array<number>(257).fill(0);
			const used = leaves.map((_, at) => (at === 0 ? END : at * 4 - 3));
			for (const [at, symbol] of used.entries()) lengths[symbol] = leaves[at]!;
			const codes = codesOf(lengths);
			const written = symbols.map((at) => used[1 + (at % (used.length - 1))]!);
			const writer = new DeflateWriter().dynamic([...lengths, 0].join(' '));
			for (const symbol of [...written, END]) writer.code(codes[symbol]);
			checkSame(memberOf(writer.bytes()), Uint8Array.from(written));
		};
		check([...Array(15).keys()], [...Array(15).keys()]);
		check(Array<number>(15).fill(0), [...Array(15).keys()]);
		fc.assert(fc.property(splits, fc.array(fc.nat(), { maxLength: 40 }), check), seeded(50));
	});

	it.each<[string, string, { literals?: number; distances?: number }, string, string]>([
		['a single distance', 'z65 1 z138 z52 1 1', {}, '0001', 'AAA'],
		['no distance', 'z65 1 z138 z52 1 0', {}, '001', 'AA'],
		['repetitions', 'z11 z10 z3 0 r6 r5 z138 z79 2 r3 1', {}, '00011011', '\xfd\xfe\xff'],
		['a repetition over literals and distances', 'z138 z117 1 r3', { distances: 2 }, '01', '\xff'],
		['286 literals', '1 z138 z117 1 z29 1 1 z28', { literals: 286, distances: 30 }, '01', '\0'],
	])('a block whose codes are told by %s', (_, lengths, counts, code, text) => {
		const deflated = new DeflateWriter().dynamic(lengths, counts).code(code).bytes();
		checkSame(memberOf(deflated), Buffer.from(text, 'latin1'));
	});

	it('members that follow each other, and whose headers have every field', () => {
		const file = concat([gzip(small), gzip(new Uint8Array(0)), memberWithAllFields(small)]);
		checkSame(file, concat([small, small]), [1]);
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

describe('refuses, as zlib does,', () => {
	const dynamic = (lengths: string, counts = {}) =>
		new DeflateWriter().dynamic(lengths, counts).number(0, 16);

	// All but one thing is right in each.
	it.each<[string, DeflateWriter]>([
		['more than 286 literals', dynamic('1 z138 z117 1 z30 1', { literals: 287 })],
		['more than 30 distances', dynamic('1 z138 z117 1 1 1 z29', { distances: 31 })],
		['a repetition of nothing', dynamic('r3 1 z138 z114 1 1')],
		['a repetition that goes too far', dynamic('1 z138 z117 1 z3')],
		['no code for the end of the block', dynamic('1 1 z138 z117 1')],
		['too many literals', dynamic('1 1 z138 z116 1 1')],
		['too few literals', dynamic('2 z138 z117 2 1')],
		['one literal of two bits', dynamic('0 z138 z117 2 1')],
		['too many distances', dynamic('1 z138 z117 1 1 1 1', { distances: 3 })],
		['no code length codes', new DeflateWriter().block(2).number(0, 54)],
		['a block of a kind that does not exist', new DeflateWriter().block(3).number(0, 16)],
		['a stored block of another length', new DeflateWriter().stored(small, { negated: 5 })],
		['the literal 286', fixed(A, 286).code(distanceCode(0)).code(FIXED[END])],
		['the literal 287', fixed(A, 287).code(distanceCode(0)).code(FIXED[END])],
		['the distance 30', fixed(A, 257).code(distanceCode(30)).code(FIXED[END])],
		['the distance 31', fixed(A, 257).code(distanceCode(31)).code(FIXED[END])],
		['a repetition of what is not there', fixed(A, 257).code(distanceCode(1)).code(FIXED[END])],
	])('%s', (_, writer) => {
		const deflated = concat([writer.bytes(), new Uint8Array(8)]);
		expect(refusal(concat([HEADER, deflated, new Uint8Array(8)]))).toBe('corrupt');
		expect(() => inflateRawSync(deflated)).toThrow();
	});

	it('a repetition that reaches into the member before', () => {
		const dictionary = rows.subarray(0, 30_000);
		const borrowing = memberOf(deflateRawSync(dictionary, { dictionary }), dictionary);
		expect(refusal(concat([gzip(dictionary), borrowing]))).toBe('corrupt');
	});

	it('a wrong CRC-32 and a wrong length in any member', () => {
		const file = concat([gzip(small), memberWithAllFields(small)]);
		const trailers = [gzip(small).length, file.length].map((end) => file.subarray(end - 8, end));
		for (const trailer of trailers) {
			for (const at of trailer.keys()) {
				trailer[at]! ^= 1;
				expect([at, refusal(file)]).toEqual([at, 'corrupt']);
				trailer[at]! ^= 1;
			}
		}
	});

	it.each([
		['a reserved flag', gzip(small), 3, 0x20],
		['another reserved flag', gzip(small), 3, 0x40],
		['the last reserved flag', gzip(small), 3, 0x80],
		['a header whose CRC does not match', memberWithAllFields(small), 4, 1],
		['a header of another CRC', memberWithAllFields(small), 35, 1],
		['a header of another CRC in its second byte', memberWithAllFields(small), 36, 1],
	])('%s', (_, member, at, flipped) => {
		member[at]! ^= flipped;
		expect(refusal(member)).toBe('corrupt');
	});

	it.each([0, 1, 2])('what differs from gzip in its byte %i', (at) => {
		const member = gzip(small);
		member[at]! ^= 1;
		expect(unpack(member).error?.message).toBe('The file is not compressed with gzip.');
		expect(refusal(concat([gzip(small), member]), [5])).toBe('trailingData');
	});
});

describe('behind the last member', () => {
	const file = concat([gzip(small), memberWithAllFields(small)]);

	// As tar and some storages fill up their blocks.
	it.each([1, 10, 511, 70_000])('%i zero bytes are padding', (length) => {
		const padded = concat([file, new Uint8Array(length)]);
		for (const sizes of [[7], [1 << 16]]) checkSame(padded, concat([small, small]), sizes);
	});

	it.each<[string, Uint8Array]>([
		['a text', bytesOf('name,value')],
		['a text behind a zero', bytesOf('\0x')],
		['a header behind a zero', Uint8Array.of(0, 0x1f, 0x8b, 8)],
		['a text behind many zeros', bytesOf(`${'\0'.repeat(70_000)}x`)],
		['a member behind zeros', concat([new Uint8Array(8), file])],
	])('nothing else may stand: %s', (_, trailing) => {
		for (const sizes of [[7], [1 << 16]]) {
			expect(refusal(concat([file, trailing]), sizes)).toBe('trailingData');
		}
	});

	it('may be padding, but not in front of the first', () => {
		expect(refusal(concat([new Uint8Array(8), file]))).toBe('notGzip');
	});
});

it('data is passed on in blocks of 64 KB, also over many chunks and where a member begins anew', () => {
	const sizes: number[] = [];
	const reader = new Gunzip({ onData: ({ length }) => sizes.push(length) });
	const file = concat([gzip(rows), gzip(noise), gzip(small)]);
	for (let at = 0; at < file.length; at += 999) reader.push(file.subarray(at, at + 999));
	reader.end();
	const last = [rows.length % 65_536, noise.length % 65_536, small.length];
	for (const size of sizes) expect(size < 65_536 ? last : [size]).toContain(size);
	expect(Math.max(...sizes)).toBe(65_536);
	expect(sizes).toHaveLength(
		Math.ceil(rows.length / 65_536) + Math.ceil(noise.length / 65_536) + 1,
	);
});

it('a file that ends early is truncated, wherever it ends', () => {
	const [first, second] = [gzip(small), memberWithAllFields(noise.subarray(0, 99))];
	const file = concat([first, second]);
	const ends = [...file.keys()].filter((end) => refusal(file.subarray(0, end)) !== 'truncated');
	expect(ends).toEqual([first.length]);
});

it('more than maxBytes is an error, and no more than those are passed on', () => {
	const { bytes, error } = unpack(gzip(new Uint8Array(5_000_000)), undefined, 1_000_000);
	expect(error?.message).toBe('The file has more than 1000000 bytes when decompressed.');
	expect(bytes).toHaveLength(15 * 65_536);
	expect(unpack(gzip(small), [5], small.length)).toEqual({ bytes: Buffer.from(small) });
});

it('the first bytes of a file tell whether it is gzip', () => {
	const isSo = (...bytes: number[]) => isGzip(Uint8Array.from(bytes));
	expect([isSo(0x1f, 0x8b, 8, 0), isSo(0x1f, 0x8b)]).toEqual([true, true]);
	const others = [[0x1f, 0x8b, 7], [0x1f], [0x1e, 0x8b, 8], [0x1f, 0x8c, 8], []];
	expect(others.filter((bytes) => isSo(...bytes))).toEqual([]);
});
