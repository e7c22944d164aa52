import type { IDataObject } from 'n8n-workflow';
import { phone, users } from '../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction } from './send';
import { type ChosenAnswer, refusal } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

/** Accepted in the end; surely not sent; or nobody knows. */
type End = 'accepted' | 'not' | 'maybe';

/** How it ends for a request with one user or several, with a nonce or without one. */
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
	oneWithNonce: 'not',
	oneWithout: 'not',
	severalWithNonce: 'not',
	severalWithout: 'not',
};
const NOBODY_KNOWS: Ends = {
	oneWithNonce: 'maybe',
	oneWithout: 'maybe',
	severalWithNonce: 'maybe',
	severalWithout: 'maybe',
};
/** The service may have notified some users before it came to the one at fault. */
const NOT_SENT_IF_ALONE: Ends = {
	oneWithNonce: 'not',
	oneWithout: 'not',
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

interface AnswerRow {
	/** One of each kind; which status is of which kind is tested with the policy of retries. */
	name: string;
	answer: ChosenAnswer;
	ends: Ends;
}

const ANSWERS: AnswerRow[] = [
	{ name: '{ success: false } with 200', answer: refusal('No'), ends: NOT_SENT_IF_ALONE },
	{ name: '{ success: false } with 404', answer: refusal('No', 404), ends: NOT_SENT_IF_ALONE },
	{ name: '{ success: false } with 403', answer: refusal('No', 403), ends: NOT_SENT_IF_ALONE },
	{ name: '{ success: false } with 500', answer: refusal('No', 500), ends: ACCEPTED_WITH_NONCE },
	{
		name: 'a 401 of a server behind the service',
		answer: refusal('Request failed with status code 401', 500),
		ends: NOT_SENT,
	},
	{
		name: 'a 429 of a server behind the service',
		answer: refusal('Request failed with status code 429', 500),
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

function endOf({ status, mayHaveBeenSent }: IDataObject): unknown {
	if (status !== 'failed') return status;
	return mayHaveBeenSent ? 'maybe' : 'not';
}

describe.each(ANSWERS)('after $name', ({ answer, ends }) => {
	it.each([
		{ count: 1, sendOnce: 'perId', end: ends.oneWithNonce, endWithout: ends.oneWithout },
		{ count: 1, sendOnce: 'always', end: ends.oneWithout, endWithout: ends.oneWithout },
		{ count: 3, sendOnce: 'perId', end: ends.severalWithNonce, endWithout: ends.severalWithout },
		{ count: 3, sendOnce: 'always', end: ends.severalWithout, endWithout: ends.severalWithout },
	])(
		'a request with $count users and Send Once $sendOnce says what is so: $end',
		async ({ count, sendOnce, end, endWithout }) => {
			// What may have been carried out was carried out: for all users, for some, and for none.
			const mayNotify = end === 'maybe' || endWithout === 'maybe';
			const numbersNotified = mayNotify ? new Set([count, 1, 0]) : [0];
			for (const notifies of numbersNotified) {
				const first = service.notifications.requests.length;
				service.ledger.reset();
				service.notifications.answer = ({ index }) =>
					index === first ? { ...answer, notifies } : undefined;
				const nonce = `order ${first}`;
				const parameters = { sendOnce, nonce, options: { batchSize: count } };
				const { items } = await send(parameters, users(count), CONTINUE);
				expect(items.map(({ json }) => endOf(json))).toEqual(Array(count).fill(end));

				const requests = service.notifications.requests.length - first;
				expect(requests).toBe(end === 'accepted' ? 2 : 1);
				const { phones } = service.ledger;
				expect(phones).toHaveLength(end === 'accepted' ? count : notifies);
				expect(new Set(phones).size).toBe(phones.length);
			}
		},
	);
});

describe.each<{ loss: string; lost: ChosenAnswer }>([
	{ loss: 'a broken connection', lost: { breaks: true } },
	{ loss: 'a 503', lost: { status: 503, body: '' } },
])('an answer that was lost by $loss', ({ lost }) => {
	it.each<{ refused: string; next: ChosenAnswer }>([
		{ refused: 'a 400', next: { status: 400, body: NO } },
		{ refused: 'a 401', next: { status: 401, body: NO } },
		{ refused: 'a refusal', next: refusal('No') },
	])('is not forgotten if the next one is $refused', async ({ next }) => {
		service.notifications.answer = ({ index }) => (index === 0 ? { ...lost, notifies: 1 } : next);
		const { items } = await send({ sendOnce: 'ever' }, users(1), CONTINUE);
		expect(items[0]?.json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
		expect(items[0]?.json.error).toContain(', but the notification may have been sent');
		expect(items[0]?.json.description).toContain('It is safe to run this again, with Send Once');
	});
});

it.each([
	{ more: { failed: [{ phone: phone(0), reason: 'No' }] }, isTold: true },
	{ more: { message: 'queued' }, isTold: true },
	{ more: { accepted: 0 }, isTold: true },
	{ more: { ok: false }, isTold: true },
	{ more: {}, isTold: false },
	{ more: { id: 'n-1', message_ids: ['m-1'] }, isTold: false },
	{ more: { request_id: 7, batchIds: ['b'] }, isTold: false },
	{ more: { status: 200 }, isTold: false },
	{ more: { status: 500 }, isTold: true },
	{ more: { failed: [], errors: {}, message: ' ', reason: null }, isTold: false },
])('a success with $more is hinted at once: $isTold', async ({ more, isTold }) => {
	service.notifications.answer = () => ({ body: { success: true, ...more } });
	const { items, hints } = await send({}, users(3));
	const told = hints.filter((hint) => hint.includes('The service said more than success'));
	expect(valuesOf(items, 'status')).toEqual(['accepted', 'accepted', 'accepted']);
	expect(told).toHaveLength(isTold ? 1 : 0);
});

describe('the own fields of a user', () => {
	const ids = (name: string) => ({ id: `n-${name}`, message_ids: [`m-${name}`] });

	it('are its IDs, and what else came is in "response", with one hint', async () => {
		service.notifications.answer = ({ users: [user] }) => ({
			body: { success: true, ...ids(user!.phone) },
		});
		const { items, hints } = await send({}, users(3));
		expect(valuesOf(items, 'notificationId')).toEqual([0, 1, 2].map((at) => `n-${phone(at)}`));
		expect(valuesOf(items, 'messageIds')).toEqual([0, 1, 2].map((at) => [`m-${phone(at)}`]));
		expect(valuesOf(items, 'response')).toEqual([undefined, undefined, undefined]);
		expect(hints).toHaveLength(1);

		service.notifications.answer = () => ({
			body: { success: true, id: '', message_ids: null, warning: 'slow' },
		});
		const more = await send({ templateId: 'other' }, users(3));
		expect(more.items[2]?.json).not.toHaveProperty('notificationId');
		expect(valuesOf(more.items, 'response')).toEqual(Array(3).fill({ warning: 'slow' }));
		expect(more.hints).toHaveLength(2);
		expect(more.hints[0]).toBe(
			'Item 0 and 2 more: The service said more than success: see "response" in the output. It may mean that some notifications are not sent.',
		);
	});

	it('of several users in a request are in "response": no item has those of another', async () => {
		service.notifications.answer = () => ({ body: { success: true, ...ids('all') } });
		const { items, hints } = await send({ options: { batchSize: 2 } }, users(2));
		expect(valuesOf(items, 'response')).toEqual([ids('all'), ids('all')]);
		expect(items[0]?.json).not.toHaveProperty('notificationId');
		expect(hints).toHaveLength(1);
		// Nodes that follow may change the one, and not the other.
		(items[0]?.json.response as { message_ids: string[] }).message_ids.push('x');
		expect(items[1]?.json.response).toEqual(ids('all'));
		const long = { success: true, id: 'x'.repeat(1_000) };
		service.notifications.answer = () => ({ body: long });
		const other = await send({ templateId: 'other', options: { batchSize: 2 } }, users(2));
		expect(valuesOf(other.items, 'response')).toEqual([{ id: long.id }, undefined]);
		service.notifications.answer = () => ({
			body: `{"success":true,"x":${'['.repeat(2e4)}${']'.repeat(2e4)}}`,
		});
		const deep = await send({ templateId: 'deep', options: { batchSize: 2 } }, users(2));
		expect(valuesOf(deep.items, 'status')).toEqual(['accepted', 'accepted']);
	});

	const LONG = `must be the path of a page, ${'and nothing else, '.repeat(20)}please`;
	const parameter = 'buttons.0.parameters.text';
	const details = [
		{ parameter, phone: phone(0), type: 'invalid-button-param', description: LONG },
		{ phone: phone(1), type: 'missing', parameter: 'name', description: '' },
		{ type: 'paused', parameter: null, description: `was paused after ${phone(1)}` },
	];
	const writings = '+55 11 91000-0001, 551110000001, (11) 91000-0001';
	/** The last one is cut off. */
	const description = `Validation of ${phone(0)}, ${writings}, ${'x'.repeat(91)} ${phone(1)}`;
	const reason = { error: 'validation_error', description, details };

	it('are the details of a refusal, whole, of the user that they belong to', async () => {
		service.notifications.answer = () => refusal(reason);
		const { items } = await send({ options: { batchSize: 2 } }, users(2), CONTINUE);
		const [one, other] = valuesOf(items, 'description') as string[];
		expect(one).toContain(
			`It said: validation_error: Validation of …0000, …0001, …0001, (…0001, x`,
		);
		expect(one).toMatch(/x …\d{4}… /);
		expect(one).toContain(` buttons.0.parameters.text: ${LONG}. was paused after …0001. `);
		expect(one).not.toContain('name: missing');
		expect(other).toContain(' name: missing. was paused after …0001. ');
		expect(other).not.toContain('buttons');
		expect(other).toContain('The request had 2 users, and every user in it failed.');
		expect(other).toContain('With Options > Users per Request 1, it is known which user is at');

		const alone = await send({ templateId: 'other' }, users(1), CONTINUE);
		const shown = alone.items[0]?.json.description as string;
		expect(shown).toContain(`Validation of ${phone(0)}, ${writings}`);
		// The service may write its phone otherwise.
		expect(shown).toContain(`name: missing. was paused after ${phone(1)}.`);
		expect(shown).not.toContain('every user');
	});

	it.each([
		`(131030) ${phone(1).slice(1)}`,
		`${phone(1)} 99`,
		`id 12345 +55 (11) 91000-0001`,
		'+55/11/91000/0001',
		'+55\u00a011\u00a091000\u00a00001',
	])('never show the number of another user, whatever is next to it: %s', async (text) => {
		service.notifications.answer = () => refusal({ error: 'invalid', description: text });
		const { items } = await send({ options: { batchSize: 2 } }, users(2), CONTINUE);
		const [one] = valuesOf(items, 'description') as string[];
		expect(one).toContain('…0001');
		expect(one?.replace(/\D/g, '')).not.toContain('10000001');
	});
});

it('a refusal is followed by what may be its reason: the template, or the content', async () => {
	const credential = { templates: '[{ "id": "welcome", "text": "Hello" }]' };
	const json = JSON.stringify({ name: 'a\n', buttons: [] });
	const own = { templateId: 'Welcome', paramsMode: 'json', paramsJson: json };
	service.notifications.answer = () => refusal({ error: 'TEMPLATE_NOT_FOUND' });
	const { error } = await send(own, users(1), { credential });
	expect(error?.message).toBe('The service refused the notification: TEMPLATE_NOT_FOUND');
	expect(error?.description).toBe(
		'It said: TEMPLATE_NOT_FOUND. The credential does not list the template "Welcome". Did you mean "welcome"? The parameter "name" has a line break. Nothing was sent.',
	);
	service.notifications.answer = () => ({ status: 401, body: { message: 'Unauthorized' } });
	const refused = await send(own, users(1), { credential });
	expect(refused.error?.description).not.toContain('Did you mean');
});

it('the headline of a refusal has the code also where it stands within the error', async () => {
	service.notifications.answer = () => refusal({ error: { code: 'TEMPLATE_NOT_FOUND' } });
	const { error } = await send({}, users(1));
	expect(error?.message).toBe('The service refused the notification: TEMPLATE_NOT_FOUND');
});

it('a code within the error that is one of Already Sent Words means that it was sent', async () => {
	service.notifications.answer = () => refusal({ error: { code: 'DUPLICATE_NONCE' } });
	const { items } = await send({}, users(1));
	expect(valuesOf(items, 'status')).toEqual(['alreadySent']);
});
