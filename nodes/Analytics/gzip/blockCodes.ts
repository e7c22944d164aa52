import type { BitReader } from './bitReader';
import {
	CODE_LENGTH_SYMBOLS,
	DISTANCE_SYMBOLS,
	fixedLengths,
	LITERAL_SYMBOLS,
} from './deflateCodes';
import { HuffmanTable, VALUE_SHIFT } from './huffmanTable';

export const LITERAL_ROOT_BITS = 10;
export const DISTANCE_ROOT_BITS = 8;
const CODE_LENGTH_ROOT_BITS = 7;
const END_SYMBOL = 256;
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The methods return false where the data contradicts itself. */
export class BlockCodes {
	readonly literals = new HuffmanTable(LITERAL_ROOT_BITS, LITERAL_SYMBOLS);
	readonly distances = new HuffmanTable(DISTANCE_ROOT_BITS, DISTANCE_SYMBOLS);
	readonly #codeLengths = new HuffmanTable(CODE_LENGTH_ROOT_BITS, CODE_LENGTH_SYMBOLS);
	readonly #reader: BitReader;

	constructor(reader: BitReader) {
		this.#reader = reader;
	}

	useFixed(): boolean {
		const { literals, distances } = fixedLengths();
		return this.literals.build(literals, false) && this.distances.build(distances, false);
	}

	/** RFC 1951, section 3.2.7. */
	read(): boolean {
		const reader = this.#reader;
		const literalCount = reader.take(5) + 257;
		const distanceCount = reader.take(5) + 1;
		const codeLengthCount = reader.take(4) + 4;
		if (literalCount > 286 || distanceCount > 30) return false;

		const codeLengths = new Uint8Array(CODE_LENGTH_ORDER.length);
		for (let i = 0; i < codeLengthCount; i++) codeLengths[CODE_LENGTH_ORDER[i]!] = reader.take(3);
		if (!this.#codeLengths.build(codeLengths, false)) return false;

		const lengths = this.#readLengths(literalCount + distanceCount);
		return (
			lengths !== undefined &&
			lengths[END_SYMBOL] !== 0 &&
			this.literals.build(lengths.subarray(0, literalCount), true) &&
			this.distances.build(lengths.subarray(literalCount), true)
		);
	}

	#readLengths(count: number): Uint8Array | undefined {
		const lengths = new Uint8Array(count);
		for (let i = 0; i < count;) {
			const symbol = this.#takeCodeLength();
			if (symbol < 16) {
				lengths[i++] = symbol;
				continue;
			}
			if (symbol === 16 && i === 0) return undefined;
			const repeated = symbol === 16 ? lengths[i - 1]! : 0;
			const times = this.#takeRepeat(symbol);
			if (i + times > count) return undefined;
			lengths.fill(repeated, i, i + times);
			i += times;
		}
		return lengths;
	}

	#takeRepeat(symbol: number): number {
		if (symbol === 16) return 3 + this.#reader.take(2);
		return symbol === 17 ? 3 + this.#reader.take(3) : 11 + this.#reader.take(7);
	}

	#takeCodeLength(): number {
		const entry = this.#codeLengths.entries[this.#reader.peek(CODE_LENGTH_ROOT_BITS)]!;
		this.#reader.skip(entry & 15);
		return entry >>> VALUE_SHIFT;
	}
}
