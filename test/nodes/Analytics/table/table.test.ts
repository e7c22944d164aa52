import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DamagedFile } from '../../../../nodes/Analytics/table/gunzip';
import { type BulkFile, openFile, unpacked } from '../../../../nodes/Analytics/table/openFile';
import { Table, type TableColumns } from '../../../../nodes/Analytics/table/table';
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
	{ sizes = [1 << 16], signal = new AbortController().signal, keepsCells = false } = {},
): Promise<Table> {
	async function* chunks(): AsyncGenerator<Uint8Array> {
		yield* pieces(bytes, sizes);
	}
	return await Table.open(await openFile(chunks()), { signal, keepsCells });
}

async function rowsOf(table: Table, rowsToSkip = 2): Promise<string[][]> {
	const all: string[][] = [];
	for await (const rows of table.rows(columnsOf(table, rowsToSkip))) all.push(...rows);
	await table.verify();
	return all;
}

async function textOf(table: Table, rowsToSkip = 2): Promise<string> {
	const all: Uint8Array[] = [];
	for await (const piece of table.text(columnsOf(table, rowsToSkip))) all.push(piece);
	await table.verify();
	return Buffer.concat(all).toString();
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
	const error: unknown = await work.then(
		() => undefined,
		(failure: unknown) => failure,
	);
	if (!(error instanceof Error)) throw new Error('Nothing went wrong');
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
		keepsCells: fc.boolean(),
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

it('columns are picked from the rows', async () => {
	const table = await opened(gzipSync('x\na,b\n1,2\n3,4\n'));
	const pick = ([first = '', second = '']: string[]): string[] => [second, first];
	const columns = { names: ['b', 'a'], rowsToSkip: 2, isAll: false, pick };
	const all: string[][] = [];
	for await (const rows of table.rows(columns)) all.push(...rows);
	expect(all).toEqual([
		['2', '1'],
		['4', '3'],
	]);
});

it.each([
	{ text: '\uFEFFday\n1\n', expected: 'day\n1\n' },
	{ text: '\uFEFF', expected: '' },
	{ text: 'a\uFEFFb', expected: 'a\uFEFFb' },
	{ text: 'é', expected: 'é' },
])('leaves out a byte order mark at the beginning: $text', async ({ text, expected }) => {
	const { signal } = new AbortController();
	for (const bytes of [gzipSync(text), Buffer.from(text)]) {
		const read: Uint8Array[] = [];
		for await (const block of unpacked(await openFile(asChunks(bytes, 1)), signal)) {
			// A block is only valid until the next one.
			read.push(Buffer.from(block));
		}
		expect(Buffer.concat(read).toString()).toBe(expected);
	}
});

describe('a table of which some rows are enough', () => {
	const lines = Array.from({ length: 100_000 }, (_, at) => `${at},${Math.sin(at)}\n`);
	const text = `x\na,b\n${lines.join('')}`;

	async function firstRows(bytes: Uint8Array): Promise<Table> {
		const table = await opened(bytes);
		for await (const rows of table.rows(columnsOf(table))) if (rows.length > 0) break;
		expect(table.rowCount).toBeLessThan(10_000);
		return table;
	}

	it('is verified after them', async () => {
		const table = await firstRows(gzipSync(text));
		expect(await table.verify()).toBe(true);
	});

	it.each([
		{ what: 'has a wrong checksum', bytes: damaged(text) },
		{
			what: 'is cut off before its checksum',
			bytes: gzipSync(text).subarray(0, -9),
		},
	])('is an error when it is verified, if the file $what', async ({ bytes }) => {
		const table = await firstRows(bytes);
		const { name } = await errorOf(table.verify());
		expect(name).toBe('DamagedFile');
	});

	it('is not verified if the file has more bytes than may be read for that', async () => {
		const cut = gzipSync(text, { level: 0 }).subarray(0, -9);
		const table = await firstRows(cut);
		expect(await table.verify({ maxBytes: 100_000 })).toBe(false);
	});
});

/** A bomb in one chunk, of 64 MB when unpacked. */
function bomb(text: string): Buffer {
	const block = gzipSync(Buffer.alloc(1 << 20, text));
	return Buffer.concat([gzipSync('x\na,b\n'), ...Array<Buffer>(64).fill(block)]);
}

describe('while one large chunk is read', () => {
	async function readRows(bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
		return await rowsOf(await opened(bytes, { sizes: [bytes.length], signal, keepsCells: true }));
	}

	async function unpack(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
		const blocks = unpacked(await openFile(asChunks(bytes, bytes.length)), signal);
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

/** A file that nothing proves to be whole, so that whoever downloads it confirms that it is, or not. */
async function unconfirmed(bytes: Uint8Array): Promise<BulkFile> {
	const file = await openFile(asChunks(bytes));
	return {
		...file,
		async confirm() {
			expect(file.bytesRead()).toBe(bytes.length);
			throw new DamagedFile('It was another one.');
		},
	};
}

describe('a file that is not compressed', () => {
	const rows = `x\nday,city\n${'1,São Paulo\n'.repeat(30)}`;
	const { signal } = new AbortController();

	it('must be confirmed before it counts as whole', async () => {
		const table = await Table.open(await unconfirmed(plain(rows)), { signal });
		await expect(rowsOf(table)).rejects.toThrow('It was another one.');
	});

	it.each([
		{ name: 'before the last value', end: plain('2') },
		{ name: 'in a quoted value that has a line break', end: plain('2,"São\n') },
		{ name: 'in a character', end: plain('2,Sã').subarray(0, -1) },
	])('is damaged if it ends $name', async ({ end }) => {
		const errors = await errorsOf(Buffer.concat([plain(rows), end]));
		expect(errors.map(({ name }) => name)).toEqual(['DamagedFile', 'DamagedFile']);
	});

	it.each(['\n', '\r\n', '\r'])('is a table if its last row ends with %j', async (end) => {
		const table = await opened(plain(`x\na,b\n1,2${end}`));
		expect(await rowsOf(table)).toEqual([['1', '2']]);
	});

	it.each(['Failed, sorry\nlater\n', 'Failed, sorry'])(
		'is a text if it is no table, of which the first line is kept: %j',
		async (text) => {
			for (const sizes of [[1], [1 << 16]]) {
				const [error] = await errorsOf(plain(text), { sizes });
				expect(error).toMatchObject({ name: 'TextInstead', text: 'Failed, sorry' });
			}
		},
	);
});

describe('a compressed file', () => {
	it('is a table, whatever it says', async () => {
		const table = await opened(gzipSync('Sorry\nlater\nor never'));
		expect(await rowsOf(table, 1)).toEqual([['later'], ['or never']]);
	});

	it('is a text if it is nothing but a document', async () => {
		const text = '{\n  "code": 500\n}\n';
		const [error] = await errorsOf(gzipSync(text));
		expect(error).toMatchObject({ name: 'TextInstead', text });
		const { head } = await opened(gzipSync('{"query":"day"}\na,b\n1,2\n'));
		expect(head).toHaveLength(3);
	});
});

describe('text with a character that the end of the head cuts', () => {
	/** The head is read in blocks of 64 KB, or of a chunk if that is smaller. */
	const BLOCK_BYTES = 1 << 16;
	const HEAD = 'x,y\na,b\n';

	it.each([
		{ character: '€', bytes: 3, before: 2 },
		{ character: '😀', bytes: 4, before: 3 },
	])(
		'has all $bytes bytes of $character, of which $before are in the head',
		async ({ character, before }) => {
			const padding = BLOCK_BYTES - HEAD.length - 'row,\n'.length * 30 - before;
			const rows = `${'row,\n'.repeat(30)}${'v'.repeat(padding)}${character},w\n`;
			const whole = plain(`${HEAD}${rows}last,row\n`);
			for (const file of [whole, gzipSync(whole)]) {
				expect(await textOf(await opened(file))).toBe(`${rows}last,row\n`);
			}
		},
	);
});
