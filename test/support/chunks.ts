import type { BulkFile } from '../../nodes/Analytics/bulkFile/reader';
import { isGzip } from '../../nodes/Analytics/gzip/gunzip';

/** The bytes in pieces of `size`, as they come from the network. */
export async function* asChunks(bytes: Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts);
}

/** The bytes as a file that was opened. */
export function asFile(bytes: Uint8Array, size = 1 << 16): BulkFile {
	return { chunks: asChunks(bytes, size), isPacked: isGzip(bytes), isEmpty: bytes.length === 0 };
}
