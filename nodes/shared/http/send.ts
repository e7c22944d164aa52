import type {
	BinaryHelperFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { cancellableSleep, MAX_TIMER_MS, onAbort } from '../abort';
import { asError, ServiceError } from '../errors';
import { inWords, joinedTexts, shownText } from '../text';
import { networkFailure } from './networkFailure';
import type { ResponseHead } from './refusal';
import type { Advice, ServiceRequest } from './request';
import { retryAfterOf } from './retry';

/** A whole response may take this many times the idle timeout. */
const TOTAL_TO_IDLE = 10;
/** A call whose turn comes just before its deadline, or after it, still gets this much time. */
const MIN_TOTAL_MS = 5_000;

/** A Node.js stream. Community nodes may not import the type from `node:stream`. */
export type BodyStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

export interface HttpResponse extends ResponseHead {
	headers: Record<string, unknown>;
	stream: BodyStream;
	/** The bytes of the body. If it breaks off while it is read, it throws a ServiceError. */
	chunks: AsyncGenerator<Uint8Array>;
	/** Frees the connection. What was not read of the body yet is lost. */
	discard(): void;
}

export type N8nFunctions = IExecuteFunctions | ILoadOptionsFunctions;

export interface SendOptions {
	n8n: N8nFunctions;
	/** The name of the credential whose token n8n adds. */
	credentialName: string;
	/** How long the service may be silent. */
	timeoutMs: number;
	/** Ends all requests at once. */
	signal: AbortSignal;
}

/**
 * Sends one request through n8n's own helper, so that n8n's proxies, TLS settings, SSRF protection and
 * credentials apply.
 * @param url where to send it, if the service has redirected it. The token is only sent to the origin of the request.
 * @returns the response, whatever its status
 * @throws ServiceError if there is no response
 */
export async function send(
	request: ServiceRequest,
	options: SendOptions,
	url = request.url,
): Promise<HttpResponse> {
	const { method, body, acceptEncoding, advice } = request;
	const { origin, host } = new URL(url);
	const otherHost = origin === new URL(request.url).origin ? undefined : host;
	const exchange = new Exchange(request, options, otherHost);
	const accepts = {
		Accept: '*/*',
		...(acceptEncoding && { 'Accept-Encoding': acceptEncoding }),
	};
	const httpRequest: IHttpRequestOptions = {
		method,
		url,
		headers: { 'Content-Type': 'application/json', ...accepts },
		...(body && { body }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The client follows redirects itself, so that the token never reaches another origin in any version of n8n.
		disableFollowRedirect: true,
		timeout: Math.min(options.timeoutMs, MAX_TIMER_MS),
		abortSignal: exchange.signal,
	};
	const { helpers } = options.n8n;
	const sending =
		otherHost === undefined
			? helpers.httpRequestWithAuthentication.call(
					exchange.n8n,
					options.credentialName,
					httpRequest,
				)
			: helpers.httpRequest({ ...httpRequest, headers: accepts });
	const response = (await sending.catch((error: unknown) => {
		throw exchange.failure(error);
	})) as IN8nHttpFullResponse;
	const { statusCode: status, headers } = response;
	const stream = response.body as BodyStream;
	// Node.js ends the process if a stream that nobody reads fails without a listener.
	stream.on('error', () => {});
	onAbort(exchange.signal, () => stream.destroy());
	return {
		url,
		otherHost,
		status,
		advice,
		retryAfterMs: retryAfterOf(headers),
		headers,
		stream,
		chunks: exchange.chunksOf(stream),
		discard: () => exchange.abort(),
	};
}

/**
 * One try of a request. It is aborted at its end: with the body of its response, by Stop, or because it takes too long. If
 * this side knows why it ends early, the reason is the error for that.
 */
class Exchange extends AbortController {
	readonly #request: ServiceRequest;
	readonly #options: SendOptions;
	readonly #otherHost: string | undefined;

	constructor(request: ServiceRequest, options: SendOptions, otherHost: string | undefined) {
		super();
		this.#request = request;
		this.#options = options;
		this.#otherHost = otherHost;
		const stopListening = onAbort(options.signal, () => this.abort());
		this.signal.addEventListener('abort', stopListening);
		// The idle timeout never fires for a response that trickles in, so the whole response has a limit as well.
		const { totalMs, ifLate } = timeLimitOf(request, options.timeoutMs);
		const onLate = () => this.abort(tooLate(totalMs, ifLate));
		cancellableSleep(totalMs, this.signal).then(onLate, () => {});
	}

	/**
	 * n8n's functions for its helper, which replaces the signal of a request by the one they give, and reads the credential
	 * again before each request. If that fails, there is no token, so nothing is sent.
	 */
	get n8n(): N8nFunctions {
		const { n8n } = this.#options;
		const getCredentials = async (name: string) =>
			await n8n.getCredentials(name).catch((error: unknown) => {
				this.abort(noCredential(error));
				throw asError(error);
			});
		return Object.create(n8n, {
			getExecutionCancelSignal: { value: () => this.signal },
			getCredentials: { value: getCredentials },
		}) as N8nFunctions;
	}

	/** The bytes of the body. A body that was cut off never looks like a shorter one. @throws what has ended it early */
	async *chunksOf(stream: BodyStream): AsyncGenerator<Uint8Array> {
		const { timeoutMs } = this.#options;
		const onSilence = () => this.abort(stalled(timeoutMs, this.#request.advice));
		const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
		try {
			for (;;) {
				// n8n's own time-out ends a silent body only if n8n follows redirects, which `send` switches off: with a second
				// as its time-out, n8n 1.123 and 2.40 still waited after eight.
				const silence = new AbortController();
				cancellableSleep(timeoutMs, silence.signal).then(onSilence, () => {});
				const next = await chunks.next().finally(() => silence.abort());
				if (next.done) return;
				yield next.value;
			}
		} catch (error) {
			throw this.failure(error);
		} finally {
			this.abort();
		}
	}

	/** Why it has ended early: what this side knows, or else what n8n says. After Stop, the caller knows better. */
	failure(error: unknown): ServiceError {
		this.abort();
		const early: unknown = this.signal.reason;
		if (early instanceof ServiceError) return early;
		return networkFailure(error, this.#request.advice, this.#otherHost);
	}
}

function tooLate(totalMs: number, advice: string): ServiceError {
	const message = `The service had not finished its response after ${inWords(totalMs)}`;
	// Another try would take as long.
	return new ServiceError('noAnswer', message, advice, { isFinal: true });
}

function stalled(timeoutMs: number, advice: Advice): ServiceError {
	const message = 'The service stopped sending in the middle of its response';
	const nothing = `Nothing was received for ${inWords(timeoutMs)}.`;
	const description = joinedTexts([nothing, 'Try again later.', advice.silence]);
	return new ServiceError('noAnswer', message, description);
}

function noCredential(error: unknown): ServiceError {
	const what = shownText(asError(error).message);
	return new ServiceError('notSent', 'n8n could not read the credential', what);
}

/** How long the whole response may take, and the advice if it takes longer. */
function timeLimitOf(
	{ totalTimeoutMs, deadline = Infinity, advice }: ServiceRequest,
	timeoutMs: number,
): { totalMs: number; ifLate: string } {
	const usual = timeoutMs * TOTAL_TO_IDLE;
	const totalMs = totalTimeoutMs ?? Math.max(deadline - performance.now(), MIN_TOTAL_MS);
	if (totalTimeoutMs !== undefined || totalMs < usual) {
		return { totalMs, ifLate: advice.deadline ?? '' };
	}
	const ifLate = joinedTexts(['Try again later, or ask for less at once.', advice.silence]);
	return { totalMs: usual, ifLate };
}
