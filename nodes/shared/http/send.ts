import type {
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { cancellableSleep, onAbort } from '../abort';
import { ServiceError } from '../errors';
import { inSeconds, joinedTexts } from '../text';
import type { Advice } from './advice';
import { type BodyStream, bodyChunks } from './body';
import { networkFailure } from './networkFailure';

export const CREDENTIAL = 'chatCommerceApi';

/** A whole response may take so many times as long as the service may be silent. */
const WHOLE_TO_SILENCE = 10;
/** A call whose turn comes just before its deadline, or after it, still gets this long. */
const MIN_WHOLE_MS = 5_000;

export interface HttpRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST'>;
	url: string;
	body?: object;
	advice?: Advice | undefined;
	/** How long the whole response may take; ten times the idle timeout if not given. */
	totalTimeoutMs?: number;
	/** On the clock of `performance.now()`: nothing is sent again later, nor waited for. */
	deadline?: number | undefined;
}

export interface HttpResponse {
	/** The address that responded, which is another one after a redirect. */
	url: string;
	status: number;
	headers: Record<string, unknown>;
	body: BodyStream;
	/** What breaks off while it is read ends in a ServiceError, too. */
	chunks: AsyncGenerator<Uint8Array>;
	discard(): void;
}

export type SendContext = IExecuteFunctions | ILoadOptionsFunctions;

export interface SendOptions {
	context: SendContext;
	url: string;
	timeoutMs: number;
	signal: AbortSignal;
}

/**
 * Sends one request through n8n's own helper, so that its proxies, TLS settings, SSRF protection and
 * credentials apply. @returns the response, whatever its status
 * @throws ServiceError if there is none; the reason of `signal`
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
	const wholeMs = wholeTimeoutMs(request, timeoutMs);
	let isLate = false;
	const onLate = () => {
		isLate = true;
		own.abort();
	};
	const onDone = () => {};
	cancellableSleep(wholeMs, own.signal).then(onLate, onDone);

	const failure = (error: unknown) => {
		own.abort();
		signal.throwIfAborted();
		if (isLate) return tookTooLong(wholeMs, advice);
		return error instanceof ServiceError ? error : networkFailure(error, advice);
	};
	const options: IHttpRequestOptions = {
		method: request.method,
		url,
		headers: { 'Content-Type': 'application/json', Accept: '*/*' },
		...(request.body === undefined ? {} : { body: request.body }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Followed by the client, so that the token never reaches another origin on any n8n version.
		disableFollowRedirect: true,
		timeout: timeoutMs,
		abortSignal: own.signal,
	};
	// The token goes to the origin of the request and to no other.
	const isSameOrigin = new URL(url).origin === new URL(request.url).origin;
	const { helpers } = context;
	const ownContext = withSignal(context, options.abortSignal);
	const sending = isSameOrigin
		? helpers.httpRequestWithAuthentication.call(ownContext, CREDENTIAL, options)
		: helpers.httpRequest({ ...options, headers: { Accept: '*/*' } });
	const { statusCode, headers, body } = (await sending.catch((error: unknown) => {
		throw failure(error);
	})) as { statusCode: number; headers: Record<string, unknown>; body: BodyStream };

	return {
		url,
		status: statusCode,
		headers,
		body,
		chunks: bodyChunks(body, { idleMs: timeoutMs, advice, abort: () => own.abort(), failure }),
		discard() {
			body.on('error', () => {});
			body.destroy();
			own.abort();
		},
	};
}

function wholeTimeoutMs(
	{ totalTimeoutMs, deadline = Infinity }: HttpRequest,
	timeoutMs: number,
): number {
	const longest = totalTimeoutMs ?? timeoutMs * WHOLE_TO_SILENCE;
	const untilDeadline = Math.max(deadline - performance.now(), MIN_WHOLE_MS);
	return Math.min(longest, untilDeadline);
}

function tookTooLong(wholeMs: number, { duration }: Advice): ServiceError {
	const message = `The service had not finished its response after ${inSeconds(wholeMs)}`;
	const advice = joinedTexts(['Try again later, or ask for less at once.', duration]);
	// Another try would take as long.
	return new ServiceError('noAnswer', message, advice, { isFinal: true });
}

/** n8n replaces the signal of a request by that of the execution, which the context gives it. */
function withSignal(context: SendContext, signal: IHttpRequestOptions['abortSignal']): SendContext {
	const getExecutionCancelSignal = { value: () => signal };
	return Object.create(context, { getExecutionCancelSignal }) as SendContext;
}
