import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../../support/nodeRuns';
import { phone, users } from '../../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction, statusesOf, itemsOf } from '../send';
import { refusal } from '../../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

/** All but the date, which Jest would fake too. */
const doNotFake: FakeableAPI[] = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
];
const EVENING = '2026-11-21T22:30:00Z';

interface Sent {
	parameters?: INodeParameters;
	json?: object;
	run?: RunOptions;
	at?: string;
}

const IDS_OF_ITEM = { accountId: '={{ $json.account }}', flowId: '={{ $json.flow }}' };

async function nonceOf({ parameters = {}, json = {}, run = {}, at = EVENING }: Sent) {
	jest.useFakeTimers({ now: Date.parse(at), doNotFake });
	const options = IDS_OF_ITEM;
	const usual = { account: 'A', flow: 'F', phone: phone(0), name: 'Ana', id: 'order-1' };
	const own = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}', options };
	const all = { ...own, nonce: '={{ $json.id }}', ...parameters };
	const how = { timeZone: 'America/Sao_Paulo', ...run };
	const { error } = await send(all, [{ json: { ...usual, ...json } }], how);
	jest.useRealTimers();
	if (error) throw error;
	return service.notifications.requests.at(-1)!.users[0]!.nonce;
}

function withLabel(value: string): Sent {
	const labels = { values: [{ key: 'source', value }] };
	return { parameters: { options: { ...IDS_OF_ITEM, labels } } };
}

function withParams(params: object): Sent {
	return { parameters: { paramsMode: 'json', paramsJson: JSON.stringify(params) } };
}

/** The same day as EVENING in São Paulo, and the next one in UTC. */
const NIGHT = '2026-11-22T02:00:00Z';

const ALL = ['perDay', 'ever', 'perId'] as const;
const OF_THE_CONTENT = ['perDay', 'ever'] as const;

interface NonceRow {
	what: string;
	/** By default, a notification with the usual values. */
	one?: Sent;
	other: Sent;
	/** The choices of Send Once with which the two have different nonces. */
	differsWith: ReadonlyArray<(typeof ALL)[number]>;
}

const NONCES: NonceRow[] = [
	{ what: 'the account', other: { json: { account: 'B' } }, differsWith: ALL },
	{ what: 'the flow', other: { json: { flow: 'G' } }, differsWith: ALL },
	{ what: 'the template', other: { parameters: { templateId: 'other' } }, differsWith: ALL },
	{ what: 'the phone', other: { json: { phone: phone(1) } }, differsWith: ALL },
	{
		what: 'the way in which the phone is written',
		other: { json: { phone: '+55 (11) 91000-0000' } },
		differsWith: [],
	},
	{
		what: 'the chat address instead of the phone',
		other: { json: { phone: '551110000000@c.us' } },
		differsWith: [],
	},
	{
		what: 'the value of a parameter',
		other: { json: { name: 'Zoe' } },
		differsWith: OF_THE_CONTENT,
	},
	{
		what: 'one more parameter',
		other: withParams({ name: 'Ana', x: 1 }),
		differsWith: OF_THE_CONTENT,
	},
	{
		what: 'a number instead of its text',
		one: withParams({ name: 7 }),
		other: withParams({ name: '7' }),
		differsWith: OF_THE_CONTENT,
	},
	{
		what: 'the order of parameters',
		one: withParams({ a: 1, b: { c: 1, d: 2 } }),
		other: withParams({ b: { d: 2, c: 1 }, a: 1 }),
		differsWith: [],
	},
	{
		what: 'the order of a list',
		one: withParams({ a: [1, 2] }),
		other: withParams({ a: [2, 1] }),
		differsWith: OF_THE_CONTENT,
	},
	{
		what: 'a parameter that is null',
		other: withParams({ name: 'Ana', x: null }),
		differsWith: [],
	},
	{ what: 'a label', other: withLabel('crm'), differsWith: OF_THE_CONTENT },
	{
		what: 'the value of a label',
		one: withLabel('crm'),
		other: withLabel('shop'),
		differsWith: OF_THE_CONTENT,
	},
	{ what: 'the ID', other: { json: { id: 'order-2' } }, differsWith: ['perId'] },
	{
		what: "the day in the workflow's time zone",
		other: { at: '2026-11-22T03:00:01Z' },
		differsWith: ['perDay'],
	},
	{ what: 'the day in UTC alone', other: { at: '2026-11-22T02:59:59Z' }, differsWith: [] },
	{
		what: 'the time zone',
		one: { at: NIGHT },
		other: { at: NIGHT, run: { timeZone: 'UTC' } },
		differsWith: ['perDay'],
	},
	{
		what: 'Users per Request',
		other: { parameters: { options: { accountId: 'A', flowId: 'F', batchSize: 9 } } },
		differsWith: [],
	},
];

