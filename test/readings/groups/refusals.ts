import type { ServiceOptions } from '../../service/options';
import { ANALYTICS, each, type Group, type Reading } from '../reading';

const ASKING = each(['query', 'start', 'run'], 'error: does not allow this');
const NOT_OPEN = { queryNotOpen: ['messages_by_day', 'messages_by_hour_block'] };

/** A query that is not open to the account (section 1.4), refused in all the forms of an error. */
const notOpen = (name: string, service: Partial<ServiceOptions>): Reading => ({
	name,
	service: { ...NOT_OPEN, ...service },
	expected: ASKING,
});

const inEnvelope = (
	name: string,
	status: unknown,
	words: string,
	message: unknown = 'No such thing',
): Reading => ({
	name,
	faults: (['query', 'bulkStart', 'status'] as const).map((endpoint) => ({
		endpoint,
		times: Infinity,
		fault: { kind: 'wrongShape', body: { data: null, message, status } },
	})),
	expected: each(['query', 'start', 'run', 'getStatus', 'getResult'], `error: ${words}`),
});

const inWords = (name: string, body: unknown): Reading => ({
	name,
	faults: (['query', 'bulkStart', 'status', 'download'] as const).map((endpoint) => ({
		endpoint,
		times: Infinity,
		fault: { kind: 'status', status: 400, body: JSON.stringify(body) },
	})),
	expected: each(
		ANALYTICS.filter((name) => name !== 'run' && name !== 'file'),
		'error: The dates are wrong … refused',
	),
});

export const refusals: Group = {
	title: 'Refusals of the analytics service',
	section: '7.6',
	readings: [
		notOpen('403, in the envelope', {}),
		notOpen('403, { error }', { errorBody: 'json' }),
		notOpen('403, text', { errorBody: 'text' }),
		notOpen('403, HTML', { errorBody: 'html' }),
		notOpen('403 without a body', { errorBody: 'empty' }),
		notOpen('HTTP 200, status 403 in the envelope', { errorsInside200: true }),
		inEnvelope('HTTP 200, status 400 in the envelope', 400, 'No such thing … refused'),
		inEnvelope('HTTP 200, status "400" as text', '400', 'No such thing … refused'),
		inEnvelope('HTTP 200, status 404 in the envelope', 404, 'No such thing'),
		inEnvelope('HTTP 200, status 500 in the envelope', 500, 'failed to process'),
		...[{ text: 'The dates are wrong' }, ['The dates are wrong']].map((message) =>
			inEnvelope(
				`HTTP 200, status 400 in the envelope, message ${JSON.stringify(message)}`,
				400,
				'The dates are wrong … refused',
				message,
			),
		),
		inWords('the reason as { message }', { message: 'The dates are wrong' }),
		inWords('the reason as { errors: [{ message }] }', {
			errors: [{ message: 'The dates are wrong' }],
		}),
		inWords('the reason as { error: { description } }', {
			error: { code: 7, description: 'The dates are wrong' },
		}),
		inWords('the reason as { message: [texts] }', {
			message: ['The dates are wrong'],
			status: 400,
		}),
	],
};
