import { z } from 'zod';
import {
	choice,
	listValue,
	names,
	parseField,
	seconds,
	text,
	toggle,
	whole,
} from '../../../../nodes/shared/fields/field';

it.each([
	{ what: 'a whole number', schema: whole(), value: ' 7 ', read: 7 },
	{ what: 'a toggle in capital letters', schema: toggle, value: 'TRUE', read: true },
	{ what: 'a text', schema: text, value: 2 ** 53 - 1, read: '9007199254740991' },
	{ what: 'what was chosen from a list', schema: listValue, value: { value: ' a ' }, read: 'a' },
	{ what: 'names', schema: names, value: ' a, b ,', read: ['a', 'b', ''] },
	{ what: 'names', schema: names, value: ['a ', 'b'], read: ['a', 'b'] },
	{ what: 'names', schema: names, value: ' ["a, b", "c"]', read: ['a, b', 'c'] },
])('reads $what from "$value"', ({ schema, value, read }) => {
	expect(parseField<unknown>(schema, value, 'Label')).toEqual(read);
});

const NO_VALUE = 'If it is an expression, check that it gives a value.';

it.each([
	{ schema: whole(), value: '', description: `Enter a whole number. ${NO_VALUE}` },
	{ schema: whole(), value: 0, description: 'Enter 1 or more. Its value is: 0' },
	{
		schema: whole({ max: 100_000 }),
		value: 100_001,
		description: 'Enter 100000 or less. Its value is: 100001',
	},
	{ schema: seconds, value: 0, description: 'Enter a number above 0. Its value is: 0' },
	{ schema: toggle, value: 'yes', description: 'Choose true or false. Its value is: yes' },
	{
		schema: text,
		value: -(2 ** 53),
		description:
			'The number has lost its last digits: give it as text. Its value is: -9007199254740992',
	},
	{ schema: text, value: {}, description: 'Enter a text. Its value is: {}' },
	{
		schema: choice(['a', 'b']),
		value: 'c',
		description: 'Enter one of these values: a, b. Its value is: c',
	},
])('refuses $value with "$description"', ({ schema, value, description }) => {
	const message = description.includes('Its value is') ? 'Label is not valid' : 'Label is empty';
	const error = expect.objectContaining({ message, description }) as Error;
	expect(() => parseField<unknown>(schema, value, 'Label')).toThrow(error);
});

it('names the place of an error within a value, and shows only the part that is wrong', () => {
	const users = z.array(z.object({ age: z.number({ message: 'Enter an age' }) }));
	const error = expect.objectContaining({
		message: 'Users > 0 > age is not valid',
		description: 'Enter an age. Its value is: old',
	}) as Error;
	expect(() => parseField(users, [{ age: 'old', secret: 'x' }], 'Users')).toThrow(error);
});
