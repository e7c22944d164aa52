import fc from 'fast-check';
import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';
import { pieceSizes, seeded } from '../../../support/cuts.ts';
import { anyRows, lineEndings, readRows, toCsv } from './csvTexts.ts';

/* Compared with csv-parse, of any text and damage, in test/fuzz. */

it('reads what papaparse and uDSV read', () => {
	fc.assert(
		fc.property(anyRows, lineEndings, pieceSizes, (rows, newline, sizes) => {
			fc.pre(rows.length > 0);
			const text = toCsv(rows, newline);
			const read = readRows(text, sizes);
			const options = { newline, delimiter: ',' };
			expect(read).toEqual(Papa.parse(text.slice(0, -newline.length), options).data);

			// uDSV takes a quoted empty value that is alone in its row for no row.
			if (rows[0]!.length === 1) return;
			const header = toCsv([rows[0]!.map((_, i) => `column ${i}`)], newline);
			const schema = inferSchema(header + text, { col: ',', row: newline, encl: '"' });
			expect(read).toEqual(initParser(schema).stringArrs(header + text));
		}),
		seeded(500),
	);
});
