import type { Fault } from '../../service/faults';
import type { Endpoint } from '../../service/requests';
import { each, type Group, type OperationName, type Reading } from '../reading';

/** More than are tried again where nobody says how long to wait. */
const TIMES = 5;

const ENDPOINTS: Endpoint[] = ['query', 'bulkStart', 'status', 'download'];
const OPERATIONS: OperationName[] = ['query', 'start', 'run', 'getStatus', 'getResult'];

const refused = (
	status: number,
	body: unknown,
	headers?: Record<string, string>,
): Extract<Fault, { kind: 'status' }> => ({
	kind: 'status',
	status,
	body: typeof body === 'string' ? body : JSON.stringify(body),
	...(headers ? { headers } : {}),
});

const waitedFor = (name: string, fault: Fault, times = 1): Reading => ({
	name,
	faults: ENDPOINTS.map((endpoint) => ({ endpoint, fault, times })),
	expected: each(OPERATIONS, 'works'),
});

/** Only 429 itself says that nobody was notified, so who has no nonce is not notified again. */
const notificationWaitedFor = (
	name: string,
	fault: Extract<Fault, { kind: 'status' }>,
	times = 1,
): Reading => ({
	name,
	faults: [{ endpoint: 'notifications', fault, times }],
	expected: {
		notify: 'works',
		notifyWithoutNonce: fault.status === 429 ? 'works' : 'error: may have been sent',
	},
});

const inEnvelope = (message: string, status: number) => ({ data: null, message, status });
const noSuccess = (reason: unknown) => ({ success: false, reason });
const SOON = { 'Retry-After': '1' };

export const tooManyCalls: Group = {
	title: 'Too many calls',
	section: '8.1',
	readings: [
		waitedFor('403, "Rate limit exceeded"', refused(403, inEnvelope('Rate limit exceeded', 403))),
		waitedFor('403, "Too many requests" as text', refused(403, 'Too many requests')),
		waitedFor('400, "Too Many Requests"', refused(400, { error: 'Too Many Requests' })),
		waitedFor(
			'400, RATE_LIMIT_EXCEEDED in a code',
			refused(400, { error: { code: 'RATE_LIMIT_EXCEEDED' } }),
		),
		waitedFor('403 with Retry-After', refused(403, '', SOON)),
		waitedFor('400 with Retry-After', refused(400, inEnvelope('Slow down', 400), SOON)),
		waitedFor(`503 with Retry-After, ${TIMES} times`, refused(503, '', SOON), TIMES),
		// Each is waited for a minute, so only the first call of an operation meets with so many.
		{
			name: `503, "Rate limit exceeded", ${TIMES} times`,
			faults: (['query', 'bulkStart'] as const).map((endpoint) => ({
				endpoint,
				fault: refused(503, 'Rate limit exceeded'),
				times: TIMES,
			})),
			expected: each(['query', 'start', 'run'], 'works'),
		},
		waitedFor('503, "Rate limit exceeded"', refused(503, 'Rate limit exceeded')),
		waitedFor(
			'HTTP 200, status 429 in the envelope',
			refused(200, inEnvelope('Too many calls', 429)),
		),
		waitedFor(
			'HTTP 200, status 403 in the envelope, "rate limit exceeded"',
			refused(200, inEnvelope('rate limit exceeded', 403)),
		),
		notificationWaitedFor('notifications: 429', refused(429, noSuccess('Too many requests'))),
		notificationWaitedFor(
			'notifications: 403, "Rate limit exceeded"',
			refused(403, noSuccess('Rate limit exceeded')),
		),
		notificationWaitedFor(
			'notifications: 400, RATE_LIMIT_EXCEEDED as error',
			refused(400, noSuccess({ error: 'RATE_LIMIT_EXCEEDED', description: 'Slow down' })),
		),
		notificationWaitedFor(
			'notifications: HTTP 200, "too many requests"',
			refused(200, noSuccess('too many requests')),
		),
		notificationWaitedFor(
			`notifications: 503 with Retry-After, ${TIMES} times`,
			refused(503, '', SOON),
			TIMES,
		),
	],
};
