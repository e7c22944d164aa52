import { hasText, traceIn } from '../../../../nodes/shared/params/expressionTraces';

it.each([
	{ text: 'R$ undefined', trace: 'undefined' },
	{ text: 'order_undefined', trace: 'undefined' },
	{ text: 'Total: NaN', trace: 'NaN' },
	{ text: 'oNaN', trace: 'NaN' },
	{ text: '[object Object]', trace: '[object Object]' },
	{ text: 'a,[object Promise]', trace: '[object Promise]' },
	{ text: 'em Invalid DateTime', trace: 'Invalid DateTime' },
	{ text: 'Invalid Date', trace: 'Invalid Date' },
	{ text: 'Invalid Duration', trace: 'Invalid Duration' },
	{ text: '{{ $json.name }}', trace: '{{' },
	{ text: '$json.name', trace: '$json' },
	{ text: 'R$ $input.first().json.total', trace: '$input' },
	{ text: "$('Orders').item.json.id", trace: "$('" },
	{ text: 'Hi function trim() { [native code] }', trace: '[native code]' },
	{ text: 'null', trace: 'null' },
	{ text: 'order_null', trace: 'null' },
	{ text: 'R$null', trace: 'null' },
])('finds "$trace" in the text or the key "$text"', ({ text, trace }) => {
	expect(traceIn(text)).toBe(trace);
	expect(traceIn(text, true)).toBe(trace);
});

it.each([
	'',
	'Ana',
	'Nan Goldin',
	'Fernando',
	'Undefined',
	'[object]',
	'{name}',
	'an object',
	'US$ 5',
	'$jsonata',
])('finds nothing in the text or the key "%s"', (text) => {
	expect(traceIn(text)).toBeUndefined();
	expect(traceIn(text, true)).toBeUndefined();
});

it.each(['Il tuo ordine è stato annullato', 'nullable', 'Null'])(
	'takes "null" inside a word, or with a capital letter, for a word of the text: %s',
	(text) => {
		expect(traceIn(text)).toBeUndefined();
	},
);

it('finds "null" also inside a word of a key, since items that share a key lose messages', () => {
	expect(traceIn('onull', true)).toBe('null');
});

describe('a text is data of an item', () => {
	const json = { a: 'NaN', b: { c: ['x', { d: 'null-island-7' }] }, e: [{ is_null: 1 }] };

	it('if a field at any depth has exactly this text, or this name', () => {
		for (const text of ['NaN', 'null-island-7', 'is_null']) expect(hasText(json, text)).toBe(true);
		expect(hasText(json, 'NaN!')).toBe(false);
	});

	it('but not if a field has a value that is only written like this', () => {
		const withoutTexts = { a: null, b: undefined, c: Number.NaN };
		const texts = ['null', 'undefined', 'NaN'];
		expect(texts.filter((text) => hasText(withoutTexts, text))).toEqual([]);
	});

	it('however deeply the item is nested', () => {
		const nested = `{"a":${'['.repeat(100_000)}"NaN"${']'.repeat(100_000)}}`;
		const deep = JSON.parse(nested) as object;
		expect(hasText(deep, 'NaN')).toBe(true);
		expect(hasText(deep, 'null')).toBe(false);
	});
});
