import type { ServiceOptions } from './options';
import type { Endpoint } from './requests';

/** Section 8: so many calls in any minute. Queries and bulk exports each have a limit of their own. */
export class RateLimit {
	readonly #options: ServiceOptions;
	/** When the calls of the last minute came, oldest first. */
	#queryTimes: number[] = [];
	#bulkTimes: number[] = [];

	constructor(options: ServiceOptions) {
		this.#options = options;
	}

	/** @returns undefined if the call is within the limit, else the milliseconds until one is possible */
	count(endpoint: Endpoint): number | undefined {
		if (endpoint === 'notifications' || endpoint === 'unknown') return undefined;
		const { callsPerMinute, windowMs } = this.#options;
		const now = Date.now();
		const times = endpoint === 'query' ? this.#queryTimes : this.#bulkTimes;
		const isOver = (time: number) => time <= now - windowMs;
		while (times[0] !== undefined && isOver(times[0])) times.shift();
		// Another call is possible once this one is more than a minute ago.
		const limiting = times[times.length - callsPerMinute];
		if (limiting !== undefined) return limiting + windowMs - now;
		times.push(now);
		return undefined;
	}

	reset(): void {
		this.#queryTimes = [];
		this.#bulkTimes = [];
	}
}
