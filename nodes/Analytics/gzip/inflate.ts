import { BitReader } from './bitReader';
import { BlockCodes, DISTANCE_ROOT_BITS, LITERAL_ROOT_BITS } from './blockCodes';
import { corrupt, truncated } from './gzipError';
import { BASE, END_OF_BLOCK, INVALID, KIND, SUBTABLE, VALUE_SHIFT } from './huffmanTable';

const WINDOW = 1 << 15;
/** Larger blocks fall out of the processor's cache. */
const BLOCK = 1 << 16;
const MAX_MATCH = 258;

/** What one step may read: the longest header of a block takes 286 bytes. */
export const LOOKAHEAD = 320;
/** A literal or repetition reads 6 bytes at most, and the bit buffer 4 ahead. */
const SYMBOL_LOOKAHEAD = 12;

type State = 'blockStart' | 'stored' | 'symbols' | 'done';

/** Raw deflate data (RFC 1951). fflate's streaming reader is slow, and cannot say where it ends. */
export class Inflate {
	readonly #onData: (bytes: Uint8Array) => void;
	readonly #reader = new BitReader();
	readonly #codes = new BlockCodes(this.#reader);

	/** The last 32 KB, for repetitions, and after them what was not passed on. */
	readonly #output = new Uint8Array(WINDOW + BLOCK + MAX_MATCH);
	#written = WINDOW;
	/** No repetition reaches further back than the data of this member. */
	#historyStart = WINDOW;

	#state: State = 'blockStart';
	#isLastBlock = false;
	#storedLeft = 0;

	/** @param onData gets blocks of 64 KB, the last one smaller, valid during the call */
	constructor(onData: (bytes: Uint8Array) => void) {
		this.#onData = onData;
	}

	get isDone(): boolean {
		return this.#state === 'done';
	}

	restart(): void {
		this.#state = 'blockStart';
		this.#isLastBlock = false;
		this.#written = WINDOW;
		this.#historyStart = WINDOW;
	}

	/**
	 * Reads up to `end`, or leaves at most `LOOKAHEAD` bytes for the next call. With `isLast` nothing
	 * is left, and `LOOKAHEAD` zeros must follow `end`. @returns how far it has read @throws
	 * GzipError
	 */
	read(input: Uint8Array, start: number, end: number, isLast: boolean): number {
		const reader = this.#reader;
		reader.open(input, start);
		while (this.#state !== 'done') {
			if (!isLast && end - reader.at < LOOKAHEAD) break;
			const isValid = this.#step(end, isLast);
			// Zeros follow the end: whether they make sense says nothing about the data.
			if (reader.nextByte > end) throw truncated();
			if (!isValid) throw corrupt();
			if (this.#written >= WINDOW + BLOCK) this.#passOnBlock();
		}
		// The owner of the input drops what was read, so nothing can be given back later.
		reader.giveBackBytes();
		return reader.at;
	}

	#step(end: number, isLast: boolean): boolean {
		if (this.#state === 'blockStart') return this.#readBlockStart();
		if (this.#state === 'stored') return this.#copyStored(end);
		return this.#readSymbols(isLast ? end + SYMBOL_LOOKAHEAD : end - SYMBOL_LOOKAHEAD);
	}

	#readBlockStart(): boolean {
		if (this.#isLastBlock) return this.#finish();
		this.#isLastBlock = this.#reader.take(1) === 1;
		const type = this.#reader.take(2);
		if (type === 0) return this.#startStored();
		this.#state = 'symbols';
		return type === 1 ? this.#codes.useFixed() : type === 2 && this.#codes.read();
	}

	#finish(): boolean {
		this.#reader.skipToByte();
		if (this.#written > WINDOW) this.#onData(this.#output.subarray(WINDOW, this.#written));
		this.#state = 'done';
		return true;
	}

	#startStored(): boolean {
		this.#reader.skipToByte();
		this.#storedLeft = this.#reader.take(16);
		this.#state = 'stored';
		return this.#reader.take(16) === (~this.#storedLeft & 0xffff);
	}

	#copyStored(end: number): boolean {
		const reader = this.#reader;
		const room = WINDOW + BLOCK - this.#written;
		const length = Math.min(this.#storedLeft, end - reader.at, room);
		if (length <= 0 && this.#storedLeft > 0) throw truncated();
		this.#output.set(reader.input.subarray(reader.at, reader.at + length), this.#written);
		reader.at += length;
		this.#written += length;
		this.#storedLeft -= length;
		if (this.#storedLeft === 0) this.#state = 'blockStart';
		return true;
	}

	#readSymbols(limit: number): boolean {
		const reader = this.#reader;
		const output = this.#output;
		const historyStart = this.#historyStart;
		const { input } = reader;
		const literals = this.#codes.literals.entries;
		const distances = this.#codes.distances.entries;
		let { at, bits, bitCount } = reader;
		let written = this.#written;
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
				this.#state = 'blockStart';
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

		reader.at = at;
		reader.bits = bits;
		reader.bitCount = bitCount;
		this.#written = written;
		return isValid;
	}

	#passOnBlock(): void {
		const output = this.#output;
		this.#onData(output.subarray(WINDOW, WINDOW + BLOCK));
		output.copyWithin(0, BLOCK, this.#written);
		this.#written -= BLOCK;
		this.#historyStart = Math.max(0, this.#historyStart - BLOCK);
	}
}
