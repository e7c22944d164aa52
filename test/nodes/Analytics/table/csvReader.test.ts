import {
	CsvError,
	CsvReader,
	MAX_COLUMNS,
	MAX_EMPTY_LINES,
} from '../../../../nodes/Analytics/table/csvReader';
import { pieces } from '../../../support/cuts';
import { everyCut, FIRST_ROW, FileReader, readRows } from './csvTexts';

/*
 * The rules of CSV, one by one. Tables of any cells are read in table.test.ts; test/fuzz compares the reader with
 * csv-parse, for any text and any damage.
 */

it.each([
	{
		what: 'lines with any line ending',
		text: 'a\r\nb\rc\n\r"d"\r"e"\r\nf',
		rows: [['a'], ['b'], ['c'], [''], ['d'], ['e'], ['f']],
	},
	{
		what: 'plain fields and quoted ones side by side',
		text: 'abc d,"e,",f+g\n"h",ijk,"l,"\n',
		rows: [
			['abc d', 'e,', 'f+g'],
			['h', 'ijk', 'l,'],
		],
	},
	{
		what: 'an empty field at the end',
		text: 'a,b\nc,',
		rows: [
			['a', 'b'],
			['c', ''],
		],
	},
	{ what: 'doubled quotes', text: '"a""b","""","""a"""\n', rows: [['a"b', '"', '"a"']] },
	{
		what: 'several columns, without the empty lines at the end',
		text: 'a,b\n\n\r\n\r',
		rows: [['a', 'b']],
	},
	{ what: 'nothing in empty lines alone', text: '\n\n', rows: [] },
	{
		what: 'empty lines of a single column as empty values, except at the end',
		text: '\na\n\n\r\nb\n\n',
		rows: [[''], ['a'], [''], [''], ['b']],
	},
	{
		what: 'a quoted empty value at the end as a row',
		text: 'a\n\n""\n',
		rows: [['a'], [''], ['']],
	},
])('reads $what, however the text is cut', ({ text, rows }) => {
	for (const sizes of everyCut(FIRST_ROW + text)) expect(readRows(text, sizes)).toEqual(rows);
});

it('reads nothing but first cells if that is all that is wanted, however the text is cut', () => {
	const text = 'a,b,c\n"d","e",f\n';
	for (const sizes of everyCut(text)) {
		const rows: string[][] = [];
		const reader = new CsvReader((cells) => rows.push([...cells]));
		reader.keepFirstCellsOnly();
		for (const piece of pieces(text, sizes)) reader.write(piece);
		reader.end();
		expect(rows).toEqual([['a'], ['d']]);
	}
});

it.each([
	{
		what: 'a quote in a field that does not begin with one',
		text: 'a\nb"c\n',
		row: 3,
		predicate: 'has a quote inside a field that does not begin with one',
	},
	{
		what: 'text after a closing quote',
		text: 'a\nb\n"c"d\n',
		row: 4,
		predicate: 'has text after the closing quote of a field',
	},
	{
		what: 'a quote that is never closed',
		text: 'a\n"b\n\n',
		row: 3,
		predicate: 'has a quote that is never closed',
	},
	{
		what: 'too many fields',
		text: 'a,b\nc,d\ne,f,g',
		row: 4,
		predicate: 'has 3 fields instead of 2',
	},
	{
		what: 'an empty line between rows of several columns',
		text: 'a,b\n\n\nc,d\n',
		row: 3,
		predicate: 'is an empty line between rows',
	},
])(
	'refuses $what, and names the row without quoting it, however the text is cut',
	({ text, row, predicate }) => {
		const error = new CsvError(row, predicate);
		for (const sizes of everyCut(FIRST_ROW + text)) {
			expect(() => readRows(text, sizes)).toThrow(error);
		}
	},
);

describe('a row', () => {
	const TOO_MANY = 'Row 2 of the file has more than 16,384 columns.';
	/** So many times three cells: an empty one, a quoted one, and a plain one. */
	const cells = (thirds: number) => ',"",x,'.repeat(thirds);
	const allButOne = cells((MAX_COLUMNS - 1) / 3);

	it('may have as many columns as Excel has, and not one more', () => {
		const rows = readRows(`${allButOne}\n`, [1 << 12]);
		expect(rows.at(-1)).toHaveLength(MAX_COLUMNS);
		expect(() => readRows(`${allButOne},\n`, [1 << 12])).toThrow(TOO_MANY);
	});

	it('is not read on once it has more columns, although it has not ended yet', () => {
		const reader = new FileReader(() => {});
		reader.write(`\n${allButOne},`);
		expect(() => reader.write(',')).toThrow(TOO_MANY);
	});
});

it('a field of more than 16 million characters is an error', () => {
	const reader = new FileReader(() => {});
	reader.write('a\n"');
	reader.write('x'.repeat(2 ** 24));
	expect(() => reader.write('x')).toThrow('Row 2 of the file has a field of more than 16 million');
});

it('no more than 65,536 empty lines may follow one another, as they are kept back until a row follows', () => {
	const lines = (count: number) => `a\n${'\n'.repeat(count)}b\n`;
	const rows = readRows(lines(MAX_EMPTY_LINES), [1 << 12]);
	expect(rows).toHaveLength(MAX_EMPTY_LINES + 2);
	const error = `Row ${MAX_EMPTY_LINES + 3} of the file follows more than 65,536 empty lines`;
	expect(() => readRows(lines(MAX_EMPTY_LINES + 1), [1 << 12])).toThrow(error);
});
