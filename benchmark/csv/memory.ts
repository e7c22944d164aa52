import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rowBuilder } from '../../nodes/Analytics/table/rowBuilder';
import { Table } from '../table';
import { chunksOf } from './measure';
import { shapes } from './shapes';
import { opened } from './wholeFile';

/*
 * npm run bench -- item-memory
 *
 * Heap that the row objects of a file keep, against the same objects with strings of their own.
 */

type Row = ReturnType<ReturnType<typeof rowBuilder>>;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Selection {
	name: string;
	/** @param row counted from 1 */
	keepsRow(row: number): boolean;
}

const SELECTIONS: Selection[] = [
	{ name: 'all', keepsRow: () => true },
	{ name: '1 in 100', keepsRow: (row) => row % 100 === 0 },
];

export async function main(): Promise<void> {
	const columns = ['shape', 'rows kept', 'bytes a row', 'strings of their own', 'ratio'];
	const table = new Table('Heap that row objects keep', columns);
	for (const [shape, makeText] of Object.entries(shapes)) {
		const file = gzipSync(makeText());
		for (const { name, keepsRow } of SELECTIONS) {
			const ours = await heapOf(async () => await rowsOf(file, keepsRow));
			const own = await heapOf(async () => (await rowsOf(file, keepsRow)).map(withOwnStrings));
			table.add(shape, name, Math.round(ours), Math.round(own), (ours / own).toFixed(2));
		}
	}
}

/** @returns the bytes of heap that each of the rows takes */
async function heapOf(make: () => Promise<unknown[]>): Promise<number> {
	collect();
	const before = process.memoryUsage().heapUsed;
	const kept = await make();
	collect();
	return (process.memoryUsage().heapUsed - before) / kept.length;
}

async function rowsOf(file: Uint8Array, keepsRow: Selection['keepsRow']): Promise<Row[]> {
	const kept: Row[] = [];
	let row = 0;
	const { table, columns } = await opened(chunksOf(file));
	const build = rowBuilder(columns.names);
	for await (const rows of table.rows(columns)) {
		for (const cells of rows) {
			row += 1;
			if (keepsRow(row)) kept.push(build(cells));
		}
	}
	return kept;
}

/** A copy whose strings share no memory with any other. */
function withOwnStrings(row: Row): Row {
	const copy = { ...row };
	for (const name of Object.keys(row)) copy[name] = Buffer.from(String(row[name])).toString();
	return copy;
}
