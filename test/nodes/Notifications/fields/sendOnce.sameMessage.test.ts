import type { INodeParameters } from 'n8n-workflow';
import { sendingForEach } from '../../../support/sendNotifications';

/* What a customer cannot tell apart is one message. All that looks the same is tested in shared/params/visibleText.test.ts. */

const { service, send } = sendingForEach();

function named(value: string): INodeParameters {
	return {
		paramsMode: 'assignments',
		paramAssignments: { assignments: [{ id: '1', name: 'name', value, type: 'string' }] },
	};
}

it.each([
	{ what: 'blanks around it', values: ['Ana', 'Ana '] },
	{ what: 'a zero-width space at its end', values: ['Ana Silva', 'Ana Silva\u200B'] },
])('a value that differs only by $what makes the same message', async ({ values }) => {
	const labels = { values: [{ key: '={{ $json.name }}', value: '={{ $json.name }}' }] };
	for (const name of values) {
		const parameters = { ...named('={{ $json.name }}'), options: { labels } };
		await send(parameters, [{ json: { phone: '+5511987654321', name } }]);
	}
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it('another link of a button makes another message, although the text of the template does not have it', async () => {
	const credential = { templates: 'welcome: Hello {{name}}' };
	for (const value of ['/1', '/2']) {
		const options = { buttons: { values: [{ position: 1, value }] } };
		await send({ ...named('Ana'), options }, [{ json: { phone: '+5511987654321' } }], {
			credential,
		});
	}
	expect(service.ledger.phones).toHaveLength(2);
});

it('an ID that looks the same is one event', async () => {
	for (const id of ['José-1', 'José-1'.normalize('NFD'), 'José-1\u200B']) {
		const parameters = { sendOnce: 'perId', eventId: '={{ $json.id }}' };
		await send(parameters, [{ json: { phone: '+5511987654321', id } }]);
	}
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

describe('all that is sent counts', () => {
	const document = '=https://shop.example/{{ $json.invoice }}.pdf';
	const rows = (values: Record<string, string>): INodeParameters => {
		const assignments = Object.entries(values).map(([name, value]) => {
			return { id: name, name, value, type: 'string' };
		});
		return { paramsMode: 'assignments', paramAssignments: { assignments } };
	};
	const phone = '+5511987654321';

	it('a parameter that is in no text of a template, such as the document of a header, makes another message', async () => {
		const credential = { templates: 'invoice_ready: Olá {{name}}, sua fatura está pronta.' };
		const parameters = { templateId: 'invoice_ready', ...rows({ name: 'Ana', document }) };
		for (const invoice of ['F-1', 'F-2']) {
			await send(parameters, [{ json: { phone, invoice } }], { credential });
		}
		expect(service.ledger.phones).toEqual([phone, phone]);
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
			await send(parameters, [{ json: { phone, order_id: '1042' } }], { credential });
		}
		expect(service.ledger.phones).toEqual([phone]);
	});
});
