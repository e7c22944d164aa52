import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { phone } from '../../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction, statusesOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

/* The keys of Send Once > Once per Order or Event ID, and Your Own Nonce. */

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);
const nonces = () =>
	service.notifications.requests.flatMap(({ users }) => users.map(({ nonce }) => nonce));
const KINDS = [
	{ sendOnce: 'perId', label: 'ID' },
	{ sendOnce: 'nonce', label: 'Nonce' },
];

describe.each(KINDS)('$label', ({ sendOnce, label }) => {
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
	])('$nonce is an error, in a run and in a preview', async ({ nonce, problem }) => {
		const json = {
			phone: phone(0),
			orderId: 7,
			nested: {},
			isPaid: true,
			asText: 'false',
			dash: '-',
			large: 2 ** 64,
		};
		const items = [{ json }];
		const { error } = await send({ sendOnce, nonce }, items);
		expect(error?.message).toBe(`${label}${problem}`);
		expect(error?.description).toContain('the service would send only the first of them.');
		const preview = await send({ sendOnce, nonce, sendTo: 'nobody' }, items);
		expect(valuesOf(preview.items, 'error')).toEqual([`${label}${problem}`]);
		expect(preview.hints.join(' ')).toContain(`${label}${problem}`);
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		{ nonce: '={{ $json.id }}', why: 'it is exactly what a field has' },
		{ nonce: '={{ $json.id }}-shipped', why: 'a part of it is' },
		{ nonce: '={{ $json.deep[0].id }}', why: 'a field within a field has it' },
	])('of a field is sent as it is: $nonce, as $why', async ({ nonce }) => {
		const ids = ['null-island-7', 'order-NaN', '{{7}}', 'undefined'];
		const items = ids.map((id, at) => ({ json: { phone: phone(at), id, deep: [{ id }] } }));
		const { items: output } = await send({ sendOnce, nonce }, items);
		expect(statusesOf(output)).toEqual(ids.map(() => 'accepted'));
	});

	it('may have braces, quotes and line breaks in its expressions', async () => {
		const nonce = `={{ ((o) => o.a)({ a: $json.id }) }}/{{
			"}" + '{' + \`\${$json.id}\`
		}}!`;
		const sent = { accountId: 'account-1', flowId: 'flow-1', template: 'welcome' };
		const ofId = nonceOfId({ ...sent, recipientKey: phone(0) }, 'o-1/}{o-1!');
		await send({ sendOnce, nonce }, [{ json: { phone: phone(0), id: 'o-1' } }]);
		expect(nonces()).toEqual([sendOnce === 'nonce' ? 'o-1/}{o-1!' : ofId]);
	});

	it('may have many digits where it is a text', async () => {
		const items = [{ json: { phone: phone(0), id: '12345678901234567890' } }];
		const { items: output } = await send({ sendOnce, nonce: '={{ $json.id }}-shipped' }, items);
		expect(statusesOf(output)).toEqual(['accepted']);
	});

	it('is checked for each item, and fails that item alone', async () => {
		const items = ['a', undefined, 'c'].map((id, at) => ({ json: { phone: phone(at), id } }));
		const run = await send({ sendOnce, nonce: '={{ $json.id }}-shipped' }, items, CONTINUE);
		expect(statusesOf(run.items)).toEqual(['accepted', 'failed', 'accepted']);
	});

	it('may be false, zero or true beside something that tells orders apart', async () => {
		const nonce = '={{ $json.id }}-{{ $json.isGift }}-{{ $json.number }}';
		const items = [{ json: { phone: phone(0), id: 'o-1', isGift: true, number: 0 } }];
		expect(statusesOf((await send({ sendOnce, nonce }, items)).items)).toEqual(['accepted']);
	});
});

it('a nonce of fixed text is sent as it is', async () => {
	await send({ sendOnce: 'nonce', nonce: 'black-friday' }, [{ json: { phone: phone(0) } }]);
	expect(nonces()).toEqual(['black-friday']);
});

it('a nonce is sent without half characters', async () => {
	const items = [{ json: { phone: phone(0), text: 'Oi \u{1F44B}' } }];
	await send({ sendOnce: 'nonce', nonce: '={{ $json.text.slice(0, 4) }}' }, items);
	expect(nonces()).toEqual(['Oi \uFFFD']);
});

describe('in a call by an AI agent', () => {
	const { description, execute } = new Notifications();
	const node = { description: { ...description, name: 'notificationsTool' }, execute };
	const own = { sendOnce: 'perId', nonce: "={{ $fromAI('order_id', 'The order') }}-shipped" };

	it('what the model left out is an error', async () => {
		const { items } = await send(own, [{ json: { phone: phone(0), query: {} } }], { node });
		expect(items[0]?.json.status).toBe('failed');
		expect(items[0]?.json.error).toContain(
			"ID: {{ $fromAI('order_id', 'The order') }} has no value",
		);
		expect(service.notifications.requests).toEqual([]);
	});

	it('what the model gave is used', async () => {
		const items = [{ json: { phone: phone(0), query: { order_id: 'o-1' } } }];
		const run = await send(own, items, { node });
		expect(statusesOf(run.items)).toEqual(['accepted']);
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
])('what "accepted" does not say of $sendOnce is a hint', async ({ sendOnce, hint }) => {
	const items = [0, 1].map((at) => ({ json: { phone: phone(at), id: `o-${at}` } }));
	const { hints } = await send({ sendOnce, nonce: '={{ $json.id }}' }, items);
	expect(hints).toEqual([`2 accepted, in 2 requests. ${hint}`.trim()]);
});
