import { hash } from 'node:crypto';
import { cancellableSleep, raceAbort } from '../abort';

export interface CallOptions {
	callsPerWindow: number;
	/** Lower is more urgent. */
	urgency: number;
	signal: AbortSignal;
}

export interface LimiterOptions {
	windowMs: number;
	/**
	 * When a call begins to count. Nobody knows when the service counts it, but it must have done so by the
	 * time it responds.
	 */
	countsFrom: 'start' | 'response';
	/** How long to pause after a first "too many requests" that does not say how long to wait. */
	firstPauseMs: number;
}

/** A call whose turn has come. Whoever makes it reports what became of it. */
export interface Call {
	/** The response is there, or none will come. */
	end(): void;
	succeeded(): void;
	/** The service said "too many requests", so nobody calls it for a while. */
	rateLimited(retryAfterMs: number | undefined): void;
}

interface Waiter extends CallOptions {
	begin(call: Call): void;
}

/** A little more than a minute, for clocks that differ. */
const MINUTE_MS = 60_250;
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = MINUTE_MS;

/** Lets calls through as a sliding window allows it (section 8), the most urgent one first. Times are in milliseconds. */
export class RateLimiter {
	readonly #options: LimiterOptions;
	/** The calls that the window counts, by the time from which they count, in ascending order. */
	readonly #begun = new Set<{ at: number }>();
	readonly #waiting: Waiter[] = [];
	readonly #pause = { from: -Infinity, until: 0 };
	#pausesInARow = 0;
	#wake: AbortController | undefined;

	constructor(options: LimiterOptions) {
		this.#options = options;
	}

	/** Waits until the call may be made. @throws the reason of `signal` */
	async acquire(options: CallOptions): Promise<Call> {
		return await raceAbort(options.signal, async (own) => {
			return await new Promise<Call>((begin) => {
				const waiter: Waiter = { ...options, begin };
				const before = this.#waiting.findLastIndex(({ urgency }) => urgency <= waiter.urgency);
				this.#waiting.splice(before + 1, 0, waiter);
				own.addEventListener('abort', () => this.#leave(waiter));
				if (this.#waiting[0] === waiter) this.#schedule();
			});
		});
	}

	#leave(waiter: Waiter): void {
		const at = this.#waiting.indexOf(waiter);
		if (at < 0) return;
		this.#waiting.splice(at, 1);
		// The next waiter may have a higher limit, so that its turn has come already.
		if (at === 0) this.#schedule();
	}

	/** Begins the calls whose turn has come, and sleeps until the turn of the next one. */
	#schedule(): void {
		this.#wake?.abort();
		this.#wake = undefined;

		for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
			const wait = this.#waitFor(first);
			if (wait > 0) {
				this.#wake = new AbortController();
				const sleep = cancellableSleep(wait, this.#wake.signal);
				// If the sleep is aborted, whoever has aborted it schedules by itself.
				sleep.then(
					() => this.#schedule(),
					() => {},
				);
				return;
			}
			this.#waiting.shift();
			first.begin(this.#begin());
		}
	}

	/** How long this call still has to wait, in milliseconds. Zero or less means that it may begin. */
	#waitFor({ callsPerWindow }: Waiter): number {
		const now = performance.now();
		const untilPauseEnds = this.#pause.until - now;
		if (this.#begun.size < callsPerWindow) return untilPauseEnds;
		for (const call of this.#begun) {
			if (call.at > now - this.#options.windowMs) break;
			this.#begun.delete(call);
		}
		// Once this call has left the window, the window holds fewer calls than are allowed.
		const nextToLeave = [...this.#begun][this.#begun.size - callsPerWindow];
		if (nextToLeave === undefined) return untilPauseEnds;
		return Math.max(untilPauseEnds, nextToLeave.at + this.#options.windowMs - now);
	}

	#begin(): Call {
		const startedAt = performance.now();
		const begun = { at: startedAt };
		this.#begun.add(begun);
		return {
			end: () => {
				if (this.#options.countsFrom === 'start') return;
				this.#begun.delete(begun);
				begun.at = performance.now();
				this.#begun.add(begun);
			},
			succeeded: () => {
				this.#pausesInARow = 0;
			},
			rateLimited: (retryAfterMs) => this.#pauseFor(startedAt, retryAfterMs),
		};
	}

	#pauseFor(startedAt: number, retryAfterMs: number | undefined): void {
		const now = performance.now();
		// Calls that were under way when a pause began are all refused. Together, they are one reason to pause.
		const isNext = startedAt > this.#pause.from;
		if (!isNext && retryAfterMs === undefined) return;
		if (isNext) {
			this.#pausesInARow += 1;
			this.#pause.from = now;
		}
		this.#pause.until = Math.max(this.#pause.until, now + this.#pauseMs(retryAfterMs));
		this.#schedule();
	}

	/**
	 * As long as Retry-After says. If the last pause did not help, the shortest one is twice as long as before: a service
	 * that keeps answering `Retry-After: 0` would otherwise be called in an endless loop.
	 */
	#pauseMs(retryAfterMs = this.#options.firstPauseMs): number {
		const earlier = this.#pausesInARow - 1;
		if (earlier < 1) return retryAfterMs;
		return Math.max(retryAfterMs, Math.min(MIN_PAUSE_MS * 2 ** earlier, MAX_PAUSE_MS));
	}
}

const ANALYTICS = { windowMs: MINUTE_MS, countsFrom: 'response', firstPauseMs: MINUTE_MS } as const;

/**
 * The limits of section 8. Notifications are limited to 4 in 0.1 s instead of 40 in 1 s, because two
 * bursts of 40 could reach the service within one of its seconds.
 */
const LIMITS = {
	synchronous: ANALYTICS,
	bulk: ANALYTICS,
	notifications: { windowMs: 102, countsFrom: 'start', firstPauseMs: MIN_PAUSE_MS },
} satisfies Record<string, LimiterOptions>;

export type CallMode = keyof typeof LIMITS;

const limiters = new Map<string, RateLimiter>();

/** Shared by all executions of this n8n process. */
export function limiterFor(account: string, mode: CallMode): RateLimiter {
	// Limiters outlive a run, so they keep a hash instead of the token.
	const key = `${mode} ${hash('sha256', account, 'hex')}`;
	const limiter = limiters.get(key) ?? new RateLimiter(LIMITS[mode]);
	limiters.set(key, limiter);
	return limiter;
}
