/**
 * Keeps the calls to the service within the calls a minute that it allows (section 8): a sliding
 * window, with the most urgent call first and equals in the order in which they came.
 *
 * It knows nothing of HTTP or n8n; the clock and the sleep come from outside. Times in milliseconds.
 */
export interface CallLimiterOptions {
	now(): number;
	sleep(ms: number, signal: AbortSignal): Promise<void>;
	windowMs?: number;
}

export interface CallOptions {
	/** Calls that may be made within one window. */
	callsPerWindow: number;
	/** Lower is more urgent. */
	urgency: number;
	/** Calls of the window that are left to more urgent calls. */
	spare?: number;
	signal?: AbortSignal | undefined;
}

/** To be called when the answer to the call is there, or none will come. */
export type Answered = () => void;

interface Call {
	/** When it was granted, and from its answer on, when that came. */
	at: number;
}

interface Waiter extends CallOptions {
	grant(call: Call): void;
}

export class CallLimiter {
	readonly #now: () => number;
	readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly #windowMs: number;
	/** The calls of the current window, oldest first. */
	#made: Call[] = [];
	#waiting: Waiter[] = [];
	#pausedUntil = 0;
	#wake: AbortController | undefined;

	constructor({ now, sleep, windowMs = 60_000 }: CallLimiterOptions) {
		this.#now = now;
		this.#sleep = sleep;
		this.#windowMs = windowMs;
	}

	/**
	 * Resolves when the call may be made; rejects when the signal fires. When the service gets to see
	 * a call is not known, but by its answer it has: so its window begins with that.
	 */
	async turn(options: CallOptions): Promise<Answered> {
		const { signal } = options;
		signal?.throwIfAborted();
		const call = await new Promise<Call>((resolve, reject) => {
			const leave = () => {
				this.#waiting = this.#waiting.filter((other) => other !== waiter);
				reject(signal?.reason as Error);
				this.#schedule();
			};
			const waiter: Waiter = {
				...options,
				grant: (granted) => {
					signal?.removeEventListener('abort', leave);
					resolve(granted);
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.#enqueue(waiter);
			this.#schedule();
		});
		return () => this.#count(call);
	}

	/** The service said "too many": nobody calls for `ms`, or until the window has passed. */
	pause(ms: number | undefined): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + (ms ?? this.#windowMs));
		this.#schedule();
	}

	/** Takes the call for one of this moment. */
	#count(call: Call): void {
		call.at = this.#now();
		this.#made = [...this.#made.filter((other) => other !== call), call];
	}

	#enqueue(waiter: Waiter): void {
		const place = this.#waiting.findIndex((other) => other.urgency > waiter.urgency);
		if (place === -1) this.#waiting.push(waiter);
		else this.#waiting.splice(place, 0, waiter);
	}

	/** Grants all turns that are due, then sleeps until the next one is. */
	#schedule(): void {
		this.#wake?.abort();
		this.#wake = undefined;

		for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
			const wait = this.#waitFor(first);
			if (wait > 0) {
				const wake = new AbortController();
				this.#wake = wake;
				this.#sleep(wait, wake.signal).then(
					() => this.#schedule(),
					() => {}, // woken early: whoever did it has scheduled anew
				);
				return;
			}
			this.#waiting.shift();
			const call = { at: this.#now() };
			this.#made.push(call);
			first.grant(call);
		}
	}

	#waitFor({ callsPerWindow, spare = 0 }: Waiter): number {
		const now = this.#now();
		this.#made = this.#made.filter(({ at }) => at > now - this.#windowMs);
		const usable = Math.max(1, callsPerWindow - spare);
		const inTheWay = this.#made[this.#made.length - usable];
		const windowWait = inTheWay === undefined ? 0 : inTheWay.at + this.#windowMs - now;
		return Math.max(windowWait, this.#pausedUntil - now);
	}
}
