import { FileReader } from './csvTexts';

/* What a file can do to the time of n8n. */

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
