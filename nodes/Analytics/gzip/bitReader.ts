/** Takes bits from bytes, the lowest bit of each byte first, as deflate has them (RFC 1951, section 3.1.1). */
export class BitReader {
	/** These are open to the hot loop of `Inflate`, which keeps them in variables of its own. */
	input: Uint8Array = new Uint8Array(0);
	at = 0;
	/** Bits that were taken from the input and not used yet, the next one lowest. */
	bits = 0;
	bitCount = 0;

	/** Goes on in other bytes; the bits that are not used yet stay. */
	open(input: Uint8Array, at: number): void {
		this.input = input;
		this.at = at;
	}

	/** Where the first byte stands of which no bit was used. */
	get nextByte(): number {
		return this.at - (this.bitCount >>> 3);
	}

	/** The next `count` bits, at most 16. */
	take(count: number): number {
		const value = this.peek(count);
		this.skip(count);
		return value;
	}

	/** The same without using them up. */
	peek(count: number): number {
		while (this.bitCount < count) {
			this.bits |= this.input[this.at++]! << this.bitCount;
			this.bitCount += 8;
		}
		return this.bits & ((1 << count) - 1);
	}

	/** Uses bits that `peek` has shown. */
	skip(count: number): void {
		this.bits >>>= count;
		this.bitCount -= count;
	}

	/** Returns whole bytes to the input. What is left of the last one stays. */
	giveBackBytes(): void {
		this.at = this.nextByte;
		this.bitCount &= 7;
		this.bits &= (1 << this.bitCount) - 1;
	}

	/** Returns whole bytes to the input, and drops what is left of the last one. */
	skipToByte(): void {
		this.giveBackBytes();
		this.bits = 0;
		this.bitCount = 0;
	}
}
