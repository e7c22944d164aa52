/* What a status of HTTP, or of the envelope (7.4), means: the only lists of them. */

const STATUSES = {
	notReady: [202],
	/** With other content, such as other users, the request may pass. */
	content: [400, 409, 413, 422],
	token: [401],
	/** Of the token, or of a part of the content. */
	permission: [403],
	address: [404, 405, 407, 410, 415],
	pace: [429],
	/** What stands in front of the service. */
	gateway: [408, 502, 503, 504],
};

/** The service may still work on the request, or redirects once it has. */
const MAY_BE_DONE = [202, 302, 303];

export type StatusClass = keyof typeof STATUSES | 'redirect' | 'service' | 'other';

export function statusClassOf(status: number): StatusClass {
	for (const [concern, statuses] of Object.entries(STATUSES)) {
		if (statuses.includes(status)) return concern as StatusClass;
	}
	if (isRedirect(status)) return 'redirect';
	return status >= 500 ? 'service' : 'other';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Passes by itself, often in seconds. */
export function isTransient(status: number): boolean {
	return ['gateway', 'service'].includes(statusClassOf(status));
}

/** Whether the service may have carried out what it refused with this status. */
export function mayBeDoneWith(status: number): boolean {
	return isTransient(status) || MAY_BE_DONE.includes(status);
}
