import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { phone, users } from '../../../support/notificationsNode';
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
			name: 'JSON: values as they are, without those that are null',
			parameters: inJson('{ "a": 7, "b": false, "c": ["x", { "d": null }], "when": null }'),
			sent: { a: 7, b: false, c: ['x', { d: null }] },
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
		await send({ templateId: 'other', ...parameters }, [{ json }]);
		expect(receivedParams()).toEqual([sent]);
	});
});

it.each([
	"={{ $json.customer.name || 'cliente' }}",
	'={{ $json.lines.find((l) => l.main || l.first)?.order_id }}',
])('a fallback does not make up for an expression that failed: %s', async (value) => {
	const run = await send({ templateId: 'other', ...definedBelow('name', value) }, users(1));
	expect(run.error?.message).toContain('gave no value');
	expect(run.error?.description).toContain("{{ $json.customer?.name || 'customer' }}");
	expect(run.error?.description).toContain('This item has: ');
	expect(service.notifications.requests).toEqual([]);
});

it('an expression in JSON is judged as any other', async () => {
	const parameters = inJson('={ "name": "{{ 100 / 0 }}" }');
	const { items } = await send({ templateId: 'other', ...parameters }, users(1));
	expect(JSON.stringify(items)).toContain('Parameters (JSON): {{ 100 / 0 }} gave no value');
});

it('an expression that gives no JSON at all is an error that names it, and the fields of the item', async () => {
	const { error } = await send(inJson('={{ $json.params }}'), [{ json: { phone: phone(0) } }]);
	expect(error?.message).toBe('Parameters (JSON): {{ $json.params }} gave no value');
	expect(error?.description).toContain('This item has: phone.');
});

it('an item that contains itself is an error that says so', async () => {
	const json: IDataObject = { phone: phone(0) };
	json['self'] = json;
	const run = await send({ templateId: 'other', ...inJson('={{ $json }}') }, [{ json }]);
	expect(run.error?.message).toBe(
		'Parameters (JSON) has a value that contains itself, or is nested too deeply',
	);
});

it.each([
	{ value: '={{ $json.none }}', message: 'The parameter "name": {{ $json.none }} gave no value' },
	{ value: '={{ $json.none ?? "" }}', message: 'The parameter "name" is empty' },
	{ value: ' ', message: 'The parameter "name" is empty' },
])('a parameter of Define Below that is empty is an error: $value', async ({ value, message }) => {
	const error = await refuse({ templateId: 'other', ...definedBelow('name', value) }, users(1));
	expect(error.message).toBe(message);
});

it.each([
	'=Itens: {{ $json.items.map(i => i.name).join(", ") }}',
	"=Tamanho: {{ $json.attributes.find(a => a.key === 'size')?.value }}",
	'=R$ {{ $json.total * 1.1 }}',
])(
	'a part of a text that gives nothing is a warning, and the message is sent: %s',
	async (value) => {
		// The workflow was made for items with other fields.
		const attributes = [{ key: 'tamanho' }];
		const json = { phone: phone(0), items: [{ title: 'Camisa' }], attributes, total: '12,50' };
		const parameters = { templateId: 'other', ...definedBelow('text', value) };
		const { items } = await send(parameters, [{ json }]);
		expect(items[0]?.json).toMatchObject({ status: 'accepted' });
		expect(items[0]?.json.note).toContain('gave no value');
	},
);

