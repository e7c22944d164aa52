import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import * as csv from '../nodes/Analytics/csv/csvTexts';
import { pieceSizes } from '../support/cuts';
import { damagedFiles } from './damage';

const tables = fc
	.tuple(csv.anyRows, csv.lineEndings, fc.boolean())
	.map(([rows, end, endsWithLine]) => csv.toCsv(rows, end, endsWithLine));
const damagedTables = damagedFiles(
	tables.map((text) => Buffer.from(text)),
	2,
).map((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));

/** csv-parse without its liberties. */
function reference(text: string): string[][] | 'refused' {
	try {
		return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });
	} catch {
		return 'refused';
	}
}

/** The CSV reader: the same as csv-parse, and the same at whatever places the text is cut. */
export const csvTarget = fc.property(
	fc.oneof(tables, damagedTables, csv.anyText),
	pieceSizes,
	fc.integer({ min: 1, max: 5 }),
	(text, sizes, width) => {
		const read = (...given: [sizes: number[], width?: number]) =>
			csv.outcome(() => csv.readRows(text, ...given));
		const uncut = [1 << 20];
		const whole = read(uncut);
		assert.deepEqual(read(sizes), whole);
		assert.deepEqual(read(sizes, width), read(uncut, width));
		// csv-parse lets a NUL stand behind a closing quote; here, as any other text, it may not.
		if (text.includes('"\0')) return;
		assert.deepEqual(Array.isArray(whole) ? whole : 'refused', reference(text));
	},
);
