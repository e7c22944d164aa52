import { everyCut, FileReader, readFile } from './csvTexts';

/* The first row may be a line that is no CSV, such as a title. */

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

it('a first line that is no CSV may have a million characters, and not one more', () => {
	const line = 'x"'.repeat(2 ** 19);
	expect(readFile(line, [1 << 16])).toEqual([[line]]);
	const error = 'Row 1 of the file has more than a million characters';
	expect(() => readFile(`${line}x`, [1 << 16])).toThrow(error);
});

it('a quote in the first row hides the rows behind it for 1 MB at most', () => {
	const rows: string[][] = [];
	const reader = new FileReader((cells) => rows.push(cells));
	const first = '"note\n';
	const row = '1,2\n';
	const rowCount = Math.floor((2 ** 20 - first.length) / row.length);
	// Up to here, the quote may still be closed, and all of this be one cell of the first row.
	reader.write(first + row.repeat(rowCount));
	expect(rows).toEqual([]);
	reader.write(row);
	expect(rows.slice(0, 2)).toEqual([['"note'], ['1', '2']]);
	expect(rows).toHaveLength(rowCount + 2);
});
