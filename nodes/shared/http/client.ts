import { cancellableSleep, MAX_TIMER_MS } from '../abort';
import { asError, ServiceError } from '../errors';
import { shownText } from '../text';
import { type BodyStream, readPrefix, streamOf } from './body';
import { errorText } from './errorText';
import { type JsonResponse, readJson } from './json';
import type { Call, CallOptions, Limiter } from './rateLimiter';
import { Secret } from './redact';
import { MAX_PAUSES_MS, refusalOf, withWait } from './refusal';
import { backoffMs, type RetryDecision, retryDecision, type RetryPolicy } from './retry';
import { retryAfterOf } from './retryAfter';
import { type HttpRequest, type HttpResponse, send, type SendOptions } from './send';
import { isRedirect, isSuccess, statusClassOf } from './status';

export { CREDENTIAL } from './send';

const MAX_TRIES = 4;
const MAX_REDIRECTS = 5;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

export interface CallBudget extends Omit<CallOptions, 'signal'> {
	limiter: Limiter;
}

export interface ServiceRequest extends HttpRequest {
	repeat: RetryPolicy;
	/**
	 * Called after a try that failed, before the wait for the next one. @param mayBeDone whether the
	 * service may have carried out any of the tries so far
	 */
	onRepeat?(mayBeDone: boolean): void;
	budget: CallBudget;
	/** Of a JSON response; 4 MB if not given. */
	maxBytes?: number | undefined;
	/** Whether the caller reads the body of this HTTP status itself, as it does that of any 2xx. */
	readsStatus?(status: number): boolean;
}

/** Must be read to its end, or closed, so that the connection is freed. */
export interface Download {
	chunks: AsyncGenerator<Uint8Array>;
	/** The beginning of a text, without the token. */
	readPrefix(maxBytes: number): Promise<string>;
	toStream(bytes: AsyncIterable<Uint8Array>): BodyStream;
	close(): Promise<void>;
}

interface Exchange<T> extends ServiceRequest {
	/** Only downloads lead to other addresses, such as a storage. */
	followsRedirects: boolean;
	read(response: HttpResponse, mayBeDone: boolean): Promise<T>;
}

type Attempt<T> = { value: T } | { failure: ServiceError };

export interface ServiceClientOptions extends Omit<SendOptions, 'url'> {
	/** Only to keep it out of texts: n8n itself adds it to the requests. */
	token: string;
}

/** Sends requests again where `retry.ts` says so, and keeps the token out of all it returns and throws. */
export class ServiceClient {
	readonly #options: ServiceClientOptions;
	readonly #secret: Secret;

	constructor(options: ServiceClientOptions) {
		this.#options = options;
		this.#secret = new Secret(options.token);
	}

