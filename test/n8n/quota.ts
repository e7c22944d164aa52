const MINUTE_MS = 60_000;

/** Calls that are allowed within any minute, as Google counts them. */
export class Quota {
	/** Times of the calls that were allowed. */
	readonly #calls: number[] = [];
	refused = 0;
	/** Each call of this number is refused, as if another program had used up the quota. */
	refusesEach = Infinity;

	constructor(
		private readonly kind: 'Read' | 'Write',
		readonly perMinute: number,
	) {}

	/** As Google words it. */
	get refusal(): string {
		const name = `${this.kind} requests`;
		return `Quota exceeded for quota metric '${name}' and limit '${name} per minute per user' of service 'sheets.googleapis.com'.`;
	}

	get allowed(): number {
		return this.#calls.length;
	}

	/** Counts a call, if it is within the quota. */
	allows(): boolean {
		const now = Date.now();
		const oldest = this.#calls.at(-this.perMinute) ?? -Infinity;
		const isRefused = (this.allowed + this.refused + 1) % this.refusesEach === 0;
		if (isRefused || oldest > now - MINUTE_MS) {
			this.refused += 1;
			return false;
		}
		this.#calls.push(now);
		return true;
	}

	reset(): void {
		this.#calls.length = 0;
		this.refused = 0;
		this.refusesEach = Infinity;
	}
}
