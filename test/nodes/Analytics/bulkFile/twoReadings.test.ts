import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ColumnNames } from '../../../../nodes/Analytics/bulkFile/columnNames';
import { fileToBatches } from '../../../../nodes/Analytics/bulkFile/fileToBatches';
import { fileToVerified } from '../../../../nodes/Analytics/bulkFile/fileToVerified';
import { ColumnTypes } from '../../../../nodes/Analytics/csv/columnTypes';
import { asChunks, asFile, collect } from '../../../support/chunks';
import { seeded } from '../../../support/cuts';
import { bytesOf, gzip } from '../../../support/gzipFiles';

/* A file is read once to know that it is good, and once more to pass its rows on. */

const NAMES: ColumnNames = { names: ['id', 'text'], rowsToSkip: 2, inFile: true, reason: '' };
const tableOf = (lines: string[]) => ['Query result', 'id,text', ...lines].join('\n') + '\n';

/** The first reading. */
async function verified(file: Uint8Array, types?: ColumnTypes) {
	let end: { names: ColumnNames; rows: number } | undefined;
	const bytes = await collect(
		fileToVerified({
			file: asFile(file, 7),
			maxBytes: Infinity,
			types,
			decideNames: async () => NAMES,
			onEnd: (result) => (end = result),
		}),
	);
	return { bytes, rows: end?.rows };
}

interface Wanted {
	rowsPerBatch: number;
	startAtRow?: number;
	maxRows?: number;
	types?: ColumnTypes;
}

async function batches(
	packed: Uint8Array,
	{ startAtRow = 1, maxRows = Infinity, ...wanted }: Wanted,
) {
	const all = [];
	const options = { names: NAMES, types: undefined, startAtRow, maxRows, ...wanted };
	for await (const batch of fileToBatches({ chunks: asChunks(packed, 11), ...options })) {
		all.push(batch);
	}
	return all;
}

describe('the first reading', () => {
	it('passes a packed file on as it is, and counts its rows', async () => {
		const file = gzip(bytesOf(tableOf(['1,a', '2,b', '3,c'])));
		const { bytes, rows } = await verified(file);
		expect(rows).toBe(3);
		expect([...bytes]).toEqual([...file]);
	});

	it('packs a file that was unpacked on the way', async () => {
		const text = tableOf(Array.from({ length: 50 }, (_, at) => `${at},x`));
		const { bytes, rows } = await verified(bytesOf(text));
		expect(rows).toBe(50);
		expect(gunzipSync(bytes).toString()).toBe(text);
	});

	it.each([
		['a row with a field too many', gzip(bytesOf(tableOf(['1,a', '2,b,c'])))],
		['bytes that are not UTF-8', gzip(Uint8Array.of(...bytesOf(tableOf(['1,a'])), 0xff, 10))],
		['a file that is cut off', gzip(bytesOf(tableOf(['1,a']))).subarray(0, -3)],
		['a quote that is never closed', gzip(bytesOf(tableOf(['1,"a'])))],
	])('finds %s', async (_, file) => {
		await expect(verified(file)).rejects.toThrow();
	});
});

describe('the second reading', () => {
	it('gives each row from a row on once, in order, in batches that know where they begin', async () => {
		const wanted = fc.record({
			rows: fc.integer({ min: 0, max: 60 }),
			rowsPerBatch: fc.integer({ min: 1, max: 70 }),
			startAtRow: fc.integer({ min: 1, max: 70 }),
			maxRows: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 70 })),
		});
		await fc.assert(
			fc.asyncProperty(wanted, async ({ rows, ...options }) => {
				const ids = Array.from({ length: rows }, (_, at) => String(at + 1));
				const file = gzip(bytesOf(tableOf(ids.map((id) => `${id},x`))));
				const all = await batches(file, options);
				const { rowsPerBatch, startAtRow, maxRows } = options;
				const expected = ids.slice(startAtRow - 1).slice(0, maxRows);
				expect(all.flatMap((batch) => batch.rows.map(({ id }) => id))).toEqual(expected);
				for (const [at, batch] of all.entries()) {
					expect(String(batch.firstRow)).toBe(batch.rows[0]!.id);
					const isLast = at === all.length - 1;
					expect(batch.rows.length === rowsPerBatch || isLast).toBe(true);
				}
			}),
			seeded(150),
		);
	});

	it('converts by what the first one has learned: the first batch is as the last', async () => {
		const file = gzip(bytesOf(tableOf(['1,5', ',6', '3,x', '4,8'])));
		const types = new ColumnTypes();
		await verified(file, types);
		const all = await batches(file, { rowsPerBatch: 1, types });
		expect(all.map(({ rows }) => rows[0])).toEqual([
			{ id: 1, text: '5' },
			{ id: null, text: '6' },
			{ id: 3, text: 'x' },
			{ id: 4, text: '8' },
		]);
	});

	it('gives batches also of a file that unpacks to a thousand times its size', async () => {
		const rows = 400_000;
		const file = gzip(bytesOf(tableOf(Array<string>(rows).fill('1,a'))));
		let most = 0;
		let count = 0;
		const options = { names: NAMES, types: undefined, rowsPerBatch: 1000, startAtRow: 1 };
		const chunks = asChunks(file, file.length);
		for await (const batch of fileToBatches({ chunks, ...options, maxRows: Infinity })) {
			most = Math.max(most, batch.rows.length);
			count += batch.rows.length;
		}
		expect(count).toBe(rows);
		expect(most).toBe(1000);
	});
});
