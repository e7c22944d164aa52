import { cancellableSleep } from '../../shared/abort';
import type { Limiter } from '../../shared/http/rateLimiter';
import { inSeconds, counted } from '../../shared/text';

/** A shorter wait is not logged. */
const NOTICEABLE_MS = 1_000;

/**
 * Measures how long an execution waits because the service only allows a number of calls a minute. While
 * several calls wait at the same time, the time counts once.
 */
export class CallWaits {
	readonly #log: (text: string) => void;
	/** The Calls per Minute of the credential, which are the same for all calls of an execution. */
	callsPerMinute = 0;
	#waiting = 0;
	#since = 0;
	/** How long the waits took that are over, in milliseconds. */
	totalMs = 0;
	#isOver = new AbortController();

	constructor(log: (text: string) => void) {
		this.#log = log;
	}

	/** The same limiter, whose waits are measured. */
	measured(limiter: Limiter): Limiter {
		return {
			acquire: async (options) => {
				this.callsPerMinute = options.callsPerWindow;
				if (this.#waiting === 0) this.#begin();
				this.#waiting += 1;
				try {
					return await limiter.acquire(options);
				} finally {
					this.#waiting -= 1;
					if (this.#waiting === 0) this.#end();
				}
			},
		};
	}

	#begin(): void {
		this.#since = performance.now();
		this.#isOver = new AbortController();
		const allowed = counted(this.callsPerMinute, 'call');
		cancellableSleep(NOTICEABLE_MS, this.#isOver.signal).then(
			() => this.#log(`Waiting for a call: the service allows ${allowed} a minute`),
			() => {}, // the wait was over before
		);
	}

	#end(): void {
		const waitedMs = performance.now() - this.#since;
		this.#isOver.abort();
		this.totalMs += waitedMs;
		if (waitedMs > NOTICEABLE_MS) this.#log(`Waited ${inSeconds(waitedMs)} for a call`);
	}
}