	/** A refusal that `open` throws is treated like one of HTTP. @throws ServiceError */
	async json<T>(request: ServiceRequest, open: (response: JsonResponse) => T): Promise<T> {
		const options = { ...request, secret: this.#secret, signal: this.#options.signal };
		return await this.#exchange({
			...request,
			followsRedirects: false,
			read: async (response, mayBeDone) =>
				open({ ...(await readJson(response, options)), mayBeDone }),
		});
	}

	/** The bytes of a file. @throws ServiceError where the service refuses instead */
	async download(request: ServiceRequest): Promise<Download> {
		return await this.#exchange({
			...request,
			followsRedirects: true,
			read: async (response) => {
				if (statusClassOf(response.status) === 'notReady') {
					throw await this.#refusal(response, request);
				}
				return this.#downloadOf(response);
			},
		});
	}

	/** What the service said, as an error message shows it. */
	shown(text: string): string {
		return shownText(this.#secret.redacted(errorText(text)));
	}

	#downloadOf({ chunks, body, discard }: HttpResponse): Download {
		return {
			chunks,
			readPrefix: async (maxBytes) => await readPrefix(chunks, maxBytes, this.#secret),
			toStream: (bytes) => streamOf(body, bytes),
			async close() {
				await chunks.return(undefined);
				// A generator that nobody has begun to read closes nothing.
				discard();
			},
		};
	}

	async #exchange<T>(exchange: Exchange<T>): Promise<T> {
		const { budget, deadline = Infinity, repeat, onRepeat } = exchange;
		const { limiter, ...options } = budget;
		const { signal } = this.#options;
		const pausesEndAt = performance.now() + MAX_PAUSES_MS;
		let mayBeDone = false;
		let tries = 0;
		for (;;) {
			// No deadline ends the wait for the limiter, so every call is made.
			const call = await limiter.acquire({ ...options, signal });
			const attempt: Attempt<T> = await this.#attempt(exchange, call, mayBeDone);
			if ('value' in attempt) {
				call.succeeded();
				return attempt.value;
			}
			const failure: ServiceError = attempt.failure;
			const decision = retryDecision(failure, repeat);
			// The limiter holds back the next call, and those of all others; no try is spent.
			if (decision === 'pause') call.rateLimited(failure.retryAfterMs);
			else tries += 1;
			const waitMs = waitAfter(failure, decision, { tries, deadline, pausesEndAt });

			// `failure.mayBeDone` covers the earlier tries too: #attempt adds them.
			mayBeDone = failure.mayBeDone;
			onRepeat?.(mayBeDone);
			if (decision === 'again') await cancellableSleep(waitMs, signal);
		}
	}

	/** One try. Its failure says whether this try, or an earlier one, may have been carried out. */
	async #attempt<T>(exchange: Exchange<T>, call: Call, mayBeDone: boolean): Promise<Attempt<T>> {
		try {
			const response = await this.#send(exchange, call);
			return { value: await exchange.read(response, mayBeDone) };
		} catch (error) {
			this.#options.signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			// What n8n says, and the addresses of requests, may hold the token, too.
			const failure = error.with({
				message: this.#secret.redacted(error.message),
				description: this.#secret.redacted(error.description),
				mayBeDone: mayBeDone || error.mayBeDone,
			});
			return { failure };
		}
	}

	/** Follows redirects. @throws ServiceError for a response that nobody wants to read */
	async #send<T>(request: Exchange<T>, call: Call): Promise<HttpResponse> {
		const { context, signal } = this.#options;
		const timeoutMs = Math.min(this.#options.timeoutMs, MAX_TIMER_MS);
		let { url } = request;
		for (let hop = 0; ; hop += 1) {
			const sent = send(request, { context, url, timeoutMs, signal });
			// Only the first hop is a call to the service; a redirect target does not count against its limit.
			const response = await sent.finally(() => {
				if (hop === 0) call.end();
			});
			const { status } = response;
			if (isSuccess(status) || request.readsStatus?.(status)) return response;

			const target = redirectTarget(url, status, response.headers);
			if (target === undefined || !request.followsRedirects || hop >= MAX_REDIRECTS) {
				throw await this.#refusal(response, request);
			}
			response.discard();
			url = target;
		}
	}

	async #refusal(
		{ url, status, headers, chunks }: HttpResponse,
		request: ServiceRequest,
	): Promise<ServiceError> {
		// Mask before parsing: a URL parser could take part of the token for the host, where masking
		// no longer finds it.
		const { location } = headers;
		const shownLocation = typeof location === 'string' ? this.#secret.redacted(location) : '';
		const target = redirectTarget(url, status, { location: shownLocation });
		return refusalOf({
			url,
			status,
			advice: request.advice,
			body: await readPrefix(chunks, MAX_ERROR_BYTES, this.#secret).catch(() => ''),
			retryAfterMs: retryAfterOf({ status, headers }),
			redirectedTo: target === undefined ? undefined : new URL(target).host,
			otherHost: url === request.url ? undefined : new URL(url).host,
		});
	}
}

/**
 * How long to wait for the next try, in milliseconds. @param tries how many have failed, other than by
 * "too many requests" @throws the failure, if there is no next try
 */
function waitAfter(
	failure: ServiceError,
	decision: RetryDecision,
	{ tries, deadline, pausesEndAt }: { tries: number; deadline: number; pausesEndAt: number },
): number {
	const isLastTry = decision === 'again' && tries >= MAX_TRIES;
	if (decision === 'giveUp' || isLastTry) throw failure;
	const usualMs = decision === 'again' ? backoffMs(tries - 1) : 0;
	const waitMs = failure.retryAfterMs ?? usualMs;
	const nextAt = performance.now() + waitMs;
	if (nextAt > deadline) throw failure;
	if (nextAt > pausesEndAt) throw withWait(failure);
	return waitMs;
}

/** @returns undefined for what must not be followed: no redirect, no address, or one that is less secure */
function redirectTarget(
	url: string,
	status: number,
	{ location }: HttpResponse['headers'],
): string | undefined {
	if (!isRedirect(status) || typeof location !== 'string' || location === '') return undefined;
	if (!URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	const isSecure = ['https:', new URL(url).protocol].includes(target.protocol);
	return isSecure ? target.href : undefined;
}
