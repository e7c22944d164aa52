import { CsvReader } from '../../../../nodes/Analytics/csv/csvReader.ts';
import { pieces } from '../../../support/cuts.ts';
import { outcome, readRows } from './csvTexts.ts';

/** Every way to cut the text in two, character by character, and not at all. */
function everyCut(text: string): number[][] {
	const inTwo = Array.from(text, (_, at) => [at + 1, text.length]);
	return [[1], [2], [3], ...inTwo, [text.length]];
}

/** Rows are written here as `a|b / c|d`. */
const rowsOf = (short: string) =>
	short === '' ? [] : short.split(' / ').map((row) => row.split('|'));

it.each<[string, string, string[][]]>([
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
])('reads %s, however it is cut', (_name, text, rows) => {
	for (const sizes of everyCut(text)) expect(readRows(text, sizes)).toEqual(rows);
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

it('gives each row an array of its own', () => {
	const rows = readRows('a,b\nc,d\n', [100]);
	rows[0]![0] = 'changed';
	expect(rows[1]).toEqual(['c', 'd']);
});

it.each([
	['a quote inside a field', 'a\nb"c\n', 'quoteInField', 2],
	['a quote behind a space', 'a, "b"\n', 'quoteInField', 1],
	['a quote at the end of a field', 'a"', 'quoteInField', 1],
	['text behind a closing quote', 'a\nb\n"c"d\n', 'textAfterQuote', 3],
	['a space behind a closing quote', '"c" ,d\n', 'textAfterQuote', 1],
	['a quote that is never closed', 'a\n"b\n\n', 'unclosedQuote', 2],
	['a quote that ends the file', 'a,"', 'unclosedQuote', 1],
	['three quotes', '"""', 'unclosedQuote', 1],
])('refuses %s, and names the row', (_name, text, reason, row) => {
	for (const sizes of everyCut(text)) {
		expect(outcome(() => readRows(text, sizes))).toEqual({ reason, row });
	}
});

it('quotes nothing of the file in an error', () => {
	expect(() => readRows('a\nsecret"\n', [100])).toThrow(
		/^Row 2 of the file has a quote inside a field that does not begin with one\.$/,
	);
	expect(() => readRows('a,b\nc\n', [100], 2)).toThrow(
		/^Row 2 of the file has 1 field instead of 2\.$/,
	);
});

describe('the width of the rows', () => {
	it.each<[string, string, number, string[][]]>([
		['ignores empty lines at the end', 'a,b\n\n\r\n\r', 2, [['a', 'b']]],
		['ignores them in a file of nothing else', '\n\n', 2, []],
		['keeps empty values of one column', 'a\n\nb\n\n', 1, [['a'], [''], ['b'], ['']]],
	])('%s', (_name, text, width, rows) => {
		for (const sizes of everyCut(text)) expect(readRows(text, sizes, width)).toEqual(rows);
	});

	it.each([
		['too few fields', 'a,b\nc\n', 2, 2],
		['too many fields', 'a,b\nc,d\ne,f,g', 2, 3],
		['an empty line between rows', 'a,b\n\n\nc,d\n', 2, 2],
		['a quoted empty line', 'a,b\n""', 2, 2],
		['two fields in one column', 'a\n,\n', 1, 2],
	])('refuses %s', (_name, text, width, row) => {
		for (const sizes of everyCut(text)) {
			const reason = 'raggedRow';
			expect(outcome(() => readRows(text, sizes, width))).toEqual({ reason, row });
		}
	});

	it('may become known with a row, and holds from the next', () => {
		const rows: string[][] = [];
		const reader = new CsvReader({
			onRow: (cells) => {
				if (rows.push(cells) === 2) reader.expectWidth(2);
			},
		});
		reader.write('a title\na,b\nc,d\n');
		expect(rows).toEqual([['a title'], ['a', 'b'], ['c', 'd']]);
		expect(() => reader.write('e\n')).toThrow('Row 4 of the file has 1 field instead of 2.');
	});
});
