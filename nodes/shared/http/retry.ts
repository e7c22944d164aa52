import type { ServiceError } from '../errors';
import { statusClassOf, isTransient } from './status';

/** When a request may be sent again; `ifNotReceived`: only if the service surely did not carry it out. */
export type RetryPolicy = 'always' | 'ifNotReceived' | 'never';

/** `pause`: nobody calls for a while, and this does not count as a try. */
export type RetryDecision = 'again' | 'pause' | 'giveUp';

type Failure = Pick<ServiceError, 'kind'> & Partial<Pick<ServiceError, 'status' | 'isFinal'>>;

export function retryDecision(
	{ kind, status = 0, isFinal }: Failure,
	repeat: RetryPolicy,
): RetryDecision {
	const isRefused = kind === 'refused';
	if (isRefused && statusClassOf(status) === 'pace') return 'pause';
	if (isFinal || repeat === 'never') return 'giveUp';
	if (kind === 'notSent') return 'again';
	const mayPass = kind === 'noAnswer' || (isRefused && isTransient(status));
	return mayPass && repeat === 'always' ? 'again' : 'giveUp';
}

/** Right after a job is DONE, its file may not be there yet. */
export const isFileLate = (status = 0): boolean => [202, 404].includes(status);

/** A longer Retry-After is not believed. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;
const BACKOFF_START_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** How long to wait, as the response says. @returns undefined where that is missing or absurd */
export function retryAfterOf(
	{ status, headers }: { status: number; headers: Record<string, unknown> },
	now = Date.now(),
): number | undefined {
	const after = waitIn(headers['retry-after'], now);
	// The gateway sends it with every response; it matters to those that were too many.
	return after === undefined && status === 429 ? waitIn(headers['ratelimit-reset'], now) : after;
}

function waitIn(header: unknown, now: number): number | undefined {
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
