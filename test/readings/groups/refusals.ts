import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { ANALYTICS, answers, type Group, type Reading, reading } from '../reading';

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
const IN_WORDS: Array<[string, unknown]> = [
	['{ message }', { message: WRONG }],
	['{ errors: [{ message }] }', { errors: [{ message: WRONG }] }],
	['{ error: { description } }', { error: { code: 7, description: WRONG } }],
	['{ message: [texts] }', { message: [WRONG], status: 400 }],
];

const FORMS = ANALYTICS.filter((operation) => operation !== 'file');
const ENDPOINTS: Endpoint[] = ['query', 'bulkStart', 'status', 'download'];

const inEnvelope = (
	name: string,
	status: unknown,
	words: string,
	message: unknown = 'No such thing',
): Reading => {
	const fault: Fault = { kind: 'wrongShape', body: { data: null, message, status } };
	const faults = answers(['query', 'bulkStart', 'status'], fault, Infinity);
	return reading(`HTTP 200, status ${name}`, FORMS, `error: ${words}`, faults);
};

export const refusals: Group = {
	title: 'Refusals of the analytics service',
	section: '7.6',
	readings: [
		...NOT_OPEN.map(([name, service]) =>
			reading(name, ['query', 'start', 'run'], 'error: does not allow this', {
				service: { queryNotOpen: ['messages_by_day', 'messages_by_hour_block'], ...service },
			}),
		),
		inEnvelope('400 in the envelope', 400, 'No such thing … refused'),
		inEnvelope('"400" as text', '400', 'No such thing … refused'),
		inEnvelope('404 in the envelope', 404, 'No such thing'),
		inEnvelope('500 in the envelope', 500, 'failed to process'),
		...[{ text: WRONG }, [WRONG]].map((message) => {
			const name = `400 in the envelope, message ${JSON.stringify(message)}`;
			return inEnvelope(name, 400, `${WRONG} … refused`, message);
		}),
		...IN_WORDS.map(([name, body]) =>
			reading(
				`the reason as ${name}`,
				FORMS.filter((operation) => operation !== 'run'),
				`error: ${WRONG} … refused`,
				answers(ENDPOINTS, later(400, body), Infinity),
			),
		),
	],
};

/** More than are tried again where nobody says how long to wait. */
const TIMES = 5;
const SOON = { 'Retry-After': '1' };

function later(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Extract<Fault, { kind: 'status' }> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'status', status, headers, body: text };
}
const told = (message: string, status: number) => ({ data: null, message, status });
const noSuccess = (reason: unknown) => ({ success: false, reason });
const CODE = 'RATE_LIMIT_EXCEEDED';
const OVER = 'Rate limit exceeded';

const waited = (name: string, fault: Fault, times = 1): Reading =>
	reading(name, FORMS, 'works', answers(ENDPOINTS, fault, times));

const NOTIFICATIONS_LATER: Array<[string, ReturnType<typeof later>, number?]> = [
	['429', later(429, noSuccess('Too many requests'))],
	['403 with Retry-After', later(403, noSuccess(OVER), SOON)],
	['400 with Retry-After', later(400, noSuccess({ error: CODE, description: 'Slow down' }), SOON)],
	[`503 with Retry-After, ${TIMES} times`, later(503, '', SOON), TIMES],
];

export const tooManyCalls: Group = {
	title: 'Too many calls',
	section: '8.1',
	readings: [
		waited('403, "Rate limit exceeded"', later(403, told(OVER, 403))),
		waited('403, "Too many requests" as text', later(403, 'Too many requests')),
		waited('400, "Too Many Requests"', later(400, { error: 'Too Many Requests' })),
		waited('400, RATE_LIMIT_EXCEEDED in a code', later(400, { error: { code: CODE } })),
		waited('403 with Retry-After', later(403, '', SOON)),
		waited('400 with Retry-After', later(400, told('Slow down', 400), SOON)),
		waited(`503 with Retry-After, ${TIMES} times`, later(503, '', SOON), TIMES),
		// Each is waited for a minute, so only the first call of an operation meets with so many.
		reading(
			`503, "Rate limit exceeded", ${TIMES} times`,
			['query', 'start', 'run'],
			'works',
			answers(['query', 'bulkStart'], later(503, OVER), TIMES),
		),
		waited('503, "Rate limit exceeded"', later(503, OVER)),
		waited('HTTP 200, status 429 in the envelope', later(200, told('Too many calls', 429))),
		waited(
			'HTTP 200, status 403 in the envelope, "rate limit exceeded"',
			later(200, told('rate limit exceeded', 403)),
		),
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
