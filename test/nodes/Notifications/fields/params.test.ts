import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { definedBelow, phone, users } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach, statusesOf } from '../../../support/sendNotifications';

const { service, send, refuse } = sendingForEach();

/** The parameters of the users in the requests that the service has received. */
function receivedParams(): unknown[] {
	return receivedUsers(service).map(({ params }) => params);
}

const WITH_TEMPLATES = {
	credential: {
		templates: [
			'welcome: Hello {{name}}',
			'order_shipped: Hello {{name}}, order {{order_id}} is on its way',
			'plain: Welcome!',
			'no_text',
		].join('\n'),
	},
};

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

	it.each<{ name: string; parameters: INodeParameters; sent: object }>([
		{
			name: 'Define Below: texts and values of other types, without those that are left out',
			parameters: {
				paramAssignments: {
					assignments: [
						{ name: ' a\u200B', value: ' Ana ', type: 'string' },
						{ name: 'n', value: '={{ 7 }}', type: 'string' },
						{ name: 'none', value: '={{ null }}', type: 'string' },
						{ name: 'other', value: '={{ $json.other ?? null }}', type: 'string' },
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
			name: 'JSON: values as they are, also empty ones, without those that are null',
			parameters: inJson(
				'{ "a": 7, "b": false, "c": ["x", { "d": null }], "e": "", "when": null }',
			),
			sent: { a: 7, b: false, c: ['x', { d: null }], e: '' },
		},
		{
			name: 'JSON: texts are only trimmed, and have no half characters',
			parameters: inJson(
				'={{ ({ a: " A\\u00A0B\\r\\nC ", b: "\\u0D05\\u0D35\\u0D28\\u0D4D\\u200D", c: ["\\u200Fx \\uD83D"] }) }}',
			),
			sent: { a: 'A\u00A0B\r\nC', b: '\u0D05\u0D35\u0D28\u0D4D\u200D', c: ['\u200Fx \uFFFD'] },
		},
	])('$name', async ({ parameters, sent }) => {
		const json = { phone: phone(0), buttons: BUTTONS };
		await send(parameters, [{ json }]);
		expect(receivedParams()).toEqual([sent]);
	});
});

describe('an expression in the quotes of JSON', () => {
	const ODD = 'C:\\bar "Ana", "w": "x';

	it.each([
		{ json: '={ "v": "{{ $json.v }}", "n": {{ $json.n }} }', sent: { v: ODD, n: 5 } },
		{ json: '={ "v": "a \\" {{ $json.v }} b" }', sent: { v: `a " ${ODD} b` } },
		{ json: '={ "v": "{{ $json.missing || $json.v }}" }', sent: { v: ODD } },
		// The author has made JSON of it.
		{ json: '={ "v": "{{ JSON.stringify($json.v).slice(1, -1) }}" }', sent: { v: ODD } },
		{ json: '={ "v": {{ JSON.stringify($json.v) }} }', sent: { v: ODD } },
		{ json: '={ "v": "{{ $json.v // the text }}" }', sent: { v: ODD } },
		{ json: '={ "v": {{ $json.written }} }', sent: { v: { a: '"' } } },
		// An earlier node has made a text in JSON of it.
		{ json: '={ "v": "{{ $json.escaped }}" }', sent: { v: 'Bar "do Zé"' } },
	])('gives the text of its field, whatever characters that has: $json', async ({ json, sent }) => {
		await send(inJson(json), [
			{
				json: { phone: phone(0), v: ODD, n: 5, written: '{"a":"\\""}', escaped: 'Bar \\"do Zé\\"' },
			},
		]);
		expect(receivedParams()).toEqual([sent]);
	});
});

it('an expression that gives no JSON at all is an error that names it, and the fields of the item', async () => {
	const { error } = await send(inJson('={{ $json.params }}'), [{ json: { phone: phone(0) } }]);
	expect(error?.message).toBe('Parameters (JSON): {{ $json.params }} gave no value');
	expect(error?.description).toContain('This item has: phone.');
	expect(error?.description).toContain("{{ $json.customer?.name || 'customer' }}");
});

it('the error for a field that is missing shows what nobody sees in the names of the others', async () => {
	const json = {
		phone: phone(0),
		'\uFEFFtotal': 5,
		'order\u00A0id': 'A-1',
		'due ': 'x',
		'Jose\u0301': 1,
	};
	const { error } = await send(definedBelow({ x: '={{ $json.total }}' }), [{ json }]);
	expect(error?.description).toContain(
		String.raw`This item has: phone, "\ufefftotal", "order\u00a0id", "due " and "Jose\u0301".`,
	);
});

it('an item that contains itself is an error that says so', async () => {
	const json: IDataObject = { phone: phone(0) };
	json['self'] = json;
	const run = await send(inJson('={{ $json }}'), [{ json }]);
	expect(run.error?.message).toBe(
		'Parameters (JSON) has a value that contains itself, or is nested too deeply',
	);
});

it('an expression that n8n cannot evaluate is an error that names it, and its parameter', async () => {
	const items = [{ json: { phone: phone(0), due: '' } }];
	const value = '={{ $json.due.toDateTime().day }}';
	const { error } = await send(definedBelow({ x: value }), items);
	expect(error?.message).toBe(
		'The parameter "x": {{ $json.due.toDateTime().day }}: cannot convert to Luxon DateTime',
	);
});

it.each<INodeParameters>([
	definedBelow({ name: '=Olá {{ $json.name }}!' }),
	definedBelow({ name: "={{ 'Olá ' + ($json.name || 'you') }}" }),
])('what a program has written in place of a value is a warning: %j', async (parameters) => {
	const items = [{ json: { phone: phone(0), name: 'None' } }];
	const sent = await send(parameters, items, WITH_TEMPLATES);
	expect(sent.items[0]?.json.note).toContain('has what spreadsheets and databases write in place');
});

it('the name of a person is none', async () => {
	const items = [{ json: { phone: phone(0), name: 'Null' } }];
	const sent = await send(definedBelow({ x: '=Olá {{ $json.name }}' }), items);
	expect(sent.items[0]?.json.note).toBeNull();
});

describe('a condition that asks for a text such as FALSE, which code takes for true', () => {
	const items = [{ json: { phone: phone(0), vip: 'FALSE' } }];

	it('is a warning in a parameter', async () => {
		const sent = await send(definedBelow({ x: "={{ $json.vip ? 'VIP' : 'you' }}" }), items);
		expect(receivedParams()).toEqual([{ x: 'VIP' }]);
		expect(sent.items[0]?.json.note).toBe(
			`{{ $json.vip ? 'VIP' : 'you' }} takes $json.vip for true, but it is the text "FALSE". Every text that is not empty counts as true. Compare it, as in {{ $json.vip === "TRUE" ? "vip" : "other" }}.`,
		);
	});

	it('is an error where something is chosen by it', async () => {
		const error = await refuse({ templateId: "={{ $json.vip ? 'vip' : 'welcome' }}" }, items);
		expect(error.message).toContain('takes $json.vip for true, but it is the text "FALSE"');
		expect(error.description).toContain('Compare it, as in {{ $json.vip === "TRUE" ');
	});
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
		// A spreadsheet may have a blank behind a heading.
		const items = [{ json: { phone: phone(0), 'name ': 'Ana', order_id: 'A-7', id: 1 } }];
		const parameters = {
			paramsMode: 'form',
			paramsForm: { mappingMode: 'autoMapInputData', value: null, schema },
		};

		it('sends the fields that the template has now, not those of one that was chosen before', async () => {
			const templateId = { __rl: true, mode: 'list', value: 'order_shipped' };
			await send({ ...parameters, templateId }, items, WITH_TEMPLATES);
			expect(receivedParams()).toEqual([{ name: 'Ana', order_id: 'A-7' }]);
		});

		it('sends a date as n8n stores it', async () => {
			const templateId = { __rl: true, mode: 'list', value: 'order_shipped' };
			const item = { json: { phone: phone(0), name: 'Ana', order_id: new Date(0) } };
			await send({ ...parameters, templateId }, [item], WITH_TEMPLATES);
			expect(receivedParams()).toEqual([{ name: 'Ana', order_id: '1970-01-01T00:00:00.000Z' }]);
		});

		it.each([
			{ what: 'list the template', templates: WITH_TEMPLATES },
			{ what: 'have its text', templates: { credential: { templates: 'impact_alert' } } },
		])('is an error if the credential does not $what', async ({ templates }) => {
			const templateId = { __rl: true, mode: 'list', value: 'impact_alert' };
			const { error } = await send({ ...parameters, templateId }, items, templates);
			expect(error?.message).toContain('its parameters cannot be mapped automatically');
		});
	});
});

