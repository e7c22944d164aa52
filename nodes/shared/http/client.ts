import { cancellableSleep } from '../abort';
import { asError, ServiceError } from '../errors';
import { isRedirect, isSuccess } from '../status';
import type { Call } from './rateLimiter';
import { failedHere } from './networkFailure';
import { Secret } from './redact';
import { quoteOf, type ReadResponse, refusalOf } from './refusal';
import type { ServiceRequest } from './request';
import { Retries } from './retry';
import { readJson, readPrefix } from './body';
import { type BodyStream, type HttpResponse, send, type SendOptions } from './send';

const MAX_REDIRECTS = 5;
const MAX_ERROR_BYTES = 64 * 2 ** 10;
/** By this much, a file is unpacked while n8n still writes what came before. Otherwise, the two would take turns. */
const READ_AHEAD_BYTES = 2 ** 20;

/** A file that is being downloaded. Read it to its end, or discard it, so that the connection is freed. */
export interface Download extends Pick<HttpResponse, 'chunks' | 'discard'> {
	/** How many bytes were sent, if the response says so. It is fewer than the chunks have if n8n has unpacked them. */
	sentBytes: number | undefined;
	/** The beginning of a text, without the token. */
	readPrefix(maxBytes: number): Promise<string>;
}

/**
 * What became of a request: a value, or the error that ended it. That is a ServiceError, or the reason of
 * the signal that ended it, such as Stop.
 */
export type RequestResult<T> =
	| { value: T }
	| {
			error: unknown;
			/** How many tries had no clear answer: the service may have carried out each of them. */
			unclearTries: number;
	  };

/** @throws the error that ended the request */
export function valueOf<T>(result: RequestResult<T>): T {
	if ('value' in result) return result.value;
	throw asError(result.error);
}

/** The class of a stream. Community nodes may not import `node:stream`, but the streams of responses have its class. */
interface StreamClass {
	from(
		bytes: AsyncIterable<Uint8Array>,
		options: { objectMode: boolean; highWaterMark: number },
	): BodyStream;
}

/** Takes the result from a response. @throws ServiceError, which may be a reason to send the request again */
type Read<T> = (response: HttpResponse) => Promise<T>;

export interface ServiceClientOptions extends SendOptions {
	/** The token is only needed to keep it out of texts: n8n itself adds it to the requests. */
	token: string;
}

/**
 * The one way to the service. Each try of a request waits for its turn (`rateLimiter.ts`) and is sent (`send.ts`), and its
 * response is read (`body.ts`). If that fails, `retry.ts` says whether there is another try. The token is kept out of
 * everything that this returns or throws.
 */
export class ServiceClient {
	readonly #options: ServiceClientOptions;
	readonly #secret: Secret;
	#streamClass: StreamClass | undefined;

	constructor(options: ServiceClientOptions) {
		this.#options = options;
		this.#secret = new Secret(options.token);
	}

