import { parseTemplates } from '../../../../nodes/shared/credential/templates';
import { InputError } from '../../../../nodes/shared/errors';

const found = (text: unknown) => [...parseTemplates(text).values()];
const ORDER = {
	id: 'order_shipped',
	params: ['name', 'order_id'],
	required: ['name'],
	sample: 'Hello {{ name }}, {order_id} is on its way',
};

it.each<[string, object, object]>([
	['all keys', ORDER, ORDER],
	['an ID alone', { id: ' welcome ' }, { id: 'welcome', params: [], required: [], sample: '' }],
	[
		'params, which are all required',
		{ id: 't', params: ['a', 'b'] },
		{ id: 't', params: ['a', 'b'], required: ['a', 'b'], sample: '' },
	],
	[
		'none that is required',
		{ id: 't', params: ['a'], required: [] },
		{ id: 't', params: ['a'], required: [], sample: '' },
	],
	[
		'required ones that params leave out',
		{ id: 't', params: ['a'], required: ['b'] },
		{ id: 't', params: ['a', 'b'], required: ['b'], sample: '' },
	],
])('a template may have %s', (_, entry, template) => {
	expect(found(JSON.stringify([entry], null, 2))).toEqual([template]);
	expect(found([entry])).toEqual([template]);
});

it.each(['  ', '', '[]', undefined, null])('%j is no template, and no error', (text) => {
	expect(found(text)).toEqual([]);
});

const LIST = 'Put the templates in square brackets';
const NAMES = 'Enter a list of names, such as ["name"]';

it.each([
	['order_shipped, welcome', 'not valid JSON', 'JSON'],
	['[{ "id": "a" }, { "id": "b" "params": [] }]', 'not valid JSON', 'JSON'],
	['{ "id": "a" }', 'not a list', LIST],
	['{ "type": "a", "users": [] }', 'not a list', LIST],
	['["a"]', 'entry 1', 'Enter an object in braces'],
	['[{ "id": "a" }, { "params": [] }]', 'entry 2 > id', 'Enter a text'],
	['[{ "id": " " }]', 'entry 1 > id', 'Enter a text'],
	['[{ "id": "a", "params": "name, order_id" }]', 'entry 1 > params', NAMES],
	['[{ "id": "a", "params": [{ "name": "b" }] }]', 'entry 1 > params', 'Enter a text'],
	['[{ "id": "a", "required": { "b": 1 } }]', 'entry 1 > required', NAMES],
	['[{ "id": "a", "sample": 5 }]', 'entry 1 > sample', 'Enter a text'],
	['[{ "id": "a", "text": "Hi" }]', 'entry 1 > text', 'There is no such key'],
	['[{ "id": "a" }, { "id": "a" }]', 'entry 2 > id', 'There is another entry with "a"'],
])('%s cannot be read, and the error says where', (text, place, problem) => {
	expect(() => parseTemplates(text)).toThrow(InputError);
	expect(() => parseTemplates(text)).toThrow(
		expect.objectContaining({
			message: `Templates in the credential cannot be read: ${place}`,
			description: expect.stringContaining(problem) as string,
		}) as Error,
	);
});
