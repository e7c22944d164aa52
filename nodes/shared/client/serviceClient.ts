import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Answered } from './callLimiter';
import { cancellableSleep, LONGEST_TIMER_MS } from '../cancellableSleep';
import { asError, ServiceError } from '../errors';
import { networkFailure } from './networkFailure';
import { shortened } from '../shownText';
import { redirectTarget } from './redirectTarget';
import { type BodyStream, bodyChunks, bodyText, streamOf } from './responseBody';
import { backoffMs, retryAfterMs, throttledMs } from './retryTiming';
import { refusalOf } from './refusal';
import type { CallBudget, Download, JsonAnswer, ServiceRequest } from './serviceRequest';

export const CREDENTIAL = 'chatCommerceApi';

const MOST_TRIES = 4;
const MOST_REDIRECTS = 5;
/** "Too many calls" passes by itself, so it is waited for as long as a long job may take. */
const LONGEST_THROTTLED_MS = 30 * 60_000;
const MOST_JSON_BYTES = 256 * 2 ** 20;
const MOST_ERROR_BYTES = 64 * 2 ** 10;

interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: BodyStream;
	chunks: AsyncGenerator<Uint8Array>;
}

type ReadAnswer<T> = (answer: Answer) => Promise<T>;
type Outcome<T> = { result: T } | { failure: ServiceError; passing: boolean };

export interface ServiceClientOptions {
	context: IExecuteFunctions;
	/** Only to keep it out of error messages: n8n itself adds it to the requests. */
	token: string;
	/** Longest silence of the service, in milliseconds. */
	timeoutMs: number;
	/** Ends every wait and every request: the Stop button, or the failure of another item. */
	signal: AbortSignal;
}

/**
 * Sends requests through n8n's own HTTP helper, so that its proxies, TLS settings, SSRF protection
 * and credentials apply, and decides what may be tried again.
 */
export class ServiceClient {
	readonly #options: ServiceClientOptions;

	constructor(options: ServiceClientOptions) {
		const timeoutMs = Math.min(options.timeoutMs, LONGEST_TIMER_MS);
		this.#options = { ...options, timeoutMs };
	}

	/**
	 * Sends a request whose answer is JSON.
	 *
	 * @param open takes out what was asked for; a refusal that it finds and throws fares as one of HTTP
	 */
	async json<T>(request: ServiceRequest, open: (answer: JsonAnswer) => T): Promise<T> {
		return await this.#answer(request, async ({ status, chunks }) => {
			const text = await bodyText(chunks, { maxBytes: MOST_JSON_BYTES });
			return open({ status, body: this.#parsed(status, text) });
		});
	}

