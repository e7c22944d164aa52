import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, excelCell, type LineFormat } from '../../../../nodes/Analytics/csv/csvLine';

it.each([
	[['a', 'b'], 'a,b', 'a;b'],
	[['a,b', 'c;d'], '"a,b",c;d', 'a,b;"c;d"'],
	[['say "no"', ''], '"say ""no""",', '"say ""no""";'],
	[['two\nlines', 'cr\r'], '"two\nlines","cr\r"', '"two\nlines";"cr\r"'],
	[['=1+1', '+55'], '=1+1,+55', '=1+1;+55'],
	[[''], '""', '""'],
])('%j is written with commas and with semicolons', (cells, comma, semicolon) => {
	expect(csvLine(cells)).toBe(comma);
	expect(csvLine(cells, ';')).toBe(semicolon);
});

it('a line is read as the cells that it was made of', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') });
	fc.assert(
		fc.property(
			fc.array(cell, { minLength: 1 }),
			fc.constantFrom(',' as const, ';' as const),
			(cells, delimiter) => {
				const text = `${csvLine(cells, delimiter)}\r\n`;
				const options = { delimiter, record_delimiter: '\r\n' };
				expect(parse(text, options)).toEqual([cells]);
			},
		),
	);
});

describe('for Excel', () => {
	const format: LineFormat = {
		separator: ';',
		lineEnd: '\r\n',
		isForExcel: true,
		hasDecimalComma: true,
	};
	const asWritten = (cell: string) => excelCell(cell, { ...format, hasDecimalComma: false });

	it.each([
		...[
			'=1+1',
			'=',
			'@SUM(A1)',
			'@',
			'+x',
			'-x',
			'+',
			'-',
			'+1+1',
			'-1-1',
			'- 1',
			'+5511 9',
			'\t=1',
		],
		...['\r=1', '+1.2.3', '-.', '+5e', '=cmd|" /C calc"!A0'],
	])('%j, which it would run, is marked as text', (cell) => {
		expect(excelCell(cell, format)).toBe(`'${cell}`);
		expect(asWritten(cell)).toBe(`'${cell}`);
	});

	it.each([
		...['+5', '-1', '-1,5', '+5511987654321', '-5e3', 'x=1', 'a@b.example', ' =1', '', '12', '.'],
		...['12.', '1.2.3', '1,5', '2026-11-01', 'v1.5', '1.5 ', 'a.5', '1.234,5', '٣.٥', '1e5'],
	])('%j stays as it is', (cell) => {
		expect(excelCell(cell, format)).toBe(cell);
		expect(asWritten(cell)).toBe(cell);
	});

	it.each([
		['0.579', '0,579'],
		['1.234', '1,234'],
		['-12.50', '-12,50'],
		['+.5', '+,5'],
		['1.5e-7', '1,5e-7'],
	])('%j has the comma of the country: %j', (cell, written) => {
		expect(excelCell(cell, format)).toBe(written);
		expect(asWritten(cell)).toBe(cell);
	});
});
