import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ErrorDescription } from '../../../../nodes/Analytics/table/bulkFileError';
import type { ColumnNames } from '../../../../nodes/Analytics/table/columnNames';
import { openFile, unpacked, whileRead } from '../../../../nodes/Analytics/table/openFile';
import { type ReadOptions, readRows } from '../../../../nodes/Analytics/table/table';
import { GzipError } from '../../../../nodes/Analytics/table/gunzip';
import { asChunks } from '../../../support/chunks';
import { pieces, pieceSizes, seeded } from '../../../support/cuts';
import { lineEndings, toCsv } from './csvTexts';

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
	let groups = 0;
	let columns: string[] = [];
	const { signal } = new AbortController();
	const file = await openFile(cut(bytes, sizes));
	for await (const group of readRows(file, { signal, decideNames, ...options })) {
		groups += 1;
		rows.push(...group.rows);
		columns = group.columns.names;
	}
	return { rows, heads, groups, columns };
}

const TITLE = ['Query result'];
const plain = (text: string) => Buffer.from(text);
/** Two members, and zeros at the end. */
const asMembers = (text: string) => {
	const half = text.length >> 1;
	const halves = [gzipSync(text.slice(0, half)), gzipSync(text.slice(half))];
	return Buffer.concat([...halves, Buffer.alloc(9)]);
};

const UNITS = ['a', 'longer text', ',', '"', '\n', '\r', 'é', ' ', '7'];
const cell = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 4 });
const row = fc.array(cell, { minLength: 3, maxLength: 3 });
const files = fc.record({
	rows: fc.oneof(fc.array(row, { maxLength: 6 }), fc.array(row, { minLength: 18, maxLength: 45 })),
	end: lineEndings,
	hasLastEnd: fc.boolean(),
	bom: fc.constantFrom('', '\uFEFF'),
	sizes: pieceSizes,
	skip: fc.constantFrom(1, 2),
});

it.each<[string, (text: string) => Uint8Array]>([
	['gzip', gzipSync],
	['gzip of two members', asMembers],
	['plain text', plain],
])('%s gives all rows, however it is cut', async (_, packed) => {
	await fc.assert(
		fc.asyncProperty(files, async ({ rows, end, hasLastEnd, bom, sizes, skip }) => {
			const all = [TITLE, ['a', 'b', 'c'], ...rows];
			const text = toCsv(all, end, hasLastEnd);
			const names = ['x', 'y', 'z'];
			for (const keepsCells of [true, false]) {
				const given = { sizes, keepsCells, names, rowsToSkip: skip };
				const all20 = { rows: all.slice(skip), heads: [all.slice(0, 20)], columns: names };
				expect(await read(packed(bom + text), given)).toMatchObject(all20);
			}
		}),
		seeded(20),
	);
});

const rowsOf = async (
	chunks: AsyncGenerator<Uint8Array>,
	{ signal }: { signal: AbortSignal } = new AbortController(),
) =>
	readRows(await openFile(chunks), {
		signal,
		keepsCells: true,
		decideNames: async () => ({ names: ['a', 'b'], rowsToSkip: 2 }),
	});

describe('who has enough', () => {
	/** @param isPacked so that it has a checksum at its end */
	const reading = async (bytes: Uint8Array) => {
		const given = { rows: 0, unchecked: 0 };
		const groups = readRows(await openFile(asChunks(bytes, 1 << 16)), {
			signal: new AbortController().signal,
			decideNames: async () => ({ names: ['a', 'b'], rowsToSkip: 2 }),
			hasEnough: () => given.rows > 0,
			onUnchecked: () => (given.unchecked += 1),
		});
		for await (const { rows } of groups) given.rows += rows.length;
		return given;
	};
	const lines = Array.from({ length: 100_000 }, (_, at) => `${at},${Math.sin(at)}\n`);
	const text = `x\na,b\n${lines.join('')}`;

	it('gets no more rows, and hears of damage behind them', async () => {
		const { rows, unchecked } = await reading(gzipSync(text));
		expect([rows > 0, rows < 10_000, unchecked]).toEqual([true, true, 0]);
		await expect(reading(damaged(text))).rejects.toBeInstanceOf(GzipError);
		await expect(reading(gzipSync(text).subarray(0, -9))).rejects.toBeInstanceOf(GzipError);
	});

	it('does not wait for the end of a file of more than 64 MB, and is told so', async () => {
		const large = gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(2 ** 26)]), { level: 0 });
		expect(await reading(large.subarray(0, -9))).toMatchObject({ unchecked: 1 });
	});
});

/** A bomb in one chunk, of 64 MB when unpacked. */
function bomb(text: string) {
	const block = gzipSync(Buffer.alloc(1 << 20, text));
	return Buffer.concat([gzipSync('x\na,b\n'), ...Array<Buffer>(64).fill(block)]);
}

