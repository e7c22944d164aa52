import { isGzip } from '../gzip/gunzip';

const MAGIC_BYTES = 3;

/** A bulk file (section 2.5) as it is received. */
export interface BulkFile {
	chunks: AsyncIterable<Uint8Array>;
	/** Whether it begins as gzip: it does, unless it is an error description, or was unpacked on the way. */
	isPacked: boolean;
}

/** Looks at the first bytes of a file, and gives all of it with those still in it. */
export async function openFile(
	chunks: AsyncIterable<Uint8Array>,
): Promise<BulkFile & { isEmpty: boolean }> {
	const iterator = chunks[Symbol.asyncIterator]();
	let start: Uint8Array = new Uint8Array();
	while (start.length < MAGIC_BYTES) {
		const next = await iterator.next();
		if (next.done) break;
		start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
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
	return { chunks: all(), isPacked: isGzip(start), isEmpty: start.length === 0 };
}
