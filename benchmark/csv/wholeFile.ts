import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { openFile } from '../../nodes/Analytics/table/openFile';
import { Table, type TableColumns } from '../../nodes/Analytics/table/table';
import { ColumnTypes } from '../../nodes/Analytics/table/columnTypes';
import { outputColumns } from '../../nodes/Analytics/table/outputColumns';
import { rowBuilder, type RowObject } from '../../nodes/Analytics/table/rowBuilder';
import { Gunzip } from '../../nodes/Analytics/table/gunzip';

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file whose first row has the names, opened as all outputs of the node open it. */
export async function opened(chunks: Chunks): Promise<{ table: Table; columns: TableColumns }> {
	async function* file(): AsyncGenerator<Uint8Array> {
		yield* chunks;
	}
	const { signal } = new AbortController();
	const table = await Table.open(await openFile(file(), signal));
	const [names = []] = table.head;
	return { table, columns: { ...outputColumns(names, []), rowsToSkip: 1 } };
}

/** The rows of a compressed file as objects, as the node makes them. */
export async function oursToObjects(
	chunks: Iterable<Uint8Array>,
	values: 'text' | 'byColumn' = 'text',
): Promise<RowObject[]> {
	const objects: RowObject[] = [];
	const types = values === 'byColumn' ? new ColumnTypes() : undefined;
	const { table, columns } = await opened(chunks);
	const build = rowBuilder(columns.names, types?.converter(columns.names));
	for await (const rows of table.rows(columns)) {
		for (const cells of rows) objects.push(build(cells));
	}
	if (types?.hasTurned) for (const row of objects) types.turnBack(row);
	return objects;
}

/** The text of the rows, as the output CSV File passes it through. @returns how many bytes it has */
export async function oursToText(chunks: Iterable<Uint8Array>): Promise<number> {
	const { table, columns } = await opened(chunks);
	let bytes = 0;
	for await (const piece of table.text(columns)) bytes += piece.length;
	return bytes;
}

/** The inflate of the nodes alone. @returns how many bytes came of it */
export function unpack(chunks: Iterable<Uint8Array>): number {
	const gunzip = new Gunzip();
	let bytes = 0;
	for (const chunk of chunks) for (const { length } of gunzip.inflate(chunk)) bytes += length;
	gunzip.end();
	return bytes;
}

/** The floor: the same by zlib and uDSV, which a community node may not use. */
export function floorToObjects(file: Uint8Array): unknown[] {
	const text = gunzipSync(file).toString();
	return initParser(inferSchema(text)).stringObjs(text);
}
