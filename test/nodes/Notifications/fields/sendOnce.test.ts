import { nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { notificationsTool, phone, users } from '../../../support/notificationsNode';
import { receivedUsers, sendFunction, statusesOf, valuesOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';
import { CONTINUE } from '../../../support/onError';

/* The keys of Send Once > Once per Order or Event ID, and Your Own Nonce. */

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

function receivedNonces(): string[] {
	return receivedUsers(service).map(({ nonce }) => nonce);
}

describe.each([
	{ sendOnce: 'perId', label: 'ID' },
	{ sendOnce: 'nonce', label: 'Nonce' },
])('$label', ({ sendOnce, label }) => {
	it.each([
		{
			nonce: '={{ $json.order_id }}-shipped',
			problem: ': {{ $json.order_id }} has no value',
		},
		{
			nonce: '=order-{{ $json.orderId }}-{{ $json.stauts }}',
			problem: ': {{ $json.stauts }} has no value',
		},
		{
			nonce: '=order-{{ $json.order.id.first }}',
			problem: ': {{ $json.order.id.first }} has no value',
		},
		{ nonce: '={{ " " }}-shipped', problem: ': {{ " " }} has no value' },
		{ nonce: '={{ [] }}-shipped', problem: ': {{ [] }} has no value' },
		{ nonce: '={{ "\u200b" }}-shipped', problem: ': {{ "\u200b" }} has no value' },
		{ nonce: '={{ "\u3164" }}-shipped', problem: ': {{ "\u3164" }} has no value' },
		{
			nonce: '={{ [$json.order_id, $json.stauts].join("/") }}',
			problem: ' has neither letters nor digits: /',
		},
		{
			nonce: '={{ [$json.order_id, $json.stauts].join() }}-shipped',
			problem: ' has neither letters nor digits: ,-shipped',
		},
		{
			nonce: '={{ JSON.stringify($json.nested) }}',
			problem: ' has neither letters nor digits: {}',
		},
		{ nonce: '={{ $json.dash }}', problem: ' has neither letters nor digits: -' },
		{ nonce: '-', problem: ' has neither letters nor digits: -' },
		{
			nonce: '={{ $json.large }}-shipped',
			problem: ': {{ $json.large }} is a number that has lost its last digits',
		},
		{
			nonce: '={{ $json.asText.trim }}-shipped',
			problem: ': {{ $json.asText.trim }} gives "[native code]"',
		},
		{ nonce: '$json.orderId', problem: ' contains the text of an expression: $json.orderId' },
		{
			nonce: "={{ $json.order_id + '-shipped' }}",
			problem: `: {{ $json.order_id + '-shipped' }} gives "undefined"`,
		},
		{
			nonce: "={{ 'o' + $json.orderId * $json.order_id }}",
			problem: `: {{ 'o' + $json.orderId * $json.order_id }} gives "NaN"`,
		},
		{ nonce: '=order-{{ $json.nested }}', problem: ': {{ $json.nested }} gives "[object Object]"' },
		{
			nonce: "={{ 'order-' + null }}",
			problem: `: {{ 'order-' + null }} gives "null"`,
		},
		{
			nonce: "={{ $json.orderId }}-{{ DateTime.fromISO('25/11/2026') }}",
			problem: `: {{ DateTime.fromISO('25/11/2026') }} gives "Invalid DateTime"`,
		},
		{
			nonce: '{{ $json.orderId }}',
			problem: ' contains the text of an expression: {{ $json.orderId }}',
		},
		{ nonce: 'undefined-shipped', problem: ': it contains "undefined"' },
		{ nonce: '={{ $json.isPaid }}', problem: ' is only true or false: true' },
		{ nonce: '={{ !$json.order_id }}-shipped', problem: ' is only true or false: true-shipped' },
		{
			nonce: '={{ $json.isPaid }}{{ $json.asText }}',
			problem: ' is only true or false: truefalse',
		},
	])('is an error in a run and in a preview if it is $nonce', async ({ nonce, problem }) => {
		const json = {
			phone: phone(0),
			orderId: 7,
			nested: {},
			isPaid: true,
			asText: 'false',
			dash: '-',
			large: 2 ** 64,
		};
		const message = `${label}${problem}`;
		const { error } = await send({ sendOnce, nonce }, [{ json }]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('the service would send only the first of them.');
		const preview = await send({ sendOnce, nonce, sendTo: 'nobody' }, [{ json }]);
		expect(valuesOf(preview.items, 'error')).toEqual([message]);
		expect(preview.hints.join(' ')).toContain(message);
		expect(service.notifications.requests).toEqual([]);
	});

	describe.each([
		{ nonce: '={{ $json.id }}', why: 'it is the text of a field' },
		{ nonce: '={{ $json.id }}-shipped', why: 'a part of it is the text of a field' },
		{ nonce: '={{ $json.deep[0].id }}', why: 'it is the text of a field within a field' },
	])('$nonce is accepted whatever it looks like, because $why:', ({ nonce }) => {
		it.each(['null-island-7', 'order-NaN', '{{7}}', 'undefined'])('%s', async (id) => {
			const json = { phone: phone(0), id, deep: [{ id }] };
			const { items } = await send({ sendOnce, nonce }, [{ json }]);
			expect(statusesOf(items)).toEqual(['accepted']);
		});
	});

	it('may have braces, quotes and line breaks in its expressions', async () => {
		const nonce = `={{ ((o) => o.a)({ a: $json.id }) }}/{{
			"}" + '{' + \`\${$json.id}\`
		}}!`;
		const evaluated = 'o-1/}{o-1!';
		await send({ sendOnce, nonce }, [{ json: { phone: phone(0), id: 'o-1' } }]);
		const sender = { accountId: 'account-1', flowId: 'flow-1', template: 'welcome' };
		const hashed = nonceOfId({ ...sender, recipientKey: phone(0) }, evaluated);
		expect(receivedNonces()).toEqual([sendOnce === 'nonce' ? evaluated : hashed]);
	});

	it('may have many digits if it is a text', async () => {
		const input = [{ json: { phone: phone(0), id: '12345678901234567890' } }];
		const { items } = await send({ sendOnce, nonce: '={{ $json.id }}-shipped' }, input);
		expect(statusesOf(items)).toEqual(['accepted']);
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

	it('may contain false, zero or true beside something that tells orders apart', async () => {
		const nonce = '={{ $json.id }}-{{ $json.isGift }}-{{ $json.number }}';
		const input = [{ json: { phone: phone(0), id: 'o-1', isGift: true, number: 0 } }];
		const { items } = await send({ sendOnce, nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted']);
	});
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
		expect(items[0]?.json.error).toContain(
			"ID: {{ $fromAI('order_id', 'The order') }} has no value",
		);
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
