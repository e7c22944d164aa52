import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';

/** The rows of a compressed file as objects, as the node makes them. */
export function oursToObjects({ CsvGzDecoder, CsvReader, rowBuilder }, chunks, convert) {
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

/** The floor: the same by zlib and uDSV, which a community node may not use. */
export function floorToObjects(file) {
	const text = gunzipSync(file).toString();
	return initParser(inferSchema(text)).stringObjs(text);
}