describe('what an expression makes of a field that is empty', () => {
	const EMPTY = {
		phone: phone(0),
		quantity: 2,
		total: '',
		cents: null,
		due: null,
		name: '',
		lines: [],
	};
	const sendOf = async (value: string) =>
		await send({ templateId: 'other', ...definedBelow('x', value) }, [{ json: EMPTY }]);

	it.each([
		{ value: '={{ Number($json.total).toFixed(2) }}', field: '$json.total' },
		{ value: '={{ $json.cents / 100 }}', field: '$json.cents' },
		{ value: "={{ new Date($json.due).toLocaleDateString('pt-BR') }}", field: '$json.due' },
		{ value: '={{ new Date($json.due) }}', field: '$json.due' },
		{ value: "={{ 'Pedido ' + $json.name }}", field: '$json.name' },
		{ value: "={{ 'Itens: ' + $json.lines.join(', ') }}", field: '$json.lines' },
		{ value: "={{ 'Pedido ' + $json.name /* not $json.none */ }}", field: '$json.name' },
	])('is no value of the parameter: $value', async ({ value, field }) => {
		const { error } = await sendOf(value);
		expect(error?.message).toContain(` has no value for ${field}`);
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		{ value: '={{ ($json.quantity * $json.cents).toFixed(2) }}', field: '$json.cents' },
		{
			value: "={{ 'R$ ' + Number($json.total).toFixed(2) + ($json.name ? ' VIP' : '') }}",
			field: '$json.total',
		},
		{
			value: "={{ new Date($json.due).toLocaleDateString('pt-BR') + ($json.name || '') }}",
			field: '$json.due',
		},
	])(
		'is no value either as an amount of zero, although another field has a value: $value',
		async ({ value, field }) => {
			const { error } = await sendOf(value);
			expect(error?.message).toContain(` has no value for ${field}`);
			expect(service.notifications.requests).toEqual([]);
		},
	);

	it.each([
		{ value: "={{ 'Phone ' + $json.phone + ' of ' + $json.name }}", field: '$json.name' },
		{ value: '={{ ($json.quantity - $json.total).toFixed(2) }}', field: '$json.total' },
		{
			value: "={{ $json.quantity > 1 ? 'Sehr geehrte Frau ' + $json.name : 'Hallo' }}",
			field: '$json.name',
		},
	])('is a warning beside what another field has made: $value', async ({ value, field }) => {
		const { items } = await sendOf(value);
		expect(items[0]?.json.status).toBe('accepted');
		expect(items[0]?.json.note).toContain(` has no value for ${field}`);
	});

	it('is a warning as a part of a text, and the message is sent', async () => {
		const { items } = await sendOf('=R$ {{ Number($json.total).toFixed(2) }}');
		expect(items[0]?.json).toMatchObject({ status: 'accepted', text: 'x: R$ 0.00' });
		expect(items[0]?.json.note).toContain(' has no value for $json.total');
	});

	it.each([
		'=You have {{ $json.lines.length }} items',
		"={{ $json.name == '' ? 'Dear customer' : $json.name }}",
		"={{ 'Pedido ' + ($json.name || 'novo') }}",
		"={{ 'Olá ' + [$json.name, 'Ana'].find(Boolean) }}",
		"={{ (() => { if ($json.name) return $json.name; return 'Cliente'; })() }}",
		"={{ 'Olá' + [$json.name].filter((x) => x).map((x) => ' ' + x).join('') }}",
		"={{ $json.phone + ' ' + [$json.name].filter(Boolean).join() }}",
		"={{ ($json.total || 0).toFixed(2) + ($json.name ? '' : ' EUR') }}",
		"={{ $json.total === '' ? 'free' : Number($json.total).toFixed(2) }}",
		"={{ $json.due == null ? '0.00' : Number($json.due).toFixed(2) }}",
		'={{ $json.quantity - 2 }}',
		"={{ $json.name === '' }}",
	])(
		'counts if it says so itself, is the length of a list, or leaves out what is empty: %s',
		async (value) => {
			const { items } = await sendOf(value);
			expect(items[0]?.json).toMatchObject({ status: 'accepted', note: null });
		},
	);
});

describe('false in place of a text, as `$json.vip && "VIP"` gives it', () => {
	const items = [{ json: { phone: phone(0), vip: false } }];
	const sendOf = async (value: string) =>
		await send({ templateId: 'other', ...definedBelow('x', value) }, items);

	it('is no value of the parameter', async () => {
		const { error } = await sendOf('={{ $json.vip && "VIP" }}');
		expect(error?.message).toContain(' gave no value');
		expect(service.notifications.requests).toEqual([]);
	});

	it('is a warning as a part of a text', async () => {
		const { items: sent } = await sendOf('=Ana{{ $json.vip && " (VIP)" }}');
		expect(sent[0]?.json.note).toContain(' gave no value');
	});

	it('is a warning within a text that the expression makes, too', async () => {
		const { items: sent } = await sendOf('=Ana{{ `, ${$json.vip && "VIP"}` }}');
		expect(sent[0]?.json.note).toContain(' gave no value');
	});

	it('may be meant within the object of JSON', async () => {
		const { items: sent } = await send(inJson('={{ { vip: $json.vip && $json.paid } }}'), items);
		expect(sent[0]?.json.note).toBeNull();
	});

	it.each(['={{ $json.vip }}', '=VIP: {{ $json.vip }}', '={{ $json.phone.includes(" && ") }}'])(
		'may be what is meant: %s',
		async (value) => {
			const { items: sent } = await sendOf(value);
			expect(sent[0]?.json).toMatchObject({ status: 'accepted', note: null });
		},
	);
});

it('the punctuation between fallbacks is no value, but what a condition has chosen is one', async () => {
	const sendOf = async (value: string) =>
		await send({ templateId: 'other', ...definedBelow('x', value) }, [
			{ json: { phone: phone(0) } },
		]);
	const { error } = await sendOf("={{ ($json.street || '') + ', ' + ($json.city || '') }}");
	expect(error?.message).toContain(' gave no value');
	const { items } = await sendOf("={{ $json.note ? 'Note: ' + $json.note : '-' }}");
	expect(items[0]?.json).toMatchObject({ status: 'accepted', text: 'x: -' });
});

describe('a number that has lost its last digits, as a long ID has', () => {
	const id = 1152921504606847000;
	const CODES = ['String($json.id)', '"o-" + $json.id', '`${$json.id}`'];

	it.each(CODES)(
		'is an error also in the text that an expression makes of it: %s',
		async (code) => {
			const items = (value: unknown) => [{ json: { phone: phone(0), id: value } }] as never;
			const asParameter = { templateId: 'other', ...definedBelow('x', `=Order {{ ${code} }}`) };
			const asKey = { sendOnce: 'perId', eventId: `={{ ${code} }}` };
			for (const parameters of [asParameter, asKey]) {
				const { error } = await send(parameters, items(id));
				expect(error?.message).toContain(' is a number that has lost its last digits');
				expect((await send(parameters, items(String(id)))).error).toBeUndefined();
			}
		},
	);
});

