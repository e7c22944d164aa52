import { contentWarnings } from '../../../../nodes/Notifications/message/contentWarnings';

it.each([
	{ problem: 'is empty', values: ['', '\u200b', [{ parameters: [{ text: '' }] }]] },
	{
		problem: 'has a line break',
		values: [
			...['Rua A\nSão Paulo', 'Rua A\r\nSão Paulo', 'Rua A\u0085São Paulo', 'A\u2028São Paulo'],
			{ deep: ['a', 'b\nc'] },
		],
	},
	{ problem: 'has a tab', values: ['a\tb'] },
	{ problem: 'has more than four spaces in a row', values: ['a     b'] },
	{
		problem: 'has a date in a form that only software reads',
		values: [
			...['Hoje, 2026-11-25T10:00:00.000-03:00', '2026-11-25 10:00:00'],
			'em Wed Nov 25 2026 00:00:00 GMT+0000 (Coordinated Universal Time)',
		],
	},
	{
		problem: 'has the HTML of a web page, such as &amp; or <br>',
		values: ['Jo&atilde;o', 'Ana<br/>'],
	},
	{
		problem: 'has a character that was lost (\uFFFD), since it was read in another encoding',
		values: ['Jo\uFFFDo'],
	},
	{ problem: 'has a control character, which nobody can see', values: ['A\u0000na'] },
	{ problem: 'has more than 1,024 characters', values: ['x'.repeat(1025)] },
])('warns that a parameter $problem', ({ problem, values }) => {
	for (const value of values) {
		expect(contentWarnings({ name: value })).toEqual([`The parameter "name" ${problem}`]);
	}
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
