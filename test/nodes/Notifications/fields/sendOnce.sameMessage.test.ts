import type { INodeParameters } from 'n8n-workflow';
import { receivedUsers, sendingForEach } from '../../../support/sendNotifications';

/* Send Once > Once a Day: what a customer cannot tell apart is one message. */

const { service, send } = sendingForEach();
const ALL_FIELDS = { paramsMode: 'allFields' };

function named(value: string): INodeParameters {
	return {
		paramsMode: 'assignments',
		paramAssignments: { assignments: [{ id: '1', name: 'name', value, type: 'string' }] },
	};
}

it('with All Fields, one person in two writings of the phone gets the same message once a day', async () => {
	await send(ALL_FIELDS, [{ json: { phone: '+55 11 98765-4321', name: 'Ana' } }]);
	await send(ALL_FIELDS, [{ json: { phone: '+5511987654321', name: 'Ana' } }]);
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it('with All Fields and the text of the template, a field that the text does not have makes no other message', async () => {
	const credential = { templates: '[{ "id": "welcome", "text": "Hello {{name}}" }]' };
	const contact = { phone: '+5511987654321', name: 'Ana' };
	for (const time of ['2026-11-26T10:00:00Z', '2026-11-26T10:05:00Z']) {
		const json = { ...contact, hs_lastmodifieddate: time };
		await send(ALL_FIELDS, [{ json }], { credential });
	}
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it.each([
	{ what: 'blanks around it', values: ['Ana', 'Ana '] },
	{ what: 'the way in which its accent is encoded', values: ['José', 'José'.normalize('NFD')] },
])('a value that differs only by $what makes the same message', async ({ values }) => {
	for (const name of values) {
		await send(named('={{ $json.name }}'), [{ json: { phone: '+5511987654321', name } }]);
	}
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it('the name of a parameter is sent without the blanks around it, as spreadsheets have in headings', async () => {
	await send(ALL_FIELDS, [{ json: { phone: '+5511987654321', 'name ': 'Ana' } }]);
	expect(receivedUsers(service)[0]?.params).toHaveProperty('name', 'Ana');
});

it('with All Fields, the field that Phone is taken from is not sent, whatever its name', async () => {
	const parameters = { ...ALL_FIELDS, phone: '={{ $json.whatsapp }}' };
	await send(parameters, [{ json: { whatsapp: '+55 11 98765-4321', name: 'Ana' } }]);
	await send(parameters, [{ json: { whatsapp: '+5511987654321', name: 'Ana' } }]);
	expect(receivedUsers(service).map(({ params }) => params)).toEqual([
		{ name: 'Ana' },
		{ name: 'Ana' },
	]);
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it('the phone is sent if the text of the template names it', async () => {
	const credential = { templates: 'welcome: Call {{phone}}' };
	await send(ALL_FIELDS, [{ json: { phone: '+5511987654321' } }], { credential });
	expect(receivedUsers(service)[0]?.params).toEqual({ phone: '+5511987654321' });
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

it('an ID in two ways to encode an accent is one event', async () => {
	for (const id of ['José-1', 'José-1'.normalize('NFD')]) {
		const parameters = { sendOnce: 'perId', nonce: '={{ $json.id }}' };
		await send(parameters, [{ json: { phone: '+5511987654321', id } }]);
	}
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});
