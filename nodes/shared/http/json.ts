import { breather } from '../async';
import { asError, ServiceError } from '../errors';
import { shownText } from '../shownText';
import { wholeBody } from './body';
import { type Advice, refusalOf, saidText } from './refusal';
import { readRetryAfter } from './retry';
import type { Secret } from './secret';
import type { HttpResponse } from './send';

/** Enough for all but the records of a query. */
const MAX_BYTES = 4 * 2 ** 20;

export interface JsonResponse {
	status: number;
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

/** Reads JSON, and takes the token out of it. @throws ServiceError where it is something else */
export async function readJson(
	{ status, headers, chunks }: Pick<HttpResponse, 'status' | 'headers' | 'chunks'>,
	{ secret, signal, advice, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<JsonResponse> {
	const breathe = breather(signal);
	const text = decoded(await wholeBody(chunks, maxBytes));
	// Of 100 MB, each step takes some tenths of a second.
	await breathe();
	const wait = readRetryAfter(headers['retry-after']);
	try {
		const parsed = await parsedWithPauses(text, breathe);
		return { status, body: secret.maskedJson(text, parsed), retryAfterMs: wait };
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw asError(error);
		const shown = secret.masked(text);
		if (status >= 400) throw refusalOf({ status, text: shown, advice, retryAfterMs: wait });
		throw notJson(shown);
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
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The response of the service is not valid UTF-8 text',
		description: 'Nothing of it was passed on. Try again, or ask whoever runs the service.',
	});
}

function notJson(text: string): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The response did not come from the service',
		description: `It is not JSON: ${shownText(saidText(text))}. Check the base URL in the credential.`,
	});
}

/** Numbers that JavaScript would change have so many digits, or such an exponent. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * A number that JavaScript would change (an integer beyond 2^53, 1e400) stays as written, as text.
 * JSON.parse can show what was written only from Node.js 22 on. @throws SyntaxError
 */
export function parseJson(json: string): unknown {
	const parsed: unknown = JSON.parse(json);
	return SUSPECT.test(json) ? JSON.parse([...quotedNumbers(json)].join('')) : parsed;
}

async function parsedWithPauses(
	json: string,
	breathe: ReturnType<typeof breather>,
): Promise<unknown> {
	const parsed: unknown = JSON.parse(json);
	await breathe();
	if (!SUSPECT.test(json)) return parsed;
	const parts: string[] = [];
	for (const part of quotedNumbers(json)) {
		parts.push(part);
		await breathe();
	}
	return JSON.parse(parts.join(''));
}

/** So many parts are passed on at once, since each costs a look at the clock. */
const PARTS = 1_000;

function* quotedNumbers(json: string): Generator<string> {
	let parts: string[] = [];
	for (let at = 0; at < json.length;) {
		const open = placeOf(json, '"', at);
		const end = endOfText(json, open);
		const outside = json.slice(at, open);
		parts.push(outside.replace(NUMBER, (number) => (isChanging(number) ? `"${number}"` : number)));
		parts.push(json.slice(open, end));
		at = end;
		if (parts.length < PARTS) continue;
		yield parts.join('');
		parts = [];
	}
	yield parts.join('');
}

function placeOf(json: string, character: string, from: number): number {
	const at = json.indexOf(character, from);
	return at < 0 ? json.length : at;
}

/** Behind its closing quote: one with an even number of backslashes before it. */
function endOfText(json: string, open: number): number {
	for (let at = open; at < json.length;) {
		at = placeOf(json, '"', at + 1);
		let backslashes = 0;
		while (json[at - 1 - backslashes] === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return at + 1;
	}
	return json.length;
}

/** Fractions may be rounded in their last digits, as everywhere; integers and magnitudes may not. */
function isChanging(written: string): boolean {
	const number = Number(written);
	if (number === 0) return /^-?[\d.]*[1-9]/.test(written);
	if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
	return !Number.isFinite(number) || !/[eE]/.test(written);
}
