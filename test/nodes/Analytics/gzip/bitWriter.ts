/** Writes bits as deflate has them, so that tests can make data that no compressor would. */
export class BitWriter {
	readonly #bits: number[] = [];

	/** A number of so many bits, its lowest bit first. */
	number(value: number, count: number): this {
		for (let bit = 0; bit < count; bit++) this.#bits.push((value >> bit) & 1);
		return this;
	}

	/** A Huffman code as it is written in the standard, its highest bit first. */
	code(code: string): this {
		this.#bits.push(...[...code].map(Number));
		return this;
	}

	/** The header of a block. */
	block(type: number, { isLast = true } = {}): this {
		return this.number(isLast ? 1 : 0, 1).number(type, 2);
	}

	/** Zeros up to the next whole byte. */
	toByte(): this {
		while (this.#bits.length % 8 !== 0) this.#bits.push(0);
		return this;
	}

	bytes(): Uint8Array {
		const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
		this.#bits.forEach((bit, at) => (bytes[at >> 3]! |= bit << (at & 7)));
		return bytes;
	}
}
