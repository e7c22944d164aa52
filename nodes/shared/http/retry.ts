import type { ServiceError } from '../errors';
import { meaningOf } from '../status';
import { inWords } from '../text';
import type { RetryPolicy, ServiceRequest } from './request';

/* What may be sent again after a failure, and when. */

const MAX_TRIES = 4;
/** How long one request may wait altogether because the service asks it to: as long as a long job takes. */
const MAX_PAUSES_MS = 30 * 60_000;

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

/** The further tries of a request. */
export class Retries {
	readonly #request: ServiceRequest;
	/** How many tries have failed. "Too many requests" does not count. */
	#failures = 0;
	#firstFailureAt: number | undefined;

	constructor(request: ServiceRequest) {
		this.#request = request;
	}

	/**
	 * How to wait for the next try: so many milliseconds, or until the pause of all calls is over.
	 * @throws the failure, if there is no next try
	 */
	waitAfter(failure: ServiceError): number | 'pause' {
		const { retryPolicy, deadline = Infinity, totalTimeoutMs = MAX_PAUSES_MS } = this.#request;
		const decision = retryDecision(failure, retryPolicy);
		if (decision !== 'pause') this.#failures += 1;
		if (decision === 'giveUp' || this.#failures === MAX_TRIES) throw failure;

		const now = performance.now();
		// The first try may have waited for its turn for long, so the time counts from its failure.
		this.#firstFailureAt ??= now;
		const ownWaitMs = decision === 'again' ? backoffMs(this.#failures - 1) : 0;
		const waitMs = failure.retryAfterMs ?? ownWaitMs;
		const latest = Math.min(deadline, this.#firstFailureAt + totalTimeoutMs);
		if (now + waitMs > latest) throw withoutTime(failure);
		return decision === 'pause' ? 'pause' : waitMs;
	}
}

function withoutTime(failure: ServiceError): ServiceError {
	if (!failure.retryAfterMs) return failure;
	const wait = inWords(failure.retryAfterMs);
	const message = `${failure.message}, asks to wait ${wait}, and there is no time left for that`;
	return failure.with({ message, isFinal: true });
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
