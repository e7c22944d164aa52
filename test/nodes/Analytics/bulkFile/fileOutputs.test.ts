import { gunzipSync, gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import type { ColumnNames } from '../../../../nodes/Analytics/bulkFile/columnNames';
import { fileToCsv } from '../../../../nodes/Analytics/bulkFile/fileToCsv';
import { fileToGzip } from '../../../../nodes/Analytics/bulkFile/fileToGzip';
import { fileToItems } from '../../../../nodes/Analytics/bulkFile/fileToItems';
import { ColumnTypes } from '../../../../nodes/Analytics/csv/columnTypes';
import { openFile } from '../../../../nodes/Analytics/bulkFile/openFile';
import { asChunks, asFile, collect } from '../../../support/chunks';

const MOST = 1 << 20;
const NAMES = ['day', 'text'];
const inSecondRow: ColumnNames = { names: NAMES, rowsToSkip: 2, inFile: true, reason: 'test' };
const inFirstRow: ColumnNames = { ...inSecondRow, rowsToSkip: 1 };
const own: ColumnNames = { names: ['a "b"', 'c,d'], rowsToSkip: 1, inFile: false, reason: 'test' };

/** More rows than the head that is kept, unless told otherwise. */
const rowsText = (count = 50, end = '\n') =>
	Array.from({ length: count }, (_, row) => `${row},"x ${row}"${end}`).join('');
const file = (count?: number) => `Query result\nday,text\n${rowsText(count)}`;

describe.each([1, 7, 100_000])('cut into pieces of %i bytes', (size) => {
	const packed = (text: string) => asFile(gzipSync(text), size);
	const plain = (text: string) => asFile(Buffer.from(text), size);

	it.each([0, 3, 18, 19, 50])('%i rows become items', async (count) => {
		const rows: IDataObject[] = [];
		const heads: number[] = [];
		await fileToItems({
			file: packed(file(count)),
			maxBytes: MOST,
			conversion: { types: new ColumnTypes(), rows: () => rows },
			decideNames: async (head) => (heads.push(head.length), inSecondRow),
			onRow: (row) => rows.push(row) > 0,
		});
		// More are kept where they come in one piece.
		expect(heads).toEqual([expect.any(Number)]);
		expect(heads[0]).toBeGreaterThanOrEqual(Math.min(20, count + 2));
		expect(rows).toEqual(
			Array.from({ length: count }, (_, row) => ({ day: row, text: `x ${row}` })),
		);
	});

	it.each([0, 3, 18, 50])('%i rows become a CSV file with one row of names', async (count) => {
		const results: object[] = [];
		const csv = async (text: string, names: ColumnNames) =>
			String(
				await collect(
					fileToCsv({
						file: packed(text),
						maxBytes: MOST,
						decideNames: async () => names,
						onEnd: ({ rows }) => results.push({ rows }),
					}),
				),
			);
		const expected = `day,text\n${rowsText(count)}`;
		expect(await csv(file(count), inSecondRow)).toBe(expected);
		expect(await csv(expected, inFirstRow)).toBe(expected);
		expect(await csv(`x\n${rowsText(count)}`, own)).toBe(`"a ""b""","c,d"\n${rowsText(count)}`);
		expect(results).toEqual([{ rows: count }, { rows: count }, { rows: count }]);
	});

	it.each(['\r\n', '\r'])('a header of our own ends as the other lines do (%j)', async (end) => {
		const bulkFile = packed(`Query result${end}${rowsText(30, end)}`);
		const csv = await collect(
			fileToCsv({ file: bulkFile, maxBytes: MOST, decideNames: async () => own, onEnd: () => {} }),
		);
		expect(String(csv)).toBe(`"a ""b""","c,d"${end}${rowsText(30, end)}`);
	});

	it('a compressed file is passed on as it is', async () => {
		const stored = gzipSync(file());
		const passed = fileToGzip({ file: asFile(stored, size), maxBytes: MOST });
		expect(await collect(passed)).toEqual(stored);
	});

	it.each([3, 50])(
		'a file of %i rows that was unpacked on the way is compressed again',
		async (count) => {
			const passed = await collect(fileToGzip({ file: plain(file(count)), maxBytes: MOST }));
			expect(String(gunzipSync(passed))).toBe(file(count));
		},
	);

	it.each([
		['corrupt', Buffer.concat([gzipSync(file()).subarray(0, -8), Buffer.alloc(8)])],
		['cut short', gzipSync(file()).subarray(0, -1)],
		['followed by something', Buffer.concat([gzipSync(file()), Buffer.from('x')])],
		['an error description', Buffer.from('Failed, sorry')],
		['a long error description', Buffer.from('{"error":1}\na,b\n'.repeat(40))],
		['ragged', gzipSync(`${file()}1,2,3\n`)],
		['too large', gzipSync('x\na,b\n'.padEnd(MOST + 1, '1,2\n'))],
	])('a file that is %s is refused, whatever it should become', async (what, bytes) => {
		const opened = () => asFile(bytes, Math.max(size, 50));
		const maxBytes = MOST;
		const decideNames = async () => inSecondRow;
		const items = fileToItems({
			file: opened(),
			maxBytes,
			decideNames,
			onRow: () => true,
		});
		await expect(items).rejects.toThrow(/\w/);
		const csv = fileToCsv({ file: opened(), maxBytes, decideNames, onEnd: () => {} });
		await expect(collect(csv)).rejects.toThrow(/\w/);
		// Passed on as it is, a compressed file is not read as CSV.
		if (what === 'ragged') return;
		await expect(collect(fileToGzip({ file: opened(), maxBytes }))).rejects.toThrow(/\w/);
	});
});

describe('a large file', () => {
	const rows = 20_000;
	const csv = (text: string) =>
		fileToCsv({
			file: asFile(gzipSync(text)),
			maxBytes: MOST,
			decideNames: async () => inSecondRow,
			onEnd: () => {},
		});

	it('becomes a CSV file of the same rows', async () => {
		const written = await collect(csv(file(rows)));
		expect(written.equals(Buffer.from(`day,text\n${rowsText(rows)}`))).toBe(true);
	});

	it('that was unpacked on the way is compressed again', async () => {
		const unpacked = asFile(Buffer.from(file(rows)));
		const passed = await collect(fileToGzip({ file: unpacked, maxBytes: MOST }));
		expect(gunzipSync(passed).equals(Buffer.from(file(rows)))).toBe(true);
	});

	it('is refused for a ragged row at its end', async () => {
		const text = `${file(rows)}1,2,3\n`;
		await expect(collect(csv(text))).rejects.toThrow(`Row ${rows + 3} of the file`);
		const unpacked = asFile(Buffer.from(text));
		const passed = fileToGzip({ file: unpacked, maxBytes: MOST });
		await expect(collect(passed)).rejects.toThrow(`Row ${rows + 3} of the file`);
	});

	it('is refused at the limit, unpacked on the way too', async () => {
		const unpacked = asFile(Buffer.from(file(rows)));
		const passed = fileToGzip({ file: unpacked, maxBytes: 100_000 });
		await expect(collect(passed)).rejects.toThrow('more than 100000 bytes');
	});
});

it('a file of 0 bytes is a table without rows', async () => {
	const opened = await openFile(asChunks(Buffer.of()));
	expect(opened).toMatchObject({ isPacked: false, isEmpty: true });
	expect(gunzipSync(await collect(fileToGzip({ file: opened, maxBytes: MOST })))).toHaveLength(0);
});

it.each([1, 2])('a file of %i bytes is none', async (length) => {
	const opened = await openFile(asChunks(Buffer.from('ab'.slice(0, length)), 1));
	await expect(collect(fileToGzip({ file: opened, maxBytes: MOST }))).rejects.toThrow(
		'error description',
	);
});

it('values stay text unless they are to be converted', async () => {
	const rows: IDataObject[] = [];
	await fileToItems({
		file: asFile(gzipSync(file(1))),
		maxBytes: MOST,
		decideNames: async () => inSecondRow,
		onRow: (row) => rows.push(row) > 0,
	});
	expect(rows).toEqual([{ day: '0', text: 'x 0' }]);
});

it('no more of a file is fetched than is wanted, and no more rows are given', async () => {
	const bytes = gzipSync(rowsText(20_000), { level: 0 });
	let fetched = 0;
	async function* chunks() {
		for await (const chunk of asChunks(bytes, 500)) {
			fetched += chunk.length;
			yield chunk;
		}
	}
	let calls = 0;
	await fileToItems({
		file: { chunks: chunks(), isPacked: true },
		maxBytes: MOST,
		decideNames: async () => inFirstRow,
		onRow: () => (calls += 1) < 60,
	});
	expect(calls).toBe(60);
	expect(fetched).toBeLessThan(bytes.length / 2);
});

it('a header of our own ends with a line feed where the file has one row only', async () => {
	const csv = async (text: string, names: ColumnNames) => {
		const packed = asFile(gzipSync(text));
		let rows = -1;
		const onEnd = (result: { rows: number }) => (rows = result.rows);
		const decideNames = async () => names;
		return [
			String(await collect(fileToCsv({ file: packed, maxBytes: MOST, decideNames, onEnd }))),
			rows,
		];
	};
	expect(await csv('x', own)).toEqual(['"a ""b""","c,d"\n', 0]);
	expect(await csv('x\n', { ...own, names: ['a\nb', 'c\rd'] })).toEqual(['"a\nb","c\rd"\n', 0]);
	expect(await csv('x\n', { ...own, names: [] })).toEqual(['', 0]);
	expect(await csv('', { ...own, names: [] })).toEqual(['', 0]);
	expect(await csv('day,text', inFirstRow)).toEqual(['day,text', 0]);
});

it('a file is passed on as it comes, not at its end', async () => {
	const bytes = gzipSync(rowsText(20_000), { level: 0 });
	let fetched = 0;
	async function* chunks() {
		for await (const chunk of asChunks(bytes, 1 << 14)) {
			fetched += chunk.length;
			yield chunk;
		}
	}
	const options = { maxBytes: MOST, decideNames: async () => inFirstRow, onEnd: () => {} };
	for (const passed of [
		fileToCsv({ file: { chunks: chunks(), isPacked: true }, ...options }),
		fileToGzip({ file: { chunks: chunks(), isPacked: true }, maxBytes: MOST }),
	]) {
		fetched = 0;
		await passed.next();
		expect(fetched).toBeLessThan(bytes.length / 2);
		await passed.return(undefined);
	}
});

it('a file that was unpacked on the way is passed on as it comes, too', async () => {
	// Hardly to be compressed, so that something comes out soon.
	const text = Array.from({ length: 40_000 }, (_, row) => `${row},${Math.sin(row)}\n`).join('');
	let fetched = 0;
	async function* chunks() {
		for await (const chunk of asChunks(Buffer.from(text), 1 << 14)) {
			fetched += chunk.length;
			yield chunk;
		}
	}
	const passed = fileToGzip({ file: { chunks: chunks(), isPacked: false }, maxBytes: MOST });
	await passed.next();
	expect(fetched).toBeLessThan(text.length / 2);
	await passed.return(undefined);
});

it.each([
	['gzip', gzipSync(rowsText(5_000), { level: 0 })],
	['plain', Buffer.from(rowsText(5_000))],
])('the source is let go when nobody reads on (%s)', async (_, bytes) => {
	let isLetGo = false;
	async function* chunks() {
		try {
			yield* asChunks(bytes, 1_000);
		} finally {
			isLetGo = true;
		}
	}
	const passed = fileToGzip({ file: await openFile(chunks()), maxBytes: MOST });
	await passed.next();
	await passed.return(undefined);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(isLetGo).toBe(true);
});

describe('a file of one column, where an empty line is an empty value', () => {
	const one: ColumnNames = { names: ['name'], rowsToSkip: 1, inFile: false, reason: 'test' };

	async function outputs(text: string, names: ColumnNames, size: number) {
		const opened = () => asFile(gzipSync(text, { level: 0 }), size);
		const options = { maxBytes: MOST, decideNames: async () => names };
		const items: unknown[] = [];
		const onRow = (row: IDataObject) => items.push(row.name) > 0;
		await fileToItems({ ...options, file: opened(), onRow });
		let rows = -1;
		const onEnd = (result: { rows: number }) => (rows = result.rows);
		const csv = String(await collect(fileToCsv({ ...options, file: opened(), onEnd })));
		return { items, csv, rows };
	}

	const long = Array.from({ length: 40 }, (_, row) => (row % 3 === 0 ? '' : `n${row}`));
	it.each<[string, string[]]>([
		['at its start', ['', 'Ana', 'Bia']],
		['at its end', ['Ana', '', '']],
		['everywhere', ['', '', 'Ana', '', 'Bia', '']],
		['in all rows', ['', '']],
		['in one row', ['']],
		['in many rows', long],
		['in many rows and no other', Array<string>(50).fill('')],
	])('%s', async (_, values) => {
		const lines = values.map((value) => `${value}\n`).join('');
		for (const size of [1, 100_000]) {
			const expected = { items: values, csv: `name\n${lines}`, rows: values.length };
			expect(await outputs(`x\n${lines}`, one, size)).toEqual(expected);
			const inFile = { ...one, inFile: true };
			expect(await outputs(`name\n${lines}`, inFile, size)).toEqual(expected);
		}
	});

	it('stays an error between rows of two columns, and nothing behind the last', async () => {
		const two = { ...own, names: ['name', 'b'] };
		for (const size of [1, 100_000]) {
			await expect(outputs('x\n\na,b\n', two, size)).rejects.toThrow('Row 2 of the file');
			expect(await outputs('x\na,b\n\n\n', two, size)).toMatchObject({ items: ['a'], rows: 1 });
			expect(await outputs('x\n\n\n', two, size)).toMatchObject({ items: [], rows: 0 });
		}
	});

	it('has one column in every row', async () => {
		const ragged = `x\n\n${'a\n'.repeat(30)}a,b\n`;
		await expect(outputs(ragged, one, 100_000)).rejects.toThrow('Row 33 of the file');
	});
});

it('names that got a number are written over those of the file', async () => {
	const text = `Query result\nday,day\n${rowsText(30)}`;
	const names = { ...own, names: ['day', 'day_2'], rowsToSkip: 2 };
	const options = { maxBytes: MOST, decideNames: async () => names, onEnd: () => {} };
	const csv = await collect(fileToCsv({ file: asFile(gzipSync(text)), ...options }));
	expect(String(csv)).toBe(`day,day_2\n${rowsText(30)}`);
});
