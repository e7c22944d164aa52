import { gzipSync } from 'node:zlib';
import type { ColumnNames } from '../../../../nodes/Analytics/bulkFile/columnNames';
import { CsvTable, type CsvTableOptions } from '../../../../nodes/Analytics/bulkFile/csvTable';
import { asFile, collect } from '../../../support/chunks';

const USUAL = { separator: ',', lineEnd: '\n', hasDecimalComma: false } as const;

/** The first row of each file holds its names. */
const firstRow = async ([names = []]: string[][]): Promise<ColumnNames> => ({
	names,
	rowsToSkip: 1,
	inFile: true,
	reason: 'test',
});

async function table(texts: string[], options: Partial<CsvTableOptions> = {}, size = 1 << 16) {
	const made = new CsvTable({
		maxBytes: 1 << 22,
		format: USUAL,
		byteOrderMark: false,
		asTheyAre: false,
		...options,
	});
	const bytes: Buffer[] = [];
	for (const [index, text] of texts.entries()) {
		const part = { jobId: `job-${index}`, label: `part ${index}`, decideNames: firstRow };
		bytes.push(await collect(made.bytesOf(part, asFile(gzipSync(text), size))));
	}
	const text = Buffer.concat(bytes).toString() + made.end();
	return { text, rows: made.rows, columns: made.columns };
}

describe.each([1, 100_000])('in pieces of %i bytes', (size) => {
	it('several files become one, with one row of names', async () => {
		const files = ['a,b\n1,2\n', 'a,b\r\n3,"4"\r\n\r\n', 'a,b\n5,"6,7"'];
		expect(await table(files, {}, size)).toEqual({
			text: 'a,b\n1,2\n3,4\n5,"6,7"\n',
			rows: 3,
			columns: ['a', 'b'],
		});
	});

	it('files without rows say nothing about the columns', async () => {
		const whole = { text: 'a,b\n1,2\n', rows: 1, columns: ['a', 'b'] };
		expect(await table(['No data\n', 'a,b\n1,2\n', 'x,y,z\n'], {}, size)).toEqual(whole);
		expect(await table(['a,b\n', 'x\n'], {}, size)).toEqual({
			text: 'a,b\n',
			rows: 0,
			columns: ['a', 'b'],
		});
		expect(await table(['', ''], {}, size)).toEqual({ text: '', rows: 0, columns: [] });
	});

	it.each([
		['another name', 'a,c\n3,4\n'],
		['another order', 'b,a\n3,4\n'],
		['a column more', 'a,b,c\n3,4,5\n'],
		['a column less', 'a\n3\n'],
	])('%s is an error that names both parts', async (_, other) => {
		const wanted = 'The parts of the bulk export have different columns: part 0, and part 2';
		await expect(table(['a,b\n1,2\n', 'a,b\n1,2\n', other], {}, size)).rejects.toThrow(wanted);
	});

	it('for Excel there is a byte order mark, and the separator of the country', async () => {
		const format = { separator: ';', lineEnd: '\r\n', hasDecimalComma: false } as const;
		const files = ['a;b,c\n"x;y","1,5"\n', 'a;b,c\n=1,+2\n'];
		expect(await table(files, { format, byteOrderMark: true }, size)).toMatchObject({
			text: '\uFEFF"a;b";c\r\n"x;y";1,5\r\n=1;+2\r\n',
		});
		expect(await table(['a,b\n'], { format, byteOrderMark: true }, size)).toMatchObject({
			text: '\uFEFFa;b\r\n',
		});
	});

	it('empty values of a file of one column stay rows', async () => {
		const { text, rows } = await table(['a\n\nx\n', 'a\n\n\n'], {}, size);
		expect(text).toBe('a\n""\nx\n""\n""\n');
		expect(rows).toBe(4);
	});
});

it('many rows are all there', async () => {
	const lines = Array.from({ length: 30_000 }, (_, row) => `${row},"x ${row}"`);
	const { text, rows } = await table([`a,b\n${lines.join('\n')}`, `a,b\n${lines.join('\n')}`]);
	const plain = `${lines.join('\n').replaceAll('"', '')}\n`;
	expect(text === `a,b\n${plain}${plain}`).toBe(true);
	expect(rows).toBe(60_000);
});
