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
		text: 'Hello {{ name }}, {order_id} of {{name}} { order_id }',
		params: ['name', 'order_id'],
	},
	{
		name: 'numbers as names, as WhatsApp has them',
		text: 'Hello {{1}}, {{2}}',
		params: ['1', '2'],
	},
	{
		name: 'names with capital letters, accents and blanks in double braces',
		text: '{{Nome do cliente}} {{orderId}} {{código}}',
		params: ['Nome do cliente', 'orderId', 'código'],
	},
	{
		name: 'other braces, which are text',
		text: 'Use {CODE}, {Summer Sale}, {{#if}}, {{ $json.name }}, {"a": 1}, { } and {{ }}, {name',
		params: [],
	},
])('the text of a template may have $name', ({ text, params }) => {
	const template = { id: 't', text, params, fallbacks: new Map() };
	expect(parsed(JSON.stringify([{ id: 't', text }]))).toEqual([template]);
	expect(parsed([{ id: 't', text }])).toEqual([template]);
	expect(parsed(`t: ${text}`)).toEqual([template]);
});

it.each([
	{ text: 'Hello {{name|customer}}', fallback: 'customer' },
	{ text: 'Hello {{ name | dear customer }}', fallback: 'dear customer' },
	{ text: 'Hello {name|A|B}', fallback: 'A|B' },
	{ text: 'Hello {{name}}. {{name|customer}}!', fallback: 'customer' },
	{ text: 'Hello {{name| }}', fallback: undefined },
])('the fallback in "$text" is $fallback', ({ text, fallback }) => {
	const [template] = parsed([{ id: 't', text }]);
	expect(template?.params).toEqual(['name']);
	expect(template?.fallbacks.get('name')).toBe(fallback);
});

it('templates may be written as lines, each with an ID and perhaps a text', () => {
	const lines = [
		'',
		'order_shipped: Hello {{name}}, note: it is on its way',
		' welcome-2 :Hi\\n{{1}}  \r',
		'código.1',
		'bare:',
	];
	expect(parsed(lines.join('\n'))).toMatchObject([
		{
			id: 'order_shipped',
			text: 'Hello {{name}}, note: it is on its way',
			params: ['name'],
		},
		{ id: 'welcome-2', text: 'Hi\n{{1}}', params: ['1'] },
		{ id: 'código.1', text: undefined, params: [] },
		{ id: 'bare', text: undefined, params: [] },
	]);
});

it('a template in JSON may be an ID alone', () => {
	const template = { id: 't', text: undefined, params: [], fallbacks: new Map() };
	expect(parsed('[{ "id": " t " }]')).toEqual([template]);
});

it.each(['  ', '', '[]', undefined, null])('%j is no template, and no error', (value) => {
	expect(parsed(value)).toEqual([]);
});

it.each([
	{
		text: 'a: Hello\n\nand bye',
		place: 'line 3',
		problem: 'with the ID of a template and a colon',
	},
	{ text: 'Hello you: bye', place: 'line 1', problem: 'with the ID of a template and a colon' },
	{ text: 'a: Hello\na: Bye', place: 'line 2', problem: 'There is another template "a"' },
	{ text: '{ "id": "a" }', place: 'not a list', problem: 'Put the templates in square brackets' },
	{ text: '["a"]', place: 'entry 1', problem: 'Enter an object with the keys id and text' },
	{ text: '[{ "id": "a" }, { "text": "" }]', place: 'entry 2 > id', problem: 'Enter a text' },
	{ text: '[{ "id": " " }]', place: 'entry 1 > id', problem: 'Enter a text' },
	{ text: '[{ "id": "a", "text": 5 }]', place: 'entry 1 > text', problem: 'Enter a text' },
	{ text: '[{ "id": "a", "txet": "Hi" }]', place: 'entry 1', problem: ' key' },
	{
		text: '[{ "id": "a" }, { "id": "a" }]',
		place: 'entry 2 > id',
		problem: 'There is another template "a"',
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

it.each([
	{ text: 'Hello {{ name }}, { order_id } is on its way', shown: 'Hello $&, 7 is on its way' },
	{ text: 'Hello {{empty|customer}}, {{none|friend}}', shown: 'Hello customer, friend' },
	{ text: 'Hello {{none}}, {{none|friend}}', shown: 'Hello friend, friend' },
	{ text: 'Hello {{empty}}, {{none}}, {CODE}', shown: 'Hello , {{none}}, {CODE}' },
	{ text: '{{constructor}}', shown: '{{constructor}}' },
])('the preview of "$text" is "$shown"', ({ text, shown }) => {
	expect(filledText(text, { name: '$&', order_id: 7, empty: '' })).toBe(shown);
});
