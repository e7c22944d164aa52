import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { openFile } from '../../nodes/Analytics/table/openFile';
import { readRows } from '../../nodes/Analytics/table/table';
import { ColumnTypes } from '../../nodes/Analytics/table/columnTypes';
import { rowBuilder, type RowObject } from '../../nodes/Analytics/table/rowObjects';
import { Gunzip } from '../../nodes/Analytics/table/gunzip';

/** The rows of a file, named by its first row, as all outputs of the node read them. */
export async function* groupsOf(
	chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
	keepsCells = false,
) {
	async function* file() {
		yield* chunks;
	}
	yield* readRows(await openFile(file()), {
		signal: new AbortController().signal,
		keepsCells,
		decideNames: async ([names = []]) => ({ names, rowsToSkip: 1 }),
	});
}

/** The rows of a compressed file as objects, as the node makes them. */
export async function oursToObjects(
	chunks: Iterable<Uint8Array>,
	values: 'text' | 'byColumn' = 'text',
): Promise<RowObject[]> {
	const objects: RowObject[] = [];
	const types = values === 'byColumn' ? new ColumnTypes(() => objects) : undefined;
	let build: ReturnType<typeof rowBuilder> | undefined;
	for await (const { columns, rows } of groupsOf(chunks, true)) {
		build ??= rowBuilder(columns.names, types?.converter(columns.names));
		for (const cells of rows) objects.push(build(cells));
	}
	return objects;
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
