import {
	CODE_LENGTH_SYMBOLS,
	DISTANCE_SYMBOLS,
	fixedLengths,
	LITERAL_SYMBOLS,
} from '../../../../nodes/Analytics/gzip/deflateCodes';
import {
	BASE,
	END_OF_BLOCK,
	INVALID,
	VALUE_SHIFT,
} from '../../../../nodes/Analytics/gzip/huffmanTable';

// The tables of RFC 1951, section 3.2.5, as they are printed there.
const LENGTHS = [
	3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
	163, 195, 227, 258,
];
const LENGTH_EXTRA_BITS = [
	0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCES = [
	1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
	3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA_BITS = [
	0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

const parts = (entry: number) => ({
	value: entry >>> VALUE_SHIFT,
	extraBits: (entry >>> 4) & 15,
	kind: entry & 0xf00,
	length: entry & 15,
});

it('has the bytes, then the end of the block, then the lengths of the standard', () => {
	const symbols = [...LITERAL_SYMBOLS].map(parts);
	const bytes = Array.from({ length: 256 }, (_, value) => ({
		value,
		extraBits: 0,
		kind: 0,
		length: 0,
	}));
	expect(symbols.slice(0, 256)).toEqual(bytes);
	expect(LITERAL_SYMBOLS[256]).toBe(END_OF_BLOCK);
	expect(symbols.slice(257, 286)).toEqual(
		LENGTHS.map((value, i) => {
			return { value, extraBits: LENGTH_EXTRA_BITS[i], kind: BASE, length: 0 };
		}),
	);
	expect([...LITERAL_SYMBOLS.slice(286)]).toEqual([INVALID, INVALID]);
});

it('has the distances of the standard', () => {
	expect([...DISTANCE_SYMBOLS].slice(0, 30).map(parts)).toEqual(
		DISTANCES.map((value, i) => {
			return { value, extraBits: DISTANCE_EXTRA_BITS[i], kind: 0, length: 0 };
		}),
	);
	expect([...DISTANCE_SYMBOLS.slice(30)]).toEqual([INVALID, INVALID]);
});

it('has 19 code lengths', () => {
	const values = [...CODE_LENGTH_SYMBOLS].map((entry) => parts(entry).value);
	expect(values).toEqual(Array.from({ length: 19 }, (_, value) => value));
});

it('has the fixed codes of the standard', () => {
	const { literals, distances } = fixedLengths();
	const runs: Array<[number, number]> = [
		[144, 8],
		[112, 9],
		[24, 7],
		[8, 8],
	];
	expect([...literals]).toEqual(runs.flatMap(([count, bits]) => Array<number>(count).fill(bits)));
	expect([...distances]).toEqual(Array(32).fill(5));
});
