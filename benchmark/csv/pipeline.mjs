/** A compressed file of 500,000 rows to objects that are kept, and its parts. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { bundledCore } from './bundled.mjs';
import { chunksOf, medians, tableRow } from './measure.mjs';
import { shapes } from './shapes.mjs';

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
	'`zlib.gunzipSync` and uDSV to objects': libraries,
});

console.log(tableRow(['500,000 rows', 'ms']));
console.log(tableRow(['---', '---']));
for (const [name, time] of Object.entries(times)) console.log(tableRow([name, Math.round(time)]));
