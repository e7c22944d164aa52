import { cancellableSleep, MAX_TIMER_MS } from '../async';
import { asError, ServiceError } from '../errors';
import { shownText } from '../shownText';
import { type ReadOptions, type JsonResponse, readJson } from './json';
import { type BodyStream, startOfBody, streamOf } from './body';
import type { OnResponse, Limiter } from './rateLimiter';
import { type Advice, refusalOf, type Repeat, saidText } from './refusal';
import { backoffMs, retryAfterMs, throttledMs } from './retryTiming';
import { Secret } from './secret';
import { type HttpResponse, type HttpRequest, send, type SendOptions } from './send';

export { CREDENTIAL } from './send';
export type { JsonResponse } from './json';

const MAX_TRIES = 4;
const MAX_REDIRECTS = 5;
/** "Too many requests" passes without help, so it is waited for as long as a long job may take. */
const MAX_THROTTLED_MS = 30 * 60_000;
const THROTTLED_MS = 60_000;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

/** A place in the calls a minute (section 8). */
export interface CallBudget {
	limiter: Limiter;
	callsPerMinute: number;
	urgency: number;
	onWait(from: number, to: number): void;
}

export interface ServiceRequest extends HttpRequest {
	repeat: Repeat;
	/** Called before the request is sent again though the service may have carried it out. */
	onRepeat?(): void;
	advice?: Advice | undefined;
	budget?: CallBudget | undefined;
	/** Which HTTP statuses besides 2xx the caller reads itself. */
	isAnswer?(status: number): boolean;
	/** For which HTTP statuses the body may be absent. */
	needsNoBody?(status: number): boolean;
}

/** Must be read to its end, or closed, so that the connection is freed. */
export interface Download {
	chunks: AsyncGenerator<Uint8Array>;
	toStream(bytes: AsyncIterable<Uint8Array>): BodyStream;
	close(): Promise<void>;
}

type ReadAnswer<T> = (answer: HttpResponse, mayBeDone: boolean) => Promise<T>;

export interface ServiceClientOptions extends Pick<
	SendOptions,
	'context' | 'timeoutMs' | 'signal'
> {
	/** Only to keep it out of texts: n8n itself adds it to the requests. */
	token: string;
}

/** Decides what is tried again, and keeps the token out of all it returns and throws. */
export class ServiceClient {
	readonly #options: ServiceClientOptions;
	readonly #secret: Secret;

	constructor(options: ServiceClientOptions) {
		this.#options = options;
		this.#secret = new Secret(options.token);
	}

	/** A refusal that `open` throws is treated like one of HTTP. */
	async json<T>(request: ServiceRequest, open: (answer: JsonResponse) => T): Promise<T> {
		const options = { ...request, secret: this.#secret };
		return await this.#answer(request, async (answer, mayBeDone) =>
			open({ ...(await readJson(answer, options)), mayBeDone }),
		);
	}

