import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../support/nodeRuns';
import { phone, users } from '../../support/notificationsNode';
import { itemsOf, receivedUsers, sendFunction, statusesOf, valuesOf } from './send';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';
import { CONTINUE } from '../../support/onError';

/* The field Send Once as users meet it: which notifications have the same nonce, and what becomes of the second one. */

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

/** Jest's clock sets the date alone: the run itself needs all other clocks as they are. */
const ALL_BUT_THE_DATE: FakeableAPI[] = [
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

/** How a notification differs from the usual one. */
interface Changes {
	parameters?: INodeParameters;
	/** Fields of the item. */
	json?: object;
	run?: RunOptions;
	/** The time at which it is sent; by default EVENING. */
	at?: string;
}

const IDS_OF_ITEM = { accountId: '={{ $json.account }}', flowId: '={{ $json.flow }}' };

/** Sends a notification. @returns the nonce that the service receives */
async function sentNonce(sendOnce: string, changes: Changes = {}): Promise<string> {
	const { parameters, json, run, at = EVENING } = changes;
	jest.useFakeTimers({ now: Date.parse(at), doNotFake: ALL_BUT_THE_DATE });
	const { error } = await send(
		{
			sendOnce,
			nonce: '={{ $json.id }}',
			paramsMode: 'json',
			paramsJson: '={{ ({ name: $json.name }) }}',
			options: IDS_OF_ITEM,
			...parameters,
		},
		[{ json: { account: 'A', flow: 'F', phone: phone(0), name: 'Ana', id: 'order-1', ...json } }],
		{ timeZone: 'America/Sao_Paulo', ...run },
	);
	jest.useRealTimers();
	if (error) throw error;
	return receivedUsers(service).at(-1)!.nonce;
}

function withLabel(value: string): Changes {
	const labels = { values: [{ key: 'source', value }] };
	return { parameters: { options: { ...IDS_OF_ITEM, labels } } };
}

function withParams(params: object): Changes {
	return { parameters: { paramsMode: 'json', paramsJson: JSON.stringify(params) } };
}

/** The same day as EVENING in São Paulo, and the next one in UTC. */
const NIGHT = '2026-11-22T02:00:00Z';

/** The choices of Send Once whose nonce is a hash. */
const ALL = ['perDay', 'ever', 'perId'] as const;
/** Those of which it is a hash of the content. */
const OF_THE_CONTENT = ['perDay', 'ever'] as const;

interface NonceRow {
	what: string;
	/** By default the usual one. */
	one?: Changes;
	other: Changes;
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

describe.each(NONCES)('two notifications that differ in $what', ({ one, other, differsWith }) => {
	it.each(ALL)('have different nonces only if they should, with Send Once %s', async (sendOnce) => {
		const first = await sentNonce(sendOnce, one);
		const second = await sentNonce(sendOnce, other);
		expect(first).toMatch(/^[0-9a-f]{64}$/);
		expect(first !== second).toBe(differsWith.includes(sendOnce));
	});
});

it('Your Own Nonce is sent as it is', async () => {
	expect(await sentNonce('nonce')).toBe('order-1');
});

it('Always sends no nonce', async () => {
	expect(await sentNonce('always')).toBe('');
});

it('Once a Day is an error in a time zone that does not exist, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});

describe('two items with the same nonce', () => {
	it('are one notification', async () => {
		const { items } = await send({}, itemsOf(phone(0), phone(0)));
		expect(statusesOf(items)).toEqual(['accepted', 'skipped']);
		expect(service.ledger.phones).toEqual([phone(0)]);
	});

	it('are one notification if they have two phones of one person, also in a later run', async () => {
		const { items } = await send({}, itemsOf('+5531987654321', '553187654321@c.us'));
		expect(statusesOf(items)).toEqual(['accepted', 'skipped']);
		await send({}, itemsOf('553187654321@c.us'));
		expect(service.ledger.phones).toEqual(['+5531987654321']);
	});

	it('get the same result: one that may have been sent does not say that it was not', async () => {
		service.notifications.answer = () => ({ body: 'what?' });
		const { items } = await send({}, itemsOf(phone(0), phone(0)), CONTINUE);
		expect(statusesOf(items)).toEqual(['failed', 'failed']);
		expect(valuesOf(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same nonce failed');
	});

	const OF_ANOTHER_MESSAGE =
		'The nonce "order-1" is also used by item 0 with a different phone, template, account or flow';

	it.each(['everyone', 'testPhone', 'nobody'])(
		'and two phones are an error of the second item, with Send To %s',
		async (sendTo) => {
			const { items } = await send(
				{ sendTo, testPhone: phone(9), sendOnce: 'nonce', nonce: 'order-1' },
				itemsOf(phone(0), phone(1), phone(0)),
				CONTINUE,
			);
			expect(items[1]?.json.error).toBe(OF_ANOTHER_MESSAGE);
			// The third item is the same notification as the first one.
			expect(items[2]?.json.status).toBe('skipped');
		},
	);

	it.each([
		{ difference: 'templates', parameters: { templateId: '={{ $itemIndex }}' } },
		{ difference: 'accounts', parameters: { options: { accountId: '={{ $itemIndex }}' } } },
		{ difference: 'flows', parameters: { options: { flowId: '={{ $itemIndex }}' } } },
	])('and two $difference are an error', async ({ parameters }) => {
		const { error } = await send(
			{ sendOnce: 'nonce', nonce: 'order-1', ...parameters },
			itemsOf(phone(0), phone(0)),
		);
		expect(error?.message).toBe(OF_ANOTHER_MESSAGE);
	});
});

describe('Already Sent Words', () => {
	beforeEach(() => {
		service.notifications.answer = () => refusedAnswer('Must be UNIQUE!');
	});

	it('do not contain the words of every refusal', async () => {
		const { items } = await send({}, users(1), CONTINUE);
		expect(statusesOf(items)).toEqual(['failed']);
	});

	it('are those of the credential', async () => {
		const credential = { alreadySentWords: 'must_be_unique' };
		const { items } = await send({}, users(1), { credential });
		expect(items[0]?.json.status).toBe('alreadySent');
		expect(items[0]?.json.reason).toBe('The service already has a notification with this nonce');
	});
});