describe('the words of a failed expression', () => {
	const items = [{ json: { phone: phone(0), nested: { a: 1 }, text: 'Olá undefined' } }];

	it.each([
		{ parameters: definedBelow({ name: "={{ 'R$ ' + $json.total }}" }), word: 'undefined' },
		{
			parameters: definedBelow({ name: "={{ [{ text: '/track/' + $json.id }] }}" }, 'array'),
			word: 'undefined',
		},
		{ parameters: inJson('={{ ({ name: $json.a + 1 + "x" }) }}'), word: 'NaN' },
	])('are an error: $parameters', async ({ parameters, word }) => {
		const error = await refuse(parameters, items, WITH_TEMPLATES);
		expect(error.message).toContain(`The parameter "name" contains "${word}": `);
	});

	it('are an error in the name of a parameter', async () => {
		const { error } = await send(inJson("={{ ({ ['n_' + $json.x]: 'Ana' }) }}"), items);
		expect(error?.message).toBe('The name of a parameter contains "undefined": n_undefined');
	});

	it('are none in what a customer has typed', async () => {
		const parameters = definedBelow({ name: '=Olá {{ $json.name }}' });
		await send(parameters, [{ json: { phone: phone(0), name: 'jennifer null' } }]);
		expect(receivedParams()).toEqual([{ name: 'Olá jennifer null' }]);
	});
});

