/** Counts calls; Google allows so many in a minute. */
export class Quota {
	allowed = 0;
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

	/** Counts a call, if it is within the quota. */
	allows(): boolean {
		const isRefused = (this.allowed + this.refused + 1) % this.refusesEach === 0;
		this[isRefused ? 'refused' : 'allowed'] += 1;
		return !isRefused;
	}

	reset(): void {
		Object.assign(this, { allowed: 0, refused: 0, refusesEach: Infinity });
	}
}
