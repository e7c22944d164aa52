import { isGzip } from '../gzip/gunzip';

const MAGIC_BYTES = 3;

export const UNPACKED_ON_THE_WAY =
	'The file arrived already unpacked, so there was no checksum to tell whether it is whole: a file that was cut off between two rows would not be noticed. Compare the number of rows with what you expect. If this hint comes every time, ask whoever runs the service or your network why the file is not sent compressed.';

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
