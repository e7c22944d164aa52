import { cancellableSleep, MAX_TIMER_MS } from '../abort';
import { asError, ServiceError } from '../errors';
import { type Delivery, deliveryOfTries, isRedirect, isSuccess, statusClassOf } from '../status';
import { shownText } from '../text';
import { type BodyStream, readPrefix, type StreamClass, streamClassOf } from './body';
import { type JsonResponse, readJson } from './json';
import type { Call, CallOptions, Limiter } from './rateLimiter';
import { Secret } from './redact';
import { errorText, MAX_PAUSES_MS, refusalOf, withWait } from './refusal';
import { backoffMs, retryDecision, type RetryPolicy, retryAfterOf } from './retry';
import { type HttpRequest, type HttpResponse, send, type SendOptions } from './send';

const MAX_TRIES = 4;
const MAX_REDIRECTS = 5;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

export interface CallBudget extends Omit<CallOptions, 'signal'> {
	limiter: Limiter;
}

export interface ServiceRequest extends HttpRequest {
	retryPolicy: RetryPolicy;
	budget: CallBudget;
	/** How large a JSON response may be. The default is 4 MB. */
	maxBytes?: number | undefined;
	/** Whether the caller reads the body of this HTTP status itself, as it does that of any 2xx. */
	readsStatus?(status: number): boolean;
}

/** A file that is being downloaded. Read it to its end, or close it, so that the connection is freed. */
export interface Download {
	chunks: AsyncGenerator<Uint8Array>;
	/** The beginning of a text, without the token. */
	readPrefix(maxBytes: number): Promise<string>;
	close(): Promise<void>;
}

interface Exchange<T> extends ServiceRequest {
	/** Only downloads follow redirects, because the service may keep its files in a storage elsewhere. */
	followsRedirects: boolean;
	/** Reads a response whose status the caller reads. @throws ServiceError */
	read(response: HttpResponse): Promise<T>;
}

/**
 * What became of a request: a value, or the error that ended it. That is a ServiceError, or the reason of
 * the signal that ended it, such as Stop, or a bug.
 */
export type RequestResult<T> = {
	delivery: Delivery;
	/** How often it was sent. */
	tries: number;
} & ({ value: T } | { error: unknown });

type Attempt<T> = { value: T } | { failure: ServiceError };

export interface ServiceClientOptions extends Omit<SendOptions, 'url'> {
	/** The token is only needed to keep it out of texts: n8n itself adds it to the requests. */
	token: string;
}

