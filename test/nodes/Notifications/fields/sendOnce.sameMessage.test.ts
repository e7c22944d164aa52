import type { INodeParameters } from 'n8n-workflow';
import { receivedUsers, sendingForEach, statusesOf } from '../../../support/sendNotifications';

/* What a customer cannot tell apart is one message. All that looks the same is tested in shared/params/visibleText.test.ts. */

const { service, send } = sendingForEach();

const PHONE = '+5511987654321';

/** Parameters > Define Below, with these texts. */
function rows(values: Record<string, string>): INodeParameters {
	const assignments = Object.entries(values).map(([name, value]) => {
		return { id: name, name, value, type: 'string' };
	});
	return { paramsMode: 'assignments', paramAssignments: { assignments } };
}

it.each([
	{ what: 'blanks around it', values: ['Ana', 'Ana '] },
	{ what: 'a zero-width space at its end', values: ['Ana Silva', 'Ana Silva\u200B'] },
])('a value that differs only by $what makes the same message', async ({ values }) => {
	const labels = { values: [{ key: '={{ $json.name }}', value: '={{ $json.name }}' }] };
	for (const name of values) {
		const parameters = { ...rows({ name: '={{ $json.name }}' }), options: { labels } };
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

describe('a date that a node before gives, and that n8n reads back as text for a Retry', () => {
	const date = new Date('2026-11-29T12:00:00.123Z');
	const stored = '2026-11-29T12:00:00.123Z';

	it.each([
		{ written: '=On {{ $json.at }}', text: `On ${stored}` },
		{ written: "={{ 'On ' + $json.at }}", text: `On ${stored}` },
		{ written: "={{ [$json.name, $json.list[0].at].join(' ') }}", text: `Ana ${stored}` },
		{ written: '=From {{ $json.range }}', text: `From ${stored},${stored}` },
		{ written: '={{ $json.at }}', text: stored },
	])('makes the same message within $written', async ({ written, text }) => {
		const json = { phone: PHONE, name: 'Ana', at: date, list: [{ at: date }], range: [date, date] };
		const asStored: unknown = JSON.parse(JSON.stringify(json));
		const labels = { values: [{ key: 'when', value: written }] };
		const withText = { ...rows({ text: written }), options: { labels } };
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

	it('makes the same message within JSON, where other values stay as they are', async () => {
		const written = "={{ ({ text: 'On ' + $json.at, list: [1, null, true, $json.at] }) }}";
		for (const at of [date, stored]) {
			await send({ paramsMode: 'json', paramsJson: written }, [{ json: { phone: PHONE, at } }]);
		}
		expect(service.ledger.phones).toEqual([PHONE]);
		expect(receivedUsers(service)[0]?.params).toEqual({
			text: `On ${stored}`,
			list: [1, null, true, stored],
		});
	});
});

describe('all that is sent counts', () => {
	const document = '=https://shop.example/{{ $json.invoice }}.pdf';

	it('a parameter that is in no text of a template, such as the document of a header, makes another message', async () => {
		const credential = { templates: 'invoice_ready: Olá {{name}}, sua fatura está pronta.' };
		const parameters = { templateId: 'invoice_ready', ...rows({ name: 'Ana', document }) };
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
			...rows({ name: 'Ana', order_id: '={{ $json.order_id }}' }),
		};
		for (const templates of [texts.before, texts.after]) {
			const credential = { templates };
			await send(parameters, [{ json: { phone: PHONE, order_id: '1042' } }], { credential });
		}
		expect(service.ledger.phones).toEqual([PHONE]);
	});
});
