/** In which order the header of a block gives the lengths of its code length codes (RFC 1951, section 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Writes deflate data bit by bit, so that tests can make what no compressor would. */
export class DeflateWriter {
	readonly #bits: number[] = [];

	/** A number of so many bits, its lowest bit first. */
	number(value: number, count: number): this {
		for (let bit = 0; bit < count; bit++) this.#bits.push((value >> bit) & 1);
		return this;
	}

	/** A Huffman code as it is written in the standard, its highest bit first. */
	code(code: string | undefined): this {
		for (const bit of code ?? '') this.#bits.push(Number(bit));
		return this;
	}

	/** The header of a block. */
	block(type: number, { isLast = true } = {}): this {
		return this.number(isLast ? 1 : 0, 1).number(type, 2);
	}

	stored(bytes: Uint8Array, { isLast = true, negated = ~bytes.length & 0xffff } = {}): this {
		this.block(0, { isLast });
		while (this.#bits.length % 8 !== 0) this.#bits.push(0);
		this.number(bytes.length, 16).number(negated, 16);
		for (const byte of bytes) this.number(byte, 8);
		return this;
	}

	/**
	 * The header of a block with codes of its own.
	 *
	 * @param lengths of the codes, as `2 r3 z138 1`: 2, repeated 3 times, 138 zeros, 1
	 */
	dynamic(lengths: string, { literals = 257, distances = 1 } = {}): this {
		this.block(2)
			.number(literals - 257, 5)
			.number(distances - 1, 5)
			.number(15, 4);
		// Of 19 codes, 13 have four bits and 6 have five.
		const ofLengths = ORDER.map((_, symbol) => (symbol < 13 ? 4 : 5));
		const codes = codesOf(ofLengths);
		for (const symbol of ORDER) this.number(ofLengths[symbol] ?? 0, 3);
		for (const length of lengths.split(' ')) {
			const times = Number(length.slice(1));
			if (length.startsWith('r')) this.code(codes[16]).number(times - 3, 2);
			else if (!length.startsWith('z')) this.code(codes[Number(length)]);
			else if (times < 11) this.code(codes[17]).number(times - 3, 3);
			else this.code(codes[18]).number(times - 11, 7);
		}
		return this;
	}

	bytes(): Uint8Array {
		const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
		this.#bits.forEach((bit, at) => (bytes[at >> 3]! |= bit << (at & 7)));
		return bytes;
	}
}

/** The codes that RFC 1951, section 3.2.2 gives to these lengths; undefined for symbols without one. */
export function codesOf(lengths: number[]): Array<string | undefined> {
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
