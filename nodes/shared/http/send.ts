import type {
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { cancellableSleep, onAbort } from '../abort';
import { asError, ServiceError, type Advice } from '../errors';
import { inWords, joinedTexts, shownText } from '../text';
import { bodyChunks, type BodyStream } from './body';
import { networkFailure } from './networkFailure';

/** A whole response may take this many times the idle timeout. */
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
	/** The name of the credential whose token n8n adds. */
	credentialName: string;
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
	{ context, credentialName, url, timeoutMs, signal }: SendOptions,
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
	let credentialFailure: Error | undefined;
	const failure = (error: unknown) => {
		own.abort();
		signal.throwIfAborted();
		if (isLate) {
			const message = `The service had not finished its response after ${inWords(totalMs)}`;
			// Another try would take as long.
			return new ServiceError('noAnswer', message, whyLate, { isFinal: true });
		}
		if (credentialFailure) {
			const message = 'n8n could not read the credential';
			return new ServiceError('notSent', message, shownText(credentialFailure.message));
		}
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
	// Before each request, n8n reads the credential again. If that fails, there is no token, so nothing is sent.
	const readCredential = async (name: string) =>
		await context.getCredentials(name).catch((error: unknown) => {
			credentialFailure = asError(error);
			throw credentialFailure;
		});
	const ownContext = Object.create(context, {
		getExecutionCancelSignal,
		getCredentials: { value: readCredential },
	}) as SendContext;
	// The token is only sent to the origin of the request, never to that of a redirect.
	const sending = isSame
		? helpers.httpRequestWithAuthentication.call(ownContext, credentialName, options)
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
	const usual = timeoutMs * TOTAL_TO_IDLE;
	const totalMs = totalTimeoutMs ?? Math.max(deadline - performance.now(), MIN_TOTAL_MS);
	if (totalTimeoutMs !== undefined || totalMs < usual) {
		return { totalMs, whyLate: advice.deadline ?? '' };
	}
	const whyLate = joinedTexts(['Try again later, or ask for less at once.', advice.silence]);
	return { totalMs: usual, whyLate };
}

export function isSameOrigin(one: string, other: string): boolean {
	return new URL(one).origin === new URL(other).origin;
}
