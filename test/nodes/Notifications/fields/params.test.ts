import type { INodeParameters } from 'n8n-workflow';
import { phone, users } from '../../../support/notificationsNode';
import {
	receivedUsers,
	sendingForEach,
	statusesOf,
	valuesOf,
} from '../../../support/sendNotifications';

const { service, send } = sendingForEach();

/** The parameters of the users in the requests that the service has received. */
function receivedParams(): unknown[] {
	return receivedUsers(service).map(({ params }) => params);
}

const WITH_TEMPLATES = {
	credential: {
		templates: JSON.stringify([
			{ id: 'welcome', text: 'Hello {{name}}' },
			{ id: 'order_shipped', text: 'Hello {{name}}, order {order_id} is on its way' },
			{ id: 'row', text: 'Row {{row_number}} is {{status}}' },
			{ id: 'plain', text: 'Welcome!' },
			{ id: 'no_text' },
		]),
	},
};

/** Parameters > Define Below, with one parameter. */
function definedBelow(name: string, value: string, type = 'string'): INodeParameters {
	return { paramAssignments: { assignments: [{ name, value, type }] } };
}

/** Parameters > Form of the Template, which was filled in for the template "welcome". */
function inForm(name: string): INodeParameters {
	const paramsForm = { mappingMode: 'defineBelow', value: { name } };
	return { templateId: 'welcome', paramsMode: 'form', paramsForm };
}

/** Parameters > JSON. */
function inJson(paramsJson: string): INodeParameters {
	return { paramsMode: 'json', paramsJson };
}

describe('the parameters that are sent', () => {
	const BUTTONS = [{ sub_type: 'url', index: 0, parameters: [{ text: '/track/12345' }] }];
	const ITEM = {
		phone: phone(0),
		name: 'User 0',
		n: 1,
		none: null,
		secret: {},
		'': 'x',
		buttons: BUTTONS,
	};

	it.each<{ name: string; parameters: INodeParameters; sent: object }>([
		{
			name: 'Define Below: texts and values of other types, without those that have no value',
			parameters: {
				paramAssignments: {
					assignments: [
						{ name: 'a', value: 'Ana', type: 'string' },
						{ name: 'n', value: '={{ 7 }}', type: 'string' },
						{ name: 'none', value: '={{ null }}', type: 'string' },
						{ name: 'buttons', value: '={{ $json.buttons }}', type: 'array' },
						{ name: 'location', value: '={{ ({ at: new Date(0) }) }}', type: 'object' },
						{ name: 'yes', value: 'true', type: 'boolean' },
					],
				},
			},
			sent: {
				a: 'Ana',
				n: '7',
				buttons: BUTTONS,
				location: { at: '1970-01-01T00:00:00.000Z' },
				yes: true,
			},
		},
		{
			name: 'JSON: values as they are, without those that are null',
			parameters: {
				paramsMode: 'json',
				paramsJson: '{ "a": 7, "b": false, "c": ["x", { "d": null }], "name": "x", "when": null }',
			},
			sent: { a: 7, b: false, c: ['x', { d: null }], name: 'x' },
		},
		{
			name: 'JSON: a number that would lose digits, as text',
			parameters: { paramsMode: 'json', paramsJson: '{ "name": 12345678901234567 }' },
			sent: { name: '12345678901234567' },
		},
		{
			name: 'All Fields of the Item: those that have a name and a value and are not excluded',
			parameters: { paramsMode: 'allFields', excludeFields: 'phone, secret' },
			sent: { name: 'User 0', n: '1', buttons: BUTTONS },
		},
	])('$name', async ({ parameters, sent }) => {
		await send({ templateId: 'other', ...parameters }, [{ json: ITEM }]);
		expect(receivedParams()).toEqual([sent]);
	});
});

it('a value that is not of the type chosen in Define Below is an error, and nothing is sent', async () => {
	const { error } = await send(definedBelow('buttons', '{}', 'array'), users(2));
	expect(error?.message).toBe('The parameter "buttons" is not a list in square brackets');
	expect(service.notifications.requests).toEqual([]);
});

describe('a mistake in a name', () => {
	it('is a hint if no item has a field that Fields to Exclude names', async () => {
		const parameters = { phone: phone(0), paramsMode: 'allFields', excludeFields: 'phone, secrte' };
		// A field counts whatever spaces stand around its name.
		const { hints } = await send(parameters, [{ json: { 'phone ': 1 } }]);
		expect(hints.join()).toContain('No item has a field "secrte", which Fields to Exclude names.');
	});
});