it.each([
	{ place: 'Define Below', parameters: definedBelow({ name: '{{ $json.name }}' }) },
	{ place: 'Form of the Template', parameters: inForm('Hi {{ $json.name }}') },
	{ place: 'JSON, in a list', parameters: inJson('{ "name": [["{{ $json.name }}"]] }') },
])(
	'an expression in Fixed mode is an error in $place, also in a preview',
	async ({ parameters }) => {
		const items = [{ json: { phone: phone(0) } }];
		const message = 'The parameter "name" contains an expression that was not evaluated';
		const error = await refuse(parameters, items, WITH_TEMPLATES);
		expect(error.message).toContain(message);
		const preview = await send({ ...parameters, sendTo: 'nobody' }, items, WITH_TEMPLATES);
		expect(statusesOf(preview.items)).toEqual(['failed']);
		expect(service.notifications.requests).toEqual([]);
	},
);

describe('values that a model defines', () => {
	const items = [{ json: { phone: phone(0), Value: 'Ana', name: 'Ana', order_id: '7' } }];
	const byButton = (key: string) =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

	it('are an error if ✨ has given two of them the same name', async () => {
		const written = { name: byButton('Value'), order_id: byButton('Value') };
		const { message } = await refuse(definedBelow(written), items);
		expect(message).toBe(
			'The model would give one value, "Value", to two fields: The parameter "name", The parameter "order_id"',
		);
	});

	it.each([
		{ names: 'of their own', name: byButton('name'), order_id: byButton('order_id') },
		{
			names: 'that an author has written',
			name: byButton('Value'),
			order_id: "={{ $fromAI('Value') }}",
		},
	])('may have names $names', async ({ name, order_id }) => {
		const { error, items: sent } = await send(definedBelow({ name, order_id }), items);
		expect(error).toBeUndefined();
		expect(statusesOf(sent)).toEqual(['accepted']);
	});

	it('may be of a parameter whose name differs between items', async () => {
		const row = { name: '={{ $json.order_id }}', value: byButton('Value'), type: 'string' };
		const others = [{ json: { phone: phone(1), Value: 'Bia', order_id: '8' } }];
		const parameters = { paramAssignments: { assignments: [row] } };
		const { items: sent } = await send(parameters, [...items, ...others]);
		expect(statusesOf(sent)).toEqual(['accepted', 'accepted']);
	});
});
