import { cancellableSleep, MAX_TIMER_MS } from '../abort';
import { asError, ServiceError } from '../errors';
import { shownText } from '../text';
import { statusClassOf, isRedirect, isSuccess } from './status';
import { type BodyStream, readPrefix, streamOf } from './body';
import { type JsonResponse, readJson } from './json';
import type { Call, CallOptions, Limiter } from './rateLimiter';
import { type Advice, refusalOf, errorText } from './refusal';
import { backoffMs, retryDecision, type RetryPolicy, retryAfterOf } from './retry';
import { Secret } from './redact';
import { type HttpRequest, type HttpResponse, send, type SendOptions } from './send';

export { CREDENTIAL } from './send';

const MAX_TRIES = 4;
const MAX_REDIRECTS = 5;
/** "Too many requests" passes by itself, so it is waited for as long as a long job may take. */
const MAX_PAUSES_MS = 30 * 60_000;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

export interface CallBudget extends Omit<CallOptions, 'signal'> {
	limiter: Limiter;
}

export interface ServiceRequest extends HttpRequest {
	repeat: RetryPolicy;
	/** Called before the request is sent again though the service may have carried it out. */
	onRepeat?(): void;
	advice?: Advice | undefined;
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

	/** A refusal that `open` throws is treated like one of HTTP. */
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
				if (statusClassOf(response.status) === 'notReady')
					throw await this.#refusal(response, request);
				const { chunks, body } = response;
				return {
					chunks,
					readPrefix: async (maxBytes) => await readPrefix(chunks, maxBytes, this.#secret),
					toStream: (bytes) => streamOf(body, bytes),
					async close() {
						await chunks.return(undefined);
						// A generator that nobody has begun to read closes nothing.
						response.discard();
					},
				};
			},
		});
	}

	shown(text: string): string {
		return shownText(this.#secret.redacted(errorText(text)));
	}

	async #exchange<T>(exchange: Exchange<T>): Promise<T> {
		const { budget, deadline = Infinity, repeat, onRepeat } = exchange;
		const { limiter, ...options } = budget;
		const { signal } = this.#options;
		const pausesEndAt = Math.min(performance.now() + MAX_PAUSES_MS, deadline);
		let tries = 0;
		for (let mayBeDone = false; ;) {
			// No deadline ends the wait for the limiter, so every call is made.
			const call = await limiter.acquire({ ...options, signal });
			const result: T | ServiceError = await this.#attempt(exchange, call, mayBeDone);
			if (!(result instanceof ServiceError)) {
				call.succeeded();
				return result;
			}
			const failure: ServiceError = result;
			const step = retryDecision(failure, repeat);
			if (step === 'giveUp') throw failure;
			if (step === 'pause') {
				call.rateLimited(failure.retryAfterMs);
				if (performance.now() > pausesEndAt) throw failure;
			} else {
				const wait = failure.retryAfterMs ?? backoffMs(tries);
				tries += 1;
				if (tries >= MAX_TRIES || performance.now() + wait > deadline) throw failure;
				await cancellableSleep(wait, signal);
			}
			// Of all tries so far: `#attempt` adds the earlier ones.
			mayBeDone = failure.mayBeDone;
			if (mayBeDone) onRepeat?.();
		}
	}

	async #attempt<T>(exchange: Exchange<T>, call: Call, mayBeDone: boolean) {
		try {
			return await exchange.read(await this.#send(exchange, call), mayBeDone);
		} catch (error) {
			this.#options.signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			// What n8n says, and the addresses of requests, may hold the token, too.
			return error.with({
				message: this.#secret.redacted(error.message),
				description: this.#secret.redacted(error.description),
				mayBeDone: mayBeDone || error.mayBeDone,
			});
		}
	}

	/** Follows redirects. @throws ServiceError for a response that is none to read */
	async #send<T>(request: Exchange<T>, call: Call): Promise<HttpResponse> {
		const { context, signal } = this.#options;
		const timeoutMs = Math.min(this.#options.timeoutMs, MAX_TIMER_MS);
		let { url } = request;
		for (let hop = 0; ; hop += 1) {
			const sent = send(request, { context, url, timeoutMs, signal });
			// What it redirects to is not the service, and counts no calls.
			const response = await sent.finally(() => hop === 0 && call.end());
			const { status } = response;
			if (isSuccess(status) || request.readsStatus?.(status)) return response;

			const target = redirectTarget(url, status, response.headers);
			if (!target || !request.followsRedirects || hop >= MAX_REDIRECTS) {
				throw await this.#refusal(response, request);
			}
			response.discard();
			url = target;
		}
	}

	async #refusal({ url, status, headers, chunks }: HttpResponse, request: ServiceRequest) {
		// Once it is read as an address, a part of the token may be taken for the host.
		const { location = '' } = headers as { location?: string };
		const target = redirectTarget(url, status, { location: this.#secret.redacted(location) });
		return refusalOf({
			url,
			status,
			advice: request.advice,
			body: await readPrefix(chunks, MAX_ERROR_BYTES, this.#secret).catch(() => ''),
			retryAfterMs: retryAfterOf({ status, headers }),
			redirectedTo: target && new URL(target).host,
			otherHost: url === request.url ? undefined : new URL(url).host,
		});
	}
}

function redirectTarget(url: string, status: number, headers: HttpResponse['headers']) {
	const { location } = headers;
	if (!isRedirect(status) || typeof location !== 'string' || location === '') return undefined;
	if (!URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return ['https:', new URL(url).protocol].includes(target.protocol) ? target.href : undefined;
}
