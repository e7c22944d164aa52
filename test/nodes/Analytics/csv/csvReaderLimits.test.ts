import { CsvReader, MAX_COLUMNS } from '../../../../nodes/Analytics/csv/csvReader.ts';
import { outcome, readRows } from './csvTexts.ts';

describe('what no table is', () => {
	/** So much is written; of quadratic work on it, nobody would see the end. */
	const chunks = 20;
	const chunk = 50_000;

	function count(piece: string, before = '', after = ''): { rows: number; length: number } {
		let rows = 0;
		let length = 0;
		const reader = new CsvReader({
			onRow: (cells) => {
				rows++;
				for (const cell of cells) length += cell.length;
			},
		});
		reader.write(before);
		for (let i = 0; i < chunks; i++) reader.write(piece);
		reader.write(after);
		reader.end();
		return { rows, length };
	}

	it('one field of 1 MB is read in linear time', () => {
		const length = chunks * chunk;
		expect(count('x'.repeat(chunk))).toEqual({ rows: 1, length });
		expect(count(','.repeat(chunk), '"', '"')).toEqual({ rows: 1, length });
		expect(count('""'.repeat(chunk / 2), '"', '"')).toEqual({ rows: 1, length: length / 2 });
	});

	it('a million empty rows are read in linear time', () => {
		expect(count('\n'.repeat(chunk)).rows).toBe(chunks * chunk);
		expect(count('\r'.repeat(chunk)).rows).toBe(chunks * chunk);
		expect(count('"\n"\n'.repeat(chunk / 5)).rows).toBe((chunks * chunk) / 5);
		expect(count(`${','.repeat(16_000)}\n`).rows).toBe(chunks);
	});

	it.each([
		['empty', ','],
		['quoted', '"",'],
		['plain', 'x,'],
	])('more columns than Excel has are an error, wherever the row is cut: %s', (_, cell) => {
		const most = cell.repeat(MAX_COLUMNS - 1);
		for (const size of [1 << 20, 1 << 12, 7]) {
			expect(readRows(`a\n${most}\n`, [size]).at(-1)).toHaveLength(MAX_COLUMNS);
			expect(outcome(() => readRows(`a\n${most}${cell}\n`, [size]))).toEqual({
				reason: 'tooManyColumns',
				row: 2,
			});
		}
		// One without an end is not read on.
		let written = 0;
		const reader = new CsvReader({ onRow: () => {} });
		const writeOn = () => {
			for (; written < 1_000; written++) reader.write(cell.repeat(1_000));
		};
		expect(writeOn).toThrow('Row 1 of the file has more than 16,384 columns.');
		expect(written).toBe(16);
	});

	it('a field longer than a string may become is an error', () => {
		const piece = 'x'.repeat(2 ** 20);
		const reader = new CsvReader({ onRow: () => {} });
		reader.write('a\n"');
		for (let written = 0; written < 256; written++) reader.write(piece);
		expect(() => reader.write('x')).toThrow(
			expect.objectContaining({ reason: 'fieldTooLong', row: 2 }) as Error,
		);
	});
});
