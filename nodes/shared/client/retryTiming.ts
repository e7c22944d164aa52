/** When to try again. Pure: the clock and the random source are arguments. All times in milliseconds. */

/** Longest wait that a Retry-After of the service is believed for. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

const BACKOFF_START_MS = 1_000;
const BACKOFF_MOST_MS = 30_000;

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 *
 * @returns milliseconds to wait from `now`, or undefined where the header is missing or absurd
 *   (negative, no date, or further away than {@link MAX_RETRY_AFTER_MS})
 */
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

/** Exponential backoff with full jitter on its upper half: 0.5-1 s, 1-2 s, 2-4 s, … */
export function backoffMs(attempt: number, random: () => number): number {
	const most = Math.min(BACKOFF_MOST_MS, BACKOFF_START_MS * 2 ** attempt);
	return most / 2 + (most / 2) * random();
}

/**
 * How long to wait after "too many requests": as long as the service says, but with backoff once it
 * has said so in vain, since "now" again and again would be calls without pause.
 *
 * @param told what Retry-After says; without it, how long to wait is left to the caller
 * @param refusals of the same request before this one
 */
export function throttledMs(
	told: number | undefined,
	refusals: number,
	random: () => number,
): number | undefined {
	if (told === undefined || refusals === 0) return told;
	return Math.max(told, backoffMs(refusals - 1, random));
}
