import { eventLoopYielder } from '../../shared/abort';
import { Gunzip, GzipError, isGzip } from './gunzip';

/** Far more than 3 million rows have; a bomb ends there. */
const MAX_BYTES = 2 ** 35;
const MAGIC_BYTES = 3;
const SLICE_BYTES = 1 << 16;

export interface BulkFile {
	chunks: AsyncIterable<Uint8Array>;
	/** It is not, if it is an error description, or was unpacked on the way. */
	isPacked: boolean;
	bytesRead(): number;
}

/** @throws GzipError if the file is empty */
export async function openFile(chunks: AsyncIterable<Uint8Array>): Promise<BulkFile> {
	const iterator = chunks[Symbol.asyncIterator]();
	let start: Uint8Array = new Uint8Array();
	while (start.length < MAGIC_BYTES) {
		const next = await iterator.next();
		if (next.done) break;
		start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
	}
	if (start.length === 0) throw new GzipError('The file is empty (0 bytes).');
	let bytesRead = start.length;
	async function* all(): AsyncGenerator<Uint8Array> {
		try {
			yield start;
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
				bytesRead += next.value.length;
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	}
	return { chunks: all(), isPacked: isGzip(start), bytesRead: () => bytesRead };
}

/** The bytes of the CSV, in blocks that are valid until the next one. @throws GzipError */
export async function* unpacked(
	{ chunks, isPacked }: BulkFile,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const gunzip = new Gunzip({ maxBytes: MAX_BYTES });
	const yieldToEventLoop = eventLoopYielder(signal);
	for await (const chunk of chunks) {
		for (const block of isPacked ? gunzip.inflate(chunk) : slices(chunk)) {
			await yieldToEventLoop();
			yield block;
		}
	}
	if (isPacked) gunzip.end();
}

function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
		yield chunk.subarray(at, at + SLICE_BYTES);
	}
}

/** The file as it is, while it is read; a reading that fails ends it, too. @param read reads all of it */
export async function* whileRead(
	{ chunks, ...file }: BulkFile,
	read: (file: BulkFile) => AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array> {
	const taken: Uint8Array[] = [];
	async function* passing(): AsyncGenerator<Uint8Array> {
		for await (const chunk of chunks) {
			taken.push(chunk);
			yield chunk;
		}
	}
	const steps = read({ ...file, chunks: passing() })[Symbol.asyncIterator]();
	while (!(await steps.next()).done) yield* taken.splice(0);
	yield* taken;
}
