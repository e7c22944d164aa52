import '../../support/quickWaits';
import type { IDataObject } from 'n8n-workflow';
import { phone, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { sendingForEach, statusesOf, valuesOf } from '../../support/sendNotifications';
import { type ChosenAnswer, refusedAnswer } from '../../service/notificationsEndpoint';

const { service, send } = sendingForEach();

const NO = { message: 'No' };

function inEnvelope(message: string): ChosenAnswer {
	return { body: { data: [], message, status: 500 } };
}

/*
 * What the output says after one response of each kind, and whether it is true: whether the request is sent again, and
 * how often each user is notified in the end. Which HTTP status is of which kind is tested with `retryDecision`.
 */

const ONE_OR_MORE = [
	{ userCount: 1, sendOnce: 'perId' },
	{ userCount: 1, sendOnce: 'always' },
	{ userCount: 3, sendOnce: 'perId' },
	{ userCount: 3, sendOnce: 'always' },
];

/** The same, and how many of the users the service notifies before it responds: nobody, one, or all. */
const NOTIFIED_FIRST = ONE_OR_MORE.flatMap((request) => {
	const counts = new Set([0, 1, request.userCount]);
	return [...counts].map((notifiedFirst) => ({ ...request, notifiedFirst }));
});

/** With "perId", each user has a nonce; with "always", none has. */
function haveNonces({ sendOnce }: { sendOnce: string }): boolean {
	return sendOnce === 'perId';
}

/** Sends one request that gets this answer first. Another one like it would be accepted. */
async function seenAfter(
	answer: ChosenAnswer,
	{ userCount = 1, sendOnce = 'perId', notifiedFirst = 0 },
) {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { ...answer, notifies: notifiedFirst } : undefined;
	const parameters = { sendOnce, nonce: 'order-1', options: { batchSize: userCount } };
	const { items } = await send(parameters, users(userCount), CONTINUE);
	expect(items).toHaveLength(userCount);
	return {
		/** What the output items say, which is the same for all users of the request. */
		says: [...new Set(items.map(({ json }) => saidBy(json)))].join(),
		requestCount: service.notifications.requests.length,
		/** The users whom the service has notified, as often as it did so. */
		notified: service.ledger.phones,
	};
}

/** The status, or whether a notification that failed may have been sent. */
function saidBy({ status, mayHaveBeenSent }: IDataObject): string {
	if (status !== 'failed') return status as string;
	if (mayHaveBeenSent === false) return 'not sent';
	return mayHaveBeenSent === true ? 'may have been sent' : 'failed';
}

/** The first of the users of a request. */
function phones(count: number): string[] {
	return users(count).map(({ json }) => json.phone);
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
	{ name: 'a 405', answer: { status: 405, body: NO } },
	{ name: 'a 404 of the gateway', answer: { status: 404, body: { message: 'no Route matched' } } },
	{ name: 'a 307', answer: { status: 307, body: '' } },
])('after $name, which means that nothing was carried out, nobody was notified', ({ answer }) => {
	it.each(ONE_OR_MORE)('of $userCount, Send Once $sendOnce', async (request) => {
		const expected = { says: 'not sent', requestCount: 1, notified: [] };
		expect(await seenAfter(answer, request)).toEqual(expected);
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
	it.each(ONE_OR_MORE)('for $userCount, Send Once $sendOnce', async (request) => {
		const notified = phones(request.userCount);
		const expected = { says: 'accepted', requestCount: 2, notified };
		expect(await seenAfter(answer, request)).toEqual(expected);
	});
});

describe.each([
	{ name: '{ success: false } with 500', answer: refusedAnswer('No', 500) },
	{ name: 'a plain 502', answer: { status: 502, body: '<html>' } },
	{ name: 'a broken connection', answer: { breaks: true as const } },
])('after $name, which often passes, the request', ({ answer }) => {
	it.each(NOTIFIED_FIRST.filter(haveNonces))(
		'is sent again if users have nonces, and each is notified once: $notifiedFirst of $userCount at first',
		async (request) => {
			const notified = phones(request.userCount);
			const expected = { says: 'accepted', requestCount: 2, notified };
			expect(await seenAfter(answer, request)).toEqual(expected);
		},
	);

	it.each(NOTIFIED_FIRST.filter((request) => !haveNonces(request)))(
		'may have been sent to users without nonces, so it is not sent again: $notifiedFirst of $userCount at first',
		async (request) => {
			const notified = phones(request.notifiedFirst);
			const expected = { says: 'may have been sent', requestCount: 1, notified };
			expect(await seenAfter(answer, request)).toEqual(expected);
		},
	);
});

describe.each([
	{ name: '{ success: false } with 200', answer: refusedAnswer('No') },
	{ name: '{ success: false } with 404', answer: refusedAnswer('No', 404) },
	{ name: '{ success: false } with 403', answer: refusedAnswer('No', 403) },
	{
		name: '{ success: false } in an envelope',
		answer: { body: { success: false, status: 429 } },
	},
	{
		name: 'a 409 with another status in its envelope',
		answer: { status: 409, body: { ...NO, status: 500 } },
	},
	{ name: 'a 402', answer: { status: 402, body: NO } },
	{ name: 'a 403 in another form', answer: { status: 403, body: NO } },
	{ name: 'a 413', answer: { status: 413, body: NO } },
])('after $name, which refuses one user', ({ answer }) => {
	it.each(['perId', 'always'])('nothing was sent if there is no other: %s', async (sendOnce) => {
		const expected = { says: 'not sent', requestCount: 1, notified: [] };
		expect(await seenAfter(answer, { sendOnce })).toEqual(expected);
	});

	it.each(NOTIFIED_FIRST.filter(({ userCount }) => userCount > 1))(
		'others may have been notified before: $notifiedFirst, Send Once $sendOnce',
		async (request) => {
			const notified = phones(request.notifiedFirst);
			const expected = { says: 'may have been sent', requestCount: 1, notified };
			expect(await seenAfter(answer, request)).toEqual(expected);
		},
	);
});

describe.each([
	{ name: 'other words in an envelope', answer: inEnvelope('No') },
	{ name: 'a 302', answer: { status: 302, body: '' } },
	{ name: 'HTML', answer: { body: '<html>' } },
	{ name: '{ success: "true" }', answer: { body: { success: 'true' } } },
	{ name: '{ success: true } with 400', answer: { status: 400, body: { success: true } } },
])('after $name, which says nothing of the users, each may have been notified', ({ answer }) => {
	it.each(NOTIFIED_FIRST)('$notifiedFirst of $userCount, Send Once $sendOnce', async (request) => {
		const notified = phones(request.notifiedFirst);
		const expected = { says: 'may have been sent', requestCount: 1, notified };
		expect(await seenAfter(answer, request)).toEqual(expected);
	});
});

it('a nonce that the service already has says nothing of the users of a request with several', async () => {
	const answer = refusedAnswer('duplicate nonce');
	const seen = await seenAfter(answer, { userCount: 2, sendOnce: 'perId', notifiedFirst: 1 });
	expect(seen.says).toBe('may have been sent');
	expect(seen.requestCount).toBe(1);
});

it('a nonce that the service already has means that the only user of a request was notified before', async () => {
	const answer = refusedAnswer('duplicate nonce');
	const seen = await seenAfter(answer, { userCount: 1, sendOnce: 'perId' });
	expect(seen.says).toBe('alreadySent');
	expect(seen.requestCount).toBe(1);
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
		expect(items[0]?.json.error).toContain(', but the notification may have been sent');
		expect(items[0]?.json.description).toContain('It is safe to run this again, with Send Once');
	});
});

