/** A compressed file of 500,000 rows to objects that are kept, and its parts. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { Table } from '../table.mts';
import { bundledCore } from './bundled.mjs';
import { chunksOf, medians } from './measure.mjs';
import { shapes } from './shapes.mjs';

const FLOOR = 'the floor: `zlib.gunzipSync` and uDSV to objects';

const { Gunzip, CsvGzDecoder, CsvReader, rowBuilder, convertType } = await bundledCore();
const file = gzipSync(shapes.plain());
const chunks = chunksOf(file);

function ours(convert) {
	const rows = [];
	let build;
	const reader = new CsvReader({
		onRow: (cells) => {
			if (build !== undefined) return rows.push(build(cells));
			build = rowBuilder(cells, convert);
			reader.expectWidth(cells.length);
		},
	});
	const decoder = new CsvGzDecoder({ onText: (text) => reader.write(text) });
	for (const chunk of chunks) decoder.push(chunk);
	decoder.end();
	reader.end();
	return rows;
}

function libraries() {
	const text = gunzipSync(file).toString();
	return initParser(inferSchema(text)).stringObjs(text);
}

const times = await medians({
	'`Gunzip`, chunks of 64 KB': () => {
		const gunzip = new Gunzip({ onData: () => undefined });
		for (const chunk of chunks) gunzip.push(chunk);
		gunzip.end();
	},
	'`zlib.gunzipSync`': () => gunzipSync(file),
	'ours, streamed to objects': () => ours(),
	'ours, with types converted': () => ours(convertType),
	[FLOOR]: libraries,
});

const table = new Table('A compressed file of 500,000 rows', ['way', 'ms', 'times the floor']);
for (const [name, time] of Object.entries(times)) {
	table.add(name, Math.round(time), (time / times[FLOOR]).toFixed(2));
}
