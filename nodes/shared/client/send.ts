import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { networkFailure } from './networkFailure';
import { type BodyStream, bodyChunks } from './responseBody';
import type { ServiceRequest } from './serviceRequest';

export const CREDENTIAL = 'chatCommerceApi';

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: BodyStream;
	/** The body; what breaks off while it is read ends in a ServiceError, like what breaks before. */
	chunks: AsyncGenerator<Uint8Array>;
	/** Frees the connection, also of a body that nobody has begun to read. */
	discard(): void;
}

export interface SendOptions {
	context: IExecuteFunctions;
	/** Where to send the request: its own address, or the one that it was redirected to. */
	url: string;
	/** How long to wait for the service to respond, in milliseconds. */
	timeoutMs: number;
	signal: AbortSignal;
}

/**
 * Sends a request once through n8n's own HTTP helper, so that its proxies, TLS settings, SSRF
 * protection and credentials apply. The token goes to the origin of the request and to no other.
 *
 * @returns the answer, whatever its status
 * @throws whatever n8n's helper throws when there is no answer
 */
export async function send(
	request: ServiceRequest,
	{ context, url, timeoutMs, signal }: SendOptions,
): Promise<Answer> {
	const own = new AbortController();
	const options: IHttpRequestOptions = {
		method: request.method,
		url,
		headers: { 'Content-Type': 'application/json', Accept: '*/*', ...request.headers },
		...(request.body === undefined ? {} : { body: request.body }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Followed by the client instead, so that the token never reaches another origin on any n8n version.
		disableFollowRedirect: true,
		timeout: timeoutMs,
		abortSignal: AbortSignal.any([signal, own.signal]),
	};
	const isSameOrigin = new URL(url).origin === new URL(request.url).origin;
	const response = (await (isSameOrigin
		? context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, options.abortSignal),
				CREDENTIAL,
				options,
			)
		: context.helpers.httpRequest({
				...options,
				headers: { Accept: '*/*', ...request.headers },
			}))) as {
		statusCode: number;
		headers: Record<string, unknown>;
		body: BodyStream;
	};
	const { statusCode, headers, body } = response;
	async function* readable(): AsyncGenerator<Uint8Array> {
		try {
			yield* bodyChunks(body, { idleMs: timeoutMs, abort: () => own.abort() });
		} catch (error) {
			signal.throwIfAborted();
			throw error instanceof ServiceError ? error : networkFailure(error).failure;
		}
	}
	return {
		status: statusCode,
		headers,
		body,
		chunks: readable(),
		discard() {
			body.on('error', () => {});
			body.destroy();
			own.abort();
		},
	};
}

/**
 * n8n replaces the signal of a request by the one of the execution, which it takes from the context.
 * Ours fires with it, and also when a body stalls or another item has failed.
 */
function withSignal(
	context: IExecuteFunctions,
	signal: IHttpRequestOptions['abortSignal'],
): IExecuteFunctions {
	const getExecutionCancelSignal = { value: () => signal };
	return Object.create(context, { getExecutionCancelSignal }) as IExecuteFunctions;
}
