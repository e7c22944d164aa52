import { hash } from 'node:crypto';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { definedBelow } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach, statusesOf } from '../../../support/sendNotifications';

/* What a customer cannot tell apart is one message. All that looks the same is tested in shared/visibleText.test.ts. */

const { service, send, refuse } = sendingForEach();

const PHONE = '+5511987654321';

it.each([
	{ what: 'blanks around it', values: ['Ana', 'Ana '] },
	{ what: 'a zero-width space at its end', values: ['Ana Silva', 'Ana Silva\u200B'] },
])('a value that differs only by $what makes the same message', async ({ values }) => {
	const labels = { values: [{ key: '={{ $json.name }}', value: '={{ $json.name }}' }] };
	for (const name of values) {
		const parameters = { ...definedBelow({ name: '={{ $json.name }}' }), options: { labels } };
		await send(parameters, [{ json: { phone: PHONE, name } }]);
	}
	expect(service.ledger.phones).toEqual([PHONE]);
});

it('an ID that looks the same is one event', async () => {
	for (const id of ['José-1', 'José-1'.normalize('NFD'), 'José-1\u200B']) {
		const parameters = { sendOnce: 'perId', eventId: '={{ $json.id }}' };
		await send(parameters, [{ json: { phone: PHONE, id } }]);
	}
	expect(service.ledger.phones).toEqual([PHONE]);
});

