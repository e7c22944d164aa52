import type { BinaryHelperFunctions } from 'n8n-workflow';
import { ServiceError, type Advice } from '../errors';
import type { Secret } from './redact';

/* Reading the body of a response. */

/** A Node.js stream. Community nodes may not import the type from `node:stream`. */
export type BodyStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** The class of a stream. Community nodes may not import `node:stream`, but the streams of responses have its class. */
export interface StreamClass {
	from(
		bytes: AsyncIterable<Uint8Array>,
		options: { objectMode: boolean; highWaterMark: number },
	): BodyStream;
}

const TRY_LATER = 'Try again later, or ask the support of the service.';

/** @throws ServiceError for a body of more than `maxBytes` */
export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	{ tooLarge = TRY_LATER }: Advice = {},
): Promise<Uint8Array> {
	const bytes = await readUpTo(chunks, maxBytes + 1);
	if (bytes.length <= maxBytes) return bytes;
	const megabytes = Math.round(maxBytes / 2 ** 20);
	const message = `The response of the service is larger than ${megabytes} MB`;
	throw new ServiceError('badAnswer', message, tooLarge);
}

/** The beginning of a body for an error message, as text without the token. Bytes that are no UTF-8 become "�". */
export async function readPrefix(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	secret: Secret,
): Promise<string> {
	const bytes = await readUpTo(chunks, maxBytes);
	const text = new TextDecoder('utf-8').decode(bytes.subarray(0, maxBytes));
	return bytes.length < maxBytes ? secret.redacted(text) : secret.redactedPrefix(text);
}

/** Reads chunks until there are at least `enough` bytes. */
async function readUpTo(chunks: AsyncIterable<Uint8Array>, enough: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		bytes += chunk.length;
		if (bytes >= enough) break;
	}
	return Buffer.concat(parts);
}
