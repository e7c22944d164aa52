import type { WorkflowExecuteMode } from 'n8n-workflow';
import { checkText } from '../../../../nodes/shared/fields/failedWords';

function check(
	text: string,
	json: Record<string, unknown> = {},
	mode: WorkflowExecuteMode = 'trigger',
): void {
	checkText({ label: 'Field', text, item: { json, mode } });
}

it.each([
	...['R$ undefined', 'SKUundefined', 'R$ NaN'],
	'NaNkg',
	'order-NaN-x',
	'R$NaN',
	'[object Object]',
	'a,[object Promise]',
	'em Invalid DateTime',
	...['Invalid Date', 'null', 'order_null', '{{ $json.name }}', '$json.name'],
	...['R$ $input.first().json.total', "$('Orders').item.json.id"],
])('a text that an expression has failed to give is an error: %s', (text) => {
	expect(() => check(text)).toThrow(/^Field contains /);
});

it.each([
	...['', 'Nan Goldin', 'BaNaNa Kids', 'Undefined', '[object]', '{name}'],
	'SKUNaN',
	'https://x.example/9NaN-x',
	'recaB3NaNx',
	'US$ 5',
	'$jsonata',
	'Il tuo ordine è stato annullato',
	'nullable',
	'Null',
])('other texts are none: %s', (text) => {
	expect(() => check(text)).not.toThrow();
});

it('"null" is none within a whole text of the item, at any depth, that has it beside other words', () => {
	const nested = JSON.parse(`${'['.repeat(50_000)}"ana null"${']'.repeat(50_000)}`) as unknown;
	expect(() => check('Olá ana null', { deep: [{ name: 'ana null' }] })).not.toThrow();
	expect(() => check('Olá ana null!', { nested })).not.toThrow();
	expect(() => check('Olá null', { nested, metadata: '{"coupon":null}' })).toThrow('"null"');
	expect(() => check('null', { name: null, word: 'nullable' })).toThrow('"null"');
	expect(() => check('Olá null', { name: 'null' })).toThrow('"null"');
	expect(() => check('Olá null null', { name: ' null null ' })).toThrow('"null"');
	expect(() => check('undefined', { name: 'undefined' })).toThrow('"undefined"');
});

describe('what n8n says of an error may have these words', () => {
	const message = "Cannot read properties of undefined (reading 'id')";
	const stack = `TypeError: ${message}\n    at {{ $json.id }}`;
	const ofTrigger = { execution: { error: { message, stack } } };

	it.each([
		{ text: `Failed: ${message}`, json: { error: message } },
		{ text: message, json: { error: { message, stack } } },
		{ text: `Sync: ${message} (${stack})`, json: ofTrigger },
	])('as an item has it: $text', ({ text, json }) => {
		expect(() => check(text, json)).not.toThrow();
		expect(() => check(`${text} undefined`, json)).toThrow('contains "undefined"');
	});

	it.each(['undefined', 'null', '[object Object]'])(
		'but "%s" alone is also there no value',
		(word) => {
			expect(() => check(`Hi ${word}`, { error: word })).toThrow(`contains "${word}"`);
		},
	);

	it('and so may all texts of an error workflow, as a node before may have cut them', () => {
		expect(() => check(`Sync: ${message.slice(0, 40)}`, {}, 'error')).not.toThrow();
		expect(() => check(`Sync: ${message.slice(0, 40)}`)).toThrow('"undefined"');
	});
});

it('an item that contains itself does not hold n8n', () => {
	let looks = 0;
	const json = {
		name: 'Ana',
		// It stands for the item itself, and ends the test instead of filling the memory.
		get self() {
			looks += 1;
			if (looks > 10_000) throw new Error('It does not stop looking at the same object');
			return json;
		},
	};
	expect(() => check('null', json)).toThrow('contains "null"');
	expect(looks).toBeLessThan(10);
});

it('"null" is a word in a text that somebody has written by hand, such as the name of a column', () => {
	const written = { label: 'Output Columns', isFixed: true };
	expect(() => checkText({ ...written, text: 'null_count' })).not.toThrow();
	expect(() => checkText({ ...written, text: '{{ $json.column }}' })).toThrow('not evaluated');
});
