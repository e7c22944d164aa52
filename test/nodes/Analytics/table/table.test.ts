import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openFile } from '../../../../nodes/Analytics/table/openFile';
import { Table, type TableColumns } from '../../../../nodes/Analytics/table/table';
import { asError } from '../../../../nodes/shared/errors';
import { asChunks } from '../../../support/chunks';
import { pieces, pieceSizes, seeded } from '../../../support/cuts';
import { lineEndings, toCsv } from './csvTexts';

const TITLE = ['Query result'];
const NAMES = ['a', 'b', 'c'];

/** All columns of a table whose names are in its first or second row. */
function columnsOf({ head }: Table, rowsToSkip = 2): TableColumns {
	const names = head[rowsToSkip - 1] ?? [];
	return { names, rowsToSkip, isAll: true, pick: (cells) => cells };
}

/** @param how the sizes of the chunks in which the file arrives, in turn */
async function opened(
	bytes: Uint8Array,
	{ sizes = [1 << 16], signal = new AbortController().signal } = {},
): Promise<Table> {
	async function* chunks(): AsyncGenerator<Uint8Array> {
		yield* pieces(bytes, sizes);
	}
	return await Table.open(await openFile(chunks(), signal));
}

async function rowsOf(table: Table, rowsToSkip = 2): Promise<string[][]> {
	const all: string[][] = [];
	for await (const rows of table.rows(columnsOf(table, rowsToSkip))) all.push(...rows);
	return all;
}

async function textOf(table: Table, rowsToSkip = 2): Promise<string> {
	const all: Uint8Array[] = [];
	for await (const piece of table.text(columnsOf(table, rowsToSkip))) all.push(piece);
	return Buffer.concat(all).toString();
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
	const error = await work.then(() => undefined, asError);
	if (!error) throw new Error('Nothing went wrong');
	return error;
}

/** What is wrong with a file whose names are in its second row, however it is read. */
async function errorsOf(bytes: Uint8Array, how?: { sizes: number[] }): Promise<Error[]> {
	const asRows = opened(bytes, how).then(async (table) => await rowsOf(table));
	const asText = opened(bytes, how).then(async (table) => await textOf(table));
	return await Promise.all([errorOf(asRows), errorOf(asText)]);
}

const plain = (text: string): Buffer => Buffer.from(text);

/** Two members, and zeros at the end. */
function gzipOfParts(text: string): Buffer {
	const half = text.length >> 1;
	const members = [text.slice(0, half), text.slice(half)].map((part) => gzipSync(part));
	return Buffer.concat([...members, Buffer.alloc(9)]);
}

/** A whole file, of which the checksum is wrong. */
function damaged(content: string | Buffer): Buffer {
	return Buffer.concat([gzipSync(content).subarray(0, -8), Buffer.alloc(8, 1)]);
}

describe.each([
	{ kind: 'gzip', packed: (text: string) => gzipSync(text) },
	{ kind: 'gzip in two members', packed: gzipOfParts },
	{ kind: 'plain text', packed: plain, hasLastEnd: true },
])('of a file of $kind', ({ packed, hasLastEnd: mustEnd = false }) => {
	const cell = fc.string({
		unit: fc.constantFrom('a', 'longer text', ',', '"', '\n', '\r', 'é', '€', '😀', ' '),
		maxLength: 4,
	});
	const row = fc.array(cell, { minLength: 3, maxLength: 3 });
	const files = fc.record({
		rows: fc.oneof(
			fc.array(row, { maxLength: 6 }),
			fc.array(row, { minLength: 18, maxLength: 45 }),
		),
		end: lineEndings,
		hasLastEnd: mustEnd ? fc.constant(true) : fc.boolean(),
		bom: fc.constantFrom('', '\uFEFF'),
		sizes: pieceSizes,
		rowsToSkip: fc.constantFrom(1, 2),
	});

	it('the head and all rows are read, or the text of the rows, however it is cut into chunks', async () => {
		const check = fc.asyncProperty(files, async ({ rows, end, hasLastEnd, bom, ...how }) => {
			const all = [TITLE, NAMES, ...rows];
			const ofData = all.slice(how.rowsToSkip);
			const bytes = packed(bom + toCsv(all, end, hasLastEnd));
			const table = await opened(bytes, how);
			expect(table.head).toEqual(all.slice(0, 20));
			expect(await rowsOf(table, how.rowsToSkip)).toEqual(ofData);
			const asText = await opened(bytes, how);
			expect(await textOf(asText, how.rowsToSkip)).toBe(toCsv(ofData, end));
			expect([table.rowCount, asText.rowCount]).toEqual([ofData.length, ofData.length]);
		});
		await fc.assert(check, seeded(20));
	});
});

it.each([
	{ name: 'an empty file', bytes: gzipSync(''), head: [] },
	{ name: 'a file shorter than a byte order mark', bytes: gzipSync('é'), head: [['é']] },
	{
		name: 'a file with a byte order mark behind its first row',
		bytes: gzipSync('x\n\uFEFF"a","b"\n'),
		head: [['x'], ['a', 'b']],
	},
	{
		name: 'a file with a first row and names',
		bytes: gzipSync('x\na,b\n'),
		head: [['x'], ['a', 'b']],
	},
])('$name has no rows of data, but a head', async ({ bytes, head }) => {
	const table = await opened(bytes, { sizes: [1] });
	expect(table.head).toEqual(head);
	expect(await rowsOf(table)).toEqual([]);
	expect(await textOf(await opened(bytes))).toBe('');
});

