import { asTyped } from '../../../../nodes/Notifications/message/paramValues';
import { sentParams, templateParam } from '../../../../nodes/Notifications/message/templateParams';

function paramsOf(...pairs: Array<readonly [string, unknown]>): object {
	const entered = pairs.map(([name, value]) => templateParam(name, value));
	return sentParams(entered, {
		template: undefined,
		isJson: true,
		item: { json: {}, mode: 'trigger' },
	}).params;
}

describe('the parameters of a message', () => {
	it.each([
		{
			what: 'have single values as text',
			values: { a: 'x', b: 7, c: 1.5, d: true, e: '', f: 10n, g: 0 },
			params: { a: 'x', b: '7', c: '1.5', d: 'true', e: '', f: '10', g: '0' },
		},
		{
			what: 'leave out null',
			values: { a: 'x', b: null },
			params: { a: 'x' },
		},
	])('$what', ({ values, params }) => {
		const pairs = Object.entries(values).map(
			([name, value]) => [name, asTyped(name, value, 'string')] as const,
		);
		expect(paramsOf(...pairs)).toEqual(params);
	});

	const circle: Record<string, unknown> = {};
	circle['self'] = circle;

	it.each([
		{
			what: 'an integer that is not exact',
			value: 2 ** 53,
			message: '"key" is a number that has lost its last digits',
		},
		{ what: 'NaN in a list', value: { a: [NaN] }, message: '"key" is not a text' },
		{ what: 'an object that contains itself', value: circle, message: 'contains itself' },
	])('refuse $what, and name the key', ({ value, message }) => {
		expect(() => paramsOf(['key', value])).toThrow(message);
	});

	it('refuse a value that is nested too deeply for JSON', () => {
		const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
		expect(() => paramsOf(['key', deep])).toThrow('"key" is nested too deeply');
	});

	it('refuse a name in braces', () => {
		expect(() => paramsOf(['{name}', 'x'])).toThrow('The name of a parameter contains braces');
	});

	it('refuse a name in which there is nothing to see', () => {
		expect(() => paramsOf(['\u200b', 'x'])).toThrow('A parameter has no name');
	});

	it('refuse a name that appears twice', () => {
		expect(() => paramsOf(['a', 'x'], ['a', 'x'])).toThrow('"a" appears twice');
	});

	it('refuse a name inside of them that an expression has left without its value', () => {
		const buttons = [{ parameters: [{ text_undefined: 'x' }] }];
		expect(() => paramsOf(['buttons', buttons])).toThrow('contains "undefined": text_undefined');
	});
});

describe('a value with the type that was chosen for it', () => {
	it.each([
		{ type: 'array', value: '["x"]', sent: ['x'] },
		{ type: 'object', value: '{ "id": 12345678901234567 }', sent: { id: '12345678901234567' } },
		{ type: 'number', value: '7', sent: 7 },
		{ type: 'number', value: 7.5, sent: 7.5 },
		// Whether a parameter may be empty is asked later.
		{ type: 'number', value: '', sent: '' },
		{ type: 'number', value: Infinity, sent: Infinity },
		// As spreadsheets write it.
		{ type: 'boolean', value: 'FALSE', sent: false },
		// No editor offers this type, which is a property of every object.
		{ type: 'constructor', value: 7, sent: '7' },
	])('is sent: $type, $value', ({ type, value, sent }) => {
		expect(asTyped('key', value, type)).toEqual(sent);
	});

	it.each([
		{ type: 'array', value: '{}', problem: 'is not a list in square brackets' },
		{ type: 'object', value: '[1]', problem: 'is not an object in braces' },
		{ type: 'number', value: '7 pieces', problem: 'is not a number' },
		{ type: 'number', value: true, problem: 'is not a number' },
		// n8n's own reader of types takes it for 0.
		{ type: 'string', value: [1], problem: 'is an object or a list' },
	])('is refused if it has another: $type, $value', ({ type, value, problem }) => {
		expect(() => asTyped('key', value, type)).toThrow(`The parameter "key" ${problem}`);
	});
});
