import fc from 'fast-check';
import {
	HuffmanTable,
	INVALID,
	SUBTABLE,
	VALUE_SHIFT,
} from '../../../../nodes/Analytics/gzip/huffmanTable';
import { seeded } from '../../../support/cuts';

const SYMBOLS = Int32Array.from({ length: 288 }, (_, symbol) => symbol << VALUE_SHIFT);

/** The codes that RFC 1951, section 3.2.2 gives to these lengths, as text; undefined without code. */
function codesOf(lengths: number[]): Array<string | undefined> {
	const codes: Array<string | undefined> = lengths.map(() => undefined);
	let code = 0;
	for (let length = 1; length <= 15; length++) {
		for (const [symbol, ofSymbol] of lengths.entries()) {
			if (ofSymbol === length) codes[symbol] = (code++).toString(2).padStart(length, '0');
		}
		code *= 2;
	}
	return codes;
}

/** What the table says of a code, when these bits follow it in the data. */
function lookUp(table: HuffmanTable, code: string, following: string) {
	const bits = parseInt([...(code + following).slice(0, 20)].reverse().join(''), 2);
	let entry = table.entries[bits & ((1 << table.rootBits) - 1)] ?? NaN;
	if ((entry & SUBTABLE) !== 0) {
		const rest = (bits >>> table.rootBits) & ((1 << (entry & 15)) - 1);
		entry = table.entries[(entry >>> VALUE_SHIFT) + rest] ?? NaN;
	}
	return { symbol: entry >>> VALUE_SHIFT, length: entry & 15 };
}

function check(rootBits: number, lengths: number[]): void {
	const table = new HuffmanTable(rootBits, SYMBOLS);
	expect(table.build(Uint8Array.from(lengths), false)).toBe(true);
	for (const [symbol, code] of codesOf(lengths).entries()) {
		if (code === undefined) continue;
		for (const following of ['0'.repeat(20), '1'.repeat(20), '01'.repeat(10)]) {
			const found = lookUp(table, code, following);
			expect({ code, ...found }).toEqual({ code, symbol, length: code.length });
		}
	}
}

/** Lengths of a complete set of codes: a leaf of the tree is split over and over. */
const completeLengths = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((splits) => {
	const leaves = [0];
	for (const split of splits) {
		const at = split % leaves.length;
		const depth = leaves[at]! + 1;
		if (depth > 15) continue;
		leaves.splice(at, 1, depth, depth);
	}
	return leaves.flatMap((depth, i) => (i % 3 === 0 ? [depth, 0] : [depth]));
});

describe('a table', () => {
	it.each([2, 3, 4, 8])(
		'with %i bits in its root knows the codes of the standard’s example',
		(rootBits) => {
			check(rootBits, [3, 3, 3, 3, 3, 2, 4, 4]);
		},
	);

	it('knows codes of 1 to 15 bits', () => {
		check(8, [...Array.from({ length: 15 }, (_, i) => i + 1), 15]);
		check(8, [15, ...Array.from({ length: 15 }, (_, i) => 15 - i)]);
	});

	it('knows any complete set of codes', () => {
		fc.assert(
			fc.property(completeLengths, fc.integer({ min: 1, max: 10 }), (lengths, rootBits) => {
				check(rootBits, lengths);
			}),
			seeded(150),
		);
	});

	it('is built anew for each block', () => {
		const table = new HuffmanTable(3, SYMBOLS);
		expect(table.build(Uint8Array.of(1, 2, 3, 4, 5, 5), false)).toBe(true);
		expect(table.build(Uint8Array.of(0, 1, 1), false)).toBe(true);
		expect(lookUp(table, '0', '1111111')).toEqual({ symbol: 1, length: 1 });
		expect(lookUp(table, '1', '1111111')).toEqual({ symbol: 2, length: 1 });
	});
});

describe('a set of code lengths', () => {
	it.each([
		['too many codes', [1, 1, 1]],
		['too many long codes', [1, 2, 3, 3, 15]],
		['too few codes', [2, 2, 2]],
		['one code of two bits', [0, 2]],
		['two codes, of which one has one bit', [1, 2]],
	])('with %s is refused', (_, lengths) => {
		for (const mayBeIncomplete of [true, false]) {
			const table = new HuffmanTable(4, SYMBOLS);
			expect(table.build(Uint8Array.from(lengths), mayBeIncomplete)).toBe(false);
		}
	});

	it('with one code of one bit is let pass where it may be incomplete, as in zlib', () => {
		const table = new HuffmanTable(2, SYMBOLS);
		expect(table.build(Uint8Array.of(0, 1), false)).toBe(false);
		expect(table.build(Uint8Array.of(0, 1), true)).toBe(true);
		expect(lookUp(table, '0', '11')).toEqual({ symbol: 1, length: 1 });
		expect([...table.entries.slice(0, 4)].map((entry) => entry & INVALID)).toEqual([
			0,
			INVALID,
			0,
			INVALID,
		]);
	});

	it('without codes is let pass where it may be incomplete', () => {
		const table = new HuffmanTable(2, SYMBOLS);
		expect(table.build(Uint8Array.of(0, 0), false)).toBe(false);
		expect(table.build(Uint8Array.of(0, 0), true)).toBe(true);
		expect([...table.entries.slice(0, 4)]).toEqual(Array(4).fill(INVALID));
	});
});
