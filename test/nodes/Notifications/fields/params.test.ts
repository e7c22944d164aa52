import type { INodeParameters } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone } from '../../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction, statusesOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);
const sentParams = () =>
	service.notifications.requests.flatMap(({ users }) =>
		users.map(({ params }) => params as unknown),
	);

const TEMPLATES = JSON.stringify([
	{ id: 'welcome', text: 'Hello {{name}}' },
	{ id: 'row', text: 'Row {{row_number}} is {{status}}' },
	{ id: 'plain', text: 'Welcome!' },
	{ id: 'no_text' },
]);
const withTemplates = { credential: { templates: TEMPLATES } };

function assigned(value: unknown, type = 'string'): INodeParameters {
	const assignments = [{ name: 'name', value, type }];
	return { paramAssignments: { assignments } } as INodeParameters;
}
function inForm(value: string): INodeParameters {
	const paramsForm = { mappingMode: 'defineBelow', value: { name: value } };
	return { templateId: 'welcome', paramsMode: 'form', paramsForm };
}
const inJson = (paramsJson: string): INodeParameters => ({ paramsMode: 'json', paramsJson });

describe('what an expression has left in a parameter', () => {
	const item = { json: { phone: phone(0), nested: { a: 1 }, buttons: [{ text: '/undefined' }] } };

	it.each([
		{ name: 'Define Below', own: assigned("={{ 'R$ ' + $json.total }}"), trace: 'undefined' },
		{
			name: 'Define Below, a date',
			own: assigned("={{ DateTime.fromISO('25/11/2026').toFormat('dd/MM') }}"),
			trace: 'Invalid DateTime',
		},
		{
			name: 'Define Below, an object in a text',
			own: assigned("={{ 'a' + $json.nested }}"),
			trace: '[object Object]',
		},
		{
			name: 'Define Below, a list',
			own: assigned("={{ [{ text: '/track/' + $json.id }] }}", 'array'),
			trace: 'undefined',
		},
		{
			name: 'Define Below, an object',
			own: assigned('={{ ({ deep: [String($json.x * 2)] }) }}', 'object'),
			trace: 'NaN',
		},
		{ name: 'the form', own: inForm("={{ 'R$ ' + $json.total }}"), trace: 'undefined' },
		{ name: 'JSON', own: inJson('={ "name": "{{ $json.a + 1 + "x" }}" }'), trace: 'NaN' },
		{ name: 'JSON, a word', own: inJson("={{ ({ name: 'R$ ' + null }) }}"), trace: 'null' },
	])('is an error in $name', async ({ own, trace }) => {
		const { error } = await send(own, [item], withTemplates);
		expect(error?.message).toContain(`The parameter "name" contains "${trace}": `);
		expect(error?.description).toContain('An expression has no value');
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		{ name: 'Define Below', own: assigned('{{ $json.name }}') },
		{ name: 'the form', own: inForm('Hi {{ $json.name }}') },
		{ name: 'JSON', own: inJson('{ "name": "{{ $json.name }}" }') },
		{ name: 'JSON, in a list', own: inJson('{ "name": [["{{ $json.name }}"]] }') },
	])('is an error in $name that was left in Fixed mode', async ({ own }) => {
		const { error } = await send(own, [item], withTemplates);
		expect(error?.message).toContain('The parameter "name" contains the text of an expression');
		expect(error?.description).toBe('Switch the field from Fixed to Expression.');
		const preview = await send({ ...own, sendTo: 'nobody' }, [item], withTemplates);
		expect(statusesOf(preview.items)).toEqual(['failed']);
		expect(preview.hints[0]).toContain('The parameter "name" contains the text of an expression');
		expect(service.notifications.requests).toEqual([]);
	});

	it('is an error in the name of a parameter', async () => {
		const { error } = await send(inJson("={{ ({ ['n' + $json.x]: 'Ana' }) }}"), [item]);
		expect(error?.message).toBe('The name of a parameter contains "undefined": nundefined');
	});

	it.each([
		{ key: 'source', value: "={{ 'crm ' + $json.none }}", part: 'Value' },
		{ key: '{{ $json.key }}', value: 'crm', part: 'Key' },
	])('is an error in the $part of a label', async ({ key, value, part }) => {
		const labels = { values: [{ key, value }] };
		const { error } = await send({ options: { labels } }, [item]);
		expect(error?.message).toContain(`Label 1 > ${part} contains `);
		expect(service.notifications.requests).toEqual([]);
	});

	it('is sent if a field of the item has exactly this text', async () => {
		const text = 'undefined, {{x}} and null';
		const json = { phone: phone(0), deep: { texts: [text] }, name: 'null' };
		const labels = { values: [{ key: 'note', value: '={{ $json.deep.texts[0] }}' }] };
		const own = { ...assigned('={{ $json.deep.texts[0] }}'), options: { labels } };
		await send(own, [{ json }]);
		await send({ templateId: 'other', paramsMode: 'allFields' }, [{ json }]);
		expect(sentParams()).toEqual([{ name: text }, { ...json }]);
		const { error } = await send(assigned('={{ $json.deep.texts[0] }}!'), [{ json }]);
		expect(error?.message).toContain('contains "undefined"');
	});

	it('fails its own item alone', async () => {
		const items = [5, undefined].map((total, at) => ({ json: { phone: phone(at), total } }));
		const run = await send(assigned("={{ 'R$ ' + $json.total }}"), items, CONTINUE);
		expect(statusesOf(run.items)).toEqual(['accepted', 'failed']);
	});
});

