import { ServiceError } from '../errors';
import { shownText } from '../shownText';
import { type Advice, isHtml, type Refusal, refusalOf, type Repeat, saidText } from './refusal';
import { wholeBody } from './body';
import { retryAfterMs } from './retryTiming';
import type { Secret } from './secret';
import type { HttpResponse } from './send';

const MAX_BYTES = 256 * 2 ** 20;
const NO_CONTENT = 204;
/** What the decoder puts in place of invalid bytes. */
const REPLACED = '\uFFFD';

export interface JsonResponse {
	status: number;
	/** Null if there is none. */
	body: unknown;
	retryAfterMs?: number | undefined;
	/** Whether a try before may have been carried out. */
	mayBeDone?: boolean | undefined;
}

export interface ReadOptions {
	secret: Secret;
	advice?: Advice | undefined;
	repeat: Repeat;
	/** For which HTTP statuses the body may be absent. */
	needsNoBody?(status: number): boolean;
}

/** Reads JSON, and takes the token out of it. @throws ServiceError where it is something else */
export async function readJson(
	{ status, headers, chunks }: Pick<HttpResponse, 'status' | 'headers' | 'chunks'>,
	{ secret, advice, repeat, needsNoBody }: ReadOptions,
): Promise<JsonResponse> {
	const bytes = await wholeBody(chunks, MAX_BYTES);
	const text = new TextDecoder('utf-8').decode(bytes);
	const wait = retryAfterMs(headers['retry-after'], Date.now());
	const mayBeEmpty = status === NO_CONTENT || needsNoBody?.(status);
	if (text.trim() === '' && mayBeEmpty) return { status, body: null, retryAfterMs: wait };
	let parsed: unknown;
	try {
		parsed = parseJson(text);
	} catch {
		throw notJson({ status, text: secret.masked(text), advice, repeat, retryAfterMs: wait });
	}
	if (text.includes(REPLACED) && !isUtf8(bytes)) {
		throw new ServiceError({
			kind: 'badAnswer',
			message: 'The response of the service is not valid UTF-8 text',
			description: 'Nothing of it was passed on. Try again, or ask whoever runs the service.',
		});
	}
	return { status, body: secret.maskedJson(text, parsed), retryAfterMs: wait };
}

/** Numbers that JavaScript would change have so many digits, or such an exponent. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d{3}/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * A number that JavaScript would change (an integer beyond 2^53, 1e400) stays as written, as text.
 * JSON.parse can show what was written only from Node.js 22 on. @throws SyntaxError
 */
export function parseJson(json: string): unknown {
	const parsed: unknown = JSON.parse(json);
	if (!SUSPECT.test(json)) return parsed;
	const quoted = (token: string) => (isChanging(token) ? `"${token}"` : token);
	return JSON.parse(
		json.replace(STRING_OR_NUMBER, (token) => (token[0] === '"' ? token : quoted(token))),
	);
}

/** Fractions may be rounded in their last digits, as everywhere; integers and magnitudes may not. */
function isChanging(written: string): boolean {
	const number = Number(written);
	if (number === 0) return /^-?[\d.]*[1-9]/.test(written);
	if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
	return !Number.isFinite(number) || !/[eE]/.test(written);
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function notJson(refusal: Refusal): ServiceError {
	if (refusal.status >= 400) return refusalOf(refusal);
	return new ServiceError({
		kind: 'badAnswer',
		// A web page is not the service.
		mayBeDone: !isHtml(refusal.text),
		message: 'The response did not come from the service',
		description: `It is not JSON: ${shownText(saidText(refusal.text))}. Check the base URL in the credential.`,
	});
}
