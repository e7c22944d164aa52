import { createHash } from 'node:crypto';
import { cancellableSleep } from '../async';

export interface CallOptions {
	callsPerMinute: number;
	/** Lower is more urgent. */
	urgency: number;
	signal: AbortSignal;
}

/** A little more than a minute, for clocks that differ. */
const WINDOW_MS = 60_250;

/** To be called when the answer is there, or none will come. */
export type OnResponse = () => void;

/** When it was granted, and from its answer on, when that came. */
type Call = { at: number };
type Waiter = CallOptions & { grant(call: Call): void };

/** A sliding window (section 8), the most urgent call first. Times in milliseconds. */
export class RateLimiter {
	readonly #windowMs: number;
	#made: Call[] = [];
	#waiting: Waiter[] = [];
	#pausedUntil = 0;
	#wake: AbortController | undefined;

	constructor(windowMs = WINDOW_MS) {
		this.#windowMs = windowMs;
	}

	/**
	 * When the service gets to see a call is not known, but by its answer it has: so its window
	 * begins with that.
	 */
	async acquire(options: CallOptions): Promise<OnResponse> {
		const { signal } = options;
		signal.throwIfAborted();
		const call = await new Promise<Call>((resolve, reject) => {
			const leave = () => {
				reject(signal.reason as Error);
				// Thousands may wait with one signal: the first one takes all of them along.
				if (!this.#waiting.includes(waiter)) return;
				this.#waiting = this.#waiting.filter((other) => !other.signal.aborted);
				this.#schedule();
			};
			const waiter: Waiter = {
				...options,
				grant: (granted) => {
					signal.removeEventListener('abort', leave);
					resolve(granted);
				},
			};
			signal.addEventListener('abort', leave, { once: true });
			const before = this.#waiting.findLastIndex((other) => other.urgency <= waiter.urgency);
			this.#waiting.splice(before + 1, 0, waiter);
			if (this.#waiting[0] === waiter) this.#schedule();
		});
		return () => {
			call.at = performance.now();
			this.#made = [...this.#made.filter((other) => other !== call), call];
		};
	}

	/** The service said "too many": nobody calls for `ms`, or until the window has passed. */
	pause(ms: number | undefined): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + (ms ?? this.#windowMs));
		this.#schedule();
	}

	#schedule(): void {
		this.#wake?.abort();
		this.#wake = undefined;

		for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
			const wait = this.#waitFor(first);
			if (wait > 0) {
				const wake = new AbortController();
				this.#wake = wake;
				cancellableSleep(wait, wake.signal).then(
					() => this.#schedule(),
					() => {}, // woken early: whoever did it has scheduled anew
				);
				return;
			}
			this.#waiting.shift();
			const call = { at: performance.now() };
			this.#made.push(call);
			first.grant(call);
		}
	}

	#waitFor({ callsPerMinute }: Waiter): number {
		const now = performance.now();
		this.#made = this.#made.filter(({ at }) => at > now - this.#windowMs);
		const inTheWay = this.#made[this.#made.length - callsPerMinute];
		const windowWait = inTheWay === undefined ? 0 : inTheWay.at + this.#windowMs - now;
		return Math.max(windowWait, this.#pausedUntil - now);
	}
}

/** What a call needs of a limiter. */
export type Limiter = Pick<RateLimiter, 'acquire' | 'pause'>;

export type CallMode = 'synchronous' | 'bulk';

const limiters = new Map<string, RateLimiter>();

/** Shared by all executions of this n8n process; section 8 counts by mode and token. */
export function limiterFor(account: string, mode: CallMode): RateLimiter {
	const key = `${mode} ${hashOf(account)}`;
	const limiter = limiters.get(key) ?? new RateLimiter();
	limiters.set(key, limiter);
	return limiter;
}

/** The token itself is not kept beyond a run. */
export function hashOf(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}
