import {
	filledText,
	parseTemplates,
	type Template,
} from '../../../../nodes/shared/credential/templates';

function parsed(value: unknown): Template[] {
	return [...parseTemplates(value).values()];
}

it.each([
	{
		name: 'names in double and in single braces, each once',
		entry: { id: 't', text: 'Hello {{ name }}, {order_id} of {{name}} { order_id }' },
		template: {
			id: 't',
			text: 'Hello {{ name }}, {order_id} of {{name}} { order_id }',
			params: ['name', 'order_id'],
		},
	},
	{
		name: 'numbers as names, as WhatsApp has them',
		entry: { id: 't', text: 'Hello {{1}}, {{2}}' },
		template: { id: 't', text: 'Hello {{1}}, {{2}}', params: ['1', '2'] },
	},
	{
		name: 'a text without parameters',
		entry: { id: 't', text: 'Welcome { } {{ }}' },
		template: { id: 't', text: 'Welcome { } {{ }}', params: [] },
	},
	{
		name: 'an ID alone',
		entry: { id: ' t ' },
		template: { id: 't', text: undefined, params: [] },
	},
])('a template may have $name', ({ entry, template }) => {
	expect(parsed(JSON.stringify([entry]))).toEqual([template]);
	expect(parsed([entry])).toEqual([template]);
});

it.each(['  ', '', '[]', undefined, null])('%j is no template, and no error', (value) => {
	expect(parsed(value)).toEqual([]);
});

it.each([
	{
		text: '[{ "id": "a" }, { "id": "b" "text": "x" }]',
		place: 'not valid JSON',
		problem: 'JSON',
	},
	{ text: '{ "id": "a" }', place: 'not a list', problem: 'Put the templates in square brackets' },
	{ text: '["a"]', place: 'entry 1', problem: 'Enter an object with the keys id and text' },
	{ text: '[{ "id": "a" }, { "text": "" }]', place: 'entry 2 > id', problem: 'Enter a text' },
	{ text: '[{ "id": " " }]', place: 'entry 1 > id', problem: 'Enter a text' },
	{ text: '[{ "id": "a", "text": 5 }]', place: 'entry 1 > text', problem: 'Enter a text' },
	{ text: '[{ "id": "a", "txet": "Hi" }]', place: 'entry 1', problem: ' key' },
	{ text: '[{ "id": "a", "params": ["name"] }]', place: 'entry 1', problem: ' key' },
	{ text: '[{ "id": "a", "sample": "Hi" }]', place: 'entry 1', problem: ' key' },
	{
		text: '[{ "id": "a" }, { "id": "a" }]',
		place: 'entry 2 > id',
		problem: 'There is another entry with "a"',
	},
])('$text cannot be read, and the error says where', ({ text, place, problem }) => {
	expect(() => parseTemplates(text)).toThrow(
		expect.objectContaining({
			name: 'InputError',
			message: `Templates in the credential cannot be read: ${place}`,
			description: expect.stringContaining(problem) as string,
		}) as Error,
	);
});

it('fills in the text of a template, and leaves what has no value', () => {
	const text = 'Hello {{ name }}, { order_id } is on its way {{constructor}}';
	const filled = filledText(text, { name: '$&', order_id: 7 });
	expect(filled).toBe('Hello $&, 7 is on its way {{constructor}}');
});
