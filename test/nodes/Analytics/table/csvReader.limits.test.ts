import { MAX_COLUMNS, MAX_EMPTY_LINES } from '../../../../nodes/Analytics/table/csvReader';
import { FileReader, readFile, readRows } from './csvTexts';

/* What a file can do to the memory and the time of n8n. */

const PIECES = 4;
const PIECE_LENGTH = 250_000;
const ALL = PIECES * PIECE_LENGTH;

/** `before` and `after` are written once, and `piece` as often as it makes 1 MB. A line break ends the first row. */
it.each([
	{ what: 'one plain field', before: '\n', piece: 'x'.repeat(PIECE_LENGTH), rows: 2 },
	{
		what: 'one quoted field of commas',
		before: '\n"',
		piece: ','.repeat(PIECE_LENGTH),
		after: '"',
		rows: 2,
	},
	{
		what: 'rows that are a quoted line break',
		before: '\n',
		piece: '"\n"\n'.repeat(PIECE_LENGTH / 5),
		rows: 1 + ALL / 5,
		characters: ALL / 5,
	},
	// Too many commas for a table, so the line is one cell.
	{ what: 'commas in the first row', piece: ','.repeat(PIECE_LENGTH), rows: 1 },
	{
		// The first quote is never closed, so the line is one cell, quotes included.
		what: 'doubled quotes after an open one in the first row',
		before: '"',
		piece: '""'.repeat(PIECE_LENGTH / 2),
		rows: 1,
		characters: 1 + ALL,
	},
])('1 MB of $what is read in linear time', ({ before = '', piece, after = '', ...expected }) => {
	let rows = 0;
	let characters = 0;
	const reader = new FileReader((cells) => {
		rows += 1;
		for (const cell of cells) characters += cell.length;
	});
	reader.write(before);
	// If the time grew with the square of the length, nobody would see the end of this.
	for (let count = 0; count < PIECES; count += 1) reader.write(piece);
	reader.write(after);
	reader.end();
	expect(rows).toBe(expected.rows);
	expect(characters).toBe(expected.characters ?? ALL);
});

describe.each([
	{ what: 'empty cells', cell: ',' },
	{ what: 'quoted empty cells', cell: '"",' },
])('of $what, a row', ({ cell }) => {
	const TOO_MANY = 'Row 2 of the file has more than 16,384 columns.';
	const allButOne = cell.repeat(MAX_COLUMNS - 1);

	it('may have as many columns as Excel has, and not one more', () => {
		for (const size of [1 << 20, 1 << 12, 7]) {
			const rows = readRows(`${allButOne}\n`, [size]);
			expect(rows.at(-1)).toHaveLength(MAX_COLUMNS);
			expect(() => readRows(`${allButOne}${cell}\n`, [size])).toThrow(TOO_MANY);
		}
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

it('a first line that is no CSV may have a million characters, and not one more', () => {
	const line = 'x"'.repeat(2 ** 19);
	expect(readFile(line, [1 << 16])).toEqual([[line]]);
	const error = 'Row 1 of the file has more than a million characters';
	expect(() => readFile(`${line}x`, [1 << 16])).toThrow(error);
});

it('no more than 65,536 empty lines may follow one another, as they are kept back until a row follows', () => {
	const lines = (count: number) => `a\n${'\n'.repeat(count)}b\n`;
	const rows = readRows(lines(MAX_EMPTY_LINES), [1 << 12]);
	expect(rows).toHaveLength(MAX_EMPTY_LINES + 2);
	const error = `Row ${MAX_EMPTY_LINES + 3} of the file is an empty line behind more than 65,536`;
	expect(() => readRows(lines(MAX_EMPTY_LINES + 1), [1 << 12])).toThrow(error);
});
