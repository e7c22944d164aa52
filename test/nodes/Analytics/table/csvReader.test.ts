import {
	CsvError,
	CsvReader,
	MAX_COLUMNS,
	MAX_EMPTY_LINES,
} from '../../../../nodes/Analytics/table/csvReader';
import { pieces } from '../../../support/cuts';
import { FIRST_ROW, FileReader, readFile, readRows } from './csvTexts';

/*
 * The rules of CSV, one by one. Tables of any cells are read in table.test.ts; test/fuzz compares the reader with
 * csv-parse, for any text and any damage.
 */

/** The sizes of the pieces in which a text may arrive: small ones, every way to cut it in two, and all of it at once. */
function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

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
		predicate: 'has text behind the closing quote of a field',
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

describe.each([
	{ what: 'empty cells', cell: ',' },
	{ what: 'quoted empty cells', cell: '"",' },
	{ what: 'plain cells', cell: 'x,' },
])('of $what, a row', ({ cell }) => {
	const TOO_MANY = 'Row 2 of the file has more than 16,384 columns.';
	const allButOne = cell.repeat(MAX_COLUMNS - 1);

	it('may have as many columns as Excel has, and not one more', () => {
		const rows = readRows(`${allButOne}\n`, [1 << 12]);
		expect(rows.at(-1)).toHaveLength(MAX_COLUMNS);
		expect(() => readRows(`${allButOne}${cell}\n`, [1 << 12])).toThrow(TOO_MANY);
	});

	it('is not read on once it has more columns, although it has not ended yet', () => {
		const reader = new FileReader(() => {});
		reader.write('\n');
		let thousands = 0;
		const writeOn = () => {
			for (; thousands < 1_000; thousands += 1) reader.write(cell.repeat(1_000));
		};
		expect(writeOn).toThrow(TOO_MANY);
		expect(thousands).toBe(16);
	});
});

it('a field of more than 16 million characters is an error', () => {
	const reader = new FileReader(() => {});
	reader.write('a\n"');
	for (let millions = 0; millions < 16; millions += 1) reader.write('x'.repeat(2 ** 20));
	expect(() => reader.write('x')).toThrow('Row 2 of the file has a field of more than 16 million');
});

it('no more than 65,536 empty lines may follow one another, as they are kept back until a row follows', () => {
	const lines = (count: number) => `a\n${'\n'.repeat(count)}b\n`;
	const rows = readRows(lines(MAX_EMPTY_LINES), [1 << 12]);
	expect(rows).toHaveLength(MAX_EMPTY_LINES + 2);
	const error = `Row ${MAX_EMPTY_LINES + 3} of the file is an empty line behind more than 65,536`;
	expect(() => readRows(lines(MAX_EMPTY_LINES + 1), [1 << 12])).toThrow(error);
});

describe('the first row', () => {
	const ROWS_BEHIND = 'a,b\n1,2\n';
	const CELLS_BEHIND = [
		['a', 'b'],
		['1', '2'],
	];

	it.each([
		{ what: 'a row', line: 'x,y\n', cells: ['x', 'y'] },
		{ what: 'an empty line', line: '\n', cells: [''] },
		{ what: 'a row with a quoted line break', line: '"x\ny",z\r\n', cells: ['x\ny', 'z'] },
		{
			what: 'a line with a quote inside a field',
			line: 'Export 5" screens\r\n',
			cells: ['Export 5" screens'],
		},
		{
			what: 'a line with text after a closing quote',
			line: '"Export" of today\r',
			cells: ['"Export" of today'],
		},
		{ what: 'a line with a quote that is never closed', line: '"Export\n', cells: ['"Export'] },
		{
			what: 'a line with a quote that is never closed, after a value',
			line: 'x,"Export\r\n',
			cells: ['x,"Export'],
		},
	])(
		'that is $what is its cells, or its whole line if it is no CSV, however the text is cut',
		({ line, cells }) => {
			const text = line + ROWS_BEHIND;
			for (const sizes of everyCut(text)) {
				expect(readFile(text, sizes)).toEqual([cells, ...CELLS_BEHIND]);
			}
			// It is not blamed for a row behind it that is no CSV.
			expect(() => readFile(`${text}3,4,5\n`, [7])).toThrow('Row 4 of the file has 3 fields');
		},
	);

	it.each([
		{ text: '', rows: [] },
		{ text: 'x,y', rows: [['x', 'y']] },
		{ text: 'x"', rows: [['x"']] },
		{ text: 'x"\r', rows: [['x"']] },
		{ text: '"x', rows: [['"x']] },
	])('may be all that the file has, even without a line ending: $text', ({ text, rows }) => {
		for (const sizes of everyCut(text)) expect(readFile(text, sizes)).toEqual(rows);
	});

	it('with an open quote ends with its line, although a quote in the data could close it', () => {
		const text = `"Export\na,b\n"1,1","2"\n`;
		expect(readFile(text, [4])).toEqual([['"Export'], ['a', 'b'], ['1,1', '2']]);
	});

	const linesOf = (count: number) => `x\n${`${'y'.repeat(1_000)}\n`.repeat(count)}`;

	it('may be a quoted value of a million characters', () => {
		const value = linesOf(1_000);
		const rows = readFile(`"${value}"\n${ROWS_BEHIND}`, [1 << 16]);
		expect(rows).toEqual([[value], ...CELLS_BEHIND]);
	});

	it('ends with its line if a quoted value would have more than a million characters', () => {
		const rows = readFile(`"${linesOf(1_100)}`, [1 << 16]);
		expect(rows.slice(0, 2)).toEqual([['"x'], ['y'.repeat(1_000)]]);
	});
});
