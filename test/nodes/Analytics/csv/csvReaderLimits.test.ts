import {
	CsvReader,
	MAX_COLUMNS,
	MAX_EMPTY_LINES,
} from '../../../../nodes/Analytics/csv/csvReader.ts';
import { readRows } from './csvTexts.ts';

/** So much is written; of quadratic work on it, nobody would see the end. */
const CHUNKS = 20;
const CHUNK = 50_000;
const ALL = CHUNKS * CHUNK;

it.each<[string, [before: string, piece: string, after: string], rows: number, length: number]>([
	['one plain field', ['', 'x'.repeat(CHUNK), ''], 1, ALL],
	['one quoted field of commas', ['"', ','.repeat(CHUNK), '"'], 1, ALL],
	['empty rows', ['', '\n'.repeat(CHUNK), ''], ALL, 0],
	['quoted line breaks', ['', '"\n"\n'.repeat(CHUNK / 5), ''], ALL / 5, ALL / 5],
	['empty fields', ['', `${','.repeat(16_000)}\n`, ''], CHUNKS, 0],
])('1 MB of %s is read in linear time', (_, [before, piece, after], rows, length) => {
	const read = { rows: 0, length: 0 };
	const reader = new CsvReader({
		onRow: (cells) => {
			read.rows++;
			for (const cell of cells) read.length += cell.length;
		},
	});
	reader.write(before);
	for (let i = 0; i < CHUNKS; i++) reader.write(piece);
	reader.write(after);
	reader.end();
	expect(read).toEqual({ rows, length });
});

it.each([',', '"",', 'x,'])(
	'more columns than Excel has are an error, wherever the row is cut: %s',
	(cell) => {
		const most = cell.repeat(MAX_COLUMNS - 1);
		for (const size of [1 << 20, 1 << 12, 7]) {
			expect(readRows(`a\n${most}\n`, [size]).at(-1)).toHaveLength(MAX_COLUMNS);
			const message = 'Row 2 of the file has more than 16,384 columns.';
			expect(() => readRows(`a\n${most}${cell}\n`, [size])).toThrow(message);
		}
		// One without an end is not read on.
		let written = 0;
		const reader = new CsvReader({ onRow: () => {} });
		const writeOn = () => {
			for (; written < 1_000; written++) reader.write(cell.repeat(1_000));
		};
		expect(writeOn).toThrow('Row 1 of the file has more than 16,384 columns.');
		expect(written).toBe(16);
	},
);

it('a field of more than 16 million characters is an error', () => {
	const reader = new CsvReader({ onRow: () => {} });
	reader.write('a\n"');
	for (let written = 0; written < 16; written++) reader.write('x'.repeat(2 ** 20));
	expect(() => reader.write('x')).toThrow('Row 2 of the file has a field of more than 16 million');
});

it('empty lines in a row are kept back up to a limit, so that they take no memory', () => {
	const lines = (count: number) => `a\n${'\n'.repeat(count)}b\n`;
	expect(readRows(lines(MAX_EMPTY_LINES), [1 << 12], true)).toHaveLength(MAX_EMPTY_LINES + 2);
	const message = `Row ${MAX_EMPTY_LINES + 2} of the file is an empty line behind more than 65,536`;
	expect(() => readRows(lines(MAX_EMPTY_LINES + 1), [1 << 12], true)).toThrow(message);
});
