import { contentWarnings } from '../../../../nodes/Notifications/message/contentWarnings';

it.each([
	{ problem: 'is empty', values: ['', '\u200b'] },
	{ problem: 'has an empty text in it', values: [[{ parameters: [{ text: '' }] }]] },
	{ problem: 'has a line break', values: ['Rua A\nSão Paulo', { deep: ['a', 'b\nc'] }] },
	{ problem: 'has a tab', values: ['a\tb'] },
	{ problem: 'has more than four spaces in a row', values: ['a     b'] },
	{ problem: 'has more than 1,024 characters', values: ['x'.repeat(1025)] },
	{
		problem: 'has a date in a form that only software reads',
		values: [
			...['Hoje, 2026-11-25T10:00:00.000-03:00', '2026-11-25 10:00:00'],
			'em Wed Nov 25 2026 00:00:00 GMT+0000 (Coordinated Universal Time)',
		],
	},
	{
		problem: 'has what spreadsheets and databases write in place of a value',
		values: [
			...['Olá #N/A', '#REF!', 'R$ #DIV/0!', 'NULL', '\\N', '#¡VALOR!', '#NV', 'Loading...'],
			'#ERRO!',
		],
	},
	{
		problem: 'has a date of a wrong format',
		values: [
			'Nov 20, 2026/11/YYYY',
			'20/11/YYYY',
			'dddd, 20/11',
			'20/00/2026',
			'em 20.00.2026',
			'00/20/2026',
			'Dec 20, 2026/12',
		],
	},
	{
		problem: 'has a number that is not rounded',
		values: ['36.666666666666664', 'R$ 3.3000000000000003', 0.1 + 0.2, 'Taxa 1.5e-7', '-2.7E+11'],
	},
	{ problem: 'has a part of a character', values: ['Ana \uFFFD'] },
])('warns that a parameter $problem', ({ problem, values }) => {
	for (const value of values) {
		const warnings = contentWarnings({ name: value });
		expect(warnings).toEqual([expect.stringContaining(`The parameter "name" ${problem}`)]);
	}
});

it.each([
	...['Ana', 'a    b', '59.90', 'x'.repeat(1024), '2026-11-25', '25/11/2026 10:00', 0, [], null],
	...['#NAtal', '#SALE!', 'N/A', 'none', 'Pedido #1042!', '2.123.456.789,10'],
	...['00/00', '20/10/2026', '10-00', 12.5, { latitude: -23.550519943237305 }, { none: null }],
	...['https://maps.example/?q=-23.550519943237305', 'GA1.2.1234567890.1600000000', '4E12'],
	...['Reply with your date of birth (DD/MM/YYYY)', '11.00.1234'],
])('does not warn of %j', (value) => {
	expect(contentWarnings({ name: value })).toEqual([]);
});

it('warns of the placeholder that a field has, in whichever text it stands', () => {
	const params = { name: 'Olá None!', other: 'None of them', third: 'NoneA, aNone' };
	expect(contentWarnings(params, ['None'])).toEqual([
		'The parameter "name" has what spreadsheets and databases write in place of a value',
		'The parameter "other" has what spreadsheets and databases write in place of a value',
	]);
	expect(contentWarnings({ name: '#N/A' }, ['#N/A'])).toHaveLength(1);
});

it('names each problem of each parameter once', () => {
	expect(contentWarnings({ a: ['x\n', 'y\n'], b: 'x', c: 'y\tz\n' })).toHaveLength(3);
});
