import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from '../../../../nodes/Analytics/csv/csvLine';

it.each([
	[['a', 'b'], 'a,b', 'a;b'],
	[['a,b', 'c;d'], '"a,b",c;d', 'a,b;"c;d"'],
	[['say "no"', ''], '"say ""no""",', '"say ""no""";'],
	[['two\nlines', 'cr\r'], '"two\nlines","cr\r"', '"two\nlines";"cr\r"'],
	[['=1+1', '+55'], '=1+1,+55', '=1+1;+55'],
	[[''], '""', '""'],
])('%j', (cells, comma, semicolon) => {
	expect(csvLine(cells)).toBe(comma);
	expect(csvLine(cells, ';')).toBe(semicolon);
});

it('is read as the cells that it was made of', () => {
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
