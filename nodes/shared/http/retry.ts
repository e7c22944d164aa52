import type { FailureKind } from '../errors';

/* What the end of a request means, and when to try again: the only lists of HTTP statuses. */

/** When a request may be sent again; `ifNotReceived`: only if the service surely did not carry it out. */
export type Repeat = 'always' | 'ifNotReceived' | 'never';

/** `pause`: nobody calls for a while, and this does not count as a try. */
export type NextStep = 'again' | 'pause' | 'giveUp';

/** What a refusal by HTTP, or by the envelope (7.4), is about. */
export type Concern = keyof typeof STATUSES | 'redirect' | 'service' | 'other';

const STATUSES = {
	notReady: [202],
	/** With other content, such as other users, the request may pass. */
	content: [400, 409, 413, 422],
	token: [401],
	/** Of the token, or of a part of the content. */
	permission: [403],
	address: [404, 405, 407, 410, 415],
	/** Too many requests. */
	pace: [429],
	/** What stands in front of the service. */
	gateway: [408, 502, 503, 504],
};

/** The service may still work on the request, or redirects once it has. */
const MAY_BE_DONE = [202, 302, 303];
/** The specification does not show how one call too many is refused (8.1): with Retry-After, so. */
const PACE_BY_RETRY_AFTER = [400, 403, 503];
/** Right after a job is DONE, its file may not be there yet. */
const FILE_IS_LATE = [202, 404];

export function concernOf(status: number): Concern {
	for (const [concern, statuses] of Object.entries(STATUSES)) {
		if (statuses.includes(status)) return concern as Concern;
	}
	if (isRedirect(status)) return 'redirect';
	return status >= 500 ? 'service' : 'other';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;
export const isFileLate = (status = 0): boolean => FILE_IS_LATE.includes(status);

export interface Failure {
	kind: FailureKind;
	status?: number | undefined;
	retryAfterMs?: number | undefined;
	/** Another try would end the same way. */
	isFinal?: boolean | undefined;
}

/** Whether the service may have carried the request out all the same. */
export function mayBeDone(failure: Failure): boolean {
	const { kind, status = 0 } = failure;
	if (kind !== 'refused') return kind === 'noAnswer' || kind === 'badAnswer';
	// Only 429 itself says that nothing was carried out.
	return isTrouble(status) || MAY_BE_DONE.includes(status) || isPacedByRetryAfter(failure);
}

export function nextStep(failure: Failure, repeat: Repeat): NextStep {
	const { kind, status = 0, isFinal = false } = failure;
	const isRefused = kind === 'refused';
	if (isRefused && concernOf(status) === 'pace') return 'pause';
	if (isRefused && isPacedByRetryAfter(failure) && repeat !== 'ifNotReceived') return 'pause';
	if (isFinal || repeat === 'never') return 'giveUp';
	if (kind === 'notSent') return 'again';
	const mayPass = kind === 'noAnswer' || (isRefused && isTrouble(status));
	return mayPass && repeat === 'always' ? 'again' : 'giveUp';
}

/** Passes by itself, often in seconds. */
function isTrouble(status: number): boolean {
	return ['gateway', 'service'].includes(concernOf(status));
}

function isPacedByRetryAfter({ status = 0, retryAfterMs }: Failure): boolean {
	return retryAfterMs !== undefined && PACE_BY_RETRY_AFTER.includes(status);
}

/** A longer Retry-After is not believed. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;
const BACKOFF_START_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** Seconds or an HTTP date. @returns undefined where the header is missing or absurd */
export function readRetryAfter(header: unknown, now = Date.now()): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	const seconds = text === '' ? NaN : Number(text);
	// A date that has just passed means "now".
	const date = text.endsWith('GMT') ? Date.parse(text) : NaN;
	const wait = Number.isNaN(seconds) ? Math.max(0, date - now) : seconds * 1000;
	return wait >= 0 && wait <= MAX_RETRY_AFTER_MS ? wait : undefined;
}

export function backoffMs(attempt: number, random = Math.random): number {
	const most = Math.min(BACKOFF_MAX_MS, BACKOFF_START_MS * 2 ** attempt);
	return most / 2 + (most / 2) * random();
}

/** As the service says, but with backoff once that was in vain: "now" would mean calls without end. */
export function pauseMs({ retryAfterMs }: Failure, pauses: number): number | undefined {
	if (retryAfterMs === undefined || pauses === 0) return retryAfterMs;
	return Math.max(retryAfterMs, backoffMs(pauses - 1));
}
