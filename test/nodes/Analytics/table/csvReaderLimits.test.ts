import { MAX_COLUMNS, MAX_EMPTY_LINES } from '../../../../nodes/Analytics/table/csvReader';
import { FileReader, readFile, readRows } from './csvTexts';

/** So much is written; of quadratic work on it, nobody would see the end. */
const CHUNKS = 20;
const CHUNK = 50_000;
const ALL = CHUNKS * CHUNK;

type Pieces = [before: string, piece: string, after: string];
it.each<[string, first: string, Pieces, rows: number, length: number]>([
	['one plain field', '\n', ['', 'x'.repeat(CHUNK), ''], 2, ALL],
	['one quoted field of commas', '\n', ['"', ','.repeat(CHUNK), '"'], 2, ALL],
	['quoted line breaks', '\n', ['', '"\n"\n'.repeat(CHUNK / 5), ''], 1 + ALL / 5, ALL / 5],
	['empty fields', '\n', ['', `${','.repeat(16_000)}\n`, ''], 1 + CHUNKS, 0],
	['commas in the first row', '', ['', ','.repeat(CHUNK), ''], 1, ALL],
	['commas in a quoted first row', '', ['"', ','.repeat(CHUNK), '"'], 1, ALL],
	['quotes in the first row', '', ['"', '""'.repeat(CHUNK / 2), ''], 1, ALL + 1],
])('1 MB of %s is read in linear time', (_, first, [before, piece, after], rows, length) => {
	const read = { rows: 0, length: 0 };
	const reader = new FileReader((cells) => {
		read.rows++;
		for (const cell of cells) read.length += cell.length;
	});
	reader.write(first + before);
	for (let i = 0; i < CHUNKS; i++) reader.write(piece);
	reader.write(after);
	reader.end();
	expect(read).toEqual({ rows, length });
});

it.each([',', '"",', 'x,'])('more columns than Excel has are an error: %s', (cell) => {
	const most = cell.repeat(MAX_COLUMNS - 1);
	for (const size of [1 << 20, 1 << 12, 7]) {
		expect(readRows(`${most}\n`, [size]).at(-1)).toHaveLength(MAX_COLUMNS);
		const message = 'Row 2 of the file has more than 16,384 columns.';
		expect(() => readRows(`${most}${cell}\n`, [size])).toThrow(message);
	}
	// One without an end is not read on.
	let written = 0;
	const reader = new FileReader(() => {});
	reader.write('\n');
	const writeOn = () => {
		for (; written < 1_000; written++) reader.write(cell.repeat(1_000));
	};
	expect(writeOn).toThrow('Row 2 of the file has more than 16,384 columns.');
	expect(written).toBe(16);
});

it('a field of more than 16 million characters is an error, and so is a first line', () => {
	const reader = new FileReader(() => {});
	reader.write('a\n"');
	for (let written = 0; written < 16; written++) reader.write('x'.repeat(2 ** 20));
	expect(() => reader.write('x')).toThrow('Row 2 of the file has a field of more than 16 million');
	const line = 'x"'.repeat(2 ** 23);
	expect(readFile(line, [1 << 20])).toEqual([[line]]);
	expect(() => readFile(`${line}x`, [1 << 20])).toThrow('Row 1 of the file has a field of more');
});

it('empty lines in a row are kept back up to a limit, so that they take no memory', () => {
	const lines = (count: number) => `a\n${'\n'.repeat(count)}b\n`;
	expect(readRows(lines(MAX_EMPTY_LINES), [1 << 12])).toHaveLength(MAX_EMPTY_LINES + 2);
	const message = `Row ${MAX_EMPTY_LINES + 3} of the file is an empty line behind more than 65,536`;
	expect(() => readRows(lines(MAX_EMPTY_LINES + 1), [1 << 12])).toThrow(message);
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
