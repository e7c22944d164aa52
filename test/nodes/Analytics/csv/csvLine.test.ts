import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from '../../../../nodes/Analytics/csv/csvLine';
import { seeded } from '../../../support/cuts';

it.each([
	[['a', 'b'], 'a,b'],
	[['a,b', 'c;d'], '"a,b",c;d'],
	[['say "no"', ''], '"say ""no""",'],
	[['two\nlines', 'cr\r'], '"two\nlines","cr\r"'],
	[['=1+1', '+55'], '=1+1,+55'],
	[[''], '""'],
])('%j is the line %j', (cells, line) => {
	expect(csvLine(cells)).toBe(line);
});

it('a line is read as the cells that it was made of', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') });
	fc.assert(
		fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
			expect(parse(`${csvLine(cells)}\r\n`, { record_delimiter: '\r\n' })).toEqual([cells]);
		}),
		seeded(100),
	);
});
