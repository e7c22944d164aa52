import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

interface MadeCall {
	/** When it was over, by `performance.now()`; Infinity while it is under way. */
	at: number;
}

/** Keeps within the calls a minute that the service allows. Queries and bulk exports each have a pace of their own. */
export class Pace {
	/** The most calls that were made in a minute. */
	busiest = 0;
	#calls: MadeCall[] = [];
	#turn: Promise<unknown> = Promise.resolve();
	#pausedUntil = 0;

	constructor(
		private allowed: number,
		private readonly minuteMs: number,
	) {}

	/** Runs a work that makes at most so many calls, once there is room for them. */
	async during<T>(count: number, work: () => Promise<T>): Promise<T> {
		const turn = this.#turn.then(async () => await this.#enter(count));
		this.#turn = turn;
		const calls = await turn;
		try {
			return await work();
		} finally {
			// The service has counted them by now, and nobody knows when.
			for (const call of calls) call.at = performance.now();
		}
	}

	/**
	 * The service refused a call, as there were too many. From now on, there are fewer.
	 * @returns how many it had accepted within the minute
	 */
	refused(waitMs: number): number {
		// The call that was refused is under way still.
		const accepted = Math.max(1, this.#ofLastMinute().length - 1);
		this.allowed = Math.min(this.allowed, accepted);
		this.#pausedUntil = performance.now() + Math.min(waitMs, this.minuteMs);
		return accepted;
	}

	async #enter(count: number): Promise<MadeCall[]> {
		while (!this.#hasRoomFor(count)) await sleep(PAUSE_MS);
		const calls = Array.from({ length: count }, () => ({ at: Infinity }));
		this.#calls.push(...calls);
		this.busiest = Math.max(this.busiest, this.#calls.length);
		return calls;
	}

	#hasRoomFor(count: number): boolean {
		if (performance.now() < this.#pausedUntil) return false;
		this.#calls = this.#ofLastMinute();
		// A node keeps within the limit by itself, also where it makes more calls than a minute has.
		return this.#calls.length + Math.min(count, this.allowed) <= this.allowed;
	}

	#ofLastMinute(): MadeCall[] {
		const from = performance.now() - this.minuteMs;
		return this.#calls.filter(({ at }) => at > from);
	}
}
