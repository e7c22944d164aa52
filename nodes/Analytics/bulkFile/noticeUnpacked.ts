import { isGzip } from '../gzip/gunzip';

const MAGIC_BYTES = 3;

export const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked (by a proxy, or because the service labels it Content-Encoding: gzip), so there was no checksum to tell whether it is whole. Only rows of another width would have been noticed.';

/**
 * Passes the chunks of a file on, and tells when it does not begin as gzip. n8n's HTTP client takes
 * the packing off a file that is labelled so, and is content with a part of it.
 */
export async function* noticeUnpacked(
	chunks: AsyncIterable<Uint8Array>,
	onUnpacked: () => void,
): AsyncGenerator<Uint8Array> {
	let start: Uint8Array = new Uint8Array();
	for await (const chunk of chunks) {
		if (start.length < MAGIC_BYTES) {
			start = Buffer.concat([start, chunk.subarray(0, MAGIC_BYTES)]);
			if (start.length >= MAGIC_BYTES && !isGzip(start)) onUnpacked();
		}
		yield chunk;
	}
}
