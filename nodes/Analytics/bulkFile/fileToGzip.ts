import { Gunzip, isGzip } from '../gzip/gunzip';
import { BulkFileRows } from './bulkFileRows';

const MAGIC_BYTES = 3;

export interface FileToGzipOptions {
	chunks: AsyncIterable<Uint8Array>;
	maxBytes: number;
}

/**
 * Passes a bulk file on as the service made it, in constant memory, unpacking it on the way only to
 * know that it is whole. A file that a proxy has unpacked is compressed again.
 */
export async function* fileToGzip(options: FileToGzipOptions): AsyncGenerator<Uint8Array> {
	const { chunks, maxBytes } = options;
	const { start, all } = await peek(chunks);
	if (!isGzip(start)) {
		yield* compressed(checkedTable(all, maxBytes));
		return;
	}
	const gunzip = new Gunzip({ maxBytes, onData: () => {} });
	for await (const chunk of all) {
		gunzip.push(chunk);
		yield chunk;
	}
	gunzip.end();
}

/** The first bytes, and all of them with the first ones still there. */
async function peek(
	chunks: AsyncIterable<Uint8Array>,
): Promise<{ start: Uint8Array; all: AsyncIterable<Uint8Array> }> {
	const iterator = chunks[Symbol.asyncIterator]();
	let start: Uint8Array = new Uint8Array();
	while (start.length < MAGIC_BYTES) {
		const next = await iterator.next();
		if (next.done) break;
		start = Buffer.concat([start, next.value]);
	}
	async function* all(): AsyncGenerator<Uint8Array> {
		try {
			yield start;
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	}
	return { start, all: all() };
}

/** Passes plain CSV on as it is; an error description ends in an error instead (section 2.5.4). */
async function* checkedTable(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
): AsyncGenerator<Uint8Array> {
	const file = new BulkFileRows({ maxBytes });
	let held: Uint8Array[] = [];
	let isTable = false;
	for await (const chunk of chunks) {
		file.push(chunk);
		held.push(chunk);
		if (!isTable && file.isHeadComplete) {
			file.takeRows({ rowsToSkip: 0 }, () => {});
			isTable = true;
		}
		if (isTable) {
			yield* held;
			held = [];
		}
	}
	file.end();
	yield* held;
}

async function* compressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new CompressionStream('gzip');
	const writing = writeAll(bytes, writable.getWriter());
	yield* readable as unknown as AsyncIterable<Uint8Array>;
	const failure = await writing;
	if (failure) throw failure.error;
}

type CompressionWriter = ReturnType<CompressionStream['writable']['getWriter']>;

/** Aborting the writer would raise an error that nobody can catch, so a failure is given back. */
async function writeAll(
	bytes: AsyncIterable<Uint8Array>,
	writer: CompressionWriter,
): Promise<{ error: unknown } | undefined> {
	let failure: { error: unknown } | undefined;
	try {
		for await (const chunk of bytes) await writer.write(chunk as Uint8Array<ArrayBuffer>);
	} catch (error) {
		failure = { error };
	}
	// Closed already if nobody reads on, for example because the disk is full.
	await writer.close().catch(() => {});
	return failure;
}
