import { parseTemplates } from '../../../../nodes/shared/credential/templates';

const found = (text: unknown) => [...parseTemplates(text).values()];
const ORDER = {
	id: 'order_shipped',
	params: ['name', 'order_id'],
	required: ['name'],
	sample: 'Hello {{ name }}, {order_id} is on its way',
};

it.each<[string, unknown]>([
	['a list', [ORDER]],
	['one object', ORDER],
	['an object by ID', { order_shipped: { ...ORDER, id: undefined } }],
	['a list in an object', { templates: [ORDER] }],
	['what an API answers', { status: 200, data: { templates: [ORDER] } }],
])('templates are read from %s', (_, value) => {
	expect(found(JSON.stringify(value, null, 2))).toEqual([ORDER]);
});

it('templates are read from sample requests, with whatever stands around them', () => {
	const text = `curl -X POST https://example.com -H '{x}' -d '{ "type": "order_shipped", "users": [
		{ "phone": "+1", "nonce": "", "params": { "name": "a } \\" b", "order_id": "1" } } ] }'
		and { "type": "welcome", "users": [{ "params": {} }] }`;
	expect(found(text)).toEqual([
		{ ...ORDER, required: ['name', 'order_id'], sample: '' },
		{ id: 'welcome', params: [], required: [], sample: '' },
	]);
});

const request = (...params: object[]) => ({
	type: 't',
	users: params.map((of) => ({ params: of })),
});

it.each<[string, ...object[]]>([
	['requests', request({ a: 1, b: 2 }), request({ a: 1, c: 3 })],
	['users of a request', request({ a: 1, b: 2 }, { a: 1, c: 3 })],
	['requests in a log', { type: 'xhr', body: request({ a: 1, b: 2 }, { a: 1, c: 3 }) }],
])('what all %s of a template have is required', (_, ...samples) => {
	expect(found(samples.map((sample) => JSON.stringify(sample)).join('\n'))).toEqual([
		{ id: 't', params: ['a', 'b', 'c'], required: ['a'], sample: '' },
	]);
});

it('a sample request may give its template as a number', () => {
	const text = JSON.stringify({ ...request({ a: 1 }), type: 42 });
	expect(found(text)).toEqual([{ id: '42', params: ['a'], required: ['a'], sample: '' }]);
});

it('all parameters are required where none are named so', () => {
	const text = `{ "welcome": ["name"], "bye": { "params": { "day": "" } },
		"more": [{ "id": 7, "params": "name, order_id" }] }`;
	expect(found(text)).toMatchObject([
		{ id: 'welcome', required: ['name'] },
		{ id: 'bye', required: ['day'] },
		{ id: '7', params: ['name', 'order_id'], required: ['name', 'order_id'] },
	]);
});

it.each([
	[{ templateId: 't', text: 'Hi' }, 'Hi'],
	[{ id: 't', sample: 5 }, ''],
	[{ type: 't', users: [] }, ''],
	[
		[
			{ id: 't', sample: 'A' },
			{ id: 't', sample: 'B' },
		],
		'A',
	],
])('%j is a template without parameters, with the sample %j', (value, sample) => {
	expect(found(JSON.stringify(value))).toEqual([{ id: 't', params: [], required: [], sample }]);
});

it.each(['  ', '', undefined, null])('%j is no template, and no error', (text) => {
	expect(found(text)).toEqual([]);
});

it.each([
	['order_shipped, welcome', /no template was found in it/],
	['[]', /no template was found in it/],
	['[{ "id": "a" }, { "id": "b" "params": [] }]', /cannot be read: .*JSON/],
	['[{ "id": "a" }, { "name": "b" }]', /entry 2 of the list has no "id"/],
	['[{ "name": "welcome", "params": ["name"] }]', /entry 1 of the list has no "id"/],
	['{ "name": "welcome", "required": ["name"] }', /no template was found in it/],
	['[{ "id": "a", "params": [{ "name": "b" }] }]', /parameters of "a" are not a list of names/],
	[
		'{ "type": "a", "users": [] }\n\n{ "type": "b", "users": [} ',
		/the object that begins in line 3: .*JSON/,
	],
	['{ "id": "a", "params": ["name" }', /the object that begins in line 1: .*JSON/],
])('%s cannot be read, and the error says where', (text, message) => {
	expect(() => parseTemplates(text)).toThrow(message);
});
