import { DateTime } from 'luxon';
import {
	asText,
	asTyped,
	checkRequired,
	toParams,
} from '../../../../nodes/Notifications/message/paramValues';

/** Of an item that has none of the texts. */
function paramsOf(...pairs: Array<readonly [string, unknown]>): object {
	return toParams(pairs, () => false);
}

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
		expect(paramsOf(...Object.entries(values).map(asText))).toEqual(params);
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
		{
			what: 'an integer that is not exact',
			value: 2 ** 53,
			message: '"key" is a number that has lost its last digits',
		},
		{ what: 'a function', value: () => 1, message: '"key" is not a text' },
		{ what: 'a Map in an object', value: { a: new Map() }, message: '"key" is an object' },
		{ what: 'NaN in a list', value: { a: [NaN] }, message: '"key" is not a text' },
		{ what: 'an object that contains itself', value: circle, message: 'contains itself' },
	])('refuse $what, and name the key', ({ value, message }) => {
		expect(() => paramsOf(['key', value])).toThrow(message);
		expect(() => paramsOf(asText(['key', value]))).toThrow(message);
	});

	it('refuse a value that is nested too deeply', () => {
		const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
		expect(paramsOf(['key', nested(500)])).toEqual({ key: nested(500) });
		expect(() => paramsOf(['key', nested(501)])).toThrow('"key" is nested too deeply');
	});

	it.each([' ', '\u200b'])('refuse a name in which there is nothing to see: "%s"', (name) => {
		expect(() => paramsOf([name, 'x'])).toThrow('A parameter has no name');
	});

	it('refuse a name that appears twice', () => {
		expect(() => paramsOf(['a', 'x'], ['a', 'x'])).toThrow('"a" appears twice');
	});

	describe('with a name inside of them that an expression has left without its value', () => {
		const buttons = [{ parameters: [{ text_undefined: 'x' }] }];

		it('are refused', () => {
			expect(() => paramsOf(['buttons', buttons])).toThrow(
				'A name in the parameter "buttons" contains "undefined": text_undefined',
			);
		});

		it('are accepted if it is data of the item', () => {
			const isData = () => true;
			expect(toParams([['buttons', buttons]], isData)).toEqual({ buttons });
		});
	});
});

describe('a value with the type that was chosen for it', () => {
	it.each([
		{ type: 'array', value: '["x"]', sent: ['x'] },
		{ type: 'object', value: '{ "id": 12345678901234567 }', sent: { id: '12345678901234567' } },
		{ type: 'number', value: '7', sent: 7 },
		{ type: 'number', value: 7.5, sent: 7.5 },
		{ type: 'boolean', value: 'true', sent: true },
		{ type: 'boolean', value: false, sent: false },
		// No editor offers this type, which is a property of every object.
		{ type: 'constructor', value: 7, sent: '7' },
	])('is sent: $type, $value', ({ type, value, sent }) => {
		expect(asTyped(['key', value], type)).toEqual(['key', sent]);
	});

	it.each([
		{ type: 'array', value: '{}', problem: 'is not a list in square brackets' },
		{ type: 'object', value: '[1]', problem: 'is not an object in braces' },
		{ type: 'object', value: 'x', problem: 'is not an object in braces' },
		{ type: 'number', value: '7 pieces', problem: 'is not a number' },
		{ type: 'number', value: true, problem: 'is not a number' },
		{ type: 'boolean', value: '1', problem: 'is not true or false' },
		{ type: 'string', value: [1], problem: 'is an object or a list' },
	])('is refused if it has another: $type, $value', ({ type, value, problem }) => {
		expect(() => asTyped(['key', value], type)).toThrow(`The parameter "key" ${problem}`);
	});
});

describe('the parameters that a template needs', () => {
	/** "constructor" is also a property of every object, which must not count. */
	const REQUIRED = ['name', 'constructor'];
	const ABOUT_TEMPLATE =
		'The template needs those in the braces of its text, which the credential lists under Templates.';

	it.each<{ values: object; problem: string; advice: string }>([
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
		expect(() => checkRequired(Object.entries(values), REQUIRED, [])).toThrow(error);
	});

	it('may be zero, and there may be others without a value', () => {
		const values = { name: undefined, constructor: null, a: 0 };
		expect(() => checkRequired(Object.entries(values), ['a'], [])).not.toThrow();
	});
});
