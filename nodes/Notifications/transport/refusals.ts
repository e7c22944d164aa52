import type { ServiceError } from '../../shared/errors';

/** What a refusal of a notification request is about. */
export type Concern =
	| 'users' // other users might be accepted, and some of the request may have been notified
	| 'request' // the request itself, so nobody was notified
	| 'unknown';

interface Refusal {
	about: Concern;
	/** Whether the body may have the form of section 2.7; else something in front of the service says it. */
	isOfService: boolean;
}

const ofService = (about: Concern): Refusal => ({ about, isOfService: true });
const ofOthers = (about: Concern): Refusal => ({ about, isOfService: false });

const REFUSALS: Readonly<Record<number, Refusal>> = {
	400: ofService('users'),
	401: ofOthers('request'),
	403: ofService('request'),
	404: ofService('request'),
	405: ofService('request'),
	407: ofOthers('request'),
	408: ofOthers('unknown'),
	409: ofService('users'),
	410: ofService('request'),
	413: ofOthers('users'),
	415: ofService('request'),
	422: ofService('users'),
	429: ofOthers('request'),
	502: ofOthers('unknown'),
	503: ofOthers('unknown'),
	504: ofOthers('unknown'),
};

/** By HTTP alone: a response in the form of section 2.7 is about its users. */
export function concernOf(status: number): Concern {
	return REFUSALS[status]?.about ?? (status >= 400 ? 'unknown' : 'request');
}

export function mayHoldResponse(status: number): boolean {
	return status >= 400 && (REFUSALS[status]?.isOfService ?? true);
}

/** Whether the service may have carried the request out all the same. */
export function isInDoubt({ kind, status = 0, retryAfterMs, mayBeDone }: ServiceError): boolean {
	if (mayBeDone || kind === 'noAnswer' || kind === 'badAnswer') return true;
	// "Later" says nothing about the users.
	const isLater = retryAfterMs !== undefined && status !== 429;
	return kind === 'refused' && (status >= 500 || isLater);
}
