import type { ServiceError } from '../errors';
import { statusClassOf, isTransient } from '../status';

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
	// "Too many requests" says that nothing was carried out, so sending again cannot repeat anything. If another
	// host says so, calls to the service need not pause.
	if (kind === 'refused' && statusClassOf(status) === 'rateLimit') {
		return isOfOtherHost ? 'again' : 'pause';
	}
	if (policy === 'never') return 'giveUp';
	// No connection was made, so the service cannot have received the request.
	if (kind === 'notSent') return 'again';
	// Everything below may have been carried out.
	if (policy === 'ifNotReceived') return 'giveUp';
	// A connection that broke off, or silence, often passes.
	if (kind === 'noAnswer') return 'again';
	// So does a failure of the service, or of what stands in front of it.
	if (kind === 'refused' && isTransient(status)) return 'again';
	// What the service does not accept, it will not accept the next time.
	return 'giveUp';
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
 * How long the service asks to wait, in milliseconds.
 * @returns undefined if it does not ask, or in a form that nobody documents
 */
export function retryAfterOf(
	{ status, headers }: { status: number; headers: Record<string, unknown> },
	now = Date.now(),
): number | undefined {
	// A date is compared with the service's own clock, which may differ from ours by hours.
	const sentAt = dateIn(headers['date']);
	const serviceNow = Number.isNaN(sentAt) ? now : sentAt;
	const retryAfter = waitIn(headers['retry-after'], serviceNow);
	if (retryAfter !== undefined) return retryAfter;
	// The gateway sends RateLimit-Reset with every response, so it only counts in a 429.
	return status === 429 ? waitIn(headers['ratelimit-reset'], serviceNow) : undefined;
}

/** So many seconds would be thirty years, so such a number is a point in time, in seconds since 1970. */
const MIN_TIMESTAMP = 1_000_000_000;
/** So many seconds after 1970 would be in 30,000 years, so such a number is in milliseconds. */
const MIN_TIMESTAMP_MS = 1_000_000_000_000;

function waitIn(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number < MIN_TIMESTAMP) return number * 1000;
		return until(number < MIN_TIMESTAMP_MS ? number * 1000 : number, now);
	}
	const date = dateIn(header);
	return Number.isNaN(date) ? undefined : until(date, now);
}

/** How long until a point in time, in milliseconds. A time that has passed means "now". */
function until(time: number, now: number): number {
	return Math.max(0, time - now);
}

const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;
/** "Sun Nov  6 08:49:37 1994". HTTP defines this form as UTC, although the text does not say so. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} [\d:]+ \d{4}$/;

/** HTTP asks for GMT, but some servers write UTC or +0000. */
const GMT = /(GMT|UTC|[+-]0000)$/;

/** Reads the three date forms of HTTP, and ISO 8601, which some services send. @returns NaN for anything else */
function dateIn(header: unknown): number {
	const text = typeof header === 'string' ? header.trim() : '';
	if (GMT.test(text) || ISO_DATE.test(text)) return Date.parse(text);
	return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
