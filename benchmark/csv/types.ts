import { gzipSync } from 'node:zlib';
import type { RowObject } from '../../nodes/Analytics/csv/rowObjects';
import { Table } from '../table';
import { chunksOf, medians } from './measure';
import { shapes } from './shapes';
import { oursToObjects, textInPlace } from './wholeFile';

/*
 * node --expose-gc test/run.mjs benchmark/csv/types.ts
 *
 * What it costs to give the columns of 500,000 rows one type each, and the other way to do it: keep
 * text, note which columns fit, and convert those in place at the end.
 */

export async function main(): Promise<void> {
	const plain = chunksOf(gzipSync(shapes.plain()));
	const misfits = chunksOf(gzipSync(withLastRowOfText(shapes.plain().toString())));
	const ways = {
		'all text': () => oursToObjects(plain),
		'types by column': () => oursToObjects(plain, 'byColumn'),
		'text first, converted at the end': () => textInPlace(plain),
		'types by column, last row all text': () => oursToObjects(misfits, 'byColumn'),
	};
	const times = await medians(ways);
	const table = new Table('Types of 500,000 rows', ['way', 'ms', 'times all text', 'heap, MB']);
	for (const [name, time] of Object.entries(times)) {
		const ratio = (time / times['all text']).toFixed(2);
		table.add(name, Math.round(time), ratio, await heapOf(ways[name as keyof typeof ways]));
	}
}

function withLastRowOfText(text: string): string {
	const columns = text.slice(0, text.indexOf('\n')).split(',').length;
	return `${text.trimEnd()}\n${Array<string>(columns).fill('n/a').join(',')}\n`;
}

/** Megabytes that the rows keep. */
async function heapOf(task: () => Promise<RowObject[]>): Promise<string> {
	if (!globalThis.gc) return '-';
	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	const rows = await task();
	globalThis.gc();
	const kept = process.memoryUsage().heapUsed - before;
	return rows.length > 0 ? Math.round(kept / 2 ** 20).toString() : '-';
}