	/**
	 * What became of a request, as the value that `open` takes from its response. If `open` throws a refusal, it is
	 * treated like one of HTTP. Never throws.
	 */
	async json<T>(
		request: ServiceRequest,
		open: (response: ReadResponse) => T,
	): Promise<RequestResult<T>> {
		const options = {
			secret: this.#secret,
			signal: this.#options.signal,
			maxBytes: request.maxBytes,
		};
		return await this.#resultOf(request, async (response) => {
			const isRead = isSuccess(response.status) || request.readsStatus?.(response.status);
			if (!isRead) throw await this.#refusal(response);
			return open(await readJson(response, options));
		});
	}

	/**
	 * The bytes of a file. Redirects are followed, because the service may keep its files in a storage elsewhere.
	 * @throws ServiceError, or the reason of the signal
	 */
	async download(request: ServiceRequest): Promise<Download> {
		const result = await this.#resultOf<Download>(request, async (first) => {
			let response = first;
			for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
				const target = redirectTarget(response);
				if (target === undefined) break;
				response.discard();
				response = await send(request, this.#options, target);
			}
			const { status, headers, chunks, discard } = response;
			// There is no file yet, or it is only a part of one.
			const isFile = isSuccess(status) && ![202, 206].includes(status);
			if (!isFile) throw await this.#refusal(response);
			const length = headers['content-length'];
			return {
				chunks,
				discard,
				sentBytes: length === undefined ? undefined : Number(length),
				readPrefix: async (maxBytes: number) => await readPrefix(chunks, maxBytes, this.#secret),
			};
		});
		return valueOf(result);
	}

	/**
	 * A stream that n8n can save: n8n only accepts streams of its own class, which a response has.
	 * @throws Error before the first response
	 */
	streamOf(bytes: AsyncIterable<Uint8Array>): BodyStream {
		if (!this.#streamClass) throw new Error('There was no response yet that could make a stream');
		return this.#streamClass.from(bytes, { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
	}

	/** A text of the service without the token. */
	redacted(text: string): string {
		return this.#secret.redacted(text);
	}

	/** What the service said, as errors and the log show it: without the token, and cut. */
	quote(text: string): string {
		return quoteOf(this.redacted(text));
	}

	/**
	 * Sends a request until it has a result, or may not be sent again. Never throws.
	 */
	async #resultOf<T>(request: ServiceRequest, read: Read<T>): Promise<RequestResult<T>> {
		const { budget, mayStart = this.#options.signal } = request;
		const retries = new Retries(request);
		let unclearTries = 0;
		try {
			for (;;) {
				// No deadline ends this wait: a call that had to wait for its turn is made all the same.
				const call = await budget.limiter.acquire({ ...budget, signal: mayStart });
				// If this try ends before it has a result, nobody knows what became of it.
				unclearTries += 1;
				const result = await this.#tryOnce(request, read, call);
				if ('value' in result) return result;
				const { failure } = result;
				if (failure.delivery === 'notDone') unclearTries -= 1;
				const wait = retries.waitAfter(failure);
				// In a pause, the limiter holds back the next call, and the calls of everybody else.
				if (wait === 'pause') call.rateLimited(failure.retryAfterMs);
				else await cancellableSleep(wait, mayStart);
			}
		} catch (error) {
			return { error, unclearTries };
		}
	}

	/** @throws the reason of Stop */
	async #tryOnce<T>(
		request: ServiceRequest,
		read: Read<T>,
		call: Call,
	): Promise<{ value: T } | { failure: ServiceError }> {
		try {
			// Only this is a call to the service. The target of a redirect does not count against its limit.
			const response = await send(request, this.#options).finally(() => call.end());
			this.#streamClass = response.stream.constructor as unknown as StreamClass;
			const value = await read(response);
			call.succeeded();
			return { value };
		} catch (error) {
			this.#options.signal.throwIfAborted();
			return { failure: this.#failureOf(error) };
		}
	}

	/** The failure of a try, without the token: the texts of n8n and the addresses of requests may contain it. */
	#failureOf(error: unknown): ServiceError {
		const failure = error instanceof ServiceError ? error : failedHere(error);
		return failure.with({
			message: this.#secret.redacted(failure.message),
			description: this.#secret.redacted(failure.description),
		});
	}

	async #refusal({ chunks, ...response }: HttpResponse): Promise<ServiceError> {
		const body = await readPrefix(chunks, MAX_ERROR_BYTES, this.#secret).catch(() => '');
		return refusalOf({ ...response, body });
	}
}

/** @returns undefined if there is nothing to follow: no redirect, no address, or one that is less secure */
function redirectTarget({ url, status, headers }: HttpResponse): string | undefined {
	const { location } = headers;
	if (!isRedirect(status) || typeof location !== 'string' || location === '') return undefined;
	if (!URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	const isSecure = ['https:', new URL(url).protocol].includes(target.protocol);
	return isSecure ? target.href : undefined;
}
