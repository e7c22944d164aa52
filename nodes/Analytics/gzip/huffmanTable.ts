/**
 * Tell a Huffman code (RFC 1951, section 3.2.2) from the next bits. An entry is one 32-bit number:
 * bits 0-3 the length of the code, 4-7 how many extra bits follow it, 8-11 its kind, from 12 on its
 * value. For longer codes the root entry is a `SUBTABLE`: its value is where that starts, its
 * length how many further bits choose in it.
 */
export const KIND = 0xf00;
/** A literal has no kind bit, so that the most frequent case is one test. */
export const BASE = 0x100;
export const END_OF_BLOCK = 0x200;
export const SUBTABLE = 0x400;
export const INVALID = 0x800;
export const VALUE_SHIFT = 12;

const MAX_CODE = 15;
/** More than the 2,342 entries that 288 symbols of 15 bits can need behind a root of 11. */
const CAPACITY = 4096;

export class HuffmanTable {
	/** The first `1 << rootBits` are indexed by the next bits of the data. */
	readonly entries = new Int32Array(CAPACITY);
	readonly rootBits: number;
	readonly #symbols: Int32Array;
	readonly #counts = new Int32Array(MAX_CODE + 1);
	readonly #nextCodes = new Int32Array(MAX_CODE + 1);
	readonly #longest: Uint8Array;

	constructor(rootBits: number, symbols: Int32Array) {
		this.rootBits = rootBits;
		this.#symbols = symbols;
		this.#longest = new Uint8Array(1 << rootBits);
	}

	/**
	 * @returns false when the lengths are no complete set; as in zlib, a single code of one bit and
	 * no code at all are let pass where `mayBeIncomplete`
	 */
	build(lengths: Uint8Array, mayBeIncomplete: boolean): boolean {
		if (!this.#countCodes(lengths, mayBeIncomplete)) return false;
		this.#makeSubtables(lengths);
		this.#setNextCodes();
		for (let symbol = 0; symbol < lengths.length; symbol++) {
			const length = lengths[symbol]!;
			if (length > 0) this.#place(this.#symbols[symbol]! | length, length);
		}
		return true;
	}

	#countCodes(lengths: Uint8Array, mayBeIncomplete: boolean): boolean {
		const counts = this.#counts;
		counts.fill(0);
		for (const length of lengths) counts[length]!++;

		let free = 1;
		for (let length = 1; length <= MAX_CODE; length++) {
			free = free * 2 - counts[length]!;
			if (free < 0) return false;
		}
		const used = lengths.length - counts[0]!;
		const isHarmless = used === 0 || (used === 1 && counts[1] === 1);
		if (free === 0) return true;
		this.entries.fill(INVALID, 0, 1 << this.rootBits);
		return mayBeIncomplete && isHarmless;
	}

	#setNextCodes(): void {
		const counts = this.#counts;
		const nextCodes = this.#nextCodes;
		let code = 0;
		for (let length = 1; length <= MAX_CODE; length++) {
			nextCodes[length] = code;
			code = (code + counts[length]!) << 1;
		}
	}

	#makeSubtables(lengths: Uint8Array): void {
		const { rootBits, entries } = this;
		const longest = this.#longest;
		const nextCodes = this.#nextCodes;
		if (!this.#hasLongCodes()) return;

		longest.fill(0);
		this.#setNextCodes();
		for (const length of lengths) {
			if (length === 0) continue;
			const code = nextCodes[length]!++;
			if (length <= rootBits) continue;
			const root = reversed(code, length) & ((1 << rootBits) - 1);
			if (length > longest[root]!) longest[root] = length;
		}

		let free = 1 << rootBits;
		for (let root = 0; root < longest.length; root++) {
			const bits = longest[root]! - rootBits;
			if (bits <= 0) continue;
			entries[root] = (free << VALUE_SHIFT) | SUBTABLE | bits;
			free += 1 << bits;
		}
	}

	#hasLongCodes(): boolean {
		for (let length = this.rootBits + 1; length <= MAX_CODE; length++) {
			if (this.#counts[length]! > 0) return true;
		}
		return false;
	}

	/** Wherever the bits after the next code of this length may lead. */
	#place(entry: number, length: number): void {
		const { rootBits, entries } = this;
		const code = reversed(this.#nextCodes[length]!++, length);
		if (length <= rootBits) {
			for (let at = code; at < 1 << rootBits; at += 1 << length) entries[at] = entry;
			return;
		}
		const subtable = entries[code & ((1 << rootBits) - 1)]!;
		const start = subtable >>> VALUE_SHIFT;
		const end = start + (1 << (subtable & 15));
		const step = 1 << (length - rootBits);
		for (let at = start + (code >>> rootBits); at < end; at += step) entries[at] = entry;
	}
}

/** Codes have their highest bit first, all else the lowest. */
function reversed(code: number, length: number): number {
	let rest = code;
	let result = 0;
	for (let bit = 0; bit < length; bit++) {
		result = (result << 1) | (rest & 1);
		rest >>>= 1;
	}
	return result;
}