describe.each(NONCES)('$what', ({ one = {}, other, differsWith }) => {
	it.each(ALL)('changes the nonce only where it should: %s', async (sendOnce) => {
		const withIt = (sent: Sent) => ({ ...sent, parameters: { sendOnce, ...sent.parameters } });
		const first = await nonceOf(withIt(one));
		const second = await nonceOf(withIt(other));
		expect(first).toMatch(/^[0-9a-f]{64}$/);
		expect(first !== second).toBe(differsWith.includes(sendOnce));
	});
});

it.each([
	{ sendOnce: 'nonce', nonce: 'order-1' },
	{ sendOnce: 'always', nonce: '' },
])('$sendOnce sends the nonce "$nonce"', async ({ sendOnce, nonce }) => {
	expect(await nonceOf({ parameters: { sendOnce } })).toBe(nonce);
});

it('perDay in a time zone that does not exist is an error, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});

describe('two items with the same nonce', () => {
	it('are one notification, also of two phones of one person', async () => {
		const [one, other] = itemsOf('+5531987654321', '553187654321@c.us');
		expect(statusesOf((await send({}, [one!, other!])).items)).toEqual(['accepted', 'skipped']);
		await send({}, [other!]);
		expect(service.ledger.phones).toHaveLength(1);
	});

	it('get the same result: one that may have been sent does not say that it was not', async () => {
		service.notifications.answer = () => ({ body: 'what?' });
		const { items } = await send({}, [...users(1), ...users(1)], CONTINUE);
		expect(statusesOf(items)).toEqual(['failed', 'failed']);
		expect(valuesOf(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same nonce failed');
	});

	it.each([
		{ sendTo: 'everyone', field: 'template', other: { templateId: '={{ $itemIndex }}' } },
		{
			sendTo: 'testPhone',
			field: 'account',
			other: { options: { accountId: '={{ $itemIndex }}' } },
		},
		{ sendTo: 'nobody', field: 'flow', other: { options: { flowId: '={{ $itemIndex }}' } } },
	])('and two phones are an error with Send To $sendTo; so is another $field', async (row) => {
		const { sendTo, other } = row;
		const own = { sendTo, testPhone: phone(9), sendOnce: 'nonce', nonce: 'order-1' };
		const message =
			'The nonce "order-1" is also used by item 0 with a different phone, template, account or flow';
		const { items } = await send(own, [...users(2), ...users(1)], CONTINUE);
		expect(items[1]?.json.error).toBe(message);
		expect(items[2]?.json.status).toBe('skipped');
		const same = { ...own, phone: phone(0), sendTo: 'everyone' };
		const stopped = await send({ ...same, ...other }, users(2));
		expect(stopped.error?.message).toBe(message);
	});
});

it('Already Sent Words are those of the credential', async () => {
	service.notifications.answer = () => refusal('Must be UNIQUE!');
	expect(statusesOf((await send({}, users(1), CONTINUE)).items)).toEqual(['failed']);
	const credential = { alreadySentWords: 'must_be_unique' };
	const { items } = await send({}, users(1), { credential });
	const reason = 'The service already has a notification with this nonce';
	expect(items[0]?.json).toMatchObject({ status: 'alreadySent', reason });
});