	async download(request: ServiceRequest): Promise<Download> {
		const options = { ...request, secret: this.#secret };
		return await this.#answer(request, async (answer) => {
			const chunks = await readFile(answer, options);
			return {
				chunks,
				toStream: (bytes) => streamOf(answer.body, bytes),
				async close() {
					await chunks.return(undefined);
					// If nobody has begun to read, the one above does nothing.
					await answer.chunks.return(undefined);
					answer.discard();
				},
			};
		});
	}

	shown(text: string): string {
		return shownText(this.#secret.masked(saidText(text)));
	}

	async #answer<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<T> {
		const { budget, deadline = Infinity } = request;
		const { signal } = this.#options;
		const throttledUntil = Math.min(performance.now() + MAX_THROTTLED_MS, deadline);
		for (let attempt = 0, refusals = 0, mayBeDone = false; ;) {
			// No deadline ends the wait for a turn, so every call is made.
			const answered = budget ? await takeTurn(budget, signal) : () => {};
			const outcome = await this.#attempt(request, read, { answered, mayBeDone });
			if ('result' in outcome) return outcome.result;

			const failure: ServiceError = outcome.failure;
			if (failure.status === 429) {
				if (performance.now() > throttledUntil) throw failure;
				mayBeDone = failure.mayBeDone;
				const wait = throttledMs(failure.retryAfterMs, refusals++, () => Math.random());
				if (budget) budget.limiter.pause(wait);
				else await cancellableSleep(wait ?? THROTTLED_MS, signal);
				continue;
			}
			attempt += 1;
			const wait = failure.retryAfterMs ?? backoffMs(attempt - 1, () => Math.random());
			const isLast = attempt >= MAX_TRIES || performance.now() + wait > deadline;
			if (isLast || !mayRepeat(request, failure)) throw failure;
			mayBeDone ||= failure.kind !== 'notSent';
			if (failure.kind !== 'notSent') request.onRepeat?.();
			await cancellableSleep(wait, signal);
		}
	}

	async #attempt<T>(
		request: ServiceRequest,
		read: ReadAnswer<T>,
		{ answered, mayBeDone }: { answered: OnResponse; mayBeDone: boolean },
	): Promise<{ result: T } | { failure: ServiceError }> {
		let { url } = request;
		const { context, signal } = this.#options;
		const timeoutMs = Math.min(this.#options.timeoutMs, MAX_TIMER_MS);
		try {
			for (let hop = 0; ; hop += 1) {
				const sent = send(request, { context, url, timeoutMs, signal });
				// What it was redirected to is not the service, and counts no calls.
				const answer = await sent.finally(() => hop === 0 && answered());
				const { status } = answer;
				const isAnswer = (status >= 200 && status < 300) || request.isAnswer?.(status);
				if (isAnswer) return { result: await read(answer, mayBeDone) };

				const target = redirectTarget(answer, url);
				if (target && request.method === 'GET' && hop < MAX_REDIRECTS) {
					answer.discard();
					url = target;
					continue;
				}
				throw await this.#refusal(answer, request, { url, target });
			}
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			const told = mayBeDone ? error.with({ mayBeDone }) : error;
			const failure = told.mapTexts((text) => this.#secret.masked(text));
			if (failure.kind === 'badAnswer') throw failure;
			return { failure };
		}
	}

	async #refusal(
		{ status, headers, chunks }: HttpResponse,
		{ advice, repeat, url: options }: ServiceRequest,
		{ url, target }: { url: string; target: string | undefined },
	): Promise<ServiceError> {
		const text = await startOfBody(chunks, MAX_ERROR_BYTES).catch(() => '');
		return refusalOf({
			status,
			text: this.#secret.masked(text),
			advice,
			repeat,
			retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
			redirectedTo: target && new URL(target).host,
			elsewhere: url === options ? undefined : new URL(url).host,
		});
	}
}

function mayRepeat(
	{ repeat }: ServiceRequest,
	{ kind, status = 0, isFinal }: ServiceError,
): boolean {
	if (isFinal || repeat === 'never') return false;
	if (kind === 'notSent') return true;
	return repeat === 'always' && (kind === 'noAnswer' || status >= 500 || status === 408);
}

async function takeTurn(budget: CallBudget, signal: AbortSignal): Promise<OnResponse> {
	const { limiter, callsPerMinute, urgency, onWait } = budget;
	const from = performance.now();
	try {
		return await limiter.acquire({ callsPerWindow: callsPerMinute, urgency, signal });
	} finally {
		onWait(from, performance.now());
	}
}

function redirectTarget({ status, headers }: HttpResponse, from: string): string | undefined {
	const location = headers['location'];
	if (status < 300 || status > 399 || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	const isDowngrade = new URL(from).protocol === 'https:' && target.protocol !== 'https:';
	return isDowngrade || !/^https?:$/.test(target.protocol) ? undefined : target.href;
}

/** The bytes of a file. @throws ServiceError where the service says no instead */
async function readFile(
	{ status, chunks }: HttpResponse,
	{ secret, advice }: ReadOptions,
): Promise<AsyncGenerator<Uint8Array>> {
	if ([202, 204].includes(status)) {
		const text = secret.masked(await startOfBody(chunks, MAX_ERROR_BYTES));
		throw refusalOf({ status, text, advice });
	}
	return chunks;
}