describe('what comes with a success', () => {
	it('is in fields of its own if it is the IDs of one user', async () => {
		service.notifications.answer = ({ users: [user] }) => ({
			body: { success: true, id: `n-${user!.phone}`, message_ids: [`m-${user!.phone}`, 'm'] },
		});
		const { items, hints } = await send({}, users(2));
		expect(valuesOf(items, 'notificationId')).toEqual([`n-${phone(0)}`, `n-${phone(1)}`]);
		expect(valuesOf(items, 'messageIds')).toEqual([`m-${phone(0)}, m`, `m-${phone(1)}, m`]);
		expect(valuesOf(items, 'response')).toEqual([null, null]);
		// The hint that counts the items.
		expect(hints).toHaveLength(1);
	});

	it('is JSON in "response" if it is anything else, with one hint for all items', async () => {
		service.notifications.answer = () => ({
			body: { success: true, id: '', message_ids: null, warning: 'slow' },
		});
		const { items, hints } = await send({}, users(3));
		const response = '{"warning":"slow"}';
		expect(valuesOf(items, 'response')).toEqual([response, response, response]);
		expect(valuesOf(items, 'notificationId')).toEqual([null, null, null]);
		expect(hints).toEqual([
			'Item 0 and 2 more: The service said more than success: see "response" in the output. It may mean that some notifications are not sent.',
			expect.stringContaining('3 accepted') as string,
		]);
	});

	it('does no harm if it is nested too deeply to be read or written', async () => {
		const nested = `${'['.repeat(2e4)}${']'.repeat(2e4)}`;
		service.notifications.answer = () => ({
			body: `{"success":true,"status":${nested},"x":${nested}}`,
		});
		const { items, hints } = await send({ options: { batchSize: 2 } }, users(2));
		expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
		const [response] = valuesOf(items, 'response');
		expect(() => JSON.parse(response as string) as unknown).not.toThrow();
		expect(hints[0]).toContain('said more than success');
	});
});

