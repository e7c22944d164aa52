import { contentWarnings } from '../../../../nodes/Notifications/message/contentWarnings';

it.each<{ what: string; value: unknown; problem: string }>([
	{ what: 'an empty text', value: '', problem: 'is empty' },
	{ what: 'a space', value: ' ', problem: 'is empty' },
	{ what: 'a zero-width space', value: '\u200b', problem: 'is empty' },
	{ what: 'two other characters that nobody sees', value: '\u00a0\u3164', problem: 'is empty' },
	{ what: 'a next line', value: 'Rua A\u0085São Paulo', problem: 'has a line break' },
	{ what: 'a line feed', value: 'Rua A\nSão Paulo', problem: 'has a line break' },
	{
		what: 'a carriage return and a line feed',
		value: 'Rua A\r\nSão Paulo',
		problem: 'has a line break',
	},
	{ what: 'a line separator', value: 'Rua A\u2028São Paulo', problem: 'has a line break' },
	{ what: 'a tab', value: 'a\tb', problem: 'has a tab' },
	{
		what: 'five spaces in a row',
		value: 'a     b',
		problem: 'has more than four spaces in a row',
	},
	{
		what: 'a sum of decimals as text',
		value: '59.900000000000006',
		problem: 'has a number with a rounding error',
	},
	{
		what: 'such a sum within a text',
		value: 'R$ 123456.78000000001!',
		problem: 'has a number with a rounding error',
	},
	{
		what: 'a sum of decimals as a number',
		value: 0.1 + 0.2,
		problem: 'has a number with a rounding error',
	},
	{
		what: 'an empty text in the parameters of a button',
		value: [{ parameters: [{ text: '' }] }],
		problem: 'is empty',
	},
	{
		what: 'a line feed in a list in an object',
		value: { deep: ['a', 'b\nc'] },
		problem: 'has a line break',
	},
])('warns of $what: the parameter $problem', ({ value, problem }) => {
	expect(contentWarnings({ name: value })).toEqual([`The parameter "name" ${problem}`]);
});

it.each([
	'Ana',
	'a    b',
	'\u{1F468}\u200d\u{1F469}',
	'59.90',
	'1.234.567,89',
	'-23.550519938',
	7,
	0,
	true,
	[],
	null,
])('does not warn of %j', (value) => {
	expect(contentWarnings({ name: value })).toEqual([]);
});

it('names each problem of each parameter once', () => {
	expect(contentWarnings({ a: ['\n', '\n'], b: 'x', c: 'y\tz\n' })).toEqual([
		'The parameter "a" is empty',
		'The parameter "a" has a line break',
		'The parameter "c" has a line break',
		'The parameter "c" has a tab',
	]);
});
