import { CsvError } from '../../../../nodes/Analytics/csv/csvError.ts';
import { CsvReader } from '../../../../nodes/Analytics/csv/csvReader.ts';
import { pieces } from '../../../support/cuts.ts';
import { readRows } from './csvTexts.ts';

/* Compared with csv-parse, of any text and damage, in test/fuzz; tables of any cells are in reader.test.ts. */

/** Every way to cut the text in two, character by character, and not at all. */
function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

it.each<[string, string, string[][], isTable?: boolean]>([
	['mixed line endings', 'a\r\nb\rc\n\rd', [['a'], ['b'], ['c'], [''], ['d']]],
	['empty lines', '\n\r\n\r\r\n', [[''], [''], [''], ['']]],
	['doubled quotes', '"a""b","""","""a"""\n', [['a"b', '"', '"a"']]],
	['a table of two columns, with empty lines at its end', 'a,b\n\n\r\n\r', [['a', 'b']], true],
	['a table of empty lines', '\n\n', [], true],
	['a table of one column', '\na\n\n\r\nb\n\n', [[''], ['a'], [''], [''], ['b']], true],
	['a quoted empty value at the end', 'a\n\n""\n', [['a'], [''], ['']], true],
])('reads %s, however it is cut', (_, text, rows, ...isTable) => {
	for (const sizes of everyCut(text)) expect(readRows(text, sizes, ...isTable)).toEqual(rows);
});

it.each<[string, string, string, row: number, isTable?: boolean]>([
	['a quote in a field', 'a\nb"c\n', 'has a quote inside a field that does not begin with one', 2],
	['text behind a quote', 'a\nb\n"c"d\n', 'has text behind the closing quote of a field', 3],
	['a quote that is never closed', 'a\n"b\n\n', 'has a quote that is never closed', 2],
	['too few fields', 'a,b\nc\n', 'has 1 field instead of 2', 2, true],
	['too many fields', 'a,b\nc,d\ne,f,g', 'has 3 fields instead of 2', 3, true],
	['an empty line between rows', 'a,b\n\n\nc,d\n', 'is an empty line between rows', 2, true],
	['a quoted empty line', 'a,b\n""', 'has 1 field instead of 2', 2, true],
])('refuses %s, and names the row, but nothing of it', (_, text, predicate, row, ...isTable) => {
	const error = new CsvError(row, predicate);
	for (const sizes of everyCut(text)) {
		expect(() => readRows(text, sizes, ...isTable)).toThrow(error);
	}
});

it('says where each row ends', () => {
	const text = 'a,b\r\n"c\n",d\r\r\n\ne';
	for (const sizes of everyCut(text)) {
		const ends: number[] = [];
		const reader = new CsvReader({ onRow: (_cells, end) => ends.push(end) });
		for (const piece of pieces(text, sizes)) reader.write(piece);
		reader.end();
		expect(ends).toEqual([5, 12, 14, 15, 16]);
	}
});
