import type { IExecuteFunctions } from 'n8n-workflow';
import { cancellableSleep, MAX_TIMER_MS } from '../cancellableSleep';
import { asError, ServiceError } from '../errors';
import { shownText } from '../shownText';
import type { Answered } from './callLimiter';
import { type Continuing, fileDownload } from './fileDownload';
import { networkFailure } from './networkFailure';
import { readJson } from './readJson';
import { redirectTarget } from './redirectTarget';
import { type Advice, refusalOf } from './refusal';
import { startOfBody } from './responseBody';
import { backoffMs, retryAfterMs, throttledMs } from './retryTiming';
import { Secret } from './secret';
import { type Answer, send } from './send';
import type { CallBudget, Download, JsonAnswer, ServiceRequest } from './serviceRequest';

const MAX_TRIES = 4;
const MAX_REDIRECTS = 5;
/** "Too many requests" passes without help, so it is waited for as long as a long job may take. */
const MAX_THROTTLED_MS = 30 * 60_000;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

type ReadAnswer<T> = (answer: Answer) => Promise<T>;
type Outcome<T> = { result: T } | { failure: ServiceError; passing: boolean };

export interface ServiceClientOptions {
	context: IExecuteFunctions;
	/** Only to keep it out of texts: n8n itself adds it to the requests. */
	token: string;
	/** How long to wait for the service to respond, in milliseconds. */
	timeoutMs: number;
	/** Ends every wait and every request: the Stop button, or the failure of another item. */
	signal: AbortSignal;
}

/**
 * Sends requests, decides what may be tried again, and keeps the token out of all that it returns
 * and throws.
 */
export class ServiceClient {
	readonly #context: IExecuteFunctions;
	readonly #secret: Secret;
	readonly #timeoutMs: number;
	readonly #signal: AbortSignal;

	constructor({ context, token, timeoutMs, signal }: ServiceClientOptions) {
		this.#context = context;
		this.#secret = new Secret(token);
		this.#timeoutMs = Math.min(timeoutMs, MAX_TIMER_MS);
		this.#signal = signal;
	}

	/**
	 * Sends a request whose answer is JSON.
	 *
	 * @param open takes out what was asked for; a refusal that it throws is treated like one of HTTP
	 */
	async json<T>(request: ServiceRequest, open: (answer: JsonAnswer) => T): Promise<T> {
		return await this.#answer(request, async (answer) =>
			open(await readJson(answer, { secret: this.#secret, request })),
		);
	}

	/** Sends a request whose answer is a file, which is continued where its connection breaks off. */
	async download(request: ServiceRequest, continuing: Continuing): Promise<Download> {
		return await fileDownload(request, {
			...continuing,
			send: async (asked, read) => await this.#answer(asked, read),
			secret: this.#secret,
			signal: this.#stopSignal(request),
		});
	}

	/** What a file of the service says, fit for an error message. */
	shown(text: string): string {
		return shownText(this.#secret.masked(text));
	}

	/** Waits for a turn, sends, reads, and tries again as far as `repeat` allows. */
	async #answer<T>(request: ServiceRequest, read: ReadAnswer<T>): Promise<T> {
		const signal = this.#stopSignal(request);
		const throttledUntil = performance.now() + MAX_THROTTLED_MS;
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
			attempt += 1;
			if (!passing || !mayRepeat(request, failure) || attempt >= MAX_TRIES) throw failure;
			if (failure.kind !== 'notSent') request.onRepeat?.();
			await cancellableSleep(
				failure.retryAfterMs ?? backoffMs(attempt - 1, () => Math.random()),
				signal,
			);
		}
	}

	/** What ends a request: what ends all of them, or its own deadline. */
	#stopSignal({ deadline }: ServiceRequest): AbortSignal {
		return deadline ? AbortSignal.any([this.#signal, deadline]) : this.#signal;
	}

	/** Sends once, following redirects of downloads. */
	async #attempt<T>(
		request: ServiceRequest,
		read: ReadAnswer<T>,
		answered: Answered,
	): Promise<Outcome<T>> {
		const signal = this.#stopSignal(request);
		let { url } = request;
		for (let hop = 0; ; hop += 1) {
			let answer: Answer;
			try {
				answer = await send(request, {
					context: this.#context,
					url,
					timeoutMs: this.#timeoutMs,
					signal,
				});
			} catch (error) {
				signal.throwIfAborted();
				return this.#withoutToken(networkFailure(error));
			} finally {
				// What it was redirected to is not the service, and counts no calls.
				if (hop === 0) answered();
			}
			const { status } = answer;
			const isAnswer = (status >= 200 && status < 300) || request.isAnswer?.(status);
			if (isAnswer) return await this.#read(answer, read, signal);

			const target = redirectTarget(answer, url);
			if (target && request.method === 'GET' && hop < MAX_REDIRECTS) {
				answer.discard();
				url = target;
				continue;
			}
			return await this.#refusal(answer, { advice: request.advice, target, signal });
		}
	}

	async #refusal(
		{ status, headers, chunks }: Answer,
		about: { advice: Advice | undefined; target: string | undefined; signal: AbortSignal },
	): Promise<{ failure: ServiceError; passing: boolean }> {
		const { advice, target, signal } = about;
		const text = await startOfBody(chunks, MAX_ERROR_BYTES).catch(() => '');
		signal.throwIfAborted();
		const failure = refusalOf({
			status,
			text: this.#secret.masked(text),
			advice,
			retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
			...(target ? { redirectedTo: new URL(target).host } : {}),
		});
		return this.#withoutToken({ failure, passing: isPassing(failure) });
	}

	/** A body that breaks off is no better than no answer, and a refusal may stand in it alone. */
	async #read<T>(answer: Answer, read: ReadAnswer<T>, signal: AbortSignal): Promise<Outcome<T>> {
		try {
			return { result: await read(answer) };
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			const { failure, passing } = this.#withoutToken({
				failure: error,
				passing: isPassing(error),
			});
			if (failure.kind === 'badAnswer') throw failure;
			return { failure, passing };
		}
	}

	#withoutToken<T extends { failure: ServiceError }>(outcome: T): T {
		return { ...outcome, failure: outcome.failure.mapTexts((text) => this.#secret.masked(text)) };
	}
}

/** Whether trying again can help. */
function isPassing({ kind, status = 0 }: ServiceError): boolean {
	return kind === 'noAnswer' || status >= 500 || status === 408;
}

function mayRepeat({ repeat }: ServiceRequest, { kind }: ServiceError): boolean {
	return repeat === 'always' || (repeat === 'ifNotReceived' && kind === 'notSent');
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
