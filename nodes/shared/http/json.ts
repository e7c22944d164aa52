import { eventLoopYielder } from '../abort';
import { asError, ServiceError } from '../errors';
import { nonFiniteNumberIn, parsing } from '../exactJson';
import { joinedTexts } from '../text';
import type { Advice } from './advice';
import { readBody } from './body';
import type { Secret } from './redact';
import { refusalOf, wrongServer } from './refusal';
import { retryAfterOf } from './retryAfter';
import type { HttpResponse } from './send';

/** This is enough for every response but the records of a query. */
const MAX_BYTES = 4 * 2 ** 20;

export interface JsonResponse {
	url: string;
	status: number;
	/** Without the token. */
	body: unknown;
	retryAfterMs?: number | undefined;
}

export interface ReadOptions {
	secret: Secret;
	signal: AbortSignal;
	advice?: Advice | undefined;
	maxBytes?: number | undefined;
}

/**
 * Reads the body of a response as JSON, without the token.
 * @throws ServiceError for a body that is not JSON in UTF-8, or too large; the reason of `signal`
 */
export async function readJson(
	{ url, status, headers, chunks }: Omit<HttpResponse, 'body' | 'discard'>,
	{ secret, signal, advice, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<JsonResponse> {
	const yieldToEventLoop = eventLoopYielder(signal);
	const text = decoded(await readBody(chunks, maxBytes, advice));
	// Each of the steps takes some tenths of a second for 100 MB.
	await yieldToEventLoop();
	const response = { url, status, retryAfterMs: retryAfterOf({ status, headers }) };
	try {
		const steps = parsing(text);
		let step = steps.next();
		while (!step.done) {
			await yieldToEventLoop();
			step = steps.next();
		}
		return { ...response, body: secret.redactedJson(step.value, text) };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw asError(error);
		const refusal = { ...response, body: secret.redacted(text), advice };
		if (status >= 400) throw refusalOf(refusal);
		const number = nonFiniteNumberIn(text);
		throw number === undefined ? wrongServer(refusal) : notFinite(number);
	}
}

function decoded(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw notUtf8();
	}
}

function notUtf8(): ServiceError {
	const message = 'The response of the service is not valid UTF-8';
	const advice = 'Nothing of it was passed on. Try again, or ask the support of the service.';
	return new ServiceError('badAnswer', message, advice);
}

function notFinite(number: string): ServiceError {
	const message = `The response of the service contains ${number}, which is not valid JSON`;
	const advice = joinedTexts([
		'A number in it could not be calculated, such as a rate of nothing.',
		'Try other dates or filters, or ask the support of the service.',
	]);
	return new ServiceError('badAnswer', message, advice);
}
