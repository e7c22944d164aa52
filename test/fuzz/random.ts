/** Pseudo-random choices; the same for the same seed (mulberry32). */
export class Random {
	private state: number;

	constructor(readonly seed: number) {
		this.state = seed;
	}

	/** From 0 to `limit`, that excluded. */
	below(limit: number): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
	}

	/** True once in `times`. */
	oneIn(times: number): boolean {
		return this.below(times) === 0;
	}

	pick<T>(values: readonly T[]): T {
		return values[this.below(values.length)] as T;
	}

	/** Mostly small, seldom up to `most`. */
	size(most: number): number {
		return this.below(1 + this.below(1 + (this.oneIn(8) ? most : Math.min(most, 40))));
	}

	list<T>(length: number, make: () => T): T[] {
		return Array.from({ length }, make);
	}

	bytes(length: number): Uint8Array {
		return Uint8Array.from(this.list(length, () => this.below(256)));
	}

	/** The same text or bytes in pieces, cut anywhere. */
	*cut<T extends string | Uint8Array>(whole: T): Generator<T> {
		const most = this.pick([1, 2, 5, 50, whole.length + 1]);
		for (let at = 0; at < whole.length;) {
			const end = at + 1 + this.below(most);
			yield whole.slice(at, end) as T;
			at = end;
		}
	}

	/** The bytes with something wrong in them: changed, lost, doubled, moved or cut off. */
	damaged(bytes: Uint8Array): Uint8Array {
		const at = this.below(bytes.length + 1);
		const end = at + this.size(bytes.length - at);
		const [before, middle, after] = [bytes.slice(0, at), bytes.slice(at, end), bytes.slice(end)];
		switch (this.below(6)) {
			case 0: {
				const flipped = bytes.slice();
				if (at < bytes.length) flipped[at] = (bytes[at] ?? 0) ^ (1 << this.below(8));
				return flipped;
			}
			case 1:
				return concat(before, after);
			case 2:
				return concat(before, middle, middle, after);
			case 3:
				return concat(before, this.bytes(this.size(20)), after);
			case 4:
				return concat(after, middle, before);
			default:
				return before;
		}
	}
}

export function concat(...parts: Uint8Array[]): Uint8Array {
	return Uint8Array.from(Buffer.concat(parts));
}
