/*
 * What a status of HTTP, or of the envelope (section 7.4), means, and whether a request with it may have been carried
 * out. `http/retry.ts` says whether it is sent again.
 */

const STATUSES = {
	/** The service is still working on the result. */
	notReady: [202],
	/** With other content, such as other users, the request may be accepted. */
	content: [400, 409, 422],
	tooLarge: [413],
	token: [401],
	/** The token, or a part of the content, is not allowed. */
	permission: [403],
	address: [404, 405, 410, 415],
	/** A proxy, or the sign-in page of a network, answered before the service could receive anything. */
	proxy: [407, 511],
	/** There were too many requests. */
	rateLimit: [429],
	/** A server in front of the service could not reach it, or waited too long for it. */
	gateway: [408, 502, 503, 504],
};

export type StatusClass = keyof typeof STATUSES | 'redirect' | 'service' | 'other';

export function statusClassOf(status: number): StatusClass {
	for (const [statusClass, statuses] of Object.entries(STATUSES)) {
		if (statuses.includes(status)) return statusClass as StatusClass;
	}
	if (isRedirect(status)) return 'redirect';
	return status >= 500 ? 'service' : 'other';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether the service often recovers from such a failure within seconds. */
export function isTransient(status: number): boolean {
	return ['gateway', 'service'].includes(statusClassOf(status));
}

/** What is known about a request once nothing more is done about it. */
export type Delivery =
	| 'notSent' // the service certainly did not carry it out
	| 'unknown' // the service may have carried it out
	| 'confirmed'; // the service has responded to it as expected

/** With 202, the service may still be working on the request; it may redirect after having carried it out. */
const MAY_BE_CARRIED_OUT = [202, 302, 303];

/** Whether the service may have carried out what it refused with this status of HTTP or of the envelope. */
export function deliveryOfRefusal(status: number): Delivery {
	return isTransient(status) || MAY_BE_CARRIED_OUT.includes(status) ? 'unknown' : 'notSent';
}

/** What is known of several tries of one request together: a later one does not undo an earlier one. */
export function deliveryOfTries(earlier: Delivery, later: Delivery): Delivery {
	return earlier === 'unknown' ? 'unknown' : later;
}
