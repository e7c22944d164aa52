import { z } from 'zod';
import {
	choice,
	type Field,
	names,
	readCollection,
	readField,
	seconds,
	text,
	toggle,
	whole,
} from '../../../nodes/shared/field';

type Schema = Field<unknown>['schema'];
const field = (displayName: string, schema: Schema, defaultValue: unknown = '') => ({
	field: { displayName, name: displayName, type: 'string' as const, default: defaultValue as '' },
	schema,
});

describe('values as expressions and agents give them', () => {
	it.each<[Schema, unknown, unknown]>([
		[whole(), ' 7 ', 7],
		[seconds, '0.5', 0.5],
		[toggle, 'true', true],
		[toggle, true, true],
		[choice(['a', 'b']), 'b', 'b'],
		[text, 2026, '2026'],
		[names, ' a, b ,', ['a', 'b', '']],
		[names, ['a ', 'b'], ['a', 'b']],
	])('%# are read from %j', (schema, value, read) => {
		expect(readField(field('Label', schema), value)).toEqual(read);
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
		[choice(['a']), 'c', 'Choose a value from the list. Its value is: c'],
	])('%# says what is wrong with %j', (schema, value, description) => {
		expect(() => readField(field('Label', schema), value)).toThrow(
			expect.objectContaining({ message: 'Label is not valid', description }) as Error,
		);
	});
});

describe('a collection', () => {
	const users = z.array(z.object({ age: z.number({ message: 'Enter an age' }) }));
	const table = {
		size: field('Size', whole(), 5),
		zone: { ...field('Zone', z.string().nullable()), absent: null },
		users: field('Users', users, []),
	};
	const read = (value: unknown) => readCollection(table, value, 'Options');

	it('has the defaults of what was not added', () => {
		expect(read({})).toEqual({ size: 5, zone: null, users: [] });
		expect(read({ size: '7', zone: '', other: 1 })).toEqual({ size: 7, zone: '', users: [] });
	});

	it('names the place, and shows the part that is wrong alone', () => {
		expect(() => read({ users: [{ age: 'old', secret: 'x' }] })).toThrow(
			expect.objectContaining({
				message: 'Options > Users > 0 > age is not valid',
				description: 'Enter an age. Its value is: old',
			}) as Error,
		);
	});

	it.each([null, 'text', [[]]])('is not %j', (value) => {
		expect(() => read(value)).toThrow('Options is not valid');
	});
});
