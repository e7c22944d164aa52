import type { INodeParameters } from 'n8n-workflow';
import { nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { notificationsTool, phone, users } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import {
	receivedUsers,
	sendingForEach,
	statusesOf,
	valuesOf,
} from '../../../support/sendNotifications';
import { atDate } from '../../../support/fixedDate';
import type { RunOptions } from '../../../support/nodeRuns';

const { service, send } = sendingForEach();

function receivedNonces(): string[] {
	return receivedUsers(service).map(({ nonce }) => nonce);
}

/** The 21st of November in São Paulo, whose time is three hours behind UTC, and in UTC. */
const EVENING = '2026-11-21T22:30:00Z';
/** Still the 21st of November in São Paulo, but the 22nd in UTC. */
const NIGHT = '2026-11-22T02:00:00Z';

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
	const notification = {
		sendOnce,
		nonce: '={{ $json.id }}',
		paramsMode: 'json',
		paramsJson: '={{ ({ name: $json.name }) }}',
		options: IDS_OF_ITEM,
		...parameters,
	};
	const item = { account: 'A', flow: 'F', phone: phone(0), name: 'Ana', id: 'order-1', ...json };
	const options = { timeZone: 'America/Sao_Paulo', ...run };
	const { error } = await atDate(at, () => send(notification, [{ json: item }], options));
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

/** The choices of Send Once whose nonce is a hash. */
const HASHED = ['perDay', 'ever', 'perId'] as const;
/** Those whose nonce is a hash of the content. */
const OF_THE_CONTENT = ['perDay', 'ever'] as const;

interface NonceRow {
	what: string;
	/** By default the usual one. */
	one?: Changes;
	other: Changes;
	/** The choices of Send Once with which the two have different nonces. */
	differsWith: ReadonlyArray<(typeof HASHED)[number]>;
}

const NONCES: NonceRow[] = [
	{ what: 'the account', other: { json: { account: 'B' } }, differsWith: HASHED },
	{ what: 'the flow', other: { json: { flow: 'G' } }, differsWith: HASHED },
	{ what: 'the template', other: { parameters: { templateId: 'other' } }, differsWith: HASHED },
	{ what: 'the phone', other: { json: { phone: phone(1) } }, differsWith: HASHED },
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
	it.each(HASHED)(
		'have different nonces only if they should, with Send Once %s',
		async (sendOnce) => {
			const first = await sentNonce(sendOnce, one);
			const second = await sentNonce(sendOnce, other);
			expect(first).toMatch(/^[0-9a-f]{64}$/);
			expect(first !== second).toBe(differsWith.includes(sendOnce));
		},
	);
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

describe('ID', () => {
	const sendOnce = 'perId';

	/* What is noticed of any expression in a key is tested with shared/params. */
	it.each([
		{ nonce: '={{ $json.order_id }}-shipped', problem: ': {{ $json.order_id }} gave no value' },
		{ nonce: '={{ "\u200b" }}-shipped', problem: ': {{ "\u200b" }} gave no value' },
		{
			nonce: '={{ `order-${$json.order_id}` }}',
			problem: ': {{ $json.order_id }} gave no value',
		},
		{
			nonce: '=order-{{ $input.item.json.order_id }}',
			problem: ': {{ $input.item.json.order_id }} gave no value',
		},
		{
			nonce: '={{ $json.missing.trim() }}-shipped',
			problem: ': {{ $json.missing }} gave no value',
		},
		{ nonce: '={{ [] }}-shipped', problem: ': {{ [] }} gave [], which stands for no value' },
		{
			nonce: '={{ JSON.stringify($json.nested) }}',
			problem: ': {{ JSON.stringify($json.nested) }} gave {}, which stands for no value',
		},
		{
			nonce: '={{ "o-" + $json.ref }}',
			problem: ': {{ $json.ref }} gave #REF!, which stands for no value',
		},
		{
			nonce: '=order-{{ $json.nested }}',
			problem: ': {{ $json.nested }} contains "[object Object]": [object Object]',
		},
		{ nonce: '-', problem: ' has neither letters nor digits: -' },
		{ nonce: 'unknown', problem: ' is a word that stands for no value: unknown' },
		{ nonce: 'undefined-shipped', problem: ' contains "undefined": undefined-shipped' },
		{ nonce: '={{ $json.isPaid }}', problem: ' is only true or false: true' },
		{
			nonce: '={{ $json.isPaid }}{{ $json.asText }}',
			problem: ' is only true or false: truefalse',
		},
		...['{{ $itemIndex }}', '{{ $runIndex + 1 }}', '{{ $json.row_number }}'].map((written) => ({
			nonce: `=campaign-${written}`,
			problem: `: ${written} is only the place of the item, which is the same for other orders in another run`,
		})),
	])('is an error in a run and in a preview if it is $nonce', async ({ nonce, problem }) => {
		const json = {
			phone: phone(0),
			nested: {},
			isPaid: true,
			asText: 'false',
			ref: '#REF!',
			row_number: 2,
		};
		const { error } = await send({ sendOnce, nonce }, [{ json }]);
		expect(error?.message).toBe(`ID${problem}`);
		expect(error?.description).toContain('the service would send only the first of them.');
		const preview = await send({ sendOnce, nonce, sendTo: 'nobody' }, [{ json }]);
		expect(valuesOf(preview.items, 'error')).toEqual([`ID${problem}`]);
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		{ nonce: '={{ $json.id }}', why: 'it is the text of a field' },
		{ nonce: '={{ $json.id }}-shipped', why: 'a part of it is the text of a field' },
		{ nonce: '={{ $json.deep[0].id }}', why: 'it is the text of a field within a field' },
	])('$nonce is accepted whatever it looks like, because $why', async ({ nonce }) => {
		const ids = ['null-island-7', 'order-NaN', '{{7}}', '12345678901234567890'];
		const input = ids.map((id) => ({ json: { phone: phone(0), id, deep: [{ id }] } }));
		const { items } = await send({ sendOnce, nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
	});

	it('is checked for each item, and fails that item alone', async () => {
		const input = [
			{ json: { phone: phone(0), id: 'a' } },
			{ json: { phone: phone(1) } },
			{ json: { phone: phone(2), id: 'c' } },
		];
		const { items } = await send({ sendOnce, nonce: '={{ $json.id }}-shipped' }, input, CONTINUE);
		expect(statusesOf(items)).toEqual(['accepted', 'failed', 'accepted']);
	});

	it.each([
		{
			nonce: "={{ $('Input').itemMatching($itemIndex).json.id }}",
			what: 'finds the data of the item',
		},
		{ nonce: '={{ $json.id }}-{{ $json.row_number }}', what: 'stands beside an ID' },
		{ nonce: '={{ $json.id ?? $itemIndex }}', what: 'is only a fallback' },
	])('may use the place of an item if it $what', async ({ nonce }) => {
		const input = [{ json: { phone: phone(0), id: 'o-1', row_number: 2 } }];
		const { items } = await send({ sendOnce, nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted']);
	});

	it.each([
		'={{ $execution.id }}',
		'={{ $json.id }}-{{ $now }}',
		'={{ $json.id + Math.random() }}',
		'={{ $json.id }}-{{ Date.now() }}',
	])('is sent with a warning if it is new in each run: %s', async (nonce) => {
		const input = [{ json: { phone: phone(0), id: 'o-1' } }];
		const { items, hints } = await send({ sendOnce, nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted']);
		expect(hints.join()).toContain('is new in each run');
	});

	it.each(["={{ $json.id }}-{{ $now.toFormat('yyyy-MM-dd') }}", '={{ $today.toISODate() }}'])(
		'has no warning for a day: %s',
		async (nonce) => {
			const { hints } = await send({ sendOnce, nonce }, [{ json: { phone: phone(0), id: 'o-1' } }]);
			expect(hints.join()).not.toContain('is new in each run');
		},
	);

	it('may contain false, zero or true beside something that tells orders apart', async () => {
		const nonce = '={{ $json.id }}-{{ $json.isGift }}-{{ $json.number }}';
		const input = [{ json: { phone: phone(0), id: 'o-1', isGift: true, number: 0 } }];
		const { items } = await send({ sendOnce, nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted']);
	});
});

describe('an expression with braces, quotes and line breaks', () => {
	const KEY = `={{ ((o) => o.a)({ a: $json.id }) }}/{{
		"}" + '{' + \`\${$json.id}\`
	}}!`;
	const input = [{ json: { phone: phone(0), id: 'o-1' } }];

	it('is evaluated for a nonce', async () => {
		await send({ sendOnce: 'nonce', nonce: KEY }, input);
		expect(receivedNonces()).toEqual(['o-1/}{o-1!']);
	});

	it('is evaluated for an ID, of which a nonce is made', async () => {
		await send({ sendOnce: 'perId', nonce: KEY }, input);
		const sender = { accountId: 'account-1', flowId: 'flow-1', template: 'welcome' };
		const nonce = nonceOfId({ ...sender, recipientKey: phone(0) }, 'o-1/}{o-1!');
		expect(receivedNonces()).toEqual([nonce]);
	});
});

it('Nonce is checked like ID', async () => {
	const { error } = await send({ sendOnce: 'nonce', nonce: '={{ $itemIndex }}' }, users(1));
	expect(error?.message).toContain('Nonce: {{ $itemIndex }} is only the place of the item');
	expect(service.notifications.requests).toEqual([]);
});

it('a nonce of fixed text is sent as it is', async () => {
	await send({ sendOnce: 'nonce', nonce: 'black-friday' }, users(1));
	expect(receivedNonces()).toEqual(['black-friday']);
});

it('half of an emoji, as slice() may leave it, is replaced in a nonce', async () => {
	const items = [{ json: { phone: phone(0), text: 'Oi \u{1F44B}' } }];
	await send({ sendOnce: 'nonce', nonce: '={{ $json.text.slice(0, 4) }}' }, items);
	expect(receivedNonces()).toEqual(['Oi \uFFFD']);
});

describe('in a call by an AI agent', () => {
	const parameters = {
		sendOnce: 'perId',
		nonce: "={{ $fromAI('order_id', 'The order') }}-shipped",
	};

	it('an ID that the model left out is an error', async () => {
		const input = [{ json: { phone: phone(0), query: {} } }];
		const { items } = await send(parameters, input, { node: notificationsTool() });
		expect(items[0]?.json.status).toBe('failed');
		expect(items[0]?.json.error).toContain('ID: the model gave no value for "order_id"');
		expect(service.notifications.requests).toEqual([]);
	});

	it('an ID that the model gave is used', async () => {
		const input = [{ json: { phone: phone(0), query: { order_id: 'o-1' } } }];
		const { items } = await send(parameters, input, { node: notificationsTool() });
		expect(statusesOf(items)).toEqual(['accepted']);
	});
});

it.each([
	{
		sendOnce: 'perDay',
		hint: 'If this message was already sent to this phone today, it was not sent again.',
	},
	{
		sendOnce: 'ever',
		hint: 'If this message was already sent to this phone, it was not sent again.',
	},
	{
		sendOnce: 'perId',
		hint: 'If this phone already received this template for this ID, it was not sent again.',
	},
	{
		sendOnce: 'nonce',
		hint: 'If a notification with this nonce was already sent, it was not sent again.',
	},
	{ sendOnce: 'always', hint: '' },
	{
		sendOnce: '={{ $itemIndex === 0 ? "perDay" : "ever" }}',
		hint: 'What Send Once found to be sent already was not sent again.',
	},
])('the summary of a run with Send Once $sendOnce adds "$hint"', async (row) => {
	const items = [
		{ json: { phone: phone(0), id: 'o-0' } },
		{ json: { phone: phone(1), id: 'o-1' } },
	];
	const { hints } = await send({ sendOnce: row.sendOnce, nonce: '={{ $json.id }}' }, items);
	expect(hints).toEqual([`2 accepted, in 2 requests. ${row.hint}`.trim()]);
});
