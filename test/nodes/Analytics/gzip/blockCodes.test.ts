import { BitReader } from '../../../../nodes/Analytics/gzip/bitReader';
import { BlockCodes } from '../../../../nodes/Analytics/gzip/blockCodes';
import { VALUE_SHIFT } from '../../../../nodes/Analytics/gzip/huffmanTable';
import { BitWriter } from './bitWriter';

/** In which order the code length codes stand (RFC 1951, section 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The code length codes of all headers here: those of these lengths, given out in order. */
const CODES: Record<number, string> = {
	0: '00',
	1: '01',
	2: '100',
	16: '101',
	17: '110',
	18: '111',
};

interface Header {
	literalCount?: number;
	distanceCount?: number;
	/** Symbols of the code lengths, those with extra bits as pairs. */
	lengths: Array<number | [symbol: number, extra: number]>;
	codeLengthCount?: number;
}

const EXTRA_BITS: Record<number, number> = { 16: 2, 17: 3, 18: 7 };

function read({ literalCount = 257, distanceCount = 1, lengths, codeLengthCount = 19 }: Header) {
	const bits = new BitWriter()
		.number(literalCount - 257, 5)
		.number(distanceCount - 1, 5)
		.number(codeLengthCount - 4, 4);
	for (const symbol of ORDER.slice(0, codeLengthCount)) {
		bits.number(CODES[symbol]?.length ?? 0, 3);
	}
	for (const length of lengths) {
		const [symbol, extra] = typeof length === 'number' ? [length, 0] : length;
		bits.code(CODES[symbol] ?? '').number(extra, EXTRA_BITS[symbol] ?? 0);
	}
	const reader = new BitReader();
	const bytes = bits.bytes();
	reader.open(Uint8Array.from([...bytes, ...new Uint8Array(300)]), 0);
	const codes = new BlockCodes(reader);
	return { isValid: codes.read(), codes, isReadToTheEnd: reader.nextByte === bytes.length };
}

/** The symbols whose codes are as long as the text says, found by their code. */
const literal = ({ codes }: ReturnType<typeof read>, bits: number) => {
	const entry = codes.literals.entries[bits] ?? NaN;
	return { value: entry >>> VALUE_SHIFT, length: entry & 15 };
};

/** Zeros for the bytes before 'A', then 'A', zeros, and the end of the block. */
const UP_TO_A: Header['lengths'] = [[18, 54], 1];
const ZEROS_TO_THE_END: Header['lengths'] = [
	[18, 127],
	[18, 41],
];

it('reads the codes of a block: lengths, repeated zeros, a single distance', () => {
	// The last two: of the end of the block, and of the one distance.
	const block = read({ lengths: [...UP_TO_A, ...ZEROS_TO_THE_END, 1, 1] });
	expect(block).toMatchObject({ isValid: true, isReadToTheEnd: true });
	expect(literal(block, 0)).toEqual({ value: 65, length: 1 });
});

it('repeats zeros 3 to 10 and 11 to 138 times, and a length 3 to 6 times', () => {
	// 138 + 10 + 3 + 1 + 6 + 5 + 90 zeros make 253 lengths; then four of two bits, the last of the end.
	const zeros: Header['lengths'] = [[18, 127], [17, 7], [17, 0], 0, [16, 3], [16, 2], [18, 79]];
	const lengths: Header['lengths'] = [...zeros, 2, [16, 0], 1];
	const block = read({ lengths });
	expect(block).toMatchObject({ isValid: true, isReadToTheEnd: true });
	const found = [0b00, 0b10, 0b01].map((bits) => literal(block, bits));
	expect(found).toEqual([253, 254, 255].map((value) => ({ value, length: 2 })));
});

it('takes a repetition across the border from literals to distances', () => {
	// Two literals and two distances of one bit, in one repetition of the length of the first.
	const lengths: Header['lengths'] = [[18, 127], [18, 106], 1, [16, 0]];
	const block = read({ distanceCount: 2, lengths });
	expect(block).toMatchObject({ isValid: true, isReadToTheEnd: true });
});

// All but one thing is right in each.
it.each<[string, Header]>([
	[
		'more than 286 literals',
		{ literalCount: 287, lengths: [1, [18, 127], [18, 106], 1, [18, 19], 1] },
	],
	[
		'more than 30 distances',
		{ distanceCount: 31, lengths: [1, [18, 127], [18, 106], 1, 1, 1, [18, 18]] },
	],
	['a repetition of nothing', { lengths: [[16, 0], 1, [18, 127], [18, 103], 1, 1] }],
	['a repetition that goes too far', { lengths: [1, [18, 127], [18, 106], 1, [17, 0]] }],
	['no code for the end of the block', { lengths: [1, 1, [18, 127], [18, 106], 1] }],
	['too many literals', { lengths: [1, 1, [18, 127], [18, 105], 1, 1] }],
	['too many distances', { distanceCount: 3, lengths: [1, [18, 127], [18, 106], 1, 1, 1, 1] }],
	['no code length codes', { codeLengthCount: 4, lengths: [] }],
])('refuses %s', (_, header) => {
	expect(read(header).isValid).toBe(false);
});

it('takes 286 literals and 30 distances', () => {
	const lengths: Header['lengths'] = [1, [18, 127], [18, 106], 1, [18, 18], 1, 1, [18, 17]];
	expect(read({ literalCount: 286, distanceCount: 30, lengths })).toMatchObject({
		isValid: true,
		isReadToTheEnd: true,
	});
});

it('reads a block that has nothing but its end', () => {
	const block = read({ lengths: [[18, 127], [18, 107], 1, 0] });
	expect(block).toMatchObject({ isValid: true, isReadToTheEnd: true });
	expect(literal(block, 0).length).toBe(1);
});

it('has fixed codes', () => {
	const codes = new BlockCodes(new BitReader());
	expect(codes.useFixed()).toBe(true);
	// The code of the end of a block is seven zeros.
	expect((codes.literals.entries[0] ?? 0) & 15).toBe(7);
	expect(codes.distances.entries.slice(0, 32).every((entry) => (entry & 15) === 5)).toBe(true);
});
