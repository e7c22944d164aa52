import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import type { JobFile } from '../job/jobFiles';
import type { ItemContext } from './context';

export interface SaveOptions {
	/** Only an open download can make a stream that n8n takes. */
	download: Pick<JobFile, 'isPacked' | 'toStream'>;
	content: AsyncIterable<Uint8Array>;
	fileName: string;
	mimeType: 'text/csv' | 'application/gzip';
}

/**
 * Streams bytes into n8n's binary data; those of a compressed file that was unpacked on the way are
 * compressed again. @throws what broke the stream, never half a file
 */
export async function saveFile(
	{ n8n }: Pick<ItemContext, 'n8n'>,
	{ download, content, fileName, mimeType }: SaveOptions,
): Promise<IBinaryData> {
	const isUnpacked = mimeType === 'application/gzip' && !download.isPacked;
	let isWhole = false;
	let failure: unknown;
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* isUnpacked ? compressed(content) : content;
			isWhole = true;
		} catch (error) {
			failure = error;
			throw asError(error);
		}
	}
	const stream = download.toStream(bytes());
	// It may fail before n8n listens, which would end the whole process.
	stream.on('error', () => {});
	try {
		const binary = await n8n.helpers.prepareBinaryData(stream, fileName, mimeType);
		if (isWhole) return binary;
	} catch (error) {
		// On a full disk, n8n destroys the stream first, which then fails for no reason of its own.
		if (isOfSystem(error)) failure = error;
		failure ??= error;
	}
	throw asError(failure ?? 'The file was not read to its end');
}

/** Such as ENOSPC, no space left on device. */
function isOfSystem(error: unknown): boolean {
	return typeof (error as { errno?: unknown } | null)?.errno === 'number';
}

const BASE64_SLICE = 1 << 16;

/** n8n keeps a file under an ID in its storage, or as text in memory. */
export async function* savedBytes(
	{ n8n }: Pick<ItemContext, 'n8n'>,
	{ id, data }: IBinaryData,
): AsyncGenerator<Uint8Array> {
	if (id === undefined) {
		for (let at = 0; at < data.length; at += BASE64_SLICE) {
			yield Buffer.from(data.slice(at, at + BASE64_SLICE), 'base64');
		}
		return;
	}
	const stream = await n8n.helpers.getBinaryStream(id);
	try {
		yield* stream as AsyncIterable<Uint8Array>;
	} finally {
		stream.destroy();
	}
}

async function* compressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new CompressionStream('gzip');
	const writing = writeAll(bytes, writable.getWriter());
	// Its failure is thrown below; until then, it is not unhandled.
	writing.catch(() => {});
	yield* readable as unknown as AsyncIterable<Uint8Array>;
	await writing;
}

type CompressionWriter = ReturnType<CompressionStream['writable']['getWriter']>;

/** Closes the writer after a failure, too: aborting it would raise an error that nobody can catch. */
async function writeAll(
	bytes: AsyncIterable<Uint8Array>,
	writer: CompressionWriter,
): Promise<void> {
	try {
		for await (const chunk of bytes) await writer.write(chunk as Uint8Array<ArrayBuffer>);
	} finally {
		// Closed already if nobody reads on, for example because the disk is full.
		await writer.close().catch(() => {});
	}
}
