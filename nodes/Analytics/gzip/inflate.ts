import {
	CODE_LENGTH_SYMBOLS,
	DISTANCE_SYMBOLS,
	fixedLengths,
	LITERAL_SYMBOLS,
} from './deflateCodes';
import { corrupt, truncated } from './gzipError';
import {
	BASE,
	END_OF_BLOCK,
	HuffmanTable,
	INVALID,
	KIND,
	SUBTABLE,
	VALUE_SHIFT,
} from './huffmanTable';

/** How far back a repetition can reach. */
const WINDOW = 1 << 15;
/** What is handed on at once. Larger blocks fall out of the processor's cache. */
const BLOCK = 1 << 16;
const LONGEST_MATCH = 258;
const LITERAL_ROOT_BITS = 10;
const DISTANCE_ROOT_BITS = 8;
const END_SYMBOL = 256;
const CODE_LENGTH_ROOT_BITS = 7;
/** In which order the header of a block gives the lengths of its code length codes. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Bytes that one step may read: the longest header of a block takes 286. */
export const LOOKAHEAD = 320;
/** A literal or repetition reads 6 bytes at most, and the bit buffer 4 ahead. */
const SYMBOL_LOOKAHEAD = 12;

type State = 'blockStart' | 'stored' | 'symbols' | 'done';

/**
 * Decompresses raw deflate data (RFC 1951) from a buffer that its owner refills.
 *
 * fflate's streaming reader, which this replaces, allocates and copies on every push: on a bulk file
 * it takes five times as long with chunks of 64 KB as zlib, and cannot say where the data ends.
 */
export class Inflate {
	private readonly onData: (bytes: Uint8Array) => void;
	private readonly literals = new HuffmanTable(LITERAL_ROOT_BITS, LITERAL_SYMBOLS);
	private readonly distances = new HuffmanTable(DISTANCE_ROOT_BITS, DISTANCE_SYMBOLS);
	private readonly codeLengths = new HuffmanTable(CODE_LENGTH_ROOT_BITS, CODE_LENGTH_SYMBOLS);

	private input: Uint8Array = new Uint8Array(0);
	private at = 0;
	/** Bits that were taken from the input and not used yet, the next one lowest. */
	private bits = 0;
	private bitCount = 0;

	/** The last 32 KB, which repetitions refer to, and behind them what was not handed on. */
	private readonly output = new Uint8Array(WINDOW + BLOCK + LONGEST_MATCH);
	private written = 0;
	private handedOn = 0;
	/** Where the data of this member begins: no repetition reaches further back. */
	private historyStart = 0;

	private state: State = 'blockStart';
	private isLastBlock = false;
	private storedLeft = 0;

	/** @param onData gets the decompressed bytes in blocks of at most 97 KB that are its to keep */
	constructor(onData: (bytes: Uint8Array) => void) {
		this.onData = onData;
	}

	get isDone(): boolean {
		return this.state === 'done';
	}

	/** Begins with new data that knows nothing of what was decompressed before. */
	restart(): void {
		this.state = 'blockStart';
		this.isLastBlock = false;
		this.historyStart = this.written;
	}

	/**
	 * Decompresses `input` from `start` on. Reads up to `end`, or leaves as much as `LOOKAHEAD` bytes
	 * for the next call. With `isLast` nothing is left, and `LOOKAHEAD` zeros must stand behind `end`.
	 *
	 * @returns how far it has read; exactly to the end of the deflate data once `isDone`
	 * @throws GzipError
	 */
	read(input: Uint8Array, start: number, end: number, isLast: boolean): number {
		this.input = input;
		this.at = start;
		while (this.state !== 'done') {
			if (!isLast && end - this.at < LOOKAHEAD) break;
			const isValid = this.step(end, isLast);
			// Past the end stand zeros: whether they make sense says nothing about the data.
			if (this.at - (this.bitCount >>> 3) > end) throw truncated();
			if (!isValid) throw corrupt();
			if (this.written >= WINDOW + BLOCK) this.handOn();
		}
		return this.at;
	}

	/** These steps return false where the data contradicts itself. */
	private step(end: number, isLast: boolean): boolean {
		if (this.state === 'blockStart') return this.readBlockStart();
		if (this.state === 'stored') return this.copyStored(end);
		return this.readSymbols(isLast ? end + SYMBOL_LOOKAHEAD : end - SYMBOL_LOOKAHEAD);
	}

	private readBlockStart(): boolean {
		if (this.isLastBlock) return this.finish();
		this.isLastBlock = this.take(1) === 1;
		const type = this.take(2);
		if (type === 0) return this.startStored();
		this.state = 'symbols';
		return type === 1 ? this.useFixedCodes() : type === 2 && this.readCodes();
	}

	private finish(): boolean {
		this.giveBackBytes();
		this.handOn();
		this.state = 'done';
		return true;
	}

	private startStored(): boolean {
		this.giveBackBytes();
		this.storedLeft = this.take(16);
		this.state = 'stored';
		return this.take(16) === (~this.storedLeft & 0xffff);
	}

	private copyStored(end: number): boolean {
		const room = WINDOW + BLOCK - this.written;
		const length = Math.min(this.storedLeft, end - this.at, room);
		if (length <= 0 && this.storedLeft > 0) throw truncated();
		this.output.set(this.input.subarray(this.at, this.at + length), this.written);
		this.at += length;
		this.written += length;
		this.storedLeft -= length;
		if (this.storedLeft === 0) this.state = 'blockStart';
		return true;
	}

	private useFixedCodes(): boolean {
		const { literals, distances } = fixedLengths();
		return this.literals.build(literals, false) && this.distances.build(distances, false);
	}