it('a parameter that the template needs is an error if its expression gives no value', async () => {
	const parameters = { templateId: 'welcome', ...definedBelow('name', '={{ $json.nmae }}') };
	const { error } = await send(parameters, users(2), WITH_TEMPLATES);
	expect(error?.message).toBe('The template needs parameters that are empty: "name"');
	expect(error?.description).toContain('check that it gives a value.');
	expect(service.notifications.requests).toEqual([]);
});

describe('Form of the Template', () => {
	/** The fields that n8n saves with the values: here those of the template "welcome". */
	const schema = [
		{
			id: 'name',
			displayName: 'name',
			type: 'string',
			required: true,
			defaultMatch: false,
			display: true,
		},
	];

	it('sends what was filled in', async () => {
		const value = { name: '={{ $json.name + "!" }}', order_id: null };
		const parameters = {
			templateId: { __rl: true, mode: 'list', value: 'welcome' },
			paramsMode: 'form',
			paramsForm: { mappingMode: 'defineBelow', value, schema },
		};
		await send(parameters, users(2), WITH_TEMPLATES);
		expect(receivedParams()).toEqual([{ name: 'User 0!' }, { name: 'User 1!' }]);
	});

	describe('with Map Automatically', () => {
		const items = [{ json: { phone: phone(0), name: 'Ana', order_id: 'A-7', id: 1 } }];
		const parameters = {
			paramsMode: 'form',
			paramsForm: { mappingMode: 'autoMapInputData', value: null, schema },
		};

		it('sends the fields that the template has now, not those of one that was chosen before', async () => {
			const templateId = { __rl: true, mode: 'list', value: 'order_shipped' };
			await send({ ...parameters, templateId }, items, WITH_TEMPLATES);
			expect(receivedParams()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
		});

		it('is an error if the credential does not list the template', async () => {
			const templateId = { __rl: true, mode: 'list', value: 'impact_alert' };
			const { error } = await send({ ...parameters, templateId }, items, WITH_TEMPLATES);
			expect(error?.message).toBe(
				'The template is not in the credential, so its parameters cannot be mapped automatically',
			);
		});
	});
});

describe('what an expression has left in a parameter', () => {
	const items = [
		{ json: { phone: phone(0), nested: { a: 1 }, buttons: [{ text: '/undefined' }] } },
	];

	it.each([
		{
			place: 'Define Below',
			parameters: definedBelow('name', "={{ 'R$ ' + $json.total }}"),
			trace: 'undefined',
		},
		{
			place: 'Define Below, a list',
			parameters: definedBelow('name', "={{ [{ text: '/track/' + $json.id }] }}", 'array'),
			trace: 'undefined',
		},
		{
			place: 'Define Below, an object',
			parameters: definedBelow('name', '={{ ({ deep: [String($json.x * 2)] }) }}', 'object'),
			trace: 'NaN',
		},
		{
			place: 'Form of the Template',
			parameters: inForm("={{ 'R$ ' + $json.total }}"),
			trace: 'undefined',
		},
		{
			place: 'JSON',
			parameters: inJson('={ "name": "{{ $json.a + 1 + "x" }}" }'),
			trace: 'NaN',
		},
	])('is an error in $place: $trace', async ({ parameters, trace }) => {
		const { error } = await send(parameters, items, WITH_TEMPLATES);
		expect(error?.message).toContain(`The parameter "name" contains "${trace}": `);
		expect(error?.description).toContain('An expression has no value');
		expect(service.notifications.requests).toEqual([]);
	});

	it('is an error in the name of a parameter', async () => {
		const { error } = await send(inJson("={{ ({ ['n' + $json.x]: 'Ana' }) }}"), items);
		expect(error?.message).toBe('The name of a parameter contains "undefined": nundefined');
	});
});

describe('an expression that was left in Fixed mode', () => {
	const items = [{ json: { phone: phone(0) } }];

	it.each([
		{ place: 'Define Below', parameters: definedBelow('name', '{{ $json.name }}') },
		{ place: 'Form of the Template', parameters: inForm('Hi {{ $json.name }}') },
		{ place: 'JSON, in a list', parameters: inJson('{ "name": [["{{ $json.name }}"]] }') },
	])('is an error in $place, also in a preview', async ({ parameters }) => {
		const message = 'The parameter "name" contains the text of an expression';
		const { error } = await send(parameters, items, WITH_TEMPLATES);
		expect(error?.message).toContain(message);
		expect(error?.description).toBe('Switch the field from Fixed to Expression. Nothing was sent.');
		const preview = await send({ ...parameters, sendTo: 'nobody' }, items, WITH_TEMPLATES);
		expect(statusesOf(preview.items)).toEqual(['failed']);
		expect(preview.hints[0]).toContain(message);
		expect(service.notifications.requests).toEqual([]);
	});
});

describe('a text that looks like what an expression leaves', () => {
	const text = 'undefined, {{x}} and null';

	it('is sent in a parameter and a label if it is the whole text of a field of the item', async () => {
		const parameters = {
			...definedBelow('name', '={{ $json.deep.texts[0] }}'),
			options: { labels: { values: [{ key: 'note', value: '={{ $json.deep.texts[0] }}' }] } },
		};
		await send(parameters, [{ json: { phone: phone(0), deep: { texts: [text] } } }]);
		const [user] = receivedUsers(service);
		expect(user?.params).toEqual({ name: text });
		expect(user?.labels).toEqual([{ key_1: 'note', value_1: text }]);
	});

	it('is sent with All Fields of the Item', async () => {
		const json = { phone: phone(0), deep: { texts: [text] }, name: 'null' };
		await send({ templateId: 'other', paramsMode: 'allFields' }, [{ json }]);
		expect(receivedParams()).toEqual([{ deep: { texts: [text] }, name: 'null' }]);
	});

	it('is an error if it is only a part of the parameter', async () => {
		const json = { phone: phone(0), deep: { texts: [text] } };
		const parameters = definedBelow('name', '={{ $json.deep.texts[0] }}!');
		const { error } = await send(parameters, [{ json }]);
		expect(error?.message).toContain('contains "undefined"');
	});
});

describe('half of an emoji, as slice() may leave it,', () => {
	it('is replaced in parameters, labels and the template', async () => {
		const half = '={{ "Oi \u{1F44B}".slice(0, 4) }}';
		const parameters = {
			templateId: half,
			...definedBelow('name', half),
			options: { labels: { values: [{ key: half, value: half }] } },
		};
		await send(parameters, users(1));
		const [request] = service.notifications.requests;
		const [user] = request?.users ?? [];
		expect(request?.type).toBe('Oi \uFFFD');
		expect(user?.params).toEqual({ name: 'Oi \uFFFD' });
		expect(user?.labels).toEqual([{ key_1: 'Oi \uFFFD', value_1: 'Oi \uFFFD' }]);
	});

	it('is replaced at any depth, also in names, and nothing else is', async () => {
		const paramsJson = `={{ ({
			['\\uD83Dx']: [{ ['k\\uD83D']: '\\uDC4B' }],
			code: '\\\\uD83D',
			whole: '\u{1F44B}',
		}) }}`;
		await send(inJson(paramsJson), users(1));
		expect(receivedParams()).toEqual([
			{ '\uFFFDx': [{ 'k\uFFFD': '\uFFFD' }], code: '\\uD83D', whole: '\u{1F44B}' },
		]);
	});
});

describe('All Fields of the Item', () => {
	const allFields = { paramsMode: 'allFields', excludeFields: 'phone' };
	/** What nodes of n8n add to their items. */
	const ADDED_BY_N8N = {
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

	it('leaves out what n8n adds, so that a row that moves up in its sheet is the same message', async () => {
		const json = { ...ADDED_BY_N8N, phone: phone(0), name: 'Ana' };
		await send(allFields, [{ json: { ...json, row_number: 3 } }]);
		await send(allFields, [{ json: { ...json, row_number: 2 } }]);
		expect(receivedParams()).toEqual([{ name: 'Ana' }, { name: 'Ana' }]);
		expect(service.ledger.phones).toEqual([phone(0)]);
	});

	const WEBHOOK_PARTS = { headers: { 'x-id': '1' }, params: {}, query: {}, body: { name: 'Ana' } };
	const TIMES = { createdAt: '2026-11-01', updatedAt: '2026-11-02' };

	it.each([
		{
			what: 'leaves out the parts of the request that a Webhook node has received',
			json: { ...ADDED_BY_N8N, ...WEBHOOK_PARTS, name: 'Ana' },
			sent: { name: 'Ana' },
		},
		{
			what: 'sends a field with the name of such a part if the item is not from a Webhook node',
			json: { body: 'Hello' },
			sent: { body: 'Hello' },
		},
		{
			what: 'sends the times of a row of a Data Table if the item is none',
			json: { id: 'order-7', ...TIMES },
			sent: { id: 'order-7', ...TIMES },
		},
	])('$what', async ({ json, sent }) => {
		await send(allFields, [{ json: { ...json, phone: phone(0) } }]);
		expect(receivedParams()).toEqual([sent]);
	});

	it('leaves out the times of a row of a Data Table, which change when a workflow writes to it', async () => {
		const row = { id: 7, createdAt: '2026-11-01T08:00:00.000Z', phone: phone(0), name: 'Ana' };
		await send(allFields, [{ json: { ...row, updatedAt: '2026-11-25T08:00:00.000Z' } }]);
		await send(allFields, [{ json: { ...row, updatedAt: '2026-11-25T09:00:00.000Z' } }]);
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(receivedParams()[0]).toEqual({ id: '7', name: 'Ana' });
	});

	it('sends a field that it would leave out if the text of the template names it', async () => {
		const json = { ...ADDED_BY_N8N, phone: phone(0), status: 'shipped' };
		await send({ ...allFields, templateId: 'row' }, [{ json }], WITH_TEMPLATES);
		expect(receivedParams()).toEqual([{ row_number: '3', status: 'shipped' }]);
	});

	it('does not send the status of an earlier Notifications node as that of an order', async () => {
		const result = { status: 'accepted', nonce: 'n', template: 'welcome' };
		const json = { ...ADDED_BY_N8N, phone: phone(0), ...result };
		const { error } = await send({ ...allFields, templateId: 'row' }, [{ json }], WITH_TEMPLATES);
		expect(error?.message).toBe('The template needs parameters that are missing: "status"');
	});
});

describe('parameters that WhatsApp may reject', () => {
	const withLineBreak = { json: { phone: phone(0), name: 'Rua A\nCasa 1' } };
	const withoutProblem = { json: { phone: phone(1), name: 'Ana' } };
	const withTwoProblems = { json: { phone: phone(2), name: '', total: 'R$\t5' } };
	const parameters = inJson('={{ ({ name: $json.name, total: $json.total }) }}');

	it('are named by a preview for each item, with one hint that counts the items', async () => {
		const { items, hints } = await send({ ...parameters, sendTo: 'nobody' }, [
			withLineBreak,
			withoutProblem,
			withTwoProblems,
		]);
		expect(valuesOf(items, 'warnings')).toEqual([
			['The parameter "name" has a line break'],
			null,
			['The parameter "name" is empty', 'The parameter "total" has a tab'],
		]);
		expect(hints[0]).toContain('2 items have parameters that WhatsApp may reject');
		expect(hints[0]).toContain('"warnings" in the output names all.');
		// The others say that the parameters were not checked, and count the notifications.
		expect(hints).toHaveLength(3);
	});

	it('are sent in a run all the same, with one hint that counts the items', async () => {
		const input = [withLineBreak, withoutProblem, withTwoProblems];
		const { items, hints } = await send(parameters, input);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(valuesOf(items, 'warnings')).toEqual([null, null, null]);
		expect(hints[0]).toContain('2 items have parameters that WhatsApp may reject');
		expect(hints[0]).toContain('choose Send To > Nobody (Preview).');
	});

	it('are counted in the singular if it is one item', async () => {
		const { hints } = await send(parameters, [withLineBreak, withoutProblem]);
		expect(hints[0]).toContain('1 item has parameters that WhatsApp may reject');
	});

	describe('in fields that the template does not use', () => {
		const items = [{ json: { phone: phone(0), name: 'Ana', notes: 'a\nb' } }];
		const allFields = { paramsMode: 'allFields', sendTo: 'nobody' };

		it('are not mentioned, as nobody reads these fields', async () => {
			const run = await send({ ...allFields, templateId: 'welcome' }, items, WITH_TEMPLATES);
			expect(run.items[0]?.json).toHaveProperty('warnings', null);
		});

		it('are named if it is not known what the template uses', async () => {
			const run = await send({ ...allFields, templateId: 'other' }, items);
			expect(run.items[0]?.json.warnings).toEqual(['The parameter "notes" has a line break']);
		});
	});
});

it('a placeholder that is left in the text of a notification is a warning', async () => {
	const parameters = {
		...definedBelow('name', 'Ana, {promo}'),
		templateId: 'welcome',
		sendTo: 'nobody',
	};
	const { items } = await send(parameters, users(1), WITH_TEMPLATES);
	expect(items[0]?.json.preview).toBe('Hello Ana, {promo}');
	expect(items[0]?.json.warnings).toEqual(['The text still contains a placeholder: promo']);
});

describe('parameters that the text of the template does not have', () => {
	const parameters = {
		...inJson('{ "nmae": "Ana", "buttons": [{ "text": "x" }] }'),
		sendTo: 'nobody',
	};

	it('are a warning and a hint, except for buttons', async () => {
		const run = await send({ ...parameters, templateId: 'plain' }, users(1), WITH_TEMPLATES);
		const warning =
			'The template "plain" in the credential does not have these parameters, which were sent: "nmae". Check their names, or correct the text of the template.';
		expect(run.items[0]?.json.warnings).toEqual([warning]);
		expect(run.hints[0]).toBe(warning);
	});

	it('are no warning if the credential does not have the text', async () => {
		const run = await send({ ...parameters, templateId: 'no_text' }, users(1), WITH_TEMPLATES);
		expect(run.items[0]?.json).toHaveProperty('warnings', null);
	});
});
