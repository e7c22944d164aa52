import { DateTime } from 'luxon';
import {
	asText,
	asTyped,
	checkRequired,
	toParams,
} from '../../../../nodes/Notifications/message/paramValues';

describe('the parameters of a message', () => {
	it.each([
		{
			what: 'have single values as text',
			values: { a: 'x', b: 7, c: 1.5, d: true, e: '', f: 10n, g: 0 },
			params: { a: 'x', b: '7', c: '1.5', d: 'true', e: '', f: '10', g: '0' },
		},
		{
			what: 'leave out what has no value',
			values: { a: 'x', b: null, c: undefined },
			params: { a: 'x' },
		},
		{
			what: 'have lists and objects as they are',
			values: { a: [1, { b: false }] },
			params: { a: [1, { b: false }] },
		},
		{
			what: 'have dates as text, in UTC',
			values: {
				date: new Date('2026-11-21T12:00:00Z'),
				luxon: DateTime.utc(2026, 11, 21, 12),
			},
			params: { date: '2026-11-21T12:00:00.000Z', luxon: '2026-11-21T12:00:00.000Z' },
		},
	])('$what', ({ values, params }) => {
		expect(toParams(Object.entries(values).map(asText))).toEqual(params);
	});

	const circle: Record<string, unknown> = {};
	circle['self'] = circle;

	it.each([
		{ what: 'an invalid Date', value: new Date('x'), message: '"key" is an object' },
		{
			what: 'an invalid DateTime',
			value: DateTime.fromISO('nonsense'),
			message: '"key" is an object',
		},
		{ what: 'NaN', value: Number.NaN, message: '"key" is not a text' },
		{ what: 'a symbol', value: Symbol('x'), message: '"key" is not a text' },
		{
			what: 'an integer that is not exact',
			value: 2 ** 53,
			message: '"key" is a number that has lost its last digits',
		},
		{
			what: 'such an integer in a list in an object',
			value: { a: [2 ** 60] },
			message: '"key" is a number that has lost its last digits',
		},
		{ what: 'a function', value: () => 1, message: '"key" is not a text' },
		{ what: 'a Map', value: new Map(), message: '"key" is an object' },
		{ what: 'a Set in an object', value: { a: new Set([1]) }, message: '"key" is an object' },
		{ what: 'NaN in a list', value: { a: [NaN] }, message: '"key" is not a text' },
		{ what: 'an object that contains itself', value: circle, message: 'contains itself' },
	])('refuse $what, and name the key', ({ value, message }) => {
		expect(() => toParams([['key', value]])).toThrow(message);
		expect(() => toParams([asText(['key', value])])).toThrow(message);
	});

	it('refuse a value that is nested too deeply', () => {
		const depth = 501;
		const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
		expect(() => toParams([['key', nested]])).toThrow('"key" is nested too deeply');
	});

	it('accept a value that is nested as deeply as is allowed', () => {
		const depth = 500;
		const nested: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
		expect(toParams([['key', nested]])).toEqual({ key: nested });
	});

	it('take a type that no editor offers for text', () => {
		expect(asTyped(['key', 7], 'constructor')).toEqual(['key', '7']);
	});

	it.each([' ', '\u200b'])('refuse a name in which there is nothing to see: "%s"', (name) => {
		expect(() => toParams([[name, 'x']])).toThrow('A parameter has no name');
	});

	it('refuse a name that appears twice', () => {
		const pairs = [
			['a', 'x'],
			['a', 'x'],
		] as const;
		expect(() => toParams(pairs)).toThrow('"a" appears twice');
	});

	describe('with a name inside of them that an expression has left without its value', () => {
		const buttons = [{ parameters: [{ text_undefined: 'x' }] }];

		it('are refused', () => {
			expect(() => toParams([['buttons', buttons]])).toThrow(
				'A name in the parameter "buttons" contains "undefined": text_undefined',
			);
		});

		it('are accepted if it is data of the item', () => {
			const isData = () => true;
			expect(toParams([['buttons', buttons]], isData)).toEqual({ buttons });
		});
	});
});

describe('the parameters that a template needs', () => {
	/** "constructor" is also a property of every object, which must not count. */
	const REQUIRED = ['name', 'constructor'];
	const ABOUT_TEMPLATE =
		'The template needs those in the braces of its text, which the credential lists under Templates.';

	interface Row {
		values: Record<string, unknown>;
		problem: string;
		advice: string;
	}

	it.each<Row>([
		{
			values: { name: undefined, constructor: null },
			problem: 'empty: "name", "constructor"',
			advice:
				'If the value is an expression, check that it gives a value. The node has: "name", "constructor".',
		},
		{
			values: { name: '' },
			problem: 'missing: "constructor"; empty: "name"',
			advice: 'Add them under Parameters, or correct a name. The node has: "name".',
		},
		{
			values: {},
			problem: 'missing: "name", "constructor"',
			advice: 'Add them under Parameters, or correct a name. The node has: none.',
		},
	])('are an error if they are $problem', ({ values, problem, advice }) => {
		const error = expect.objectContaining({
			message: `The template needs parameters that are ${problem}`,
			description: `${advice} ${ABOUT_TEMPLATE}`,
		}) as Error;
		expect(() => checkRequired(Object.entries(values), REQUIRED)).toThrow(error);
	});

	it('may be zero, and there may be others without a value', () => {
		const values = { name: undefined, constructor: null, a: 0 };
		expect(() => checkRequired(Object.entries(values), ['a'])).not.toThrow();
	});
});