describe('a fallback that gives nothing', () => {
	const json = { phone: phone(0), name: '', total: '', amount: null, isPaid: true };
	const sendOf = async (value: string) =>
		await send({ templateId: 'other', ...definedBelow('x', `=Text: ${value}`) }, [{ json }]);

	it.each([
		"{{ $json.name ?? 'customer' }}",
		'{{ $json.total || $json.amount }}',
		"{{ $json.isPaid ? $json.total : 'open' }}",
	])('is not meant, if the author has written more than nothing: %s', async (value) => {
		const { items } = await sendOf(value);
		expect(items[0]?.json.status).toBe('accepted');
		expect(items[0]?.json.note).toContain(' gave no value');
	});

	it.each([
		"{{ $json.name || '' }}",
		"{{ $json.name.trim() || '' }}",
		"{{ $json.name.length > 0 ? 'Hello ' + $json.name : '' }}",
		"{{ $json.isPaid ? '' : 'open' }}",
		'{{ $json.name || null }}',
	])('is meant, if the author has written nothing: %s', async (value) => {
		const { items } = await sendOf(value);
		expect(items[0]?.json).toMatchObject({ status: 'accepted', note: null });
	});
});

describe('what an expression reaches by functions', () => {
	const json = {
		phone: phone(0),
		store: 'SP',
		lines: [{ sku: 'a', price: '' }],
		tags: [{ name: 'vip' }],
	};
	it.each([
		"={{ Number($json.lines.find((l) => l.sku === 'a').price).toFixed(2) }}",
		'={{ ($json.lines.first().price * 2).toFixed(2) }}',
		'={{ Number($json.lines[$itemIndex].price).toFixed(2) }}',
		"={{ Number($('Input').all().map((i) => i.json.lines[0].price)[0]).toFixed(2) }}",
		"={{ Number($json['li' + 'nes'][0].price).toFixed(2) }}",
	])('must have a value for an amount: %s', async (value) => {
		const run = await send({ templateId: 'other', ...definedBelow('x', value) }, [{ json }]);
		expect(run.error?.message).toContain(' has no value for $');
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		"={{ $json.store + '-' + $json.lines.map((l) => l.id).join('-') }}",
		"={{ $json.store + '-' + $json.lines.find((l) => l.sku === 'a').price }}",
		"={{ $json.store + '-' + $json.store.replace(/[A-Z]/g, '') }}",
	])('must have a value in a key: %s', async (eventId) => {
		const { error } = await send({ sendOnce: 'perId', eventId }, [{ json }]);
		expect(error?.message).toContain('has no value for $json.');
	});

	it.each([
		"={{ $json.store + '-' + $json.lines.map((l) => l.sku).join('-') }}",
		"={{ $json.store + '-' + $json.tags.find((t) => t.name === 'vip').name }}",
		"={{ $json.store + '-' + $json.tags.filter((t) => t.old).length }}",
		"={{ [7, 8].map((n) => $json.lines.at(n - 7)?.sku ?? n).join('-') }}",
	])('has one, or is what counts it: %s', async (eventId) => {
		const { error } = await send({ sendOnce: 'perId', eventId }, [{ json }]);
		expect(error?.message).toBeUndefined();
	});
});

it('an expression that n8n cannot evaluate is an error that names the field', async () => {
	const items = [{ json: { phone: phone(0), due: '' } }];
	const value = '={{ $json.due.toDateTime().day }}';
	const { error } = await send({ templateId: 'other', ...definedBelow('x', value) }, items);
	expect(error?.message).toBe('Parameters to Send: cannot convert to Luxon DateTime');
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

		it('is an error if the credential does not list the template', async () => {
			const templateId = { __rl: true, mode: 'list', value: 'impact_alert' };
			const { error } = await send({ ...parameters, templateId }, items, WITH_TEMPLATES);
			expect(error?.message).toContain('its parameters cannot be mapped automatically');
		});
	});
});

describe('the words of a failed expression', () => {
	const items = [{ json: { phone: phone(0), nested: { a: 1 }, text: 'Olá undefined' } }];

	it.each([
		{ parameters: definedBelow('name', "={{ 'R$ ' + $json.total }}"), word: 'undefined' },
		{
			parameters: definedBelow('name', "={{ [{ text: '/track/' + $json.id }] }}", 'array'),
			word: 'undefined',
		},
		{ parameters: inForm("={{ 'R$ ' + $json.nested }}"), word: '[object Object]' },
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
		const parameters = definedBelow('name', '=Olá {{ $json.name }}');
		await send(parameters, [{ json: { phone: phone(0), name: 'jennifer null' } }]);
		expect(receivedParams()).toEqual([{ name: 'Olá jennifer null' }]);
	});
});

it.each([
	{ place: 'Define Below', parameters: definedBelow('name', '{{ $json.name }}') },
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
