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

interface ReadRow {
	what: string;
	schema: Schema;
	/** As an expression or an agent may give it. */
	value: unknown;
	read: unknown;
}

it.each<ReadRow>([
	{ what: 'a whole number', schema: whole(), value: ' 7 ', read: 7 },
	{ what: 'a time in seconds', schema: seconds, value: '0.5', read: 0.5 },
	{ what: 'a toggle', schema: toggle, value: 'true', read: true },
	{ what: 'a toggle that is no text', schema: toggle, value: true, read: true },
	{ what: 'a choice', schema: choice({ a: 'A', b: 'B' }), value: 'b', read: 'b' },
	{
		what: 'the label of a choice',
		schema: choice({ perDay: 'Once a Day', always: 'Every Time' }),
		value: 'once a day',
		read: 'perDay',
	},
	{ what: 'a switch in capital letters', schema: toggle, value: 'TRUE', read: true },
	{ what: 'a text', schema: text, value: 2026, read: '2026' },
	{ what: 'a text', schema: text, value: 2 ** 53 - 1, read: '9007199254740991' },
	{ what: 'names', schema: names, value: ' a, b ,', read: ['a', 'b', ''] },
	{ what: 'names', schema: names, value: ['a ', 'b'], read: ['a', 'b'] },
])('reads $what from "$value"', ({ schema, value, read }) => {
	expect(parseParam(schema, value, 'Label')).toEqual(read);
});

const NO_VALUE =
	'Enter a whole number. It has no value: if it is an expression, check that it gives one.';

interface RefusedRow {
	what: string;
	schema: Schema;
	value: unknown;
	description: string;
}

it.each<RefusedRow>([
	{
		what: 'a whole number',
		schema: whole(),
		value: 1.5,
		description: 'Enter a whole number. Its value is: 1.5',
	},
	{ what: 'a whole number', schema: whole(), value: null, description: NO_VALUE },
	{ what: 'a whole number', schema: whole(), value: '', description: NO_VALUE },
	{
		what: 'a whole number',
		schema: whole(),
		value: 0,
		description: 'Enter 1 or more. Its value is: 0',
	},
	{
		what: 'a whole number up to 100,000',
		schema: whole({ max: 100_000 }),
		value: 100_001,
		description: 'Enter 100000 or less. Its value is: 100001',
	},
	{
		what: 'a time in seconds',
		schema: seconds,
		value: 0,
		description: 'Enter a number above 0. Its value is: 0',
	},
	{
		what: 'a toggle',
		schema: toggle,
		value: 'yes',
		description: 'Choose true or false. Its value is: yes',
	},
	{
		what: 'a text',
		schema: text,
		value: 2 ** 53,
		description:
			'The number has lost its last digits: give it as text. Its value is: 9007199254740992',
	},
	{
		what: 'a text',
		schema: text,
		value: -(2 ** 53),
		description:
			'The number has lost its last digits: give it as text. Its value is: -9007199254740992',
	},
	{ what: 'a text', schema: text, value: {}, description: 'Enter a text. Its value is: {}' },
	{
		what: 'a choice',
		schema: choice({ a: 'First', b: 'Second' }),
		value: 'c',
		description: 'Enter one of these values: a, b. Its value is: c',
	},
])(
	'refuses "$value" as $what, and says what is wrong with it',
	({ schema, value, description }) => {
		const error = expect.objectContaining({ message: 'Label is not valid', description }) as Error;
		expect(() => parseParam(schema, value, 'Label')).toThrow(error);
	},
);

it('names the place of an error in a table of fields, and shows only the value that is wrong', () => {
	const users = z.array(z.object({ age: z.number({ message: 'Enter an age' }) }));
	const table = {
		size: {
			property: { displayName: 'Size', name: 'size', type: 'number' as const, default: 5 },
			schema: whole(),
			emptyPart: 'error' as const,
		},
		users: {
			property: { displayName: 'Users', name: 'users', type: 'json' as const, default: '' },
			schema: users,
			emptyPart: 'error' as const,
		},
	};
	const credential = { users: [{ age: 'old', secret: 'x' }] };
	const error = expect.objectContaining({
		message: 'The credential > Users > 0 > age is not valid',
		description: 'Enter an age. Its value is: old',
	}) as Error;
	expect(() => readTable(table, credential)).toThrow(error);
});
