import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { CsvReader } from '../../nodes/Analytics/csv/csvReader';
import { CsvGzDecoder } from '../../nodes/Analytics/csv/csvGzDecoder';
import { ColumnTypes } from '../../nodes/Analytics/csv/columnTypes';
import { rowBuilder, type RowObject } from '../../nodes/Analytics/csv/rowObjects';
import { convertType } from '../../nodes/Analytics/csv/typeConversion';

/** The rows of a compressed file as objects, as the node makes them. */
export function oursToObjects(
	chunks: Uint8Array[],
	values: 'text' | 'byColumn' = 'text',
): RowObject[] {
	const rows: RowObject[] = [];
	const types = values === 'byColumn' ? new ColumnTypes() : undefined;
	let build: ReturnType<typeof rowBuilder> | undefined;
	const reader = new CsvReader({
		onRow: (cells) => {
			if (build !== undefined) {
				rows.push(build(cells));
				return;
			}
			build = rowBuilder(cells, types?.add({ names: cells, rows: () => rows }));
			reader.expectWidth(cells.length);
		},
	});
	const decoder = new CsvGzDecoder({ isPacked: true, onText: (text) => reader.write(text) });
	for (const chunk of chunks) decoder.push(chunk);
	decoder.end();
	reader.end();
	return rows;
}

/** The other way to give columns one type: text first, and what fits converted at the end. */
export function textInPlace(chunks: Uint8Array[]): RowObject[] {
	const rows = oursToObjects(chunks);
	for (const name of Object.keys(rows[0] ?? {})) {
		const fits = rows.every((row) => typeof convertType(row[name] as string) !== 'string');
		if (fits) for (const row of rows) row[name] = convertType(row[name] as string);
	}
	return rows;
}

/** The floor: the same by zlib and uDSV, which a community node may not use. */
export function floorToObjects(file: Uint8Array): unknown[] {
	const text = gunzipSync(file).toString();
	return initParser(inferSchema(text)).stringObjs(text);
}
