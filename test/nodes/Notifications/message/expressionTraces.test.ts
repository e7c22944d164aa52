import {
	hasText,
	traceIn,
	traceInKey,
} from '../../../../nodes/Notifications/message/expressionTraces';

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
])('finds $trace in $text, and in such a key', ({ text, trace }) => {
	expect(traceIn(text)).toBe(trace);
	expect(traceInKey(text)).toBe(trace);
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
])('finds nothing in "%s", nor in such a key', (text) => {
	expect(traceIn(text)).toBeUndefined();
	expect(traceInKey(text)).toBeUndefined();
});

it.each(['Il tuo ordine è stato annullato', 'nullable', 'Null'])(
	'takes "null" as a part of a word for a word: %s',
	(text) => {
		expect(traceIn(text)).toBeUndefined();
	},
);

it('finds "null" inside a word of a key, since a key that all items share loses messages', () => {
	expect(traceInKey('onull')).toBe('null');
});

describe('a text is data of an item', () => {
	it('if a field has exactly this text, at any depth', () => {
		const json = { a: 'NaN', b: { c: ['x', { d: 'null-island-7' }] } };
		expect(hasText(json, 'NaN')).toBe(true);
		expect(hasText(json, 'null-island-7')).toBe(true);
		expect(hasText(json, 'NaN!')).toBe(false);
		expect(hasText({ a: [{ is_null: 1 }] }, 'is_null')).toBe(true);
		expect(hasText({ a: null, b: undefined, c: Number.NaN }, 'null')).toBe(false);
	});

	it('however deeply the item is nested', () => {
		const json = JSON.parse(`{"a":${'['.repeat(100_000)}"NaN"${']'.repeat(100_000)}}`) as object;
		expect(hasText(json, 'NaN')).toBe(true);
		expect(hasText(json, 'null')).toBe(false);
	});
});
