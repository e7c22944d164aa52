import type { BinaryHelperFunctions } from 'n8n-workflow';
import { asError, ServiceError } from '../errors';
import { cancellableSleep } from '../cancellableSleep';

/** A Node stream, as n8n's HTTP helper gives it for `encoding: 'stream'`. */
export type BodyStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

export interface BodyOptions {
	/** Longest silence, in milliseconds. */
	idleMs: number;
	/** Frees the connection at once; destroying the stream alone waits for the next chunk. */
	abort(): void;
}

/**
 * The bytes of a response, chunk by chunk. A body on which nothing arrives for `idleMs`, or that
 * breaks off, ends in an error, never in a shorter body. The connection is freed in every case.
 */
export async function* bodyChunks(
	body: BodyStream,
	{ idleMs, abort }: BodyOptions,
): AsyncGenerator<Uint8Array> {
	const watch = new AbortController();
	let isReading = true;
	let isStalled = false;
	let lastChunkAt = performance.now();
	// The reader's own time does not count as silence of the service.
	const lastSign = () => (isReading ? lastChunkAt : performance.now());
	const watching = watchForSilence(lastSign, idleMs, watch.signal).then((isSilent) => {
		isStalled = isSilent;
		if (isSilent) abort();
	});
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
		throw isStalled ? stalledError(idleMs) : asError(error);
	} finally {
		watch.abort();
		body.destroy();
		abort();
		await watching;
	}
}

/**
 * A Node stream of some bytes, for n8n's `prepareBinaryData`.
 *
 * @param body any Node stream: `node:stream` itself may not be imported by community nodes, but all
 *   of its classes have `from`
 */
export function streamOf(body: BodyStream, bytes: AsyncIterable<Uint8Array>): BodyStream {
	const { from } = body.constructor as unknown as {
		from(bytes: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): BodyStream;
	};
	return from(bytes, { objectMode: false });
}

/** Resolves with true when `idleMs` have passed since the last sign of life, with false on abort. */
async function watchForSilence(
	lastSign: () => number,
	idleMs: number,
	signal: AbortSignal,
): Promise<boolean> {
	try {
		for (let left = idleMs; left > 0; left = lastSign() + idleMs - performance.now()) {
			await cancellableSleep(left, signal);
		}
		return true;
	} catch {
		return false;
	}
}

function stalledError(idleMs: number): ServiceError {
	return new ServiceError({
		kind: 'noAnswer',
		message: 'The service stopped sending in the middle of its response',
		description: `Nothing was received for ${Math.round(idleMs / 1000)} seconds. Try again later, or raise Options > Request Timeout.`,
	});
}

/** Reads a whole body. @throws ServiceError if it is larger than `maxBytes` */
export async function wholeBody(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		bytes += chunk.length;
		if (bytes > maxBytes) {
			throw new ServiceError({
				kind: 'badAnswer',
				message: `The response of the service is larger than ${Math.round(maxBytes / 2 ** 20)} MB`,
				description:
					'Ask for less at once. For analytics, use Bulk Export for results of this size.',
			});
		}
	}
	return Buffer.concat(parts);
}

/** Reads the start of a body as text for an error message, whatever its bytes are. */
export async function startOfBody(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		bytes += chunk.length;
		if (bytes >= maxBytes) break;
	}
	return new TextDecoder('utf-8').decode(Buffer.concat(parts).subarray(0, maxBytes));
}