	/** Reads the codes of a block with codes of its own (RFC 1951, section 3.2.7). */
	private readCodes(): boolean {
		const literalCount = this.take(5) + 257;
		const distanceCount = this.take(5) + 1;
		const codeLengthCount = this.take(4) + 4;
		if (literalCount > 286 || distanceCount > 30) return false;

		const codeLengths = new Uint8Array(CODE_LENGTH_ORDER.length);
		for (let i = 0; i < codeLengthCount; i++) codeLengths[CODE_LENGTH_ORDER[i]!] = this.take(3);
		if (!this.codeLengths.build(codeLengths, false)) return false;

		const lengths = this.readLengths(literalCount + distanceCount);
		return (
			lengths !== undefined &&
			lengths[END_SYMBOL] !== 0 &&
			this.literals.build(lengths.subarray(0, literalCount), true) &&
			this.distances.build(lengths.subarray(literalCount), true)
		);
	}

	private readLengths(count: number): Uint8Array | undefined {
		const lengths = new Uint8Array(count);
		for (let i = 0; i < count;) {
			const symbol = this.takeCodeLength();
			if (symbol < 16) {
				lengths[i++] = symbol;
				continue;
			}
			if (symbol === 16 && i === 0) return undefined;
			const repeated = symbol === 16 ? lengths[i - 1]! : 0;
			const times = this.takeRepeat(symbol);
			if (i + times > count) return undefined;
			lengths.fill(repeated, i, i + times);
			i += times;
		}
		return lengths;
	}

	private takeRepeat(symbol: number): number {
		if (symbol === 16) return 3 + this.take(2);
		return symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
	}

	private takeCodeLength(): number {
		this.fill(CODE_LENGTH_ROOT_BITS);
		const entry = this.codeLengths.entries[this.bits & ((1 << CODE_LENGTH_ROOT_BITS) - 1)]!;
		this.take(entry & 15);
		return entry >>> VALUE_SHIFT;
	}

	/** The hot loop: literals and repetitions, until the block, the input or the room ends. */
	private readSymbols(limit: number): boolean {
		const { input, output, historyStart } = this;
		const literals = this.literals.entries;
		const distances = this.distances.entries;
		let { at, bits, bitCount, written } = this;
		let isValid = true;

		while (at < limit && written < WINDOW + BLOCK) {
			if (bitCount < 16) {
				bits |= (input[at]! | (input[at + 1]! << 8)) << bitCount;
				at += 2;
				bitCount += 16;
			}
			let entry = literals[bits & ((1 << LITERAL_ROOT_BITS) - 1)]!;
			if ((entry & SUBTABLE) !== 0) {
				const rest = (bits >>> LITERAL_ROOT_BITS) & ((1 << (entry & 15)) - 1);
				entry = literals[(entry >>> VALUE_SHIFT) + rest]!;
			}
			bits >>>= entry & 15;
			bitCount -= entry & 15;
			if ((entry & KIND) === 0) {
				output[written++] = entry >>> VALUE_SHIFT;
				continue;
			}
			if ((entry & BASE) === 0) {
				isValid = (entry & END_OF_BLOCK) !== 0;
				this.state = 'blockStart';
				break;
			}

			if (bitCount < 16) {
				bits |= (input[at]! | (input[at + 1]! << 8)) << bitCount;
				at += 2;
				bitCount += 16;
			}
			let extra = (entry >>> 4) & 15;
			const end = written + (entry >>> VALUE_SHIFT) + (bits & ((1 << extra) - 1));
			bits >>>= extra;
			bitCount -= extra;

			if (bitCount < 16) {
				bits |= (input[at]! | (input[at + 1]! << 8)) << bitCount;
				at += 2;
				bitCount += 16;
			}
			entry = distances[bits & ((1 << DISTANCE_ROOT_BITS) - 1)]!;
			if ((entry & SUBTABLE) !== 0) {
				const rest = (bits >>> DISTANCE_ROOT_BITS) & ((1 << (entry & 15)) - 1);
				entry = distances[(entry >>> VALUE_SHIFT) + rest]!;
			}
			bits >>>= entry & 15;
			bitCount -= entry & 15;

			if (bitCount < 16) {
				bits |= (input[at]! | (input[at + 1]! << 8)) << bitCount;
				at += 2;
				bitCount += 16;
			}
			extra = (entry >>> 4) & 15;
			let from = written - (entry >>> VALUE_SHIFT) - (bits & ((1 << extra) - 1));
			bits >>>= extra;
			bitCount -= extra;

			isValid = (entry & INVALID) === 0 && from >= historyStart;
			if (!isValid) break;
			while (written < end) output[written++] = output[from++]!;
		}

		this.at = at;
		this.bits = bits;
		this.bitCount = bitCount;
		this.written = written;
		return isValid;
	}

	/** The next `count` bits, at most 16. */
	private take(count: number): number {
		this.fill(count);
		const value = this.bits & ((1 << count) - 1);
		this.bits >>>= count;
		this.bitCount -= count;
		return value;
	}

	private fill(count: number): void {
		while (this.bitCount < count) {
			this.bits |= this.input[this.at++]! << this.bitCount;
			this.bitCount += 8;
		}
	}

	/** Returns whole bytes to the input and drops what is left of the last one. */
	private giveBackBytes(): void {
		this.at -= this.bitCount >>> 3;
		this.bits = 0;
		this.bitCount = 0;
	}

	private handOn(): void {
		const { output, written } = this;
		const bytes = output.slice(this.handedOn, written);
		if (written > WINDOW) {
			output.copyWithin(0, written - WINDOW, written);
			this.historyStart = Math.max(0, this.historyStart - (written - WINDOW));
			this.written = WINDOW;
		}
		this.handedOn = this.written;
		if (bytes.length > 0) this.onData(bytes);
	}
}
