import { contentWarnings } from '../../../../nodes/Notifications/message/contentWarnings';

it.each([
	{ value: '', problem: 'is empty' },
	{ value: ' ', problem: 'is empty' },
	{ value: '\u200b', problem: 'is empty' },
	{ value: '\u00a0\u3164', problem: 'is empty' },
	{ value: 'Rua A\u0085São Paulo', problem: 'has a line break' },
	{ value: 'Rua A\nSão Paulo', problem: 'has a line break' },
	{ value: 'Rua A\r\nSão Paulo', problem: 'has a line break' },
	{ value: 'Rua A\u2028São Paulo', problem: 'has a line break' },
	{ value: 'a\tb', problem: 'has a tab' },
	{ value: `a${' '.repeat(5)}b`, problem: 'has more than four spaces in a row' },
	{ value: '59.900000000000006', problem: 'has a number with a rounding error' },
	{ value: 'R$ 123456.78000000001!', problem: 'has a number with a rounding error' },
	{ value: 0.1 + 0.2, problem: 'has a number with a rounding error' },
	{ value: [{ parameters: [{ text: '' }] }], problem: 'is empty' },
	{ value: { deep: ['a', 'b\nc'] }, problem: 'has a line break' },
])('$value is a warning: it $problem', ({ value, problem }) => {
	expect(contentWarnings({ name: value })).toEqual([`The parameter "name" ${problem}`]);
});

it.each([
	'Ana',
	`a${' '.repeat(4)}b`,
	'\u{1F468}\u200d\u{1F469}',
	'59.90',
	'1.234.567,89',
	'-23.550519938',
	7,
	0,
	true,
	[],
	null,
])('%j is no warning', (value) => {
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
