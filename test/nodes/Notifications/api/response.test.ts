import type { ServiceError } from '../../../../nodes/shared/errors';
import { mayHoldResponse, readResponse } from '../../../../nodes/Notifications/api/response';
import type { Accepted } from '../../../../nodes/Notifications/message/message';
import { thrownBy } from '../../../support/thrown';

function read(body: unknown, status = 200): Accepted {
	return readResponse({ url: 'http://127.0.0.1/x', status, advice: {}, body });
}

function inEnvelope(message: string): object {
	return { data: [], message, status: 500 };
}

/** The error that reading the body throws. */
const errorOf = (body: unknown, status?: number) =>
	thrownBy<ServiceError>(() => read(body, status));

describe('{ success: true }', () => {
	it.each([
		{ more: { id: '', message_ids: null }, notificationId: null, messageIds: null },
		{ more: { id: 7, message_ids: ['a', 'b'] }, notificationId: '7', messageIds: 'a, b' },
		{ more: { failed: [], errors: {}, message: ' ' }, notificationId: null, messageIds: null },
		{ more: { request_id: 'r', accountId: 'a' }, notificationId: null, messageIds: null },
	])('has its IDs as texts, and says nothing else: $more', ({ more, ...ids }) => {
		expect(read({ success: true, ...more })).toEqual({ status: 'accepted', ...ids, said: null });
	});

	it.each([
		{ failed: [{ phone: '+5511900000001', reason: 'No' }] },
		{ message: 'queued' },
		{ paid: false },
		{ message_ids: [{ error: 'blocked' }] },
	])('says more than IDs: %j', (more) => {
		expect(read({ success: true, ...more }).said).toBe(JSON.stringify(more));
	});
});

it.each([{}, { success: 'true' }, [{ success: true }], 'OK', inEnvelope('No')])(
	'%j is an unexpected response, and the request may have been carried out',
	(body) => {
		expect(errorOf(body)).toMatchObject({ kind: 'badAnswer', delivery: 'unknown' });
	},
);

const PASSED_ON = 'Request failed with status code 401';

it.each([
	{
		what: 'what a server behind the service refuses, in an envelope',
		http: 200,
		body: inEnvelope(PASSED_ON),
		means: 401,
	},
	{
		what: 'the HTTP status before another one in an envelope',
		http: 409,
		body: inEnvelope('No'),
		means: 409,
	},
	{
		what: 'a refusal of the service itself, whatever status stands beside it',
		http: 200,
		body: { success: false, status: 429 },
		means: 200,
	},
	{
		what: 'a failure of the service, which may have been carried out',
		http: 500,
		body: { success: false, reason: 'No' },
		means: 500,
		delivery: 'unknown',
	},
	{
		what: 'a status that refuses and a body that does not, which may have been carried out',
		http: 400,
		body: { success: true },
		means: 400,
		delivery: 'unknown',
	},
])('reads $what', ({ http, body, means, delivery = 'notDone' }) => {
	expect(errorOf(body, http)).toMatchObject({ kind: 'refused', status: means, delivery });
});

it('a refused token that the service passes on is said to be one', () => {
	const { message } = errorOf({ success: false, reason: PASSED_ON }, 500);
	expect(message).toBe('The service refused the API token');
});

it('{ success: false } is a refusal that quotes its reason', () => {
	const reason = { error: 'E7', description: 'No credit left' };
	expect(errorOf({ success: false, reason })).toMatchObject({
		kind: 'refused',
		delivery: 'notDone',
		message: 'The service refused the notification',
		description: 'It said: E7: No credit left.',
	});
});

it('the body of a refusal is read, unless its HTTP status is about the token, the rate limit or a gateway', () => {
	const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 502, 503];
	expect(statuses.filter(mayHoldResponse)).toEqual([400, 403, 404, 500]);
});
