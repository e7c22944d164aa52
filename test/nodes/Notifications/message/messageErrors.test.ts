import { DateTime } from 'luxon';
import { toLabels } from '../../../../nodes/Notifications/message/labels';
import { autoNonce } from '../../../../nodes/Notifications/message/nonce';
import { checkRequired, toParams } from '../../../../nodes/Notifications/message/params';
import { toE164 } from '../../../../nodes/Notifications/message/phone';
import { InputError } from '../../../../nodes/shared/errors';

const AS_TEXT = { leaveOutNulls: false, valuesAs: 'text' } as const;

/** What is wrong, and what the user can do about it. */
function words(run: () => unknown): [string, string | undefined] {
	try {
		run();
	} catch (error) {
		if (error instanceof InputError) return [error.message, error.description];
	}
	throw new Error('It was not refused');
}

const param = (key: string, value: unknown) => () => toParams([[key, value]], AS_TEXT);

it.each<[string, string, () => unknown]>([
	[
		'Label 2 has no key',
		'Enter its key.',
		() =>
			toLabels([
				{ key: 'a', value: '' },
				{ key: ' ', value: '' },
			]),
	],
	['A parameter has no name', 'Enter its name.', param('', 'x')],
	['A parameter has no name', 'Enter its name.', param('  ', 'x')],
	[
		'The parameter "a" has no value',
		'Give it one, or turn on Options > Leave Out Empty Values.',
		param('a', null),
	],
	[
		'The parameter "a" is an object or a list',
		'Map a single value, name the field in Fields to Exclude, or set Options > Send Values > As They Are.',
		param('a', {}),
	],
	[
		`The parameter "${'k'.repeat(40)}" is not a text, a number, a date or true/false`,
		'Map a single value, name the field in Fields to Exclude, or set Options > Send Values > As They Are.',
		param('k'.repeat(50), Infinity),
	],
	[
		'The template needs parameters that are missing: a, b',
		'Add them under Parameters. They are named in Options > Required Parameters.',
		() => checkRequired({ c: 'x' }, ['a', 'b', 'c']),
	],
	[
		'Phone is empty',
		'Map a field with a phone number. If it is an expression, check that it gives a value.',
		() => toE164('  ', ''),
	],
	[
		`Default Country is unknown: ${'X'.repeat(10)}`,
		'Choose a country from the list in Options.',
		() => toE164('1', 'X'.repeat(20)),
	],
	[
		'Phone is not a possible number: …12',
		'Check the number, and Options > Default Country.',
		() => toE164('12', 'BR'),
	],
	[
		'Phone is not a possible number: …12',
		'Begin it with + and the country code (+55…), or set Options > Default Country.',
		() => toE164('12', ''),
	],
])('%s', (message, description, run) => {
	expect(words(run)).toEqual([message, description]);
});

it('a phone may have space around it, before 00 too', () => {
	expect(toE164('  0055 11 98765 4321 ', '')).toBe('+5511987654321');
});

it('params that are all there are enough', () => {
	expect(() => checkRequired({ a: 'x' }, ['a'])).not.toThrow();
	expect(() => checkRequired({}, [])).not.toThrow();
});

it.each([
	[10n, '10'],
	[false, 'false'],
	[0, '0'],
])('the value %p becomes %p', (value, text) => {
	expect(toParams([['a', value]], AS_TEXT)).toEqual({ a: text });
});

it.each([DateTime.fromISO('nonsense'), Symbol('x'), () => 1, { isValid: true }])(
	'the value %p is refused',
	(value) => {
		expect(param('a', value)).toThrow('The parameter "a" is');
	},
);

it('a nonce depends on the params, whatever their order and number', () => {
	const names = ['b', 'a', 'B', 'aa', '10', '9', 'é'];
	const nonce = (keys: string[]) =>
		autoNonce({
			template: 't',
			phone: '+1',
			params: Object.fromEntries(keys.map((key) => [key, key])),
			labels: [],
			scope: 'content',
		});
	expect(nonce([...names].reverse())).toBe(nonce(names));
	expect(nonce([...names].sort())).toBe(nonce(names));
	// Fixed for ever, as it tells what was sent.
	expect(nonce(names)).toBe('ba2aa8d6fc9bfd297f42ed17a6c309a9c14f26a6bea6bfef850c3690dff0e3d4');
});
