import type { Service } from '../../service/service';
import { maybeSent, row, type Row } from '../row';

const FAILED = maybeSent('recovers | error: failed to process the request');
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

const inEnvelope = (message: string, status: number) =>
	({ kind: 'wrongShape', body: { data: null, message, status } }) as const;

const redirect = (status: number, urlOf: (service: Service) => string): Row['cause'] => ({
	fault: (service) => ({ kind: 'redirect', status, location: urlOf(service), keepPath: true }),
});

/** An answer of the analytics service, as it may not come from the notification service. */
const NOT_OF_NOTIFICATIONS = 'error: an unexpected response … may have been sent';
const NOT_A_FILE = 'error: an error description instead of a file';
const REDIRECTED = 'error: redirected';
const TOO_LARGE = 'error: too large for the service';
const NOTHING_HERE = 'error: has nothing at this address';
/** The reason of the service itself; what has nonces is sent again in halves. */
const NOTIFICATION_REFUSED = 'error: refused the notification';
const SENDING_REFUSED = {
	notify: `recovers | ${NOTIFICATION_REFUSED}`,
	notifyWithoutNonce: NOTIFICATION_REFUSED,
};

const REFUSALS: Record<number, Row['expected']> = {
	401: { all: 'error: refused the API token' },
	403: { all: 'error: does not allow this', ...SENDING_REFUSED },
	404: {
		...SENDING_REFUSED,
		asking: NOTHING_HERE,
		status: 'recovers | error: There is no job',
		files: `recovers | ${NOTHING_HERE}`,
	},
	408: FAILED,
	413: { all: TOO_LARGE, status: `recovers | ${TOO_LARGE}`, ...SENDING_REFUSED },
};

/** Refusals by HTTP status that stay as they are, however often one asks. */
export const statusRows: Row[] = [
	...[301, 302, 307].map((status) =>
		row(
			`${status} to another host`,
			redirect(status, ({ storage }) => storage.url),
			// The other host of this test has files only.
			{ all: REDIRECTED, status: `recovers | ${REDIRECTED}`, files: 'works' },
		),
	),
	row(
		'302 to itself',
		redirect(302, ({ baseUrl }) => baseUrl),
		{ all: REDIRECTED, status: `recovers | ${REDIRECTED}`, files: `recovers | ${REDIRECTED}` },
	),
	...Object.entries(REFUSALS).map(([status, expected]) =>
		row(status, { kind: 'refusal', status: Number(status) }, expected),
	),
	// A 5xx may come from a request that was carried out.
	row(
		'500, request carried out',
		{ kind: 'refusal', status: 500, apply: true },
		{ ...FAILED, notify: `recovers | ${NOTIFICATION_REFUSED}` },
	),
	row(
		'502 with HTML, request carried out',
		{ kind: 'status', status: 502, body: HTML, apply: true },
		FAILED,
	),
	row('503', { kind: 'refusal', status: 503 }, FAILED),
	row('500 in the envelope of a 200', inEnvelope('Not today', 500), {
		all: 'recovers | error: failed to process the request',
		files: NOT_A_FILE,
		sending: NOT_OF_NOTIFICATIONS,
	}),
];

/** Max Wait ends the wait for a status. */
const WAITS = {
	all: 'recovers | waits: receiving too many requests',
	status: 'recovers | error: was not done after',
};
/** Status, what the error says in the end, and what that of a notification says. */
const REFUSED_FOR_NOW = [
	[400, 'refused the request', 'refused the notification'],
	[403, 'does not allow this', 'refused the notification'],
	[503, 'failed to process the request', 'failed to process the request'],
] as const;

/** A 429 says surely that nothing was carried out, and passes by itself. */
export const tooManyCallsRows: Row[] = [
	...(
		[
			['429, Retry-After: 1', 'seconds', 1],
			['429, Retry-After: a date', 'date', 2],
			// For these, a window of the limit is waited for: a minute.
			['429, Retry-After: 99999999', 'absurd', 0],
			['429 without Retry-After', 'none', 0],
		] as const
	).map(([name, retryAfter, seconds]) =>
		row(name, { kind: 'refusal', status: 429, retryAfter, seconds }, WAITS),
	),
	// Only 429 itself says that nothing was carried out, so who has no nonce is not notified again.
	...REFUSED_FOR_NOW.map(([status, words, notify]) =>
		row(
			`${status}, Retry-After: 1, request carried out`,
			{ kind: 'refusal', status, retryAfter: 'seconds', seconds: 1, apply: true },
			{
				...maybeSent(`recovers | waits: ${words}`),
				// A refused token stays refused, once Max Wait is over.
				status: status === 403 ? `recovers | error: ${words}` : WAITS.status,
				notify: `recovers | waits: ${notify}`,
			},
		),
	),
	row('429 in the envelope of a 200', inEnvelope('Too many calls', 429), {
		...WAITS,
		files: NOT_A_FILE,
		sending: NOT_OF_NOTIFICATIONS,
	}),
];