describe('half characters', () => {
	const HALF = '={{ "Oi \u{1F44B}".slice(0, 4) }}';

	it('are replaced in parameters, labels and the template', async () => {
		const labels = { values: [{ key: HALF, value: HALF }] };
		const own = { ...assigned(HALF), templateId: HALF, options: { labels } };
		await send(own, [{ json: { phone: phone(0) } }]);
		const [request] = service.notifications.requests;
		const text = 'Oi \uFFFD';
		expect(request?.type).toBe(text);
		expect(request?.users[0]?.params).toEqual({ name: text });
		expect(request?.users[0]?.labels).toEqual([{ key_1: text, value_1: text }]);
	});

	it('are replaced at any depth, also in names, and nothing else is', async () => {
		const paramsJson = `={{ ({ ['\\uD83Dx']: [{ ['k\\uD83D']: '\\uDC4B' }], code: '\\\\uD83D', whole: '\u{1F44B}' }) }}`;
		await send({ paramsMode: 'json', paramsJson }, [{ json: { phone: phone(0) } }]);
		expect(sentParams()).toEqual([
			{ '\uFFFDx': [{ 'k\uFFFD': '\uFFFD' }], code: '\\uD83D', whole: '\u{1F44B}' },
		]);
	});
});

describe('All Fields of the Item', () => {
	const allFields = { paramsMode: 'allFields', excludeFields: 'phone' };
	const added = {
		row_number: 3,
		change_type: 'added',
		_rowsLeft: 2,
		submittedAt: '2026-11-25T10:00:00.000-03:00',
		formMode: 'production',
		formQueryParameters: {},
		webhookUrl: 'http://127.0.0.1/x',
		executionMode: 'test',
		toolCallId: 'call-1',
	};

	it('leaves out what n8n adds, so that a deleted row makes no new message', async () => {
		for (const row_number of [3, 2]) {
			const json = { ...added, row_number, phone: phone(0), name: 'Ana' };
			await send(allFields, [{ json }]);
		}
		expect(sentParams()).toEqual([{ name: 'Ana' }, { name: 'Ana' }]);
		expect(service.ledger.phones).toEqual([phone(0)]);
		const { properties } = new Notifications().description;
		const { description } = properties.find(({ name }) => name === 'excludeFields')!;
		expect(description).toContain(`those that n8n adds: ${Object.keys(added).join(', ')}, and`);
	});

	it('leaves out the parts of the request of a Webhook, but not fields of the same names', async () => {
		const request = { headers: { 'x-id': '1' }, params: {}, query: {}, body: { name: 'Ana' } };
		const { webhookUrl, executionMode } = added;
		const json = { ...request, webhookUrl, executionMode, phone: phone(0), name: 'Ana' };
		await send(allFields, [{ json }]);
		await send(allFields, [{ json: { phone: phone(1), body: 'Hello' } }]);
		expect(sentParams()).toEqual([{ name: 'Ana' }, { body: 'Hello' }]);
	});

	it('leaves out the times of a row of a Data Table, which change when a workflow writes to it', async () => {
		const row = { id: 7, createdAt: '2026-11-01T08:00:00.000Z', phone: phone(0), name: 'Ana' };
		await send(allFields, [{ json: { ...row, updatedAt: '2026-11-25T08:00:00.000Z' } }]);
		await send(allFields, [{ json: { ...row, updatedAt: '2026-11-25T09:00:00.000Z' } }]);
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(sentParams()[0]).toEqual({ id: '7', name: 'Ana' });
	});

	it('sends a time of another app that has the same name', async () => {
		const json = {
			id: 'order-7',
			createdAt: '2026-11-01',
			updatedAt: '2026-11-02',
			phone: phone(0),
		};
		await send(allFields, [{ json }]);
		expect(sentParams()).toEqual([
			{ id: 'order-7', createdAt: '2026-11-01', updatedAt: '2026-11-02' },
		]);
	});

	it('sends such a field if the text of the template names it', async () => {
		const json = { ...added, phone: phone(0), status: 'shipped' };
		await send({ ...allFields, templateId: 'row' }, [{ json }], withTemplates);
		expect(sentParams()).toEqual([{ row_number: '3', status: 'shipped' }]);
	});

	it('does not send the status of an earlier Notifications node as that of an order', async () => {
		const json = { ...added, phone: phone(0), status: 'accepted', nonce: 'n', template: 'welcome' };
		const { error } = await send({ ...allFields, templateId: 'row' }, [{ json }], withTemplates);
		expect(error?.message).toBe('The template needs parameters that are missing: status');
	});
});

