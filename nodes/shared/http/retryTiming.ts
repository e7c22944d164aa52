/** When to try again, in milliseconds. The clock and the random source are arguments. */

/** A longer Retry-After is not believed. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

const BACKOFF_START_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** Seconds or an HTTP date. @returns undefined where the header is missing or absurd */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	const text = typeof header === 'number' ? String(header) : header;
	if (typeof text !== 'string' || text.trim() === '') return undefined;

	const seconds = Number(text);
	const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
	if (Number.isNaN(wait) || wait > MAX_RETRY_AFTER_MS) return undefined;
	// A date that has just passed means "now"; a number below zero means nothing.
	if (wait < 0) return Number.isNaN(seconds) ? 0 : undefined;
	return wait;
}

export function backoffMs(attempt: number, random: () => number): number {
	const most = Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** attempt);
	return most / 2 + (most / 2) * random();
}

/**
 * As the service says, but with backoff once that was in vain: "now" would mean calls without end.
 */
export function throttledMs(
	retryAfter: number | undefined,
	refusals: number,
	random: () => number,
): number | undefined {
	if (retryAfter === undefined || refusals === 0) return retryAfter;
	return Math.max(retryAfter, backoffMs(refusals - 1, random));
}
