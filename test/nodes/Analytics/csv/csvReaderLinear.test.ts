import { CsvReader } from '../../../../nodes/Analytics/csv/csvReader.ts';

describe('CsvReader stays linear', () => {
	/** Of quadratic work on this much text a test run would never see the end. */
	const chunks = 100;
	const chunk = 50_000;

	function count(piece: string, before = '', after = ''): { rows: number; length: number } {
		let rows = 0;
		let length = 0;
		const reader = new CsvReader({
			onRow: (cells) => {
				rows++;
				length += cells.reduce((sum, cell) => sum + cell.length, 0);
			},
		});
		reader.write(before);
		for (let i = 0; i < chunks; i++) reader.write(piece);
		reader.write(after);
		reader.end();
		return { rows, length };
	}

	it('with one field of 5 MB', () => {
		const length = chunks * chunk;
		expect(count('x'.repeat(chunk))).toEqual({ rows: 1, length });
		expect(count(','.repeat(chunk), '"', '"')).toEqual({ rows: 1, length });
		expect(count('""'.repeat(chunk / 2), '"', '"')).toEqual({ rows: 1, length: length / 2 });
	});

	it('with millions of empty rows, fields and quoted fields', () => {
		expect(count('\n'.repeat(chunk)).rows).toBe(chunks * chunk);
		expect(count('\r'.repeat(chunk)).rows).toBe(chunks * chunk);
		expect(count(`${','.repeat(chunk)}\n`).rows).toBe(chunks);
		expect(count('"",'.repeat(chunk / 5)).rows).toBe(1);
		expect(count('"\n"\n'.repeat(chunk / 5)).rows).toBe((chunks * chunk) / 5);
	});
});

it.each([
	['quoted', '"'],
	['plain', ''],
])('CsvReader refuses a %s field longer than a string may become', (_, before) => {
	const chunk = 'x'.repeat(2 ** 20);
	const reader = new CsvReader({ onRow: () => {} });
	reader.write(`a\n${before}`);
	for (let chunks = 0; chunks < 256; chunks++) reader.write(chunk);
	expect(() => reader.write('x')).toThrow(
		expect.objectContaining({ reason: 'fieldTooLong', row: 2 }) as Error,
	);
});
