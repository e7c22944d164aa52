import '../../support/quickWaits';
import type { IDataObject } from 'n8n-workflow';
import { phone, users } from '../../support/notificationsNode';
import { sendFunction, statusesOf, valuesOf } from '../../support/sendNotifications';
import { type ChosenAnswer, refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';
import { CONTINUE } from '../../support/onError';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

/** How the request of a user ends. Of `maybe`, nobody knows whether the user was notified. */
type End = 'accepted' | 'notSent' | 'maybe';

/** The end of a request with one user or several, with a nonce or without one. */
interface Ends {
	oneWithNonce: End;
	oneWithout: End;
	severalWithNonce: End;
	severalWithout: End;
}

const ACCEPTED: Ends = {
	oneWithNonce: 'accepted',
	oneWithout: 'accepted',
	severalWithNonce: 'accepted',
	severalWithout: 'accepted',
};
const NOT_SENT: Ends = {
	oneWithNonce: 'notSent',
	oneWithout: 'notSent',
	severalWithNonce: 'notSent',
	severalWithout: 'notSent',
};
const NOBODY_KNOWS: Ends = {
	oneWithNonce: 'maybe',
	oneWithout: 'maybe',
	severalWithNonce: 'maybe',
	severalWithout: 'maybe',
};
/** The service may have notified some users before it came to the one at fault. */
const NOT_SENT_IF_ALONE: Ends = {
	oneWithNonce: 'notSent',
	oneWithout: 'notSent',
	severalWithNonce: 'maybe',
	severalWithout: 'maybe',
};
/** With a nonce, the request can safely be sent again. */
const ACCEPTED_WITH_NONCE: Ends = {
	oneWithNonce: 'accepted',
	oneWithout: 'maybe',
	severalWithNonce: 'accepted',
	severalWithout: 'maybe',
};

const NO = { message: 'No' };

function inEnvelope(message: string): ChosenAnswer {
	return { body: { data: [], message, status: 500 } };
}

/** One response of each kind. Which HTTP status is of which kind is tested with `retryDecision`. */
interface AnswerRow {
	name: string;
	answer: ChosenAnswer;
	ends: Ends;
}

const ANSWERS: AnswerRow[] = [
	{ name: '{ success: false } with 200', answer: refusedAnswer('No'), ends: NOT_SENT_IF_ALONE },
	{
		name: '{ success: false } with 404',
		answer: refusedAnswer('No', 404),
		ends: NOT_SENT_IF_ALONE,
	},
	{
		name: '{ success: false } with 403',
		answer: refusedAnswer('No', 403),
		ends: NOT_SENT_IF_ALONE,
	},
	{
		name: '{ success: false } with 500',
		answer: refusedAnswer('No', 500),
		ends: ACCEPTED_WITH_NONCE,
	},
	{
		name: 'a 401 of a server behind the service',
		answer: refusedAnswer('Request failed with status code 401', 500),
		ends: NOT_SENT,
	},
	{
		name: 'a 429 of a server behind the service',
		answer: refusedAnswer('Request failed with status code 429', 500),
		ends: ACCEPTED,
	},
	{
		name: 'a 401 of a server behind the service in an envelope',
		answer: inEnvelope('Request failed with status code 401'),
		ends: NOT_SENT,
	},
	{
		name: 'a 429 of a server behind the service in an envelope',
		answer: inEnvelope('Request failed with status code 429'),
		ends: ACCEPTED,
	},
	{ name: 'other words in an envelope', answer: inEnvelope('No'), ends: NOBODY_KNOWS },
	{
		name: '{ success: false } in an envelope',
		answer: { body: { success: false, status: 429 } },
		ends: NOT_SENT_IF_ALONE,
	},
	{
		name: 'a 409 with another status in its envelope',
		answer: { status: 409, body: { ...NO, status: 500 } },
		ends: NOT_SENT_IF_ALONE,
	},
	{ name: 'a 402', answer: { status: 402, body: NO }, ends: NOT_SENT_IF_ALONE },
	{ name: 'a 403 in another form', answer: { status: 403, body: NO }, ends: NOT_SENT_IF_ALONE },
	{ name: 'a 401', answer: { status: 401, body: NO }, ends: NOT_SENT },
	{ name: 'a 405', answer: { status: 405, body: NO }, ends: NOT_SENT },
	{
		name: 'a 404 of the gateway',
		answer: { status: 404, body: { message: 'no Route matched' } },
		ends: NOT_SENT,
	},
	{ name: 'a 429', answer: { status: 429, body: NO }, ends: ACCEPTED },
	{ name: 'a 302', answer: { status: 302, body: '' }, ends: NOBODY_KNOWS },
	{ name: 'a 307', answer: { status: 307, body: '' }, ends: NOT_SENT },
	{ name: 'a plain 502', answer: { status: 502, body: '<html>' }, ends: ACCEPTED_WITH_NONCE },
	{ name: 'a broken connection', answer: { breaks: true }, ends: ACCEPTED_WITH_NONCE },
	{ name: 'HTML', answer: { body: '<html>' }, ends: NOBODY_KNOWS },
	{ name: '{ success: "true" }', answer: { body: { success: 'true' } }, ends: NOBODY_KNOWS },
	{
		name: '{ success: true } with 400',
		answer: { status: 400, body: { success: true } },
		ends: NOBODY_KNOWS,
	},
];

/** What an output item says of its user. */
function endOf({ status, mayHaveBeenSent }: IDataObject): IDataObject[string] {
	if (status !== 'failed') return status;
	return mayHaveBeenSent ? 'maybe' : 'notSent';
}

interface Sending {
	/** How many users the request has. */
	count: number;
	sendOnce: string;
	/** How many users the service notifies before its first response. */
	notifies: number;
}

/** Sends one request, to which the service first responds with this answer, and then with a success. */
async function sendAfter(answer: ChosenAnswer, { count, sendOnce, notifies }: Sending) {
	const first = service.notifications.requests.length;
	service.ledger.reset();
	service.notifications.answer = ({ index }) =>
		index === first ? { ...answer, notifies } : undefined;
	const parameters = { sendOnce, nonce: `order ${first}`, options: { batchSize: count } };
	const { items } = await send(parameters, users(count), CONTINUE);
	return {
		ends: items.map(({ json }) => endOf(json)),
		requestCount: service.notifications.requests.length - first,
		notified: service.ledger.phones,
	};
}

describe.each(ANSWERS)('after $name', ({ answer, ends }) => {
	/** If the service may notify users before this response, it does: all, one, or none of them. */
	const mayNotify = Object.values(ends).includes('maybe');

	it.each([
		{ count: 1, sendOnce: 'perId', end: ends.oneWithNonce },
		{ count: 1, sendOnce: 'always', end: ends.oneWithout },
		{ count: 3, sendOnce: 'perId', end: ends.severalWithNonce },
		{ count: 3, sendOnce: 'always', end: ends.severalWithout },
	])(
		'the output tells the truth about a request with $count users and Send Once $sendOnce: $end',
		async ({ count, sendOnce, end }) => {
			const counts = mayNotify ? new Set([count, 1, 0]) : [0];
			for (const notifies of counts) {
				const sent = await sendAfter(answer, { count, sendOnce, notifies });
				expect(sent.ends).toEqual(Array(count).fill(end));
				expect(sent.requestCount).toBe(end === 'accepted' ? 2 : 1);
				expect(sent.notified).toHaveLength(end === 'accepted' ? count : notifies);
				expect(new Set(sent.notified).size).toBe(sent.notified.length);
			}
		},
	);
});

describe.each<{ loss: string; lost: ChosenAnswer }>([
	{ loss: 'a broken connection', lost: { breaks: true } },
	{ loss: 'a 503', lost: { status: 503, body: '' } },
])('a first try whose response was lost by $loss', ({ lost }) => {
	it.each<{ refused: string; next: ChosenAnswer }>([
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

describe('a success that also has', () => {
	const SAID_MORE = 'The service said more than success';

	it.each([
		{ failed: [{ phone: phone(0), reason: 'No' }] },
		{ message: 'queued' },
		{ accepted: 0 },
		{ ok: false },
		{ status: 500 },
	])('%j is accepted, and one hint says so for all users', async (more) => {
		service.notifications.answer = () => ({ body: { success: true, ...more } });
		const { items, hints } = await send({}, users(3));
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(hints.filter((hint) => hint.includes(SAID_MORE))).toHaveLength(1);
	});

	it.each([
		{},
		{ id: 'n-1', message_ids: ['m-1'] },
		{ request_id: 7, batchIds: ['b'] },
		{ status: 200 },
		{ failed: [], errors: {}, message: ' ', reason: null },
	])('%j is accepted without a hint, since it says nothing more', async (more) => {
		service.notifications.answer = () => ({ body: { success: true, ...more } });
		const { items, hints } = await send({}, users(3));
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(hints.filter((hint) => hint.includes(SAID_MORE))).toEqual([]);
	});
});

describe('what comes with a success', () => {
	it('is in fields of its own if it is the IDs of one user', async () => {
		service.notifications.answer = ({ users: [user] }) => ({
			body: { success: true, id: `n-${user!.phone}`, message_ids: [`m-${user!.phone}`] },
		});
		const { items, hints } = await send({}, users(2));
		expect(valuesOf(items, 'notificationId')).toEqual([`n-${phone(0)}`, `n-${phone(1)}`]);
		expect(valuesOf(items, 'messageIds')).toEqual([[`m-${phone(0)}`], [`m-${phone(1)}`]]);
		expect(valuesOf(items, 'response')).toEqual([undefined, undefined]);
		// The hint that counts the items.
		expect(hints).toHaveLength(1);
	});

	it('is in "response" if it is anything else, with one hint for all items', async () => {
		service.notifications.answer = () => ({
			body: { success: true, id: '', message_ids: null, warning: 'slow' },
		});
		const { items, hints } = await send({}, users(3));
		const response = { warning: 'slow' };
		expect(valuesOf(items, 'response')).toEqual([response, response, response]);
		expect(items[2]?.json).not.toHaveProperty('notificationId');
		expect(hints).toEqual([
			'Item 0 and 2 more: The service said more than success: see "response" in the output. It may mean that some notifications are not sent.',
			expect.stringContaining('3 accepted') as string,
		]);
	});

	describe('for a request with several users', () => {
		const parameters = { options: { batchSize: 2 } };

		it('is in "response" with its IDs, because it is not known whose they are', async () => {
			service.notifications.answer = () => ({
				body: { success: true, id: 'n-1', message_ids: ['m-1'] },
			});
			const { items, hints } = await send(parameters, users(2));
			const response = { id: 'n-1', message_ids: ['m-1'] };
			expect(valuesOf(items, 'response')).toEqual([response, response]);
			expect(items[0]?.json).not.toHaveProperty('notificationId');
			expect(hints).toHaveLength(1);
		});

		it('is copied for each of them, since nodes that follow may change one copy', async () => {
			service.notifications.answer = () => ({ body: { success: true, message_ids: ['m-1'] } });
			const { items } = await send(parameters, users(2));
			const first = items[0]?.json.response as { message_ids: string[] };
			first.message_ids.push('x');
			expect(items[1]?.json.response).toEqual({ message_ids: ['m-1'] });
		});

		it('is on the first of them alone if it is long', async () => {
			const id = 'x'.repeat(1_000);
			service.notifications.answer = () => ({ body: { success: true, id } });
			const { items } = await send(parameters, users(2));
			expect(valuesOf(items, 'response')).toEqual([{ id }, undefined]);
		});

		it('does no harm if it is nested too deeply to be copied', async () => {
			const nested = `${'['.repeat(2e4)}${']'.repeat(2e4)}`;
			service.notifications.answer = () => ({ body: `{"success":true,"x":${nested}}` });
			const { items } = await send(parameters, users(2));
			expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
		});
	});
});

describe('a refusal with details', () => {
	const LONG = `must be the path of a page, ${'and nothing else, '.repeat(20)}please`;
	/** Three writings of the phone of user 1. */
	const WRITINGS = '+55 11 91000-0001, 551110000001, (11) 91000-0001';
	const REASON = {
		error: 'validation_error',
		// It is so long that it is cut off, within the last phone.
		description: `Validation of ${phone(0)}, ${WRITINGS}, ${'x'.repeat(91)} ${phone(1)}`,
		details: [
			{
				phone: phone(0),
				parameter: 'buttons.0.parameters.text',
				type: 'invalid-button-param',
				description: LONG,
			},
			{ phone: phone(1), parameter: 'name', type: 'missing', description: '' },
			{ parameter: null, type: 'paused', description: `was paused after ${phone(1)}` },
		],
	};

	async function descriptionsOf(userCount: number): Promise<string[]> {
		service.notifications.answer = () => refusedAnswer(REASON);
		const parameters = { options: { batchSize: userCount } };
		const { items } = await send(parameters, users(userCount), CONTINUE);
		return valuesOf(items, 'description') as string[];
	}

	it('shows each user of a request its own details, whole, and those of no user in particular', async () => {
		const [first, second] = await descriptionsOf(2);
		expect(first).toContain(` buttons.0.parameters.text: ${LONG}. was paused after …0001. `);
		expect(first).not.toContain('name: missing');
		expect(second).toContain(' name: missing. was paused after …0001. ');
		expect(second).not.toContain('buttons');
	});

	it('shows no phone number where several users see it, not even a part that is left by a cut', async () => {
		const [first] = await descriptionsOf(2);
		expect(first).toContain(
			'It said: validation_error: Validation of …0000, …0001, …0001, (…0001, x',
		);
		expect(first).toMatch(/x …\d{4}… /);
	});

	it('says that all users of the request failed, and how to find out which one is at fault', async () => {
		const [, second] = await descriptionsOf(2);
		expect(second).toContain('The request had 2 users, and every user in it failed.');
		expect(second).toContain('With Options > Users per Request 1, it is known which user is at');
	});

	it('shows everything as it is for a request with one user', async () => {
		const [description] = await descriptionsOf(1);
		expect(description).toContain(`Validation of ${phone(0)}, ${WRITINGS}`);
		// Also the details of another phone, as the service may write that of the user otherwise.
		expect(description).toContain(`name: missing. was paused after ${phone(1)}.`);
		expect(description).not.toContain('every user');
	});

	it.each([
		`(131030) ${phone(1).slice(1)}`,
		`${phone(1)} 99`,
		`id 12345 +55 (11) 91000-0001`,
		'+55/11/91000/0001',
		'+55\u00a011\u00a091000\u00a00001',
	])('never shows the number of another user, whatever is next to it: %s', async (text) => {
		service.notifications.answer = () => refusedAnswer({ error: 'invalid', description: text });
		const { items } = await send({ options: { batchSize: 2 } }, users(2), CONTINUE);
		const description = items[0]?.json.description as string;
		expect(description).toContain('…0001');
		expect(description.replace(/\D/g, '')).not.toContain('10000001');
	});
});

describe('what may be the reason of a refusal', () => {
	const credential = { templates: '[{ "id": "welcome", "text": "Hello" }]' };
	const parameters = {
		templateId: 'Welcome',
		paramsMode: 'json',
		paramsJson: JSON.stringify({ name: 'a\n', buttons: [] }),
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

describe('a code that is an object within the error', () => {
	it('is in the headline', async () => {
		service.notifications.answer = () => refusedAnswer({ error: { code: 'TEMPLATE_NOT_FOUND' } });
		const { error } = await send({}, users(1));
		expect(error?.message).toBe('The service refused the notification: TEMPLATE_NOT_FOUND');
	});

	it('means that the notification was already sent, if it is one of Already Sent Words', async () => {
		service.notifications.answer = () => refusedAnswer({ error: { code: 'DUPLICATE_NONCE' } });
		const { items } = await send({}, users(1));
		expect(statusesOf(items)).toEqual(['alreadySent']);
	});
});
