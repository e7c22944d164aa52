import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ColumnNames } from '../../../../nodes/Analytics/bulkFile/columnNames';
import { ErrorDescription } from '../../../../nodes/Analytics/bulkFile/errorDescription';
import { openFile, type ReadOptions, readRows } from '../../../../nodes/Analytics/bulkFile/reader';
import { CsvError } from '../../../../nodes/Analytics/csv/csvError';
import { Utf8Error } from '../../../../nodes/Analytics/csv/text';
import { GzipError } from '../../../../nodes/Analytics/gzip/gzipError';
import { asChunks } from '../../../support/chunks';
import { pieces, pieceSizes, seeded } from '../../../support/cuts';
import { type LineEnding, lineEndings, toCsv } from '../csv/csvTexts';

interface Reading extends Partial<ReadOptions> {
	sizes?: number[];
	names?: string[];
	rowsToSkip?: number;
}

async function* cut(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
	yield* pieces(bytes, sizes);
}

/** All that comes of a file whose second row has the names, unless told otherwise. */
async function read(bytes: Uint8Array, { sizes = [1 << 16], ...options }: Reading = {}) {
	const heads: string[][][] = [];
	const decideNames = async (head: string[][]): Promise<ColumnNames> => {
		heads.push(head);
		const { rowsToSkip = 2 } = options;
		return { names: options.names ?? head[rowsToSkip - 1] ?? [], rowsToSkip };
	};
	const rows: string[][] = [];
	const data: Uint8Array[] = [];
	let batches = 0;
	let lineEnd = '';
	let columns: string[] = [];
	const { signal } = new AbortController();
	const file = await openFile(cut(bytes, sizes));
	for await (const batch of readRows(file, { signal, decideNames, gives: 'cells', ...options })) {
		batches += 1;
		rows.push(...batch.rows);
		data.push(...batch.bytes);
		lineEnd = batch.lineEnd;
		columns = batch.columns.names;
	}
	return { rows, bytes: Buffer.concat(data).toString(), heads, batches, lineEnd, columns };
}

const TITLE = ['Query result'];
const plain = (text: string) => Buffer.from(text);
const FORMS: Array<[string, (text: string) => Uint8Array]> = [
	['gzip', (text) => gzipSync(text)],
	[
		'gzip of two members, and zeros at the end',
		(text) => {
			const half = Math.floor(text.length / 2);
			const members = [text.slice(0, half), text.slice(half)].map((part) => gzipSync(part));
			return Buffer.concat([...members, Buffer.alloc(512)]);
		},
	],
	['plain text', plain],
];

const cell = fc.string({
	unit: fc.constantFrom('a', 'longer text', ',', '"', '\n', '\r', 'é', ' ', '7'),
	maxLength: 4,
});
const row = fc.array(cell, { minLength: 3, maxLength: 3 });
const fewOrMany = fc.oneof(
	fc.array(row, { maxLength: 6 }),
	fc.array(row, { minLength: 18, maxLength: 45 }),
);

