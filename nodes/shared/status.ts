/*
 * What a status of HTTP, or of the envelope (section 7.4), means, and whether a request with it may have been carried
 * out. `http/retry.ts` says whether it is sent again.
 */

interface Meaning {
	statuses: number[];
	/** What the error says. */
	message: string;
	/** What the user can do: the advice of the caller on this topic, or a sentence. */
	advice: { topic: 'token' | 'permission' | 'address' | 'rateLimit' | 'refused' } | string;
}

const REFUSED = {
	message: 'The service refused the request',
	advice: { topic: 'refused' },
} as const;
const FAILED = {
	message: 'The service failed to process the request',
	advice: 'Try again later.',
} as const;

export type StatusClass =
	| 'notReady' // the service is still working on the result
	| 'content' // with other content, such as another user, the request may be accepted
	| 'tooLarge'
	| 'token'
	| 'permission' // the token, or a part of the content, is not allowed
	| 'address'
	| 'proxy' // a proxy, or the sign-in page of a network, answered before the service could receive anything
	| 'rateLimit'
	| 'gateway' // a server in front of the service could not reach it, or waited too long for it
	| 'redirect' // every other 3xx
	| 'service' // every other status from 500 on
	| 'other';

export const MEANINGS: Record<StatusClass, Meaning> = {
	notReady: {
		statuses: [202],
		message: 'The result is not ready yet',
		advice: 'Try again later.',
	},
	content: { statuses: [400, 409, 422], ...REFUSED },
	tooLarge: {
		statuses: [413],
		message: 'The request is too large for the service',
		advice: 'Send less at once.',
	},
	token: {
		statuses: [401],
		message: 'The service refused the API token',
		advice: { topic: 'token' },
	},
	permission: {
		statuses: [403],
		message: 'The service does not allow this with your API token',
		advice: { topic: 'permission' },
	},
	address: {
		statuses: [404, 405, 410, 415],
		message: 'The service has nothing at this address',
		advice: { topic: 'address' },
	},
	proxy: {
		statuses: [407, 511],
		message: 'A proxy or the network of n8n refused the request',
		advice:
			'It did not reach the service. Ask the administrator of your n8n or of your network: a proxy may need a user and a password.',
	},
	rateLimit: {
		statuses: [429],
		message: 'The service is receiving too many requests',
		advice: { topic: 'rateLimit' },
	},
	gateway: { statuses: [408, 502, 503, 504], ...FAILED },
	redirect: {
		statuses: [],
		message: 'The service redirected the request to another address',
		advice: { topic: 'address' },
	},
	service: { statuses: [], ...FAILED },
	other: { statuses: [], ...REFUSED },
};

export function statusClassOf(status: number): StatusClass {
	for (const [statusClass, { statuses }] of Object.entries(MEANINGS)) {
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
