import { eventLoopYielder } from '../../shared/abort';
import { DamagedFile } from './fileErrors';
import { Gunzip, isGzip } from './gunzip';

const SLICE_BYTES = 1 << 16;

/** A file of a bulk copy job, as it arrives. */
export interface BulkFile {
	chunks: AsyncIterable<Uint8Array>;
	/** Whether it is compressed with gzip. An error description is not, nor a file that was unpacked on the way. */
	isPacked: boolean;
	/** How many bytes were taken from `chunks` so far. */
	bytesRead(): number;
	/**
	 * Must be called after everything by which the file itself shows that it is whole has been checked. Whoever fetched it
	 * may know more, such as its size.
	 * @throws DamagedFile
	 */
	confirm?(): Promise<void>;
}

/** Finds out whether a file is compressed. It loses none of its bytes. @throws DamagedFile if the file is empty */
export async function openFile(chunks: AsyncGenerator<Uint8Array>): Promise<BulkFile> {
	let start: Uint8Array = new Uint8Array();
	while (start.length === 0) {
		const next = await chunks.next();
		if (next.done) throw new DamagedFile('The file is empty (0 bytes).');
		start = next.value;
	}
	let bytesRead = start.length;
	async function* all(): AsyncGenerator<Uint8Array> {
		yield start;
		for await (const chunk of chunks) {
			bytesRead += chunk.length;
			yield chunk;
		}
	}
	return { chunks: all(), isPacked: isGzip(start), bytesRead: () => bytesRead };
}

/**
 * Decompresses a file if it is compressed. The blocks have at most about 64 KB, may be empty, and are only valid until
 * the next one. n8n can do other work between them.
 * @throws DamagedFile
 */
export async function* unpacked(
	{ chunks, isPacked }: BulkFile,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const gunzip = new Gunzip();
	const yieldToEventLoop = eventLoopYielder(signal);
	for await (const chunk of chunks) {
		for (const block of isPacked ? gunzip.inflate(chunk) : slices(chunk)) {
			await yieldToEventLoop();
			yield block;
		}
	}
	if (isPacked) gunzip.end();
}

/**
 * The bytes of a compressed file as they came. It ends only if the file is whole.
 * @throws DamagedFile
 */
export async function* verifiedBytes(
	{ chunks, confirm }: BulkFile,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const gunzip = new Gunzip();
	const yieldToEventLoop = eventLoopYielder(signal);
	for await (const chunk of chunks) {
		const blocks = gunzip.inflate(chunk);
		while (!blocks.next().done) await yieldToEventLoop();
		yield chunk;
	}
	gunzip.end();
	await confirm?.();
}

function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
		yield chunk.subarray(at, at + SLICE_BYTES);
	}
}
