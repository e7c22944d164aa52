import '../../support/quickWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { sendingForEach } from '../../support/sendNotifications';
import { type ChosenAnswer, refusedAnswer } from '../../service/notificationsEndpoint';

/*
 * What the output says after one response of each kind, and whether it is true: whether the request is sent again, and
 * how often the user is notified in the end. Which responses are of which kind is tested in api/response.test.ts, and
 * which HTTP statuses in shared/http/retry.test.ts.
 */

const { service, send } = sendingForEach();

const NO = { message: 'No' };

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
	{ name: 'a 401', answer: { status: 401, body: NO } },
	{ name: '{ success: false }', answer: refusedAnswer('No') },
])('after $name, nobody was notified, and it is not sent again', ({ answer }) => {
	it.each(['perId', 'always'])('Send Once %s', async (sendOnce) => {
		const expected = { says: 'not sent', requestCount: 1, notified: 0 };
		expect(await seenAfter(answer, { sendOnce })).toEqual(expected);
	});
});

it.each(['perId', 'always'])(
	'after a 429, which means "later", it is sent again with Send Once %s',
	async (sendOnce) => {
		const expected = { says: 'accepted', requestCount: 2, notified: 1 };
		expect(await seenAfter({ status: 429, body: NO }, { sendOnce })).toEqual(expected);
	},
);

describe.each([0, 1])('if the service has notified %i users before', (notifiedFirst) => {
	describe.each([
		{ name: '{ success: false } with 500', answer: refusedAnswer('No', 500) },
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

	it('HTML says nothing of it, so it may have been sent', async () => {
		const expected = { says: 'may have been sent', requestCount: 1, notified: notifiedFirst };
		expect(await seenAfter({ body: '<html>' }, { notifiedFirst })).toEqual(expected);
	});
});

it('a first try whose response was lost is not forgotten if the second one is refused', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { breaks: true, notifies: 1 } : refusedAnswer('No');
	const { items } = await send({ sendOnce: 'ever' }, users(1), CONTINUE);
	expect(items[0]?.json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
	expect(items[0]?.json.note).toContain(', but the notification may have been sent');
});

it('a token that the service passes on and that is refused is said to be, as in every other form', async () => {
	service.notifications.answer = () => refusedAnswer('Request failed with status code 401', 500);
	const { error } = await send({}, users(1));
	expect(error?.message).toBe('The service refused the API token');
	expect(error?.description).toContain('Enter a valid API Token in the credential.');
});

describe('what to do about a notification that may have been sent', () => {
	const failWith = async (parameters: INodeParameters) => {
		service.notifications.answer = () => refusedAnswer('No', 500);
		const { items } = await send(parameters, users(1), CONTINUE);
		return items[0]?.json.note;
	};

	it('is to run it again, if the service knows it again', async () => {
		const note = await failWith({ sendOnce: 'perId', eventId: 'o-1' });
		expect(note).toContain('It is safe to run this again');
	});

	it.each([
		{ sendOnce: 'always' },
		{ sendOnce: 'perId', eventId: '=o-{{ $execution.id }}' },
		{ paramAssignments: { assignments: [{ name: 'at', value: '={{ $now.toISO() }}' }] } },
	])('is to check it first, if a later run sends another one: %j', async (parameters) => {
		const note = await failWith({ templateId: 'other', ...parameters });
		expect(note).toContain('Check who received it before you run this again');
	});
});

it('what comes with a success is JSON in "note" if it is anything but IDs', async () => {
	service.notifications.answer = () => ({
		body: { success: true, id: '', message_ids: null, warning: 'slow' },
	});
	const { items } = await send({}, users(1));
	expect(items[0]?.json.note).toBe('The service said: {"warning":"slow"}.');
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
