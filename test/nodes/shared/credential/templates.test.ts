import { parseTemplates, type Template } from '../../../../nodes/shared/credential/templates';

function parsed(value: string): Template[] {
	return [...parseTemplates(value).values()];
}

it.each([
	{ text: 'Hello {{ name }}, {{order_id}} of {{name}}', params: ['name', 'order_id'] },
	{
		text: '{{Nome do cliente}} {{orderId}} {{código}}',
		params: ['Nome do cliente', 'orderId', 'código'],
	},
	// Other braces are text.
	{ text: 'Use {CODE}, {name}, {{#if}}, {{ $json.name }}, {"a": 1}, {{ }}, {{name', params: [] },
])('the parameters of "$text" are $params', ({ text, params }) => {
	expect(parsed(`t: ${text}`)).toEqual([{ id: 't', text, params, fallbacks: new Map() }]);
});

it.each([
	{ text: 'Hello {{ name | dear customer }}', fallback: 'dear customer' },
	{ text: 'Hello {{name|A|B}}', fallback: 'A|B' },
	{ text: 'Hello {{name}}. {{name|customer}}!', fallback: 'customer' },
])('the fallback in "$text" is $fallback', ({ text, fallback }) => {
	const [template] = parsed(`t: ${text}`);
	expect(template?.params).toEqual(['name']);
	expect(template?.fallbacks.get('name')).toBe(fallback);
});

it('templates are lines, each with an ID and perhaps a text', () => {
	const lines = [
		'',
		'  ',
		'order_shipped: Hello {{name}}, note: it is on its way',
		' welcome-2 :Hi\\n{{1}}  \r',
		'código.1',
		'bare:',
	];
	expect(parsed(lines.join('\n'))).toMatchObject([
		{ id: 'order_shipped', text: 'Hello {{name}}, note: it is on its way', params: ['name'] },
		{ id: 'welcome-2', text: 'Hi\n{{1}}', params: ['1'] },
		{ id: 'código.1', text: undefined, params: [] },
		{ id: 'bare', text: undefined, params: [] },
	]);
});

it('a name that looks the same is the same', () => {
	const [template] = parsed(
		`${'código'.normalize('NFD')}: Olá {{${'código'.normalize('NFD')}\u200b}}`,
	);
	expect(template).toMatchObject({ id: 'código', params: ['código'] });
});

it.each([
	{ text: 'a: Hello\n\nand bye', place: 'line 3' },
	{ text: 'a: Hello\na: Bye', place: 'line 2' },
	{ text: '[{ "id": "a" }]', place: 'line 1' },
])('$text cannot be read, and the error says where', ({ text, place }) => {
	const message = `Templates in the credential cannot be read: ${place}`;
	expect(() => parseTemplates(text)).toThrow(message);
});
