import type { IBinaryData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import type { Download } from '../../shared/http/client';
import type { ItemContext } from '../context';
import type { FileFormat } from './fileNames';

export interface SaveOptions {
	/** Of any download, also a closed one: n8n only takes streams of the class that its own helper returns. */
	toStream: Download['toStream'];
	content: AsyncIterable<Uint8Array>;
	fileName: string;
	mimeType: FileFormat['mimeType'];
}

/** Streams bytes into n8n's binary data. @throws what broke the stream, never half a file */
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
