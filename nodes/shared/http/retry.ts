import type { ServiceError } from '../errors';
import { meaningOf } from '../status';

/** When a request may be sent again after a failure. */
export type RetryPolicy =
	| 'always' // repeating it does no harm
	| 'ifNotDone' // only if the service certainly did not carry it out
	| 'never'; // only after "too many requests"

export type RetryDecision =
	| 'again'
	| 'pause' // nobody calls for a while, and this does not count as a try
	| 'giveUp';

export function retryDecision(
	{ kind, status, delivery, isFinal, isOfOtherHost }: ServiceError,
	policy: RetryPolicy,
): RetryDecision {
	// A connection that is not made, that breaks off, or silence often passes. So does a failure of the service, or of what
	// stands in front of it. What the service does not accept, it will not accept the next time.
	const isOfNetwork = kind === 'notSent' || kind === 'noAnswer';
	const ofStatus = kind === 'refused' ? meaningOf(status).retry : undefined;
	const mayHelp = isOfNetwork || ofStatus !== undefined;
	if (isFinal || !mayHelp) return 'giveUp';
	if (policy === 'ifNotDone' && delivery !== 'notDone') return 'giveUp';
	// If another host says "too many requests", calls to the service need not pause.
	if (ofStatus === 'pause') return isOfOtherHost ? 'again' : 'pause';
	return policy === 'never' ? 'giveUp' : 'again';
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

/** Nothing asks for more. It is rather a time in another unit, or a date of another clock. */
const MAX_ASKED_MS = 24 * 60 * 60_000;

/**
 * How long Retry-After asks to wait, in milliseconds: seconds, or a date (RFC 9110).
 * @returns undefined if it does not ask, in another form, or for more than a day
 */
export function retryAfterOf(
	{ 'retry-after': header }: Record<string, unknown>,
	now = Date.now(),
): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	const until = /GMT$/.test(text) ? Date.parse(text) : NaN;
	const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(0, until - now);
	return ms <= MAX_ASKED_MS ? ms : undefined;
}