describe('warnings', () => {
	const bad = [
		{ phone: phone(0), name: 'Rua A\nCasa 1' },
		{ phone: phone(1), name: 'Ana' },
		{ phone: phone(2), name: '', total: 59.900000000000006 },
	].map((json) => ({ json }));
	const own = inJson('={{ ({ name: $json.name, total: $json.total }) }}');

	it('are shown for each item in a preview, with one hint that counts them', async () => {
		const { items, hints } = await send({ ...own, sendTo: 'nobody' }, bad);
		expect(valuesOf(items, 'warnings')).toEqual([
			['The parameter "name" has a line break'],
			undefined,
			['The parameter "name" is empty', 'The parameter "total" has a number with a rounding error'],
		]);
		expect(hints[0]).toContain('2 items have parameters that WhatsApp may reject');
		expect(hints[0]).toContain('"warnings" in the output names them.');
		expect(hints).toHaveLength(2);
	});

	it('are one hint in a run, which sends them all the same', async () => {
		const { items, hints } = await send(own, bad);
		expect(statusesOf(items)).toEqual(Array(3).fill('accepted'));
		expect(valuesOf(items, 'warnings')).toEqual([undefined, undefined, undefined]);
		expect(hints[0]).toContain('2 items have parameters that WhatsApp may reject');
		expect(hints[0]).toContain('choose Send To > Nobody (Preview).');
		const one = await send({ ...own, templateId: 'other' }, bad.slice(0, 2));
		expect(one.hints[0]).toContain('1 item has parameters that WhatsApp may reject');
		const none = await send({ ...own, templateId: 'third' }, bad.slice(1, 2));
		expect(none.hints).toHaveLength(1);
	});

	it('are of the parameters that the template uses, where the item has more', async () => {
		const json = { phone: phone(0), name: 'Ana', notes: 'a\nb' };
		const own = { paramsMode: 'allFields', templateId: 'welcome', sendTo: 'nobody' };
		const listed = await send(own, [{ json }], withTemplates);
		expect(listed.items[0]?.json).not.toHaveProperty('warnings');
		const other = await send({ ...own, templateId: 'other' }, [{ json }]);
		expect(other.items[0]?.json.warnings).toEqual(['The parameter "notes" has a line break']);
	});

	it('name a placeholder that is left in the text', async () => {
		const own = { ...assigned('Ana, {promo}'), templateId: 'welcome', sendTo: 'nobody' };
		const { items } = await send(own, [{ json: { phone: phone(0) } }], withTemplates);
		expect(items[0]?.json).toMatchObject({
			preview: 'Hello Ana, {promo}',
			warnings: ['The text still contains a placeholder: promo'],
		});
	});

	it('name parameters that the text of the template lacks, but for buttons', async () => {
		const paramsJson = '{ "nmae": "Ana", "buttons": [{ "text": "x" }] }';
		const own = { ...inJson(paramsJson), templateId: 'plain', sendTo: 'nobody' };
		const { items, hints } = await send(own, [{ json: { phone: phone(0) } }], withTemplates);
		const warning =
			'The template "plain" in the credential does not have these parameters, which were sent: nmae. Check their names, or correct the text of the template.';
		expect(items[0]?.json.warnings).toEqual([warning]);
		expect(hints[0]).toBe(warning);
		const unknown = await send({ ...own, templateId: 'no_text' }, [{ json: { phone: phone(0) } }], {
			...withTemplates,
		});
		expect(unknown.items[0]?.json).not.toHaveProperty('warnings');
	});
});
