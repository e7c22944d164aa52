/* What a status of HTTP, or of the envelope (section 7.4), means. */

/** What is known about a try to send a request that has failed. */
export type Delivery =
	| 'notDone' // the service certainly did not carry it out
	| 'unknown'; // the service may have carried it out

interface Meaning {
	statuses: number[];
	/** What the error says. */
	message: string;
	/** The topic of the caller's advice about it. */
	topic?: 'token' | 'permission' | 'address' | 'rateLimit' | 'refused';
	/** What the user can do, if the caller has no advice. */
	advice?: string;
	/** Whether another try may help: in a few seconds, or after a pause of all calls. */
	retry?: 'again' | 'pause';
	/** What is known about the request. Without it, the service did not carry it out. */
	delivery?: Delivery;
}

const FAILED = {
	message: 'The service failed to process the request',
	advice: 'Try again later.',
	retry: 'again',
	delivery: 'unknown',
} as const;
const REDIRECTED = {
	message: 'The service redirected the request to another address',
	topic: 'address',
} as const;

export type StatusClass =
	| 'notReady' // the service is still working on the result
	| 'token'
	| 'permission' // the token is valid, but not for this
	| 'address'
	| 'proxy' // a proxy, or the sign-in page of a network, answered before the service could receive anything
	| 'rateLimit'
	| 'gateway' // a server in front of the service could not reach it, or waited too long for it
	| 'seeOther' // the request may be done, and its result is elsewhere
	| 'redirect' // every other 3xx
	| 'service' // every other status from 500 on
	| 'other';

const MEANINGS: Record<StatusClass, Meaning> = {
	notReady: {
		statuses: [202],
		message: 'The result is not ready yet',
		advice: 'Try again later.',
		delivery: 'unknown',
	},
	token: {
		statuses: [401],
		message: 'The service refused the API token',
		topic: 'token',
	},
	permission: {
		statuses: [403],
		message: 'The service does not allow this with your API token',
		topic: 'permission',
	},
	address: {
		statuses: [404, 405, 410, 415],
		message: 'The service has nothing at this address',
		topic: 'address',
	},
	proxy: {
		statuses: [407, 511],
		message: 'A proxy or the network of n8n refused the request',
		advice: 'Ask the administrator of your n8n: a proxy may need a user and a password.',
	},
	rateLimit: {
		statuses: [429],
		message: 'The service is receiving too many requests',
		topic: 'rateLimit',
		retry: 'pause',
	},
	gateway: { statuses: [408, 502, 503, 504], ...FAILED },
	seeOther: { statuses: [302, 303], ...REDIRECTED, delivery: 'unknown' },
	redirect: { statuses: [], ...REDIRECTED },
	service: { statuses: [], ...FAILED },
	other: { statuses: [], message: 'The service refused the request', topic: 'refused' },
};

/** @param status undefined for a failure that has none, which is of the class `other` */
export function statusClassOf(status = 0): StatusClass {
	for (const [statusClass, { statuses }] of Object.entries(MEANINGS)) {
		if (statuses.includes(status)) return statusClass as StatusClass;
	}
	if (isRedirect(status)) return 'redirect';
	return status >= 500 ? 'service' : 'other';
}

export function meaningOf(status?: number): Meaning {
	return MEANINGS[statusClassOf(status)];
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;
