import { Gunzip } from '../gzip/gunzip';
import { BulkFileRows } from './bulkFileRows';
import type { BulkFile } from './openFile';

export interface FileToGzipOptions {
	file: BulkFile;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
}

/**
 * Passes a bulk file on as the service made it, in constant memory, unpacking it on the way only to
 * verify that it is whole. A file that a proxy has unpacked is compressed again.
 */
export async function* fileToGzip(options: FileToGzipOptions): AsyncGenerator<Uint8Array> {
	const { file, maxBytes } = options;
	if (!file.isPacked) {
		yield* compressed(checkedTable(file, maxBytes));
		return;
	}
	const gunzip = new Gunzip({ maxBytes, onData: () => {} });
	for await (const chunk of file.chunks) {
		gunzip.push(chunk);
		yield chunk;
	}
	gunzip.end();
}

/** Passes plain CSV on as it is; an error description ends in an error instead (section 2.5.4). */
async function* checkedTable(
	{ chunks, isPacked }: BulkFile,
	maxBytes: number,
): AsyncGenerator<Uint8Array> {
	const rows = new BulkFileRows({ isPacked, maxBytes });
	let held: Uint8Array[] = [];
	let isTable = false;
	for await (const chunk of chunks) {
		rows.push(chunk);
		held.push(chunk);
		if (!isTable && rows.isHeadComplete) {
			rows.takeRows({ rowsToSkip: 0 }, () => {});
			isTable = true;
		}
		if (isTable) {
			yield* held;
			held = [];
		}
	}
	rows.end();
	yield* held;
}

/** Bytes as gzip. */
export async function* compressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
