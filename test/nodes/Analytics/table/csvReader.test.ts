import { CsvError } from '../../../../nodes/Analytics/table/csvReader';
import { FIRST_ROW, readFile, readRows } from './csvTexts';

/* Compared with csv-parse, of any text and damage, in test/fuzz; tables of any cells are in reader.test.ts. */

/** Every way to cut the text in two, character by character, and not at all. */
function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

it.each<[string, string, string[][]]>([
	['mixed line endings', 'a\r\nb\rc\n\rd', [['a'], ['b'], ['c'], [''], ['d']]],
	['doubled quotes', '"a""b","""","""a"""\n', [['a"b', '"', '"a"']]],
	['two columns, with empty lines at the end', 'a,b\n\n\r\n\r', [['a', 'b']]],
	['nothing but empty lines', '\n\n', []],
	['one column', '\na\n\n\r\nb\n\n', [[''], ['a'], [''], [''], ['b']]],
	['a quoted empty value at the end', 'a\n\n""\n', [['a'], [''], ['']]],
])('reads %s, however it is cut', (_, text, rows) => {
	for (const sizes of everyCut(FIRST_ROW + text)) expect(readRows(text, sizes)).toEqual(rows);
});

it.each<[string, string, string, row: number]>([
	['a quote in a field', 'a\nb"c\n', 'has a quote inside a field that does not begin with one', 3],
	['text behind a quote', 'a\nb\n"c"d\n', 'has text behind the closing quote of a field', 4],
	['a quote that is never closed', 'a\n"b\n\n', 'has a quote that is never closed', 3],
	['too few fields', 'a,b\nc\n', 'has 1 field instead of 2', 3],
	['too many fields', 'a,b\nc,d\ne,f,g', 'has 3 fields instead of 2', 4],
	['an empty line between rows', 'a,b\n\n\nc,d\n', 'is an empty line between rows', 3],
	['a quoted empty line', 'a,b\n""', 'has 1 field instead of 2', 3],
])('refuses %s, and names the row, but nothing of it', (_, text, predicate, row) => {
	const error = new CsvError(row, predicate);
	for (const sizes of everyCut(FIRST_ROW + text)) {
		expect(() => readRows(text, sizes)).toThrow(error);
	}
});

describe('the first row', () => {
	const REST = 'a,b\n1,2\n';
	const READ = ['a b', '1 2'].map((row) => row.split(' '));

	it.each([
		['a row', 'x,y\n', ['x', 'y']],
		['an empty line', '\n', ['']],
		['a quoted row of two lines', '"x\ny",z\r\n', ['x\ny', 'z']],
		['a quote inside a field', 'Export 5" screens\r\n', ['Export 5" screens']],
		['text behind a quote', '"Export" of today\r', ['"Export" of today']],
		['a quote that is never closed', '"Export\n', ['"Export']],
		['a quote that is never closed, behind a value', 'x,"Export\r\n', ['x,"Export']],
	])('is CSV, or else its line, however it is cut: %s', (_, line, cells) => {
		const text = line + REST;
		for (const sizes of everyCut(text)) expect(readFile(text, sizes)).toEqual([cells, ...READ]);
		// What is wrong behind it is no reason to take it otherwise.
		expect(() => readFile(`${text}3,4,5\n`, [7])).toThrow('Row 4 of the file has 3 fields');
	});

	it.each([
		['', []],
		['x,y', [['x', 'y']]],
		['x"', [['x"']]],
		['x"\r', [['x"']]],
		['"x', [['"x']]],
	])('may be all that there is: %j', (text, rows) => {
		for (const sizes of everyCut(text)) expect(readFile(text, sizes)).toEqual(rows);
	});

	it('hides no rows behind a quote that data closes', () => {
		const text = `"Export\na,b\n"1,1","2"\n`;
		expect(readFile(text, [4])).toEqual([['"Export'], ['a', 'b'], ['1,1', '2']]);
	});

	it('takes a quoted value of up to a million characters', () => {
		const lines = (count: number) => `x\n${`${'y'.repeat(1_000)}\n`.repeat(count)}`;
		const value = lines(1_000);
		expect(readFile(`"${value}"\n${REST}`, [1 << 16])).toEqual([[value], ...READ]);
		const [first, second] = readFile(`"${lines(1_100)}`, [1 << 16]);
		expect([first, second]).toEqual([['"x'], ['y'.repeat(1_000)]]);
	});
});
