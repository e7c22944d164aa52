import type { Clock } from './clock.ts';
import type { RetryAfter, ServiceOptions } from './options.ts';

export type Mode = 'synchronous' | 'bulk';

/** Counts the calls of each mode in a sliding window (section 8). */
export class RateLimit {
	private readonly calls: Record<Mode, number[]> = { synchronous: [], bulk: [] };
	private readonly options: ServiceOptions;
	private readonly clock: Clock;

	constructor(options: ServiceOptions, clock: Clock) {
		this.options = options;
		this.clock = clock;
	}

	/** @returns undefined if the call is within the limit, else milliseconds until one is free */
	count(mode: Mode): number | undefined {
		const { enforceRateLimit, callsPerMinute, windowMs } = this.options;
		const now = this.clock.now();
		const recent = this.calls[mode].filter((time) => time > now - windowMs);
		this.calls[mode] = recent;
		const oldest = recent[recent.length - callsPerMinute];
		if (enforceRateLimit && oldest !== undefined) return oldest + windowMs - now;
		recent.push(now);
		return undefined;
	}

	reset(): void {
		this.calls.synchronous = [];
		this.calls.bulk = [];
	}
}

/** The headers of a 429 (section 8.1 leaves them open). */
export function retryAfterHeaders(
	form: RetryAfter,
	{ seconds, now }: { seconds: number; now: number },
): Record<string, string> {
	switch (form) {
		case 'none':
			return {};
		case 'seconds':
			return { 'Retry-After': String(seconds) };
		case 'date':
			return { 'Retry-After': new Date(now + seconds * 1000).toUTCString() };
		case 'absurd':
			return { 'Retry-After': '99999999' };
	}
}
