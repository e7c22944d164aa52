/** Heap that the row objects of a file keep, against the same objects with strings of their own. */
import { Buffer } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Table } from '../table.mts';
import { bundledCore } from './bundled.mjs';
import { chunksOf } from './measure.mjs';
import { shapes } from './shapes.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const { CsvGzDecoder, CsvReader, rowBuilder } = await bundledCore();

function heapOf(make) {
	collect();
	const before = process.memoryUsage().heapUsed;
	const kept = make();
	collect();
	return (process.memoryUsage().heapUsed - before) / kept.length;
}

function rowsOf(bytes, keepsRow) {
	const rows = [];
	let build;
	const reader = new CsvReader({
		onRow: (cells, _end, row) => {
			if (build === undefined) build = rowBuilder(cells);
			else if (keepsRow(row)) rows.push(build(cells));
		},
	});
	const decoder = new CsvGzDecoder({ onText: (text) => reader.write(text) });
	for (const chunk of chunksOf(bytes)) decoder.push(chunk);
	decoder.end();
	reader.end();
	return rows;
}

/** A copy whose strings share no memory with any other. */
function withOwnStrings(row) {
	const copy = { ...row };
	for (const name of Object.keys(row)) copy[name] = Buffer.from(row[name]).toString();
	return copy;
}

const columns = ['shape', 'rows kept', 'bytes a row', 'strings of their own', 'ratio'];
const table = new Table('Heap that row objects keep', columns);
for (const [shape, makeText] of Object.entries(shapes)) {
	const bytes = Buffer.from(makeText());
	for (const [kept, keepsRow] of [
		['all', () => true],
		['1 in 100', (row) => row % 100 === 0],
	]) {
		const streamed = heapOf(() => rowsOf(bytes, keepsRow));
		const flat = heapOf(() => rowsOf(bytes, keepsRow).map(withOwnStrings));
		const ratio = (streamed / flat).toFixed(2);
		table.add(shape, kept, Math.round(streamed), Math.round(flat), ratio);
	}
}
