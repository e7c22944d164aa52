/**
 * What the jobs of one run know of each other: which of them are waited for, oldest first, and the
 * age at which one was seen to be done. Jobs of one run mostly take about as long.
 */
export class JobTimes {
	/** In the order in which they were started. */
	readonly #waiting = new Set<string>();
	/** The longest not looked at comes first. */
	readonly #turns = new Set<string>();
	/** Other than the oldest: looks may have to wait for their turn in the calls a minute. */
	readonly #looking = new Set<string>();
	#lastLookAt = -Infinity;
	#doneAgeMs = Infinity;
	#news = new AbortController();

	/** The least age at which a job was seen to be done, in milliseconds; Infinity if none was yet. */
	get doneAgeMs(): number {
		return this.#doneAgeMs;
	}

	/** Fires when the first job is done, the oldest is another one, or the next one has its turn. */
	get news(): AbortSignal {
		return this.#news.signal;
	}

	/** Notes a look at a job that is not the oldest. */
	beginLook(jobId: string): void {
		if (this.placeOf(jobId) > 0) this.#looking.add(jobId);
	}

	endLook(jobId: string): void {
		if (!this.#looking.delete(jobId)) return;
		this.#lastLookAt = performance.now();
		this.#turns.delete(jobId);
		this.#turns.add(jobId);
		this.#tell();
	}

	/** Whether it is the turn of this one among the others. */
	isNext(jobId: string): boolean {
		const [oldest] = this.#waiting;
		for (const other of this.#turns) if (other !== oldest) return other === jobId;
		return false;
	}

	/** How long ago one of the others was looked at, in milliseconds; 0 while one is. */
	get sinceLookMs(): number {
		return this.#looking.size > 0 ? 0 : performance.now() - this.#lastLookAt;
	}

	enter(jobId: string): void {
		this.#waiting.add(jobId);
		this.#turns.add(jobId);
	}

	/** Counted from 0, the oldest that is waited for. */
	placeOf(jobId: string): number {
		return [...this.#waiting].indexOf(jobId);
	}

	/** @param ageMs if it was seen to be done: how long after its start */
	leave(jobId: string, ageMs = Infinity): void {
		const isNews = this.placeOf(jobId) === 0 || this.#doneAgeMs === Infinity;
		this.#waiting.delete(jobId);
		this.#turns.delete(jobId);
		this.#doneAgeMs = Math.min(this.#doneAgeMs, ageMs);
		if (isNews) this.#tell();
	}

	#tell(): void {
		const told = this.#news;
		this.#news = new AbortController();
		told.abort();
	}
}
