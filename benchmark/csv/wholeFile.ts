import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { CsvReader } from '../../nodes/Analytics/csv/csvReader';
import { CsvGzDecoder } from '../../nodes/Analytics/csv/csvGzDecoder';
import { type CellValue, rowBuilder, type RowObject } from '../../nodes/Analytics/csv/rowObjects';

/** The rows of a compressed file as objects, as the node makes them. */
export function oursToObjects(
	chunks: Uint8Array[],
	convert?: (text: string) => CellValue,
): RowObject[] {
	const rows: RowObject[] = [];
	let build: ReturnType<typeof rowBuilder> | undefined;
	const reader = new CsvReader({
		onRow: (cells) => {
			if (build !== undefined) {
				rows.push(build(cells));
				return;
			}
			build = rowBuilder(cells, convert);
			reader.expectWidth(cells.length);
		},
	});
	const decoder = new CsvGzDecoder({ isPacked: true, onText: (text) => reader.write(text) });
	for (const chunk of chunks) decoder.push(chunk);
	decoder.end();
	reader.end();
	return rows;
}

/** The floor: the same by zlib and uDSV, which a community node may not use. */
export function floorToObjects(file: Uint8Array): unknown[] {
	const text = gunzipSync(file).toString();
	return initParser(inferSchema(text)).stringObjs(text);
}
