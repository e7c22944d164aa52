import { checkText } from '../../../../nodes/shared/params/expressionTraces';

function check(text: string, json: Record<string, unknown> = {}): void {
	checkText({ label: 'Field', text, json });
}

it.each([
	...['R$ undefined', 'undefined-shipped', 'order_undefined', 'SKUundefined', 'NaN', 'R$ NaN'],
	...['NaNkg', 'SKUNaN', '[object Object]', 'a,[object Promise]', 'em Invalid DateTime'],
	...['Invalid Date', 'null', 'order_null', 'R$null', '{{ $json.name }}', '$json.name'],
	...['R$ $input.first().json.total', "$('Orders').item.json.id"],
])('a text that an expression has failed to give is an error: %s', (text) => {
	expect(() => check(text)).toThrow(/^Field contains /);
});

it.each([
	...['', 'Ana', 'Nan Goldin', 'BaNaNa Kids', 'Fernando', 'Undefined', '[object]', '{name}'],
	...['US$ 5', '$jsonata', 'Il tuo ordine è stato annullato', 'nullable', 'Null'],
])('other texts are none: %s', (text) => {
	expect(() => check(text)).not.toThrow();
});

it('"null" is none if a text of the item has that word, at any depth', () => {
	const nested = JSON.parse(`${'['.repeat(50_000)}"ana null"${']'.repeat(50_000)}`) as unknown;
	expect(() => check('Olá ana null', { deep: [{ name: 'ana null' }] })).not.toThrow();
	expect(() => check('null-island-7', { nested })).not.toThrow();
	expect(() => check('null', { name: null, word: 'nullable' })).toThrow('"null"');
	expect(() => check('undefined', { name: 'undefined' })).toThrow('"undefined"');
});
