import type { BinaryHelperFunctions } from 'n8n-workflow';
import { cancellableSleep } from '../abort';
import { ServiceError } from '../errors';
import { counted } from '../text';
import type { Advice } from './refusal';
import type { Secret } from './redact';

export type BodyStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** Silence, or a body that breaks off, is an error, never a shorter body. Frees the connection. */
export async function* bodyChunks(
	body: BodyStream,
	{ idleMs, abort, failure }: { idleMs: number; abort(): void; failure(error: unknown): Error },
): AsyncGenerator<Uint8Array> {
	const watch = new AbortController();
	let isReading = true;
	let isStalled = false;
	let lastChunkAt = performance.now();
	// The reader's own time does not count as silence of the service.
	const lastSign = () => (isReading ? lastChunkAt : performance.now());
	const onSilence = () => {
		isStalled = true;
		abort();
	};
	const watching = untilSilent(lastSign, idleMs, watch.signal).then(onSilence, () => {});
	// Late errors of a body that nobody reads any more must not end the process.
	body.on('error', () => {});
	try {
		for await (const chunk of body as AsyncIterable<Uint8Array>) {
			isReading = false;
			yield chunk;
			isReading = true;
			lastChunkAt = performance.now();
		}
	} catch (error) {
		throw failure(isStalled ? stalledError(idleMs) : error);
	} finally {
		watch.abort();
		body.destroy();
		abort();
		await watching;
	}
}

/** Community nodes may not import `node:stream`, but all of its classes have `from`. */
export function streamOf(body: BodyStream, bytes: AsyncIterable<Uint8Array>): BodyStream {
	const { from } = body.constructor as unknown as {
		from(bytes: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): BodyStream;
	};
	return from(bytes, { objectMode: false });
}

async function untilSilent(lastSign: () => number, idleMs: number, signal: AbortSignal) {
	for (let left = idleMs; left > 0; left = lastSign() + idleMs - performance.now()) {
		await cancellableSleep(left, signal);
	}
}

function stalledError(idleMs: number): ServiceError {
	const message = 'The service stopped sending in the middle of its response';
	const advice = `Nothing was received for ${inSeconds(idleMs)}. Try again later, or raise Request Timeout in the credential (More Settings).`;
	return new ServiceError('noAnswer', message, advice);
}

export function inSeconds(ms: number): string {
	return counted(Math.round(ms / 1000), 'second');
}

export async function readBody(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	{ tooLarge = 'Try again later, or ask whoever runs the service.' }: Advice = {},
): Promise<Uint8Array> {
	const bytes = await upTo(chunks, maxBytes + 1);
	if (bytes.length <= maxBytes) return bytes;
	const megabytes = Math.round(maxBytes / 2 ** 20);
	const message = `The response of the service is larger than ${megabytes} MB`;
	throw new ServiceError('badAnswer', message, tooLarge);
}

/** For error messages: as text, whatever the bytes are, without the token. */
export async function readPrefix(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	secret: Secret,
): Promise<string> {
	const bytes = await upTo(chunks, maxBytes);
	const text = new TextDecoder('utf-8').decode(bytes.subarray(0, maxBytes));
	return bytes.length < maxBytes ? secret.redacted(text) : secret.redactedPrefix(text);
}

async function upTo(chunks: AsyncIterable<Uint8Array>, enough: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		bytes += chunk.length;
		if (bytes >= enough) break;
	}
	return Buffer.concat(parts);
}
