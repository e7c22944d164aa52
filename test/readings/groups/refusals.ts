import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import { ANALYTICS, answers, each, type Group, type Reading } from '../reading';

/** A query that is not open to the account (section 1.4), refused in all the forms of an error. */
const NOT_OPEN: Array<[string, Partial<ServiceOptions>]> = [
	['403, in the envelope', {}],
	['403, { error }', { errorBody: 'json' }],
	['403, text', { errorBody: 'text' }],
	['403, HTML', { errorBody: 'html' }],
	['403 without a body', { errorBody: 'empty' }],
	['HTTP 200, status 403 in the envelope', { errorsInside200: true }],
];

const WRONG = 'The dates are wrong';
const IN_ENVELOPE: Array<[string, unknown, string, unknown?]> = [
	['400 in the envelope', 400, 'No such thing … refused'],
	['"400" as text', '400', 'No such thing … refused'],
	['404 in the envelope', 404, 'No such thing'],
	['500 in the envelope', 500, 'failed to process'],
];
const IN_WORDS: Array<[string, unknown]> = [
	['{ message }', { message: WRONG }],
	['{ errors: [{ message }] }', { errors: [{ message: WRONG }] }],
	['{ error: { description } }', { error: { code: 7, description: WRONG } }],
	['{ message: [texts] }', { message: [WRONG], status: 400 }],
];

const inEnvelope = (
	name: string,
	status: unknown,
	words: string,
	message: unknown = 'No such thing',
): Reading => ({
	name: `HTTP 200, status ${name}`,
	...answers(
		['query', 'bulkStart', 'status'],
		{ kind: 'wrongShape', body: { data: null, message, status } },
		Infinity,
	),
	expected: each(
		ANALYTICS.filter((operation) => operation !== 'file'),
		`error: ${words}`,
	),
});

export const refusals: Group = {
	title: 'Refusals of the analytics service',
	section: '7.6',
	readings: [
		...NOT_OPEN.map(([name, service]) => ({
			name,
			service: { queryNotOpen: ['messages_by_day', 'messages_by_hour_block'], ...service },
			expected: each(['query', 'start', 'run'], 'error: does not allow this'),
		})),
		...IN_ENVELOPE.map((row) => inEnvelope(...row)),
		...[{ text: WRONG }, [WRONG]].map((message) => ({
			...inEnvelope('', 400, `${WRONG} … refused`, message),
			name: `HTTP 200, status 400 in the envelope, message ${JSON.stringify(message)}`,
		})),
		...IN_WORDS.map(([name, body]) => ({
			name: `the reason as ${name}`,
			...answers(
				['query', 'bulkStart', 'status', 'download'],
				{ kind: 'status', status: 400, body: JSON.stringify(body) },
				Infinity,
			),
			expected: each(
				ANALYTICS.filter((operation) => operation !== 'run' && operation !== 'file'),
				`error: ${WRONG} … refused`,
			),
		})),
	],
};

/** More than are tried again where nobody says how long to wait. */
const TIMES = 5;
const SOON = { 'Retry-After': '1' };

const later = (
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Extract<Fault, { kind: 'status' }> => ({
	kind: 'status',
	status,
	headers,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const told = (message: string, status: number) => ({ data: null, message, status });
const noSuccess = (reason: unknown) => ({ success: false, reason });

const LATER: Array<[string, Fault, number?]> = [
	['403, "Rate limit exceeded"', later(403, told('Rate limit exceeded', 403))],
	['403, "Too many requests" as text', later(403, 'Too many requests')],
	['400, "Too Many Requests"', later(400, { error: 'Too Many Requests' })],
	['400, RATE_LIMIT_EXCEEDED in a code', later(400, { error: { code: 'RATE_LIMIT_EXCEEDED' } })],
	['403 with Retry-After', later(403, '', SOON)],
	['400 with Retry-After', later(400, told('Slow down', 400), SOON)],
	[`503 with Retry-After, ${TIMES} times`, later(503, '', SOON), TIMES],
	['503, "Rate limit exceeded"', later(503, 'Rate limit exceeded')],
	['HTTP 200, status 429 in the envelope', later(200, told('Too many calls', 429))],
	[
		'HTTP 200, status 403 in the envelope, "rate limit exceeded"',
		later(200, told('rate limit exceeded', 403)),
	],
];

const NOTIFICATIONS_LATER: Array<[string, ReturnType<typeof later>, number?]> = [
	['429', later(429, noSuccess('Too many requests'))],
	['403, "Rate limit exceeded"', later(403, noSuccess('Rate limit exceeded'))],
	[
		'400, RATE_LIMIT_EXCEEDED as error',
		later(400, noSuccess({ error: 'RATE_LIMIT_EXCEEDED', description: 'Slow down' })),
	],
	['HTTP 200, "too many requests"', later(200, noSuccess('too many requests'))],
	[`503 with Retry-After, ${TIMES} times`, later(503, '', SOON), TIMES],
];

const waitedFor = LATER.map(([name, fault, times]): Reading => ({
	name,
	...answers(['query', 'bulkStart', 'status', 'download'], fault, times),
	expected: each(
		ANALYTICS.filter((operation) => operation !== 'file'),
		'works',
	),
}));

export const tooManyCalls: Group = {
	title: 'Too many calls',
	section: '8.1',
	readings: [
		...waitedFor.slice(0, 7),
		// Each is waited for a minute, so only the first call of an operation meets with so many.
		{
			name: `503, "Rate limit exceeded", ${TIMES} times`,
			...answers(['query', 'bulkStart'], later(503, 'Rate limit exceeded'), TIMES),
			expected: each(['query', 'start', 'run'], 'works'),
		},
		...waitedFor.slice(7),
		// Only 429 itself says that nobody was notified, so who has no nonce is not notified again.
		...NOTIFICATIONS_LATER.map(([name, fault, times]) => ({
			name: `notifications: ${name}`,
			...answers(['notifications'], fault, times),
			expected: {
				notify: 'works',
				notifyWithoutNonce: fault.status === 429 ? 'works' : 'error: may have been sent',
			},
		})),
	],
};
