import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, excelCell, type LineFormat } from '../../../../nodes/Analytics/csv/csvLine';
import { seeded } from '../../../support/cuts';

it.each([
	[['a', 'b'], 'a,b', 'a;b'],
	[['a,b', 'c;d'], '"a,b",c;d', 'a,b;"c;d"'],
	[['say "no"', ''], '"say ""no""",', '"say ""no""";'],
	[['two\nlines', 'cr\r'], '"two\nlines","cr\r"', '"two\nlines";"cr\r"'],
	[['=1+1', '+55'], '=1+1,+55', '=1+1;+55'],
	[[''], '""', '""'],
])('%j is written with commas and with semicolons', (cells, comma, semicolon) => {
	expect([csvLine(cells), csvLine(cells, ';')]).toEqual([comma, semicolon]);
});

it('a line is read as the cells that it was made of', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') });
	const separators = fc.constantFrom<Array<',' | ';'>>(',', ';');
	fc.assert(
		fc.property(fc.array(cell, { minLength: 1 }), separators, (cells, delimiter) => {
			const options = { delimiter, record_delimiter: '\r\n' };
			expect(parse(`${csvLine(cells, delimiter)}\r\n`, options)).toEqual([cells]);
		}),
		seeded(100),
	);
});

describe('for Excel', () => {
	const semicolons: LineFormat = {
		separator: ';',
		lineEnd: '\r\n',
		isForExcel: true,
		hasDecimalComma: true,
	};
	const inBoth = (cell: string) => ({
		comma: excelCell(cell, { ...semicolons, hasDecimalComma: false }),
		semicolon: excelCell(cell, semicolons),
	});

	it.each([
		...['=1+1', '=', '@SUM(A1)', '@', '+x', '-x', '+', '-', '+1+1', '-1-1', '- 1', '+5511 9'],
		...['\t=1', '\r=1', '+1.2.3', '-.', '+5e', '=cmd|" /C calc"!A0'],
	])('%j, which it would run, is marked as text', (cell) => {
		expect(inBoth(cell)).toEqual({ comma: `'${cell}`, semicolon: `'${cell}` });
	});

	it.each([
		...['+5', '-1', '-1,5', '+5511987654321', '-5e+30', 'x=1', 'a@b.example', ' =1', '', '12', '.'],
		...['12.', '1.2.3', '1,5', '2026-11-01', 'v1.5', '1.5 ', 'a.5', '1.234,5', '٣.٥', '1e5'],
	])('%j stays as it is', (cell) => {
		expect(inBoth(cell)).toEqual({ comma: cell, semicolon: cell });
	});

	it.each([
		['0.579', '0,579'],
		['1.234', '1,234'],
		['-12.50', '-12,50'],
		['+.5', '+,5'],
		['1.5e-7', '1,5e-7'],
		['1.5e12', '1,5e12'],
	])('%j has the comma of the country: %j', (comma, semicolon) => {
		expect(inBoth(comma)).toEqual({ comma, semicolon });
	});
});
