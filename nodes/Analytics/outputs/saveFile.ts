import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import type { Download } from '../../shared/http/client';
import type { ItemContext } from '../context';
import type { FileFormat } from './fileNames';

export interface SaveOptions {
	/**
	 * Comes from any download, even a closed one: n8n only accepts streams of the class that its own helper
	 * returns.
	 */
	toStream: Download['toStream'];
	content: AsyncIterable<Uint8Array>;
	fileName: string;
	mimeType: FileFormat['mimeType'];
}

/** Streams bytes into n8n's storage. @throws the error of `content`, or that of the storage; half a file is never returned */
export async function saveFile(
	{ n8n }: Pick<ItemContext, 'n8n'>,
	{ toStream, content, fileName, mimeType }: SaveOptions,
): Promise<IBinaryData> {
	let isWhole = false;
	let failure: unknown;
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* content;
			isWhole = true;
		} catch (error) {
			failure = error;
			throw asError(error);
		}
	}
	const stream = toStream(bytes());
	// If the stream failed before n8n listens to it, Node.js would end the whole process.
	stream.on('error', () => {});
	try {
		const binary = await n8n.helpers.prepareBinaryData(stream, fileName, mimeType);
		if (isWhole) return binary;
	} catch (error) {
		// On a full disk, n8n destroys the stream first, which then fails as well, though not for a reason of its own.
		if (isOfSystem(error)) failure = error;
		failure ??= error;
	}
	throw asError(failure ?? 'The file was not read to its end');
}

/** Whether an error comes from the operating system, such as ENOSPC: no space left on device. */
function isOfSystem(error: unknown): boolean {
	return typeof (error as { errno?: unknown } | null)?.errno === 'number';
}

const BASE64_SLICE = 1 << 16;

/** Reads a file again that was saved. n8n keeps it under an ID in its storage, or as base64 text in memory. */
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
	// A stream that is not read to its end is destroyed by its own iterator.
	yield* (await n8n.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>;
}