it.each<[string, (bytes: Uint8Array, signal: AbortSignal) => Promise<AsyncGenerator>]>([
	['rows', async (bytes, signal) => await rowsOf(asChunks(bytes, bytes.length), { signal })],
	[
		'a compressed file',
		async (bytes, signal) =>
			whileRead(await openFile(asChunks(bytes, bytes.length)), (file) => unpacked(file, signal)),
	],
])('n8n goes on while one large chunk becomes %s, and Stop is heard', async (_, opened) => {
	// Time passes by what is asked for it: 5 ms for each block.
	let now = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 5));
	const stop = new AbortController();
	let turns = 0;
	const turn = setInterval(() => {
		turns += 1;
		if (turns === 20) stop.abort(new Error('stopped'));
	}, 0);
	try {
		const reading = await opened(bomb('1,2\n'), stop.signal);
		await expect(drained(reading)).rejects.toThrow('stopped');
		expect(turns).toBe(20);
	} finally {
		clearInterval(turn);
		clock.mockRestore();
	}
});

it.each(['\n', '\0'])('Stop is heard where nothing is a row: %j', async (text) => {
	const stop = new AbortController();
	setImmediate(() => stop.abort(new Error('stopped')));
	await expect(drained(await rowsOf(asChunks(bomb(text)), stop))).rejects.toThrow('stopped');
});

async function drained(reading: AsyncGenerator): Promise<void> {
	while (!(await reading.next()).done);
}

const SIZES = [[1], [7], [1 << 16]];

it.each([
	['nothing at all', gzipSync(''), []],
	['a first row and names', gzipSync('x\na,b\n'), [['x'], ['a', 'b']]],
	['a first row and names, unpacked', plain('x\na,b\n'), [['x'], ['a', 'b']]],
])('a file without rows has names all the same, if it has any: %s', async (_, bytes, head) => {
	const columns = head[1] ?? [];
	const nothing = { rows: [], groups: 1, heads: [head], columns };
	expect(await read(bytes, { sizes: [1] })).toEqual(nothing);
});

const TABLE = `x\na,b\n${'1,2\n'.repeat(30)}`;
const damaged = (text: string | Buffer) => {
	const bytes = gzipSync(text);
	return Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(8, 1)]);
};
const notUtf8 = Buffer.concat([plain(TABLE), Buffer.of(0xff)]);

describe('what is no whole file ends in an error', () => {
	const errorOf = async (bytes: Uint8Array, options: Reading) =>
		await read(bytes, options).catch((error: unknown) => error);

	it.each<[string, Uint8Array, string]>([
		['no UTF-8', gzipSync(notUtf8), 'UTF-8'],
		['ragged', gzipSync(`${TABLE}1,2,3\n`), 'Row 33 of the file has 3 fields instead'],
		['ragged, unpacked', plain(`${TABLE}1,2,3\n`), 'Row 33 of the file has 3 fields'],
	])('a table that is %s', async (_, bytes, words) => {
		const message = expect.stringContaining(words) as string;
		for (const sizes of SIZES) {
			expect(await errorOf(bytes, { sizes })).toMatchObject({ name: 'NotCsv', message });
		}
	});

	// What makes no sense may be damage, which only the checksum tells.
	it.each<[string, Buffer, Reading]>([
		['CSV', damaged('x\na,b\n1,"2"3\n'.padEnd(300_000, '4')), {}],
		['UTF-8', damaged(Buffer.concat([notUtf8, Buffer.alloc(300_000)])), {}],
		['columns of those names', damaged(TABLE), { wanted: ['c'] }],
		['more than its first byte', damaged(TABLE).subarray(0, 1), {}],
	])('damage counts first, in a file without %s', async (_, bytes, options) => {
		for (const sizes of [[1_000], [1 << 20]]) {
			expect(await errorOf(bytes, { ...options, sizes })).toBeInstanceOf(GzipError);
		}
	});

	it.each([
		['two bytes', 'no'],
		['two lines', 'Failed, sorry\nlater'],
		['lines of other widths', 'Failed\na, b\nc'],
		['a long text', 'Failed.\n'.repeat(10_000)],
	])('an error description is told from a table: %s', async (_, text) => {
		const error = await errorOf(plain(text), { sizes: [1 << 16] });
		expect(error).toMatchObject({ name: 'ErrorDescription', text: text.slice(0, 2 ** 16) });
		expect(await errorOf(plain(text), { sizes: [1] })).toBeInstanceOf(ErrorDescription);
	});

	it('what is compressed is a file, whatever it says', async () => {
		const { rows } = await read(gzipSync('Sorry\nlater\nor never'), { rowsToSkip: 1 });
		expect(rows).toEqual([['later'], ['or never']]);
	});
});
