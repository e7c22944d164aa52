import type { FailureKind } from '../errors';

/* What the end of a request means: every list of HTTP statuses of the nodes stands here. Pure. */

/** When a request may be sent again; `ifNotReceived`: only if the service surely did not carry it out. */
export type Repeat = 'always' | 'ifNotReceived' | 'never';

/** `pause`: nobody calls for a while, and this does not count as a try. */
export type NextStep = 'again' | 'pause' | 'giveUp';

/** What a refusal is about. */
export type Concern =
	| 'content' // what the request holds: with other content, such as other users, it may pass
	| 'token'
	| 'permission' // of the token, or of a part of the content
	| 'address'
	| 'pace' // too many requests
	| 'gateway' // what stands in front of the service
	| 'service' // trouble of its own
	| 'redirect'
	| 'notReady'
	| 'other';

interface Meaning {
	about: Concern;
	step: NextStep;
	/** Whether the service may have carried the request out all the same. */
	mayBeDone: boolean;
	/** The specification does not show how one call too many is refused (8.1): with Retry-After, so. */
	isPausedByRetryAfter: boolean;
}

const meaning = (about: Concern, more: Partial<Meaning> = {}): Meaning => ({
	...{ about, step: 'giveUp', mayBeDone: false, isPausedByRetryAfter: false },
	...more,
});
const trouble = (about: Concern) => meaning(about, { step: 'again', mayBeDone: true });

/** Of HTTP, or of the envelope (7.4). */
const MEANINGS: Readonly<Record<number, Meaning>> = {
	202: meaning('notReady', { mayBeDone: true }),
	// What answers a POST so may have worked on it.
	302: meaning('redirect', { mayBeDone: true }),
	303: meaning('redirect', { mayBeDone: true }),
	400: meaning('content', { isPausedByRetryAfter: true }),
	401: meaning('token'),
	403: meaning('permission', { isPausedByRetryAfter: true }),
	404: meaning('address'),
	405: meaning('address'),
	407: meaning('address'),
	408: trouble('gateway'),
	409: meaning('content'),
	410: meaning('address'),
	413: meaning('content'),
	415: meaning('address'),
	422: meaning('content'),
	429: meaning('pace', { step: 'pause' }),
	502: trouble('gateway'),
	503: { ...trouble('gateway'), isPausedByRetryAfter: true },
	504: trouble('gateway'),
};

function meaningOf(status: number): Meaning {
	const byClass = status >= 500 ? trouble('service') : meaning('other');
	return MEANINGS[status] ?? (isRedirect(status) ? meaning('redirect') : byClass);
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

export function concernOf(status: number): Concern {
	return meaningOf(status).about;
}

/** Right after a job is DONE, its file may not be there yet. */
export function isFileLate(status: number | undefined): boolean {
	return status === 202 || status === 404;
}

export interface Failure {
	kind: FailureKind;
	status?: number | undefined;
	retryAfterMs?: number | undefined;
	/** Another try would fare no better. */
	isFinal?: boolean | undefined;
}

export function mayBeDone({ kind, status = 0, retryAfterMs }: Failure): boolean {
	const meaning = meaningOf(status);
	// Only 429 itself says that nothing was carried out.
	const isLater = meaning.isPausedByRetryAfter && retryAfterMs !== undefined;
	if (kind === 'refused') return meaning.mayBeDone || isLater;
	return kind === 'noAnswer' || kind === 'badAnswer';
}

export function nextStep(failure: Failure, repeat: Repeat): NextStep {
	const { kind, status = 0, retryAfterMs, isFinal = false } = failure;
	const { step, isPausedByRetryAfter } = meaningOf(status);
	if (kind === 'refused') {
		if (step === 'pause') return 'pause';
		const isPaused = isPausedByRetryAfter && retryAfterMs !== undefined;
		if (isPaused && repeat !== 'ifNotReceived') return 'pause';
	}
	if (isFinal || repeat === 'never') return 'giveUp';
	if (kind === 'notSent') return 'again';
	if (repeat === 'ifNotReceived') return 'giveUp';
	return kind === 'refused' ? step : kind === 'noAnswer' ? 'again' : 'giveUp';
}
