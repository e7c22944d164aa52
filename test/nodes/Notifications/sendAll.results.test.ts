import '../../support/quickWaits';
import type { IDataObject } from 'n8n-workflow';
import { users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { sendingForEach, valuesOf } from '../../support/sendNotifications';
import { type ChosenAnswer, refusedAnswer } from '../../service/notificationsEndpoint';

/*
 * What the output says after one response of each kind, and whether it is true: whether the request is sent again, and
 * how often the user is notified in the end. Which HTTP status is of which kind is tested with `retryDecision`.
 */

const { service, send } = sendingForEach();

const NO = { message: 'No' };

function inEnvelope(message: string): ChosenAnswer {
	return { body: { data: [], message, status: 500 } };
}

/** Sends one request that gets this answer first. Another one like it would be accepted. */
async function seenAfter(answer: ChosenAnswer, { sendOnce = 'perId', notifiedFirst = 0 }) {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { ...answer, notifies: notifiedFirst } : undefined;
	const { items } = await send({ sendOnce, eventId: 'order-1' }, users(1), CONTINUE);
	return {
		says: saidBy(items[0]!.json),
		requestCount: service.notifications.requests.length,
		/** How often the service has notified the user. */
		notified: service.ledger.phones.length,
	};
}

/** The status, or whether a notification that failed may have been sent. */
function saidBy({ status, mayHaveBeenSent }: IDataObject): string {
	if (status !== 'failed') return status as string;
	return mayHaveBeenSent === true ? 'may have been sent' : 'not sent';
}

describe.each([
	{
		name: 'a 401 of a server behind the service',
		answer: refusedAnswer('Request failed with status code 401', 500),
	},
	{
		name: 'a 401 of a server behind the service in an envelope',
		answer: inEnvelope('Request failed with status code 401'),
	},
	{ name: 'a 401', answer: { status: 401, body: NO } },
	{ name: 'a 307', answer: { status: 307, body: '' } },
	{ name: '{ success: false } with 200', answer: refusedAnswer('No') },
	{ name: '{ success: false } with 404', answer: refusedAnswer('No', 404) },
	{ name: '{ success: false } in an envelope', answer: { body: { success: false, status: 429 } } },
	{
		name: 'a 409 with another status in its envelope',
		answer: { status: 409, body: { ...NO, status: 500 } },
	},
])('after $name, nobody was notified, and it is not sent again', ({ answer }) => {
	it.each(['perId', 'always'])('Send Once %s', async (sendOnce) => {
		const expected = { says: 'not sent', requestCount: 1, notified: 0 };
		expect(await seenAfter(answer, { sendOnce })).toEqual(expected);
	});
});

describe.each([
	{ name: 'a 429', answer: { status: 429, body: NO } },
	{
		name: 'a 429 of a server behind the service',
		answer: refusedAnswer('Request failed with status code 429', 500),
	},
	{
		name: 'a 429 of a server behind the service in an envelope',
		answer: inEnvelope('Request failed with status code 429'),
	},
])('after $name, which means "later", the request is sent again', ({ answer }) => {
	it.each(['perId', 'always'])('Send Once %s', async (sendOnce) => {
		const expected = { says: 'accepted', requestCount: 2, notified: 1 };
		expect(await seenAfter(answer, { sendOnce })).toEqual(expected);
	});
});

describe.each([0, 1])('if the service has notified %i users before', (notifiedFirst) => {
	describe.each([
		{ name: '{ success: false } with 500', answer: refusedAnswer('No', 500) },
		{ name: 'a plain 502', answer: { status: 502, body: '<html>' } },
		{ name: 'a broken connection', answer: { breaks: true as const } },
	])('$name, which often passes,', ({ answer }) => {
		it('is sent again to a user with a nonce, who is notified once', async () => {
			const expected = { says: 'accepted', requestCount: 2, notified: 1 };
			expect(await seenAfter(answer, { notifiedFirst })).toEqual(expected);
		});

		it('is not sent again to a user without a nonce', async () => {
			const expected = { says: 'may have been sent', requestCount: 1, notified: notifiedFirst };
			expect(await seenAfter(answer, { sendOnce: 'always', notifiedFirst })).toEqual(expected);
		});
	});

	it.each([
		{ name: 'other words in an envelope', answer: inEnvelope('No') },
		{ name: 'a 302', answer: { status: 302, body: '' } },
		{ name: 'HTML', answer: { body: '<html>' } },
		{ name: '{ success: "true" }', answer: { body: { success: 'true' } } },
		{ name: '{ success: true } with 400', answer: { status: 400, body: { success: true } } },
	])('$name says nothing of it, so it may have been sent', async ({ answer }) => {
		const expected = { says: 'may have been sent', requestCount: 1, notified: notifiedFirst };
		expect(await seenAfter(answer, { notifiedFirst })).toEqual(expected);
	});
});

describe.each([
	{ loss: 'a broken connection', lost: { breaks: true as const } },
	{ loss: 'a 503', lost: { status: 503, body: '' } },
])('a first try whose response was lost by $loss', ({ lost }) => {
	it.each([
		{ refused: 'a 400', next: { status: 400, body: NO } },
		{ refused: 'a 401', next: { status: 401, body: NO } },
		{ refused: '{ success: false }', next: refusedAnswer('No') },
	])('is not forgotten if the second one ends with $refused', async ({ next }) => {
		service.notifications.answer = ({ index }) => (index === 0 ? { ...lost, notifies: 1 } : next);
		const { items } = await send({ sendOnce: 'ever' }, users(1), CONTINUE);
		expect(items[0]?.json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
		expect(items[0]?.json.note).toContain(', but the notification may have been sent');
	});
});

describe('what comes with a success', () => {
	it('is JSON in "note" if it is anything else, with one hint for all items', async () => {
		service.notifications.answer = () => ({
			body: { success: true, id: '', message_ids: null, warning: 'slow' },
		});
		const { items, hints } = await send({}, users(2));
		const note = 'The service said: {"warning":"slow"}.';
		expect(valuesOf(items, 'note')).toEqual([note, note]);
		expect(hints[0]).toContain('Item 0 and 1 more: The service returned more than a success');
	});

	it('does no harm if it is nested too deeply to be written', async () => {
		const nested = `${'['.repeat(2e4)}${']'.repeat(2e4)}`;
		service.notifications.answer = () => ({ body: `{"success":true,"x":${nested}}` });
		const { items } = await send({}, users(1));
		expect(items[0]?.json.status).toBe('accepted');
	});
});

it('after the first failure, a request that the service asks to wait is not waited for', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0
			? { status: 503, headers: { 'Retry-After': '1200' }, body: NO }
			: refusedAnswer('No');
	const from = performance.now();
	const { error } = await send({ sendOnce: 'perDay' }, users(2));
	expect(error?.message).toBe('The service refused the notification');
	expect(error?.description).toContain('up to 1 more may have been sent');
	expect(performance.now() - from).toBeLessThan(60_000);
});
