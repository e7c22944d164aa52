import { eventLoopYielder } from '../abort';
import { asError, ServiceError } from '../errors';
import { readBody } from './body';
import { type Advice, wrongServer, refusalOf } from './refusal';
import { retryAfterOf } from './retry';
import type { Secret } from './redact';
import type { HttpResponse } from './send';

/** Enough for all but the records of a query. */
const MAX_BYTES = 4 * 2 ** 20;

export interface JsonResponse {
	url: string;
	status: number;
	/** Without the token. */
	body: unknown;
	retryAfterMs?: number | undefined;
	/** Whether an earlier try may have been carried out. */
	mayBeDone?: boolean | undefined;
}

export interface ReadOptions {
	secret: Secret;
	signal: AbortSignal;
	advice?: Advice | undefined;
	maxBytes?: number | undefined;
}

export async function readJson(
	{ url, status, headers, chunks }: Omit<HttpResponse, 'body' | 'discard'>,
	{ secret, signal, advice, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<JsonResponse> {
	const yieldToEventLoop = eventLoopYielder(signal);
	const text = decoded(await readBody(chunks, maxBytes, advice));
	// Of 100 MB, each step takes some tenths of a second.
	await yieldToEventLoop();
	const response = { url, status, retryAfterMs: retryAfterOf({ status, headers }) };
	try {
		const parsed = await parsedWithPauses(text, yieldToEventLoop);
		return { ...response, body: secret.redactedJson(parsed, text) };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw asError(error);
		const refusal = { ...response, body: secret.redacted(text), advice };
		throw status >= 400 ? refusalOf(refusal) : wrongServer(refusal);
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
	const advice = 'Nothing of it was passed on. Try again, or ask whoever runs the service.';
	return new ServiceError('badAnswer', 'The response of the service is not valid UTF-8', advice);
}

/** Integers that JavaScript would change have so many digits. */
const SUSPECT = /\d{16}/;
/** Where a text begins or ends, what is escaped in it, and a number. */
const TOKEN = /"|\\.|-?\d[\d.eE+-]*/g;

/** An integer beyond 2^53 stays as written, as text: JSON.parse shows it from Node.js 22 on. @throws SyntaxError */
export function parseJson(json: string): unknown {
	const parsed: unknown = JSON.parse(json);
	return SUSPECT.test(json) ? JSON.parse([...quotedNumbers(json)].join('')) : parsed;
}

type YieldToEventLoop = ReturnType<typeof eventLoopYielder>;

async function parsedWithPauses(
	json: string,
	yieldToEventLoop: YieldToEventLoop,
): Promise<unknown> {
	const parsed: unknown = JSON.parse(json);
	await yieldToEventLoop();
	if (!SUSPECT.test(json)) return parsed;
	const parts: string[] = [];
	for (const part of quotedNumbers(json)) {
		parts.push(part);
		await yieldToEventLoop();
	}
	return JSON.parse(parts.join(''));
}

/** Texts without such numbers may be long: so often the caller gets an empty part, to pause there. */
const TOKENS = 1_000;

function* quotedNumbers(json: string): Generator<string> {
	let [tokens, from, isText] = [0, 0, false];
	for (const { 0: token, index } of json.matchAll(TOKEN)) {
		tokens += 1;
		if (tokens % TOKENS === 0) yield '';
		if (token === '"') isText = !isText;
		else if (!isText && isChanging(token)) {
			yield `${json.slice(from, index)}"${token}"`;
			from = index + token.length;
		}
	}
	yield json.slice(from);
}

function isChanging(written: string): boolean {
	return /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written));
}
