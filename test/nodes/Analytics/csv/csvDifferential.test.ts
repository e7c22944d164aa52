import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';
import { pieceSizes, seeded } from '../../../support/cuts.ts';
import { anyRows, anyText, lineEndings, outcome, readRows, toCsv } from './csvTexts.ts';

const whole = [1 << 20];

/** csv-parse without its liberties; undefined where it refuses the text. */
function csvParse(text: string): string[][] | undefined {
	try {
		return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });
	} catch {
		return undefined;
	}
}

describe('CsvReader', () => {
	it('reads back what was written, however it is cut', () => {
		fc.assert(
			fc.property(anyRows, lineEndings, fc.boolean(), pieceSizes, (rows, end, ends, sizes) => {
				const text = toCsv(rows, end, ends);
				expect(readRows(text, sizes)).toEqual(rows);
				expect(readRows(text, sizes, rows[0]?.length ?? 1)).toEqual(rows);
			}),
			seeded(500),
		);
	});

	it('reads what papaparse and uDSV read', () => {
		fc.assert(
			fc.property(anyRows, lineEndings, pieceSizes, (rows, newline, sizes) => {
				fc.pre(rows.length > 0);
				const text = toCsv(rows, newline);
				const read = readRows(text, sizes);
				const papa = Papa.parse<string[]>(text.slice(0, -newline.length), {
					newline,
					delimiter: ',',
				});
				expect(read).toEqual(papa.data);

				// uDSV takes a quoted empty value that is alone in its row for no row.
				if (rows[0]!.length === 1) return;
				const header = toCsv([rows[0]!.map((_, i) => `column ${i}`)], newline);
				const schema = inferSchema(header + text, { col: ',', row: newline, encl: '"' });
				expect(read).toEqual(initParser(schema).stringArrs(header + text));
			}),
			seeded(500),
		);
	});

	it('reads any text as csv-parse does, or refuses it as csv-parse does', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const read = outcome(() => readRows(text, whole));
				expect(Array.isArray(read) ? read : undefined).toEqual(csvParse(text));
			}),
			seeded(1_000),
		);
	});

	it('says the same of any text however it is cut, with and without a width', () => {
		fc.assert(
			fc.property(anyText, pieceSizes, fc.integer({ min: 1, max: 3 }), (text, sizes, width) => {
				expect(outcome(() => readRows(text, sizes))).toEqual(outcome(() => readRows(text, whole)));

				expect(outcome(() => readRows(text, sizes, width))).toEqual(
					outcome(() => readRows(text, whole, width)),
				);
			}),
			seeded(1_000),
		);
	});
});
