import fc from 'fast-check';
import { CsvError } from '../../../../nodes/Analytics/csv/csvError.ts';
import { CsvReader } from '../../../../nodes/Analytics/csv/csvReader.ts';
import { pieces, pieceSizes, seeded } from '../../../support/cuts.ts';
import { anyRows, lineEndings, readRows, toCsv } from './csvTexts.ts';

/* Compared with csv-parse, of any text and damage, in test/fuzz. */

/** Every way to cut the text in two, character by character, and not at all. */
function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

/** Rows are written here as `a|b / c|d`. */
const rowsOf = (short: string) => short.split(' / ').map((row) => row.split('|'));

it.each<[string, string, string[][], isTable?: boolean]>([
	['nothing', '', []],
	['a row without a line ending', 'a,b', rowsOf('a|b')],
	['LF', 'a,b\nc,d\n', rowsOf('a|b / c|d')],
	['CRLF', 'a,b\r\nc,d\r\n', rowsOf('a|b / c|d')],
	['CR', 'a,b\rc,d\r', rowsOf('a|b / c|d')],
	['mixed line endings', 'a\r\nb\rc\n\rd', rowsOf('a / b / c /  / d')],
	['empty lines', '\n\r\n\r\r\n', [[''], [''], [''], ['']]],
	['empty fields', ',\n,,\n', rowsOf('| / ||')],
	['a comma at the end', 'a,', rowsOf('a|')],
	['quotes', '"a","b"\n"c"', rowsOf('a|b / c')],
	['commas and line breaks in quotes', '"a,\r\n\n\rb",c\r', [['a,\r\n\n\rb', 'c']]],
	['doubled quotes', '"a""b","""","""a"""\n', rowsOf('a"b|"|"a"')],
	['empty quotes', '"",""\n""', [['', ''], ['']]],
	['rows of different widths', 'a\nb,c\n"d"\n', rowsOf('a / b|c / d')],
	['other characters', '😀,é\u2028\ufeff,\0\n', [['😀', 'é\u2028\ufeff', '\0']]],
	['a table of two columns, with empty lines at its end', 'a,b\n\n\r\n\r', [['a', 'b']], true],
	['a table of empty lines', '\n\n', [], true],
	['a table of one column', '\na\n\n\r\nb\n\n', [[''], ['a'], [''], [''], ['b']], true],
	['a quoted empty value at the end', 'a\n\n""\n', [['a'], [''], ['']], true],
])('reads %s, however it is cut', (_, text, rows, ...isTable) => {
	for (const sizes of everyCut(text)) expect(readRows(text, sizes, ...isTable)).toEqual(rows);
});

it('reads back what was written, however it is cut', () => {
	fc.assert(
		fc.property(anyRows, lineEndings, fc.boolean(), pieceSizes, (rows, end, ends, sizes) => {
			const text = toCsv(rows, end, ends);
			expect(readRows(text, sizes)).toEqual(rows);
			expect(readRows(text, sizes, true)).toEqual(rows);
		}),
		seeded(500),
	);
});

const STRAY = 'has a quote inside a field that does not begin with one.';
const BEHIND = 'has text behind the closing quote of a field.';
const UNCLOSED = 'has a quote that is never closed.';

it.each<[string, string, string, row: number, isTable?: boolean]>([
	['a quote inside a field', 'a\nb"c\n', STRAY, 2],
	['a quote behind a space', 'a, "b"\n', STRAY, 1],
	['a quote at the end of a field', 'a"', STRAY, 1],
	['text behind a closing quote', 'a\nb\n"c"d\n', BEHIND, 3],
	['a space behind a closing quote', '"c" ,d\n', BEHIND, 1],
	['a quote that is never closed', 'a\n"b\n\n', UNCLOSED, 2],
	['a quote that ends the file', 'a,"', UNCLOSED, 1],
	['three quotes', '"""', UNCLOSED, 1],
	['too few fields', 'a,b\nc\n', 'has 1 field instead of 2.', 2, true],
	['too many fields', 'a,b\nc,d\ne,f,g', 'has 3 fields instead of 2.', 3, true],
	['an empty line between rows', 'a,b\n\n\nc,d\n', 'is an empty line between rows.', 2, true],
	['an empty line before rows', '\na,b\n', 'is an empty line between rows.', 1, true],
	['a quoted empty line', 'a,b\n""', 'has 1 field instead of 2.', 2, true],
	['two fields in one column', 'a\n,\n', 'has 2 fields instead of 1.', 2, true],
])('refuses %s, and names the row, but nothing of it', (_, text, predicate, row, ...isTable) => {
	const error = new CsvError(row, predicate.slice(0, -1));
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

it('rows before are counted in the numbers of errors', () => {
	const reader = new CsvReader({ onRow: () => {}, isTable: true, rowsBefore: 1 });
	expect(() => reader.write('a,b\nc\n')).toThrow('Row 3 of the file has 1 field instead of 2.');
});
