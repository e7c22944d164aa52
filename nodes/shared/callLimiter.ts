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

interface Waiter extends CallOptions {
	grant(): void;
}

export class CallLimiter {
	readonly #now: () => number;
	readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly #windowMs: number;
	/** When each call of the current window was made, oldest first. */
	#made: number[] = [];
	#waiting: Waiter[] = [];
	#pausedUntil = 0;
	#wake: AbortController | undefined;

	constructor({ now, sleep, windowMs = 60_000 }: CallLimiterOptions) {
		this.#now = now;
		this.#sleep = sleep;
		this.#windowMs = windowMs;
	}

	/** Resolves when the call may be made; it counts from then on. Rejects when the signal fires. */
	async turn(options: CallOptions): Promise<void> {
		const { signal } = options;
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const leave = () => {
				this.#waiting = this.#waiting.filter((other) => other !== waiter);
				reject(signal?.reason as Error);
				this.#schedule();
			};
			const waiter: Waiter = {
				...options,
				grant: () => {
					signal?.removeEventListener('abort', leave);
					resolve();
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.#enqueue(waiter);
			this.#schedule();
		});
	}

	/** The service said "too many": nobody calls for `ms`, or until the window has passed. */
	pause(ms: number | undefined): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + (ms ?? this.#windowMs));
		this.#schedule();
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
			this.#made.push(this.#now());
			first.grant();
		}
	}

	#waitFor({ callsPerWindow, spare = 0 }: Waiter): number {
		const now = this.#now();
		this.#made = this.#made.filter((time) => time > now - this.#windowMs);
		const usable = Math.max(1, callsPerWindow - spare);
		const inTheWay = this.#made[this.#made.length - usable];
		const windowWait = inTheWay === undefined ? 0 : inTheWay + this.#windowMs - now;
		return Math.max(windowWait, this.#pausedUntil - now);
	}
}
