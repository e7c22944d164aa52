import { contentWarnings } from '../../../../nodes/Notifications/message/contentWarnings';

it.each([
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
		what: 'a date of ISO 8601',
		value: 'Hoje, 2026-11-25T10:00:00.000-03:00',
		problem: 'has a date in a form that only software reads',
	},
	{
		what: 'a date of a database',
		value: '2026-11-25 10:00:00',
		problem: 'has a date in a form that only software reads',
	},
	{
		what: 'a date of JavaScript',
		value: 'em Wed Nov 25 2026 00:00:00 GMT+0000 (Coordinated Universal Time)',
		problem: 'has a date in a form that only software reads',
	},
	{
		what: 'an HTML entity',
		value: 'Jo&atilde;o',
		problem: 'has the HTML of a web page, such as &amp; or <br>',
	},
	{
		what: 'an HTML tag',
		value: 'Ana<br/>',
		problem: 'has the HTML of a web page, such as &amp; or <br>',
	},
	{
		what: 'a replacement character',
		value: 'Jo\uFFFDo',
		problem: 'has a character that was lost (\uFFFD), since it was read in another encoding',
	},
	{
		what: 'a zero character',
		value: 'A\u0000na',
		problem: 'has a control character, which nobody can see',
	},
	{
		what: 'a very long text',
		value: 'x'.repeat(1025),
		problem: 'has more than 1,024 characters',
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
	'59.900000000000006',
	'x'.repeat(1024),
	'2026-11-25',
	'25/11/2026 10:00',
	'AT&T, 5 < 6',
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

it.each([
	{
		what: 'are a text',
		buttons: '[{ "sub_type": "url" }]',
		warning: 'is a text instead of a list: choose Array as its type under Define Below',
	},
	{
		what: 'have a whole address',
		buttons: [{ sub_type: 'url', index: 0, parameters: [{ text: 'https://shop.example/t/1' }] }],
		warning:
			'has a whole address, but a link button needs only its end: the template has the beginning',
	},
])('warns of buttons that $what', ({ buttons, warning }) => {
	expect(contentWarnings({ buttons })).toEqual([`The parameter "buttons" ${warning}`]);
});

it('does not warn of a whole address in a text', () => {
	expect(contentWarnings({ link: 'https://shop.example/t/1' })).toEqual([]);
});
