import type {
	BinaryHelperFunctions,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { cancellableSleep, onAbort } from '../abort';
import { ServiceError, type Advice } from '../errors';
import { inSeconds, joinedTexts } from '../text';
import { networkFailure } from './networkFailure';
import type { Secret } from './redact';

export const CREDENTIAL = 'chatCommerceApi';

/** How many times as long a whole response may take as the service may be silent. */
const TOTAL_TO_IDLE = 10;
/** A call whose turn comes just before its deadline, or after it, still gets this much time. */
const MIN_TOTAL_MS = 5_000;

export interface HttpRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST'>;
	url: string;
	body?: object;
	advice?: Advice | undefined;
	/** How long the whole response may take. The default is ten times the idle timeout. */
	totalTimeoutMs?: number;
	/** A time of `performance.now()` after which the request is neither sent again nor waited for. */
	deadline?: number | undefined;
}

/** A Node.js stream. Community nodes may not import the type from `node:stream`. */
export type BodyStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** The class of a stream. Community nodes may not import `node:stream`, but the streams of responses have its class. */
export interface StreamClass {
	from(bytes: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): BodyStream;
}

export interface HttpResponse {
	/** The address that responded. After a redirect, it differs from that of the request. */
	url: string;
	status: number;
	headers: Record<string, unknown>;
	body: BodyStream;
	/** The bytes of the body. If it breaks off while it is read, it throws a ServiceError. */
	chunks: AsyncGenerator<Uint8Array>;
	/** Frees the connection without reading the body. */
	discard(): void;
}

/** What n8n returns. */
interface Received {
	statusCode: number;
	headers: Record<string, unknown>;
	body: BodyStream;
}

export type SendContext = IExecuteFunctions | ILoadOptionsFunctions;

export interface SendOptions {
	context: SendContext;
	url: string;
	timeoutMs: number;
	signal: AbortSignal;
}

/**
 * Sends one request through n8n's own helper, so that n8n's proxies, TLS settings, SSRF protection and
 * credentials apply.
 * @returns the response, whatever its status
 * @throws ServiceError if there is no response; the reason of `signal`
 */
export async function send(
	request: HttpRequest,
	{ context, url, timeoutMs, signal }: SendOptions,
): Promise<HttpResponse> {
	const { advice = {} } = request;
	const own = new AbortController();
	const stopListening = onAbort(signal, () => own.abort());
	own.signal.addEventListener('abort', stopListening);

	// The idle timeout never fires for a response that trickles in, so the whole response has a limit as well.
	const { totalMs, whyLate } = timeLimitOf(request, timeoutMs);
	let isLate = false;
	const onLate = () => {
		isLate = true;
		own.abort();
	};
	cancellableSleep(totalMs, own.signal).then(onLate, () => {});

	const isSame = isSameOrigin(url, request.url);
	const redirectedTo = isSame ? undefined : new URL(url).host;
	const failure = (error: unknown) => {
		own.abort();
		signal.throwIfAborted();
		if (isLate) return tookTooLong(totalMs, whyLate);
		if (error instanceof ServiceError) return error;
		return networkFailure(error, advice, redirectedTo);
	};
	const options: IHttpRequestOptions = {
		method: request.method,
		url,
		headers: { 'Content-Type': 'application/json', Accept: '*/*' },
		...(request.body === undefined ? {} : { body: request.body }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The client follows redirects itself, so that the token never reaches another origin in any version of n8n.
		disableFollowRedirect: true,
		timeout: timeoutMs,
		abortSignal: own.signal,
	};
	const { helpers } = context;
	// n8n replaces the signal of a request by that of the execution, which it takes from the context. So the context gets ours.
	const getExecutionCancelSignal = { value: () => options.abortSignal };
	const ownContext = Object.create(context, { getExecutionCancelSignal }) as SendContext;
	// The token is only sent to the origin of the request, never to that of a redirect.
	const sending = isSame
		? helpers.httpRequestWithAuthentication.call(ownContext, CREDENTIAL, options)
		: helpers.httpRequest({ ...options, headers: { Accept: '*/*' } });
	const received = (await sending.catch((error: unknown) => {
		throw failure(error);
	})) as Received;
	const { statusCode, headers, body } = received;
	const discard = () => {
		body.on('error', () => {});
		body.destroy();
		own.abort();
	};

	return {
		url,
		status: statusCode,
		headers,
		body,
		chunks: bodyChunks(body, { idleMs: timeoutMs, advice, abort: () => own.abort(), failure }),
		discard,
	};
}

/** How long the whole response may take, and what to do if it takes longer. */
function timeLimitOf(
	{ totalTimeoutMs, deadline = Infinity, advice = {} }: HttpRequest,
	timeoutMs: number,
): { totalMs: number; whyLate: string } {
	const longest = totalTimeoutMs ?? timeoutMs * TOTAL_TO_IDLE;
	const untilDeadline = Math.max(deadline - performance.now(), MIN_TOTAL_MS);
	if (untilDeadline < longest) return { totalMs: untilDeadline, whyLate: advice.deadline ?? '' };
	const whyLate = joinedTexts(['Try again later, or ask for less at once.', advice.duration]);
	return { totalMs: longest, whyLate };
}

function tookTooLong(totalMs: number, advice: string): ServiceError {
	const message = `The service had not finished its response after ${inSeconds(totalMs)}`;
	// Another try would take as long.
	return new ServiceError('noAnswer', message, advice, { isFinal: true });
}

export function isSameOrigin(one: string, other: string): boolean {
	return new URL(one).origin === new URL(other).origin;
}

interface BodyOptions {
	/** How long the service may send nothing, in milliseconds. */
	idleMs: number;
	advice: Advice;
	/** Frees the connection. */
	abort(): void;
	/** Makes the error to throw from what ended the body early. */
	failure(error: unknown): Error;
}

/**
 * The bytes of a response. The connection is freed at the end.
 * @throws what `failure` makes, if the service stops sending or the connection breaks: a body that was
 * cut off never looks like a shorter one
 */
async function* bodyChunks(
	body: BodyStream,
	{ idleMs, advice, abort, failure }: BodyOptions,
): AsyncGenerator<Uint8Array> {
	const watch = new AbortController();
	let isReading = true;
	let isStalled = false;
	let lastChunkAt = performance.now();
	// While the reader is busy with a chunk, it is not the service that is silent.
	const lastSign = () => (isReading ? lastChunkAt : performance.now());
	const onSilence = () => {
		isStalled = true;
		abort();
	};
	const watching = untilSilent(lastSign, idleMs, watch.signal).then(onSilence, () => {});
	// Node.js ends the process if a stream that nobody reads any more fails without a listener.
	body.on('error', () => {});
	try {
		for await (const chunk of body as AsyncIterable<Uint8Array>) {
			isReading = false;
			yield chunk;
			isReading = true;
			lastChunkAt = performance.now();
		}
	} catch (error) {
		throw failure(isStalled ? stalledError(idleMs, advice) : error);
	} finally {
		watch.abort();
		body.destroy();
		abort();
		await watching;
	}
}

async function untilSilent(
	lastSign: () => number,
	idleMs: number,
	signal: AbortSignal,
): Promise<void> {
	for (let left = idleMs; left > 0; left = lastSign() + idleMs - performance.now()) {
		await cancellableSleep(left, signal);
	}
}

function stalledError(idleMs: number, { silence }: Advice): ServiceError {
	const message = 'The service stopped sending in the middle of its response';
	const description = joinedTexts([
		`Nothing was received for ${inSeconds(idleMs)}.`,
		'Try again later.',
		silence,
	]);
	return new ServiceError('noAnswer', message, description);
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