it('shows what is wrong with a user even if the refusal came after several tries', async () => {
	const details = [{ phone: phone(0), parameter: 'name', description: 'is missing' }];
	service.notifications.answer = () => refusedAnswer({ error: 'validation_error', details }, 500);
	const { items } = await send({}, users(1), CONTINUE);
	expect(service.notifications.requests.length).toBeGreaterThan(1);
	expect(items[0]?.json.description).toContain('name: is missing.');
});

it('a refusal is shared by all users of its request, with all that the service said', async () => {
	service.notifications.answer = () =>
		refusedAnswer({
			error: 'validation_error',
			details: [{ phone: phone(1), parameter: 'name', type: 'missing' }],
		});
	const { items } = await send({ options: { batchSize: 2 } }, users(2), CONTINUE);
	const [first, second] = valuesOf(items, 'description');
	expect(first).toBe(
		'It said: validation_error. …0001: name: missing. It is safe to run this again, with Send Once > Once a Day only on the same day: nobody receives the same notification twice. The request had 2 users, and every user in it failed. With Options > Users per Request 1, it is known which user is at fault, and no other user fails.',
	);
	expect(second).toBe(first);
});

describe('what may be the reason of a refusal', () => {
	const credential = { templates: '[{ "id": "welcome", "text": "Hello" }]' };
	const parameters = {
		templateId: 'Welcome',
		paramsMode: 'json',
		paramsJson: JSON.stringify({ name: 'a\nb', buttons: [] }),
	};

	it('follows what the service said: an unknown template, and parameters that look wrong', async () => {
		service.notifications.answer = () => refusedAnswer({ error: 'TEMPLATE_NOT_FOUND' });
		const { error } = await send(parameters, users(1), { credential });
		expect(error?.message).toBe('The service refused the notification: TEMPLATE_NOT_FOUND');
		expect(error?.description).toBe(
			'It said: TEMPLATE_NOT_FOUND. The credential does not list the template "Welcome". Did you mean "welcome"? The parameter "name" has a line break. Nothing was sent.',
		);
	});

	it('is not mentioned if the service refused the token', async () => {
		service.notifications.answer = () => ({ status: 401, body: { message: 'Unauthorized' } });
		const { error } = await send(parameters, users(1), { credential });
		expect(error?.message).toContain('refused the API token');
		expect(error?.description).not.toContain('Did you mean');
	});
});

it('Already Sent Words are those of the credential', async () => {
	service.notifications.answer = () => refusedAnswer('Must be UNIQUE!');
	const credential = { alreadySentWords: 'must_be_unique' };
	const { items } = await send({}, users(1), { credential });
	expect(items[0]?.json.status).toBe('alreadySent');
	expect(items[0]?.json.reason).toBe('The service already has a notification with this nonce');
});