	/** Sends a request whose answer is a file. */
	async download(request: ServiceRequest): Promise<Download> {
		return await this.#answer(request, async ({ body, chunks }) => ({
			chunks,
			toStream: (bytes) => streamOf(body, bytes),
		}));
	}

	/** Waits for a turn, sends, reads, and tries again as far as `repeat` allows. */
	async #answer<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<T> {
		const signal = this.#stopSignal(request);
		const throttledUntil = performance.now() + LONGEST_THROTTLED_MS;
		for (let attempt = 0, refusals = 0; ;) {
			const answered = request.budget ? await takeTurn(request.budget, signal) : () => {};
			const outcome = await this.#attempt(request, read, answered);
			if ('result' in outcome) return outcome.result;

			const { failure, passing } = outcome;
			if (failure.status === 429) {
				if (performance.now() > throttledUntil) throw failure;
				const wait = throttledMs(failure.retryAfterMs, refusals++, () => Math.random());
				if (request.budget) request.budget.limiter.pause(wait);
				else await cancellableSleep(wait ?? 60_000, signal);
				continue;
			}
			const mayRepeat =
				passing &&
				(request.repeat === 'always' ||
					(request.repeat === 'ifNotReceived' && failure.kind === 'notSent'));
			attempt += 1;
			if (!mayRepeat || attempt >= MOST_TRIES) throw failure;
			await cancellableSleep(
				failure.retryAfterMs ?? backoffMs(attempt - 1, () => Math.random()),
				signal,
			);
		}
	}

	/** What ends a request: what ends all of them, or its own deadline. */
	#stopSignal({ deadline }: ServiceRequest): AbortSignal {
		const { signal } = this.#options;
		return deadline ? AbortSignal.any([signal, deadline]) : signal;
	}

	/** Sends once, following redirects of downloads. */
	async #attempt<T>(
		request: ServiceRequest,
		read: ReadAnswer<T>,
		answered: Answered,
	): Promise<Outcome<T>> {
		const { token } = this.#options;
		const signal = this.#stopSignal(request);
		let { url } = request;
		for (let hop = 0; ; hop += 1) {
			let answer: Answer;
			try {
				answer = await this.#send(request, url);
			} catch (error) {
				signal.throwIfAborted();
				return networkFailure(error);
			} finally {
				// What it was redirected to is not the service, and counts no calls.
				if (hop === 0) answered();
			}
			const { status } = answer;
			const isAnswer = (status >= 200 && status < 300) || request.isAnswer?.(status);
			if (isAnswer) return await this.#read(answer, read, signal);

			const target = redirectTarget(answer, url);
			if (target && request.method === 'GET' && hop < MOST_REDIRECTS) {
				await answer.chunks.return(undefined);
				url = target;
				continue;
			}
			const text = await bodyText(answer.chunks, {
				maxBytes: MOST_ERROR_BYTES,
				cut: true,
			}).catch(() => '');
			signal.throwIfAborted();
			const failure = refusalOf({
				status,
				text,
				token,
				retryAfterMs: retryAfterMs(answer.headers['retry-after'], Date.now()),
				...(target ? { redirectedTo: new URL(target).host } : {}),
			});
			return { failure, passing: isPassing(failure) };
		}
	}

	/** A body that breaks off is no better than no answer, and a refusal may stand in it alone. */
	async #read<T>(answer: Answer, read: ReadAnswer<T>, signal: AbortSignal): Promise<Outcome<T>> {
		try {
			return { result: await read(answer) };
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError) || error.kind === 'badAnswer') throw asError(error);
			return { failure: error, passing: isPassing(error) };
		}
	}

	async #send(request: ServiceRequest, url: string): Promise<Answer> {
		const { method, url: original, body } = request;
		const { context, timeoutMs } = this.#options;
		const own = new AbortController();
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { 'Content-Type': 'application/json', Accept: '*/*' },
			...(body === undefined ? {} : { body: body }),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// Followed here instead, so that the token never reaches another origin on any n8n version.
			disableFollowRedirect: true,
			timeout: timeoutMs,
			abortSignal: AbortSignal.any([this.#stopSignal(request), own.signal]),
		};
		const isSameOrigin = new URL(url).origin === new URL(original).origin;
		const response = (await (isSameOrigin
			? context.helpers.httpRequestWithAuthentication.call(
					withSignal(context, options.abortSignal),
					CREDENTIAL,
					options,
				)
			: context.helpers.httpRequest({ ...options, headers: { Accept: '*/*' } }))) as {
			statusCode: number;
			headers: Record<string, unknown>;
			body: BodyStream;
		};
		return {
			status: response.statusCode,
			headers: response.headers,
			body: response.body,
			chunks: this.#chunks(response.body, () => own.abort()),
		};
	}

	/** The body of an answer; what breaks while it is read gets the same words as what breaks before. */
	async *#chunks(body: BodyStream, abort: () => void): AsyncGenerator<Uint8Array> {
		try {
			yield* bodyChunks(body, { idleMs: this.#options.timeoutMs, abort });
		} catch (error) {
			throw this.#readFailure(error);
		}
	}

	#readFailure(error: unknown): Error {
		const { signal } = this.#options;
		if (signal.aborted) return signal.reason as Error;
		return error instanceof ServiceError ? error : networkFailure(error).failure;
	}

	#parsed(status: number, text: string): unknown {
		try {
			return JSON.parse(text) as unknown;
		} catch {
			return this.#notJson(status, text);
		}
	}

	#notJson(status: number, text: string): never {
		const { token } = this.#options;
		if (status >= 400) throw refusalOf({ status, text, token });
		throw new ServiceError({
			kind: 'badAnswer',
			message: 'What answered is not the service',
			description: `The answer is not JSON but: ${shortened(text, token)}. Check the base URL in the credential.`,
		});
	}
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

/** Whether trying again can help. */
function isPassing({ kind, status = 0 }: ServiceError): boolean {
	return kind === 'noAnswer' || status >= 500 || status === 408;
}

async function takeTurn(budget: CallBudget, signal: AbortSignal): Promise<Answered> {
	const { limiter, callsPerMinute, urgency, spare } = budget;
	return await limiter.turn({
		callsPerWindow: callsPerMinute,
		urgency,
		signal,
		...(spare === undefined ? {} : { spare }),
	});
}
