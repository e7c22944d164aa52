/** The lowest bit of each byte comes first (RFC 1951, section 3.1.1). */
export class BitReader {
	/** Open to the hot loop of `Inflate`, which keeps these in variables of its own. */
	input: Uint8Array = new Uint8Array(0);
	at = 0;
	/** Taken from the input and not used yet, the next one lowest. */
	bits = 0;
	bitCount = 0;

	open(input: Uint8Array, at: number): void {
		this.input = input;
		this.at = at;
	}

	get nextByte(): number {
		return this.at - (this.bitCount >>> 3);
	}

	take(count: number): number {
		const value = this.peek(count);
		this.skip(count);
		return value;
	}

	peek(count: number): number {
		while (this.bitCount < count) {
			this.bits |= this.input[this.at++]! << this.bitCount;
			this.bitCount += 8;
		}
		return this.bits & ((1 << count) - 1);
	}

	skip(count: number): void {
		this.bits >>>= count;
		this.bitCount -= count;
	}

	/** What is left of the last byte stays. */
	giveBackBytes(): void {
		this.at = this.nextByte;
		this.bitCount &= 7;
		this.bits &= (1 << this.bitCount) - 1;
	}

	skipToByte(): void {
		this.giveBackBytes();
		this.bits = 0;
		this.bitCount = 0;
	}
}