describe.each(FORMS)('%s', (_, packed) => {
	it('gives all rows in batches, however it is cut, and byte for byte', async () => {
		const file = fc.record({
			rows: fewOrMany,
			end: lineEndings,
			hasLastEnd: fc.boolean(),
			bom: fc.constantFrom('', '\uFEFF'),
			sizes: pieceSizes,
			skip: fc.constantFrom(1, 2),
		});
		await fc.assert(
			fc.asyncProperty(file, async ({ rows, end, hasLastEnd, bom, sizes, skip }) => {
				const above = [TITLE, ['a', 'b', 'c']];
				const text = toCsv([...above, ...rows], end, hasLastEnd);
				const bytes = packed(bom + text);
				const names = ['x', 'y', 'z'];
				const start = toCsv(above.slice(0, skip), end).length;
				const expected = [...above.slice(skip), ...rows];
				for (const gives of ['kept', 'cells', 'bytes'] as const) {
					const result = await read(bytes, { sizes, gives, names, rowsToSkip: skip });
					expect(result.rows).toEqual(expected);
					expect(result).toMatchObject({ lineEnd: end, columns: names });
					expect(result.bytes).toBe(gives === 'bytes' ? text.slice(start) : '');
					const [head = [], ...more] = result.heads;
					expect(more).toEqual([]);
					expect(head).toEqual([...above, ...rows].slice(0, 20));
				}
			}),
			seeded(40),
		);
	});

	it('gives the wanted columns in the wanted order', async () => {
		const text = `x\na,b,c\n${'1,2,3\n'.repeat(30)}`;
		const { rows, columns } = await read(packed(text), { wanted: ['c', 'a'] });
		expect(columns).toEqual(['c', 'a']);
		expect(rows).toEqual(Array(30).fill(['3', '1']));
	});

	it('gives rows as they come, and no more is fetched than is wanted', async () => {
		const text = `x\na,b\n${Array.from({ length: 20_000 }, (_, at) => `${at},${Math.sin(at)}\n`).join('')}`;
		const bytes = packed(text);
		let fetched = 0;
		let isClosed = false;
		async function* chunks() {
			try {
				for await (const chunk of asChunks(bytes, 1_000)) {
					fetched += chunk.length;
					yield chunk;
				}
			} finally {
				isClosed = true;
			}
		}
		const rows = readRows(await openFile(chunks()), {
			signal: new AbortController().signal,
			gives: 'kept',
			decideNames: async () => ({ names: ['a', 'b'], rowsToSkip: 2 }),
		});
		const first = await rows.next();
		expect(first.value).toMatchObject({ columns: { names: ['a', 'b'] } });
		await rows.return(undefined);
		expect(fetched).toBeLessThan(bytes.length / 2);
		expect(isClosed).toBe(true);
	});
});

describe('empty lines', () => {
	const long = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? '' : `n${at}`));

	it.each<[string, string[]]>([
		['at its start', ['', 'Ana', 'Bia']],
		['at its end', ['Ana', '', '']],
		['everywhere', ['', '', 'Ana', '', 'Bia', '']],
		['in all rows', ['', '']],
		['in many rows', long],
		['in many rows and no other', Array<string>(50).fill('')],
	])('are empty values in a file of one column: %s', async (_, values) => {
		const lines = values.map((value) => `${value}\n`).join('');
		for (const sizes of [[1], [1 << 16]]) {
			const options: Reading = { sizes, names: ['name'], rowsToSkip: 1, gives: 'bytes' };
			const { rows, bytes } = await read(gzipSync(`x\n${lines}`), options);
			expect(rows).toEqual(values.map((value) => [value]));
			expect(bytes).toBe(lines);
		}
	});

	it.each([
		['behind the last row are none', 'x\na,b\n1,2\n\n\r\n', [['1', '2']]],
		['behind the names are none', 'x\na,b\n\n\n', []],
		['alone are none', '\n'.repeat(50), []],
		['behind the first row alone are none', `x\n${'\n'.repeat(50)}`, []],
	])('%s in a file of several columns', async (_, text, rows) => {
		for (const sizes of [[1], [1 << 16]]) {
			const result = await read(gzipSync(text), { sizes, names: ['a', 'b'] });
			expect(result.rows).toEqual(rows);
		}
	});

	it.each([
		['x\n\na,b\n', 2],
		['x\na,b\n1,2\n\n3,4\n', 4],
		[`x\n${'\n'.repeat(30)}a,b\n`, 2],
	])('between the rows of several columns are an error: %j', async (text, row) => {
		for (const sizes of [[1], [1 << 16]]) {
			await expect(read(gzipSync(text), { sizes, names: ['a', 'b'] })).rejects.toMatchObject({
				reason: 'raggedRow',
				row,
			});
		}
	});
});

