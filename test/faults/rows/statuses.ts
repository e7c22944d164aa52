import type { Service } from '../../service/service';
import { inEnvelope } from '../../readings/reading';
import { maybeSent, row, type Row } from '../row';

const FAILED = maybeSent('recovers | error: failed to process the request');
const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

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
	413: { all: TOO_LARGE, status: `recovers | ${TOO_LARGE}`, ...SENDING_REFUSED },
};

/** Max Wait ends the wait for a status. */
const WAITS = {
	all: 'recovers | waits: receiving too many requests',
	status: 'recovers | error: was not done after',
};

/** Refusals by HTTP status, and by that of the envelope. */
export const statusRows: Row[] = [
	row(
		'307 to another host',
		redirect(307, ({ storage }) => storage.url),
		// The other host of this test has files only.
		{ all: REDIRECTED, status: `recovers | ${REDIRECTED}`, files: 'works' },
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
	row('500 in the envelope of a 200', inEnvelope(null, 500, 'Not today'), {
		all: 'recovers | error: failed to process the request',
		files: NOT_A_FILE,
		sending: NOT_OF_NOTIFICATIONS,
	}),
	// A 429 says surely that nothing was carried out, and passes by itself.
	row('429, Retry-After: 1', { kind: 'refusal', status: 429, retryAfter: 1 }, WAITS),
	// A window of the limit is waited for: a minute.
	row('429 without Retry-After', { kind: 'refusal', status: 429 }, WAITS),
	// Only 429 itself says that nothing was carried out, so who has no nonce is not notified again.
	row(
		'403, Retry-After: 1, request carried out',
		{ kind: 'refusal', status: 403, retryAfter: 1, apply: true },
		{
			...maybeSent('recovers | waits: does not allow this'),
			// A refused token stays refused, once Max Wait is over.
			status: 'recovers | error: does not allow this',
			notify: 'recovers | waits: refused the notification',
		},
	),
	row('429 in the envelope of a 200', inEnvelope(null, 429, 'Too many calls'), {
		...WAITS,
		files: NOT_A_FILE,
		sending: NOT_OF_NOTIFICATIONS,
	}),
];