/**
 * The one way to the service. It sends a request again if `retry.ts` says so, and keeps the token out of
 * everything that it returns or throws.
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
	 * The value that `open` takes from the response. If `open` throws a refusal, it is treated like one of
	 * HTTP.
	 * @throws ServiceError, or the reason of the signal
	 */
	async json<T>(request: ServiceRequest, open: (response: JsonResponse) => T): Promise<T> {
		return valueOf(await this.tryJson(request, open));
	}

	/** As `json`, for a caller that has to know whether a request that failed may have been carried out. */
	async tryJson<T>(
		request: ServiceRequest,
		open: (response: JsonResponse) => T,
	): Promise<RequestResult<T>> {
		const options = { ...request, secret: this.#secret, signal: this.#options.signal };
		return await this.#exchange({
			...request,
			followsRedirects: false,
			read: async (response) => open(await readJson(response, options)),
		});
	}

	/** The bytes of a file. @throws ServiceError, or the reason of the signal */
	async download(request: ServiceRequest): Promise<Download> {
		const result = await this.#exchange({
			...request,
			followsRedirects: true,
			read: async (response) => {
				if (statusClassOf(response.status) === 'notReady') {
					throw await this.#refusal(response, request);
				}
				return this.#downloadOf(response);
			},
		});
		return valueOf(result);
	}

	/**
	 * A stream that n8n can save: n8n only accepts streams of its own class, which a response has.
	 * @throws Error before the first response
	 */
	streamOf(bytes: AsyncIterable<Uint8Array>): BodyStream {
		if (!this.#streamClass) throw new Error('There was no response yet that could make a stream');
		return this.#streamClass.from(bytes, { objectMode: false });
	}

	/** What the service said, as an error message shows it. */
	shown(text: string): string {
		return shownText(this.#secret.redacted(errorText(text)));
	}

	#downloadOf({ chunks, discard }: HttpResponse): Download {
		return {
			chunks,
			readPrefix: async (maxBytes) => await readPrefix(chunks, maxBytes, this.#secret),
			async close() {
				await chunks.return(undefined);
				// If nobody has begun to read the chunks, their generator never ran, so it closes nothing.
				discard();
			},
		};
	}

	async #exchange<T>(exchange: Exchange<T>): Promise<RequestResult<T>> {
		const { budget, deadline, retryPolicy } = exchange;
		const { limiter, ...options } = budget;
		const { signal } = this.#options;
		const timeLimits = new TimeLimits(deadline);
		let delivery: Delivery = 'notSent';
		let tries = 0;
		/** How many tries have failed. "Too many requests" does not count. */
		let failures = 0;
		try {
			for (;;) {
				// No deadline ends this wait: a call that had to wait for its turn is made all the same.
				const call = await limiter.acquire({ ...options, signal });
				const earlier: Delivery = delivery;
				// If this try ends before it has a result, nobody knows what became of it.
				delivery = 'unknown';
				tries += 1;
				const attempt: Attempt<T> = await this.#attempt(exchange, call, earlier);
				if ('value' in attempt) {
					call.succeeded();
					return { value: attempt.value, delivery: 'confirmed', tries };
				}
				const failure: ServiceError = attempt.failure;
				delivery = failure.delivery;
				const decision = retryDecision(failure, retryPolicy);
				if (decision === 'pause') call.rateLimited(failure.retryAfterMs);
				else failures += 1;
				if (decision === 'giveUp' || failures >= MAX_TRIES)
					return { error: failure, delivery, tries };

				const usualMs = decision === 'again' ? backoffMs(failures - 1) : 0;
				const waitMs = failure.retryAfterMs ?? usualMs;
				const tooLate = timeLimits.whyTooLate(failure, waitMs);
				if (tooLate) return { error: tooLate, delivery, tries };
				// After "too many requests", the limiter holds back the next call, and the calls of everybody else.
				if (decision === 'again') await cancellableSleep(waitMs, signal);
			}
		} catch (error) {
			return { error, delivery, tries };
		}
	}

	/** One try. @param earlier what is known of the tries before it, which becomes part of its failure */
	async #attempt<T>(exchange: Exchange<T>, call: Call, earlier: Delivery): Promise<Attempt<T>> {
		try {
			const response = await this.#send(exchange, call);
			return { value: await exchange.read(response) };
		} catch (error) {
			this.#options.signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			// The texts of n8n and the addresses of requests may contain the token as well.
			const failure = error.with({
				message: this.#secret.redacted(error.message),
				description: this.#secret.redacted(error.description),
				delivery: deliveryOfTries(earlier, error.delivery),
			});
			return { failure };
		}
	}

	/** Sends a request and follows its redirects. @throws ServiceError for a status that the caller does not read */
	async #send<T>(request: Exchange<T>, call: Call): Promise<HttpResponse> {
		const { context, signal } = this.#options;
		const timeoutMs = Math.min(this.#options.timeoutMs, MAX_TIMER_MS);
		let { url } = request;
		for (let hop = 0; ; hop += 1) {
			const sent = send(request, { context, url, timeoutMs, signal });
			// Only the first hop is a call to the service. A redirect target does not count against its limit.
			const response = await sent.finally(() => {
				if (hop === 0) call.end();
			});
			this.#streamClass = streamClassOf(response.body);
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
		// The token is redacted before the address is parsed. Otherwise a part of it could become the host,
		// where it would no longer be recognized.
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
			otherHost: isSameOrigin(url, request.url) ? undefined : new URL(url).host,
		});
	}
}

/** @throws the error of a request that has no value */
function valueOf<T>(result: RequestResult<T>): T {
	if ('value' in result) return result.value;
	throw result.error as Error;
}

/** Until when a request may be sent again. */
class TimeLimits {
	readonly #deadline: number;
	#pausesEndAt: number | undefined;

	constructor(deadline = Infinity) {
		this.#deadline = deadline;
	}

	/** @returns the error to end with if the next try would come too late; otherwise undefined */
	whyTooLate(failure: ServiceError, waitMs: number): ServiceError | undefined {
		const now = performance.now();
		// The first try may have waited for its turn for long, so the time counts from its failure.
		this.#pausesEndAt ??= now + MAX_PAUSES_MS;
		if (now + waitMs > this.#deadline) return failure;
		return now + waitMs > this.#pausesEndAt ? withWait(failure) : undefined;
	}
}

function isSameOrigin(one: string, other: string): boolean {
	return new URL(one).origin === new URL(other).origin;
}

/** @returns undefined if there is nothing to follow: no redirect, no address, or one that is less secure */
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