describe('a file without rows', () => {
	it.each([
		['nothing at all', gzipSync(''), []],
		['0 bytes', plain(''), []],
		['a first row', gzipSync('x'), [[['x']]]],
		['a first row and names', gzipSync('x\na,b\n'), [[['x'], ['a', 'b']]]],
	])('has names all the same, if it has any: %s', async (_, bytes, heads) => {
		const result = await read(bytes, { sizes: [1] });
		expect(result).toMatchObject({ rows: [], bytes: '', batches: 1 });
		expect(result.heads).toEqual(heads.length > 0 ? heads : [[]]);
		expect(result.columns).toEqual(heads.flat()[1] ?? []);
	});
});

const TABLE = `x\na,b\n${'1,2\n'.repeat(30)}`;
const packedTable = gzipSync(TABLE);

describe('what is no whole file ends in an error', () => {
	it.each<[string, Uint8Array, new (...args: never[]) => Error, string]>([
		['cut off', packedTable.subarray(0, -1), GzipError, 'ends too early'],
		[
			'corrupt',
			Buffer.concat([packedTable.subarray(0, -8), Buffer.alloc(8, 1)]),
			GzipError,
			'The compressed file is damaged.',
		],
		[
			'followed by text',
			Buffer.concat([packedTable, plain('x')]),
			GzipError,
			'Something stands behind',
		],
		['no UTF-8', gzipSync(Buffer.concat([plain(TABLE), Buffer.of(0xff)])), Utf8Error, 'UTF-8'],
		[
			'ragged',
			gzipSync(`${TABLE}1,2,3\n`),
			CsvError,
			'Row 33 of the file has 3 fields instead of 2.',
		],
		['an open quote', gzipSync(`${TABLE}1,"2`), CsvError, 'Row 33 of the file has a quote'],
		['ragged, unpacked', plain(`${TABLE}1,2,3\n`), CsvError, 'Row 33 of the file has 3 fields'],
		[
			'ragged early, unpacked',
			plain('x\na,b\n1,2\n3"\n'),
			CsvError,
			'Row 4 of the file has a quote',
		],
	])('a table that is %s is damaged', async (_, bytes, type, message) => {
		for (const sizes of [[1], [7], [1 << 16]]) {
			const error = await read(bytes, { sizes }).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(type);
			expect((error as Error).message).toContain(message);
		}
	});

	it.each([
		['a word', 'Failed', 'Failed'],
		['two bytes', 'no', 'no'],
		['two lines', 'Failed, sorry\nlater', 'Failed, sorry later'],
		['lines with commas', 'Failed\na, b\nc', 'Failed\na, b\nc'],
		['a quoted word', 'The query "x" failed\nsorry\n', 'The query "x" failed\nsorry\n'],
		['JSON', '{"error":1,\n"a":2}', '{"error":1,\n"a":2}'],
		['a long JSON', '{"error":1}\na,b\n'.repeat(40), '{"error":1}'],
		['a page', '<html>\na,b\n1,2\n', '<html> a,b 1,2'],
	])('an error description is told from a table: %s', async (_, text, start) => {
		for (const sizes of [[1], [7], [1 << 16]]) {
			const error = await read(plain(text), { sizes }).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(ErrorDescription);
			const described = (error as ErrorDescription).text;
			// What comes behind the first quote is only shown if it came with it.
			const shown = sizes[0]! > text.length ? start : start.slice(0, described.length);
			expect(described.slice(0, start.length)).toBe(shown);
			expect(described.length).toBeLessThanOrEqual(1_000);
		}
	});

	it('what is compressed is a file, whatever it says', async () => {
		const { rows } = await read(gzipSync('Sorry\nlater\nor never'), { rowsToSkip: 1 });
		expect(rows).toEqual([['later'], ['or never']]);
	});
});

it.each<LineEnding>(['\n', '\r\n', '\r'])('knows how the first row ends: %j', async (end) => {
	for (const sizes of [[1], [1 << 16]]) {
		const text = [`"a\n"`, 'a,b', '1,2'].join(end);
		expect((await read(gzipSync(text), { sizes })).lineEnd).toBe(end);
	}
});
