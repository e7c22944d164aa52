import { eventLoopYielder } from '../../shared/abort';
import { DamagedFile } from './fileErrors';
import { Gunzip, isGzip } from './gunzip';

const SLICE_BYTES = 1 << 16;

/**
 * A file of a bulk copy job. It is read once, as it arrives, in one of two ways. Both end only if it is whole, and throw
 * DamagedFile if it is not. n8n can do other work meanwhile.
 */
export interface BulkFile {
	/** Whether it is compressed with gzip. An error description is not, nor a file that was unpacked on the way. */
	isPacked: boolean;
	/** How many bytes have arrived so far. */
	bytesRead(): number;
	/** Its bytes as they came. */
	bytes(): AsyncGenerator<Uint8Array>;
	/** Its content, decompressed: blocks of at most about 64 KB, which may be empty, and are only valid until the next one. */
	blocks(): AsyncGenerator<Uint8Array>;
}

/**
 * Opens a file, and finds out whether it is compressed.
 * @param confirm is called at the end of a file that shows no damage itself. Whoever fetched it may know more, such as its
 * size, and throws DamagedFile if that is wrong.
 * @throws DamagedFile if the file is empty
 */
export async function openFile(
	chunks: AsyncGenerator<Uint8Array>,
	signal: AbortSignal,
	confirm = async (): Promise<void> => {},
): Promise<BulkFile> {
	let next = await chunks.next();
	while (!next.done && next.value.length === 0) next = await chunks.next();
	if (next.done) throw new DamagedFile('The file is empty (0 bytes).');
	const isPacked = isGzip(next.value);
	let bytesRead = 0;

	/** Each chunk, and the blocks in it, all of which must be taken. */
	async function* whole(): AsyncGenerator<{ chunk: Uint8Array; blocks: Generator<Uint8Array> }> {
		const gunzip = new Gunzip();
		for (; !next.done; next = await chunks.next()) {
			const chunk = next.value;
			bytesRead += chunk.length;
			yield { chunk, blocks: isPacked ? gunzip.inflate(chunk) : slices(chunk) };
		}
		if (isPacked) gunzip.end();
		await confirm();
	}

	const yieldToEventLoop = eventLoopYielder(signal);
	return {
		isPacked,
		bytesRead: () => bytesRead,

		async *bytes() {
			for await (const { chunk, blocks } of whole()) {
				while (!blocks.next().done) await yieldToEventLoop();
				yield chunk;
			}
		},

		async *blocks() {
			for await (const { blocks } of whole()) {
				for (const block of blocks) {
					await yieldToEventLoop();
					yield block;
				}
			}
		},
	};
}

function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
		yield chunk.subarray(at, at + SLICE_BYTES);
	}
}
