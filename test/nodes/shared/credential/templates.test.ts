import { parseTemplates } from '../../../../nodes/shared/credential/templates';

const found = (text: unknown) => [...parseTemplates(text).values()];
const ALL = { id: 't', params: ['a', 'b'], required: ['a'], sample: 'Hello {{ a }}, {b}' };
const A = { params: ['a'], required: ['a'] };
const NONE = { id: 't', params: [], required: [], sample: '' };

it.each<[string, object, object]>([
	['all keys', ALL, ALL],
	['an ID alone', { id: ' t ' }, NONE],
	['params, which are all required', { id: 't', params: ['a'] }, { ...NONE, ...A }],
	['none that is required', { id: 't', params: ['a'], required: [] }, { ...NONE, params: ['a'] }],
	['required ones that params leave out', { id: 't', required: ['a'] }, { ...NONE, ...A }],
])('a template may have %s', (_, entry, template) => {
	expect(found(JSON.stringify([entry]))).toEqual([template]);
	expect(found([entry])).toEqual([template]);
});

it.each(['  ', '', '[]', undefined, null])('%j is no template, and no error', (text) => {
	expect(found(text)).toEqual([]);
});

const NAMES = 'Enter a list of names, such as ["name"]';

it.each([
	['[{ "id": "a" }, { "id": "b" "params": [] }]', 'not valid JSON', 'JSON'],
	['{ "id": "a" }', 'not a list', 'Put the templates in square brackets'],
	['["a"]', 'entry 1', 'Enter an object with no keys but id'],
	['[{ "id": "a" }, { "params": [] }]', 'entry 2 > id', 'Enter a text'],
	['[{ "id": " " }]', 'entry 1 > id', 'Enter a text'],
	['[{ "id": "a", "params": "name, order_id" }]', 'entry 1 > params', NAMES],
	['[{ "id": "a", "required": { "b": 1 } }]', 'entry 1 > required', NAMES],
	['[{ "id": "a", "sample": 5 }]', 'entry 1 > sample', 'Enter a text'],
	['[{ "id": "a", "text": "Hi" }]', 'entry 1', ' key'],
	['[{ "id": "a" }, { "id": "a" }]', 'entry 2 > id', 'There is another entry with "a"'],
])('%s cannot be read, and the error says where', (text, place, problem) => {
	expect(() => parseTemplates(text)).toThrow(
		expect.objectContaining({
			name: 'InputError',
			message: `Templates in the credential cannot be read: ${place}`,
			description: expect.stringContaining(problem) as string,
		}) as Error,
	);
});