it('the text of the rows has no byte order mark of a row before them', async () => {
	const bytes = gzipSync('\uFEFFé\n\uFEFFa,b\n1,2\n');
	expect(await textOf(await opened(bytes), 1)).toBe('a,b\n1,2\n');
	expect(await textOf(await opened(bytes), 2)).toBe('1,2\n');
});

/** A bomb in one chunk, of 64 MB when unpacked. */
function bomb(text: string): Buffer {
	const block = gzipSync(Buffer.alloc(1 << 20, text));
	return Buffer.concat([gzipSync('x\na,b\n'), ...Array<Buffer>(64).fill(block)]);
}

describe('while one large chunk is read', () => {
	async function readRows(bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
		return await rowsOf(await opened(bytes, { sizes: [bytes.length], signal }));
	}

	async function unpack(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
		const blocks = (await openFile(asChunks(bytes, bytes.length), signal)).blocks();
		while (!(await blocks.next()).done);
	}

	it.each([
		{ what: 'rows are read', read: readRows },
		{ what: 'a file is unpacked', read: unpack },
	])('n8n goes on, and Stop is heard: $what', async ({ read }) => {
		// Time passes by what is asked for it: 5 ms for each block.
		let now = 0;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
			now += 5;
			return now;
		});
		const stop = new AbortController();
		let turns = 0;
		const turn = setInterval(() => {
			turns += 1;
			if (turns === 5) stop.abort(new Error('stopped'));
		}, 0);
		try {
			await expect(read(bomb('1,2\n'), stop.signal)).rejects.toThrow('stopped');
			expect(turns).toBe(5);
		} finally {
			clearInterval(turn);
			clock.mockRestore();
		}
	});

	it.each(['\n', '\0'])('Stop is heard where nothing is a row: %j', async (text) => {
		const stop = new AbortController();
		setImmediate(() => stop.abort(new Error('stopped')));
		await expect(readRows(bomb(text), stop.signal)).rejects.toThrow('stopped');
	});
});

const TABLE = `x\na,b\n${'1,2\n'.repeat(30)}`;
const NOT_UTF8 = Buffer.concat([plain(TABLE), Buffer.of(0xff, 0x0a)]);

it.each([
	{ name: 'no UTF-8', bytes: gzipSync(NOT_UTF8), words: 'not text in UTF-8' },
	{ name: 'ragged', bytes: gzipSync(`${TABLE}1,2,3\n`), words: 'Row 33 of the file has 3 fields' },
	{ name: 'ragged and unpacked', bytes: plain(`${TABLE}1,2,3\n`), words: 'Row 33 of the file' },
])('a whole file is an error if its table is $name', async ({ bytes, words }) => {
	for (const sizes of [[1], [7], [1 << 16]]) {
		for (const error of await errorsOf(bytes, { sizes })) {
			expect(error.name).toBe('NotCsv');
			expect(error.message).toContain(words);
		}
	}
});

// What makes no sense may be damage, which only the checksum tells.
it.each([
	{ name: 'no CSV', bytes: damaged('x\na,b\n1,"2"3\n'.padEnd(300_000, '4')) },
	{ name: 'no UTF-8', bytes: damaged(Buffer.concat([NOT_UTF8, Buffer.alloc(300_000)])) },
	{
		name: 'a row of another width behind its head',
		bytes: damaged(`${TABLE}1,2,3\n`.padEnd(300_000, '4')),
	},
	{ name: 'a page', bytes: damaged('<html><body></body></html>') },
	{ name: 'its first byte only', bytes: damaged(TABLE).subarray(0, 1) },
])(
	'damage is found before anything else that is wrong, in a file with $name',
	async ({ bytes }) => {
		for (const sizes of [[1_000], [1 << 20]]) {
			const names = (await errorsOf(bytes, { sizes })).map(({ name }) => name);
			expect(names).toEqual(['DamagedFile', 'DamagedFile']);
		}
	},
);

it('what is verified is not read as rows any more, so one of another width behind the head is no error', async () => {
	const bytes = gzipSync(`${'a,b\n'.repeat(50_000)}1,2,3\n`);
	const table = await opened(bytes, { sizes: [1_000] });
	expect(await table.verify()).toBe(true);
});

it('a long JSON list, which may be compressed, is no file without rows', async () => {
	const list = JSON.stringify(Array<object>(20_000).fill({ id: 1 }));
	for (const bytes of [gzipSync(list), plain(list)]) {
		expect(await errorOf(opened(bytes))).toMatchObject({ name: 'TextInstead' });
	}
});

it('a JSON object is no table, even behind a byte order mark', async () => {
	const bytes = gzipSync('\uFEFF{\n"error": 1\n}\n');
	expect(await errorOf(opened(bytes))).toMatchObject({ name: 'TextInstead' });
});

it('a page of more lines than the head has, which may be compressed, is no table', async () => {
	const page = `<html>\n${'<p>a</p>\n'.repeat(30)}</html>\n`;
	for (const bytes of [gzipSync(page), plain(page)]) {
		const names = (await errorsOf(bytes)).map(({ name }) => name);
		expect(names).toEqual(['TextInstead', 'TextInstead']);
	}
});

it('a character that the end of the head cuts has all of its bytes in the text', async () => {
	/** The head is read in blocks of 64 KB. Three of the four bytes of 😀 are in the first one. */
	const padding = 'v'.repeat((1 << 16) - 'x,y\na,b\n'.length - 'row,\n'.length * 30 - 3);
	const rows = `${'row,\n'.repeat(30)}${padding}😀,w\nlast,row\n`;
	expect(await textOf(await opened(plain(`x,y\na,b\n${rows}`)))).toBe(rows);
});
