import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CsvReader } from '../../nodes/Analytics/csv/csvReader';
import { CsvGzDecoder } from '../../nodes/Analytics/csv/csvGzDecoder';
import { rowBuilder } from '../../nodes/Analytics/csv/rowObjects';
import { Table } from '../table';
import { chunksOf } from './measure';
import { shapes } from './shapes';

/*
 * node test/run.mjs benchmark/csv/memory.ts
 *
 * Heap that the row objects of a file keep, against the same objects with strings of their own.
 */

type Row = ReturnType<ReturnType<typeof rowBuilder>>;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function main(): void {
	const columns = ['shape', 'rows kept', 'bytes a row', 'strings of their own', 'ratio'];
	const table = new Table('Heap that row objects keep', columns);
	for (const [shape, makeText] of Object.entries(shapes)) {
		const bytes = Buffer.from(makeText());
		for (const [kept, keepsRow] of [
			['all', () => true],
			['1 in 100', (row: number) => row % 100 === 0],
		] as const) {
			const streamed = heapOf(() => rowsOf(bytes, keepsRow));
			const flat = heapOf(() => rowsOf(bytes, keepsRow).map(withOwnStrings));
			const ratio = (streamed / flat).toFixed(2);
			table.add(shape, kept, Math.round(streamed), Math.round(flat), ratio);
		}
	}
}

function heapOf(make: () => unknown[]): number {
	collect();
	const before = process.memoryUsage().heapUsed;
	const kept = make();
	collect();
	return (process.memoryUsage().heapUsed - before) / kept.length;
}

function rowsOf(bytes: Uint8Array, keepsRow: (row: number) => boolean): Row[] {
	const rows: Row[] = [];
	let build: ReturnType<typeof rowBuilder> | undefined;
	const reader = new CsvReader({
		onRow: (cells, _end, row) => {
			if (build === undefined) build = rowBuilder(cells);
			else if (keepsRow(row)) rows.push(build(cells));
		},
	});
	const decoder = new CsvGzDecoder({ isPacked: true, onText: (text) => reader.write(text) });
	for (const chunk of chunksOf(bytes)) decoder.push(chunk);
	decoder.end();
	reader.end();
	return rows;
}

/** A copy whose strings share no memory with any other. */
function withOwnStrings(row: Row): Row {
	const copy = { ...row };
	for (const name of Object.keys(row)) copy[name] = Buffer.from(String(row[name])).toString();
	return copy;
}