describe('what a node before gives, and n8n reads back in another form for a Retry', () => {
	const at = new Date('2026-11-29T02:30:00.123Z');
	const stored = '2026-11-29T02:30:00.123Z';
	const json = {
		phone: PHONE,
		at,
		later: new Date('2026-11-29T02:30:00.456Z'),
		lines: [{ at }],
		range: [at, at],
		luxon: DateTime.fromISO('2026-11-28T23:30', { zone: 'America/Sao_Paulo' }),
		// As a node for MongoDB gives the ID of a document.
		_id: { bytes: [1], toJSON: () => 'c0ffee' },
	};

	it.each<{ written: string; text?: string }>([
		{ written: '={{ $json.at }}', text: stored },
		{ written: '=On {{ $json.at }}' },
		{ written: "={{ 'On ' + $json.at }}" },
		{ written: "={{ 'On ' + $json.luxon }}", text: 'On 2026-11-28T23:30:00.000-03:00' },
		{ written: "={{ ['On', $json.lines[0].at].join(' ') }}" },
		{ written: '={{ $json.lines.at(-1).at }}', text: stored },
		{ written: "={{ Object.values($json.lines[0]).join('-') }}", text: stored },
		{ written: '=From {{ $json.range }}', text: `From ${stored},${stored}` },
		{
			written: '={{ $json.at }} to {{ $json.later }}',
			text: `${stored} to 2026-11-29T02:30:00.456Z`,
		},
		{ written: "={{ $json.at.toDateTime().format('dd/MM HH:mm') }}", text: '29/11 02:30' },
		{ written: "={{ $('Input').item.json.at.toDateTime().format('dd/MM') }}", text: '29/11' },
		{ written: "={{ $json.at > $now ? 'soon' : 'late' }}-{{ $json.at }}", text: `late-${stored}` },
		{ written: '={{ new Date($json.at).getUTCHours() + $json._id }}', text: '2c0ffee' },
		{ written: '={{ $json._id }}', text: 'c0ffee' },
		{ written: "={{ (({ at }) => 'On ' + at)($json) }}" },
		{ written: "={{ 'On ' + $jmespath($json, 'at') }}" },
		{ written: "={{ $input.all().map((item) => 'On ' + item.json.at)[0] }}" },
		{ written: "={{ 'On ' + $('Input').first().json['a' + 't'] }}" },
		{ written: "={{ 'On ' + $items('Input').at(-1).json['a' + 't'] }}" },
		{ written: '={{ `On ${Object.values($node["Input"].json)[1]}` }}' },
		{
			written: '={{ ($json.phone + $json.at).hash() }}',
			text: hash('md5', PHONE + stored, 'hex'),
		},
	])('is the same message, and the same text, within $written', async (row) => {
		const { written, text = `On ${stored}` } = row;
		const asStored: unknown = JSON.parse(JSON.stringify(json));
		const labels = { values: [{ key: 'when', value: written }] };
		const withText = { ...definedBelow({ text: written }), options: { labels } };
		const ways: INodeParameters[] = [withText, { sendOnce: 'perId', eventId: written }];
		ways.push({ sendOnce: 'nonce', nonce: `${written}-shipped` });
		for (const parameters of ways) {
			for (const stage of [json, asStored]) {
				const { items } = await send(parameters, [{ json: stage }]);
				expect(statusesOf(items)).toEqual(['accepted']);
			}
		}
		expect(service.ledger.phones).toEqual(ways.map(() => PHONE));
		expect(receivedUsers(service)[0]?.params).toEqual({ text });
	});

	it('is the same message within JSON, where other values stay as they are', async () => {
		const written = "={{ ({ text: 'On ' + $json.at, list: [1, null, true, $json.at] }) }}";
		for (const time of [at, stored]) {
			const parameters = { paramsMode: 'json', paramsJson: written };
			await send(parameters, [{ json: { phone: PHONE, at: time } }]);
		}
		expect(service.ledger.phones).toEqual([PHONE]);
		expect(receivedUsers(service)[0]?.params).toEqual({
			text: `On ${stored}`,
			list: [1, null, true, stored],
		});
	});

	it('is read alone: what only a date can do stays beside it', async () => {
		const parameters = {
			sendOnce: 'perId',
			eventId: '={{ $json.at.getTime() }}-{{ $json.later }}',
		};
		const other = { ...json, at: new Date(0) };
		const { items } = await send(parameters, [{ json }, { json: other }]);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
	});

	it.each([
		{ sendOnce: '={{ $json.none }}' },
		{ sendOnce: 'perId', eventId: '={{ $json.none }}' },
		{ phone: '={{ $json.none }}' },
		{ options: { accountId: '={{ $json.none }}' } },
	])('does not hide that another field is missing: %j', async (parameters) => {
		const error = await refuse(parameters, [{ json }]);
		expect(error.message).toContain('{{ $json.none }} gave no value');
	});

	it.each([
		'={{ $json.at.getUTCFullYear() }}',
		'={{ $json.later - $json.at }}',
		"={{ DateTime.fromJSDate($json.at).toFormat('dd/MM') }}",
		"={{ $json.at.format('dd/MM/yyyy') }}",
	])('may be asked for what only a date can do, which fails in a Retry: %s', async (text) => {
		const parameters = definedBelow({ text });
		const { items } = await send(parameters, [{ json }]);
		expect(statusesOf(items)).toEqual(['accepted']);
		const { error } = await send(parameters, [
			{ json: JSON.parse(JSON.stringify(json)) as object },
		]);
		expect(error).toBeDefined();
		expect(service.ledger.phones).toEqual([PHONE]);
	});
});

describe('all that is sent counts', () => {
	const document = '=https://shop.example/{{ $json.invoice }}.pdf';

	it('a parameter that is in no text of a template, such as the document of a header, makes another message', async () => {
		const credential = { templates: 'invoice_ready: Olá {{name}}, sua fatura está pronta.' };
		const parameters = { templateId: 'invoice_ready', ...definedBelow({ name: 'Ana', document }) };
		for (const invoice of ['F-1', 'F-2']) {
			await send(parameters, [{ json: { phone: PHONE, invoice } }], { credential });
		}
		expect(service.ledger.phones).toEqual([PHONE, PHONE]);
	});

	it.each([
		{ before: 'order_shipped: Olá {{name}}!', after: 'order_shipped: Olá {{name}}, {{order_id}}' },
		{ before: 'order_shipped', after: 'order_shipped: Olá {{name}}!' },
	])('a text in the credential that is corrected changes no message: $before', async (texts) => {
		const parameters = {
			templateId: 'order_shipped',
			...definedBelow({ name: 'Ana', order_id: '={{ $json.order_id }}' }),
		};
		for (const templates of [texts.before, texts.after]) {
			const credential = { templates };
			await send(parameters, [{ json: { phone: PHONE, order_id: '1042' } }], { credential });
		}
		expect(service.ledger.phones).toEqual([PHONE]);
	});
});
