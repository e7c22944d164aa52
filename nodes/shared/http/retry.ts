import type { ServiceError } from '../errors';
import { meaningOf } from '../status';

/** When a request may be sent again after a failure. */
export type RetryPolicy =
	| 'always' // repeating it does no harm
	| 'ifNotReceived' // only if the service certainly did not carry it out
	| 'never';

export type RetryDecision =
	| 'again'
	| 'pause' // nobody calls for a while, and this does not count as a try
	| 'giveUp';

export function retryDecision(
	{ kind, status = 0, isFinal, isOfOtherHost }: ServiceError,
	policy: RetryPolicy,
): RetryDecision {
	// Another try would end in the same way.
	if (isFinal) return 'giveUp';
	const ofStatus = kind === 'refused' ? meaningOf(status).retry : undefined;
	// "Too many requests" says that nothing was carried out, so sending again cannot repeat anything. If another
	// host says so, calls to the service need not pause.
	if (ofStatus === 'pause') return isOfOtherHost ? 'again' : 'pause';
	if (policy === 'never') return 'giveUp';
	// No connection was made, so the service cannot have received the request.
	if (kind === 'notSent') return 'again';
	// Everything below may have been carried out.
	if (policy === 'ifNotReceived') return 'giveUp';
	// A connection that broke off, or silence, often passes.
	if (kind === 'noAnswer') return 'again';
	// So does a failure of the service, or of what stands in front of it. What the service does not accept, it will not
	// accept the next time.
	return ofStatus ?? 'giveUp';
}

/** Whether a status may mean that a file is not there yet, as it may be right after its job is DONE. */
export function isFileLate(status = 0): boolean {
	return [202, 404].includes(status);
}

const BACKOFF_START_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/**
 * How long to wait before the next try, in milliseconds: between half and all of a time that doubles.
 * @param attempt counts from 0
 */
export function backoffMs(attempt: number, random = Math.random): number {
	const longest = Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** attempt);
	return longest / 2 + (longest / 2) * random();
}

/**
 * How long the service asks to wait, in milliseconds: seconds, or a date (RFC 9110).
 * @returns undefined if it does not ask, or in another form
 */
export function retryAfterOf(
	{ status, headers }: { status: number; headers: Record<string, unknown> },
	now = Date.now(),
): number | undefined {
	// The gateway sends RateLimit-Reset with every response, so it only counts in a 429.
	const { 'retry-after': retryAfter, 'ratelimit-reset': reset } = headers;
	const header = retryAfter ?? (status === 429 ? reset : undefined);
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const until = /GMT$/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}
