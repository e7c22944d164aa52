import { z } from 'zod';
import {
	choice,
	type Param,
	names,
	parseParam,
	readTable,
	seconds,
	text,
	toggle,
	whole,
} from '../../../../nodes/shared/params/param';

type Schema = Param<unknown>['schema'];
const LOST = 'The number has lost its last digits: give it as text. Its value is: 9007199254740992';
describe('values as expressions and agents give them', () => {
	it.each<[Schema, unknown, unknown]>([
		[whole(), ' 7 ', 7],
		[seconds, '0.5', 0.5],
		[toggle, 'true', true],
		[toggle, true, true],
		[choice(['a', 'b']), 'b', 'b'],
		[text, 2026, '2026'],
		[text, 2 ** 53 - 1, '9007199254740991'],
		[names, ' a, b ,', ['a', 'b', '']],
		[names, ['a ', 'b'], ['a', 'b']],
	])('%# are read from %j', (schema, value, read) => {
		expect(parseParam(schema, value, 'Label')).toEqual(read);
	});

	it.each<[Schema, unknown, string]>([
		[whole(), 1.5, 'Enter a whole number. Its value is: 1.5'],
		...[null, ''].map((nothing): [Schema, unknown, string] => [
			whole(),
			nothing,
			'Enter a whole number. It has no value: if it is an expression, check that it gives one.',
		]),
		[whole(), 0, 'Enter 1 or more. Its value is: 0'],
		[whole({ max: 100_000 }), 100_001, 'Enter 100000 or less. Its value is: 100001'],
		[seconds, 0, 'Enter a number above 0. Its value is: 0'],
		[toggle, 'yes', 'Choose true or false. Its value is: yes'],
		[text, 2 ** 53, LOST],
		[text, -(2 ** 53), LOST.replace('9', '-9')],
		[text, {}, 'Enter a text. Its value is: {}'],
		[choice(['a']), 'c', 'Choose a value from the list. Its value is: c'],
	])('%# says what is wrong with %j', (schema, value, description) => {
		const error = expect.objectContaining({ message: 'Label is not valid', description }) as Error;
		expect(() => parseParam(schema, value, 'Label')).toThrow(error);
	});
});

const users = z.array(z.object({ age: z.number({ message: 'Enter an age' }) }));
const field = (displayName: string, usual: unknown) => {
	return { displayName, name: displayName, type: 'string' as const, default: usual as '' };
};
const [size, list] = [field('Size', 5), field('Users', [])];
const table = {
	size: { property: size, schema: whole() },
	users: { property: list, schema: users },
};

it('a table names the place, and shows the part that is wrong alone', () => {
	const value = { users: [{ age: 'old', secret: 'x' }] };
	const message = 'The credential > Users > 0 > age is not valid';
	const error = { message, description: 'Enter an age. Its value is: old' };
	expect(() => readTable(table, value)).toThrow(expect.objectContaining(error) as Error);
});
