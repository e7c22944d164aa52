import { z } from 'zod';
import { ServiceError } from '../errors';
import { asJson, shownText } from '../shownText';
import { type Advice, isHtml, type Refusal, refusalOf, type Repeat, saidText } from './refusal';
import { startOfBody, wholeBody } from './body';
import { retryAfterMs } from './retryTiming';
import type { Secret } from './secret';
import type { Answer } from './send';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_TEXT_BYTES = 64 * 2 ** 10;
const [ACCEPTED, NO_CONTENT] = [202, 204];
const BRACE = '{'.charCodeAt(0);
/** What the decoder puts in place of invalid bytes. */
const REPLACED = '\uFFFD';

export interface JsonAnswer {
	status: number;
	/** Null if there is none. */
	body: unknown;
	retryAfterMs?: number | undefined;
	/** Whether a try before may have been carried out. */
	mayBeDone?: boolean | undefined;
}

export interface Asked {
	secret: Secret;
	advice?: Advice | undefined;
	repeat: Repeat;
	/** For which HTTP statuses the body may be absent. */
	needsNoBody?(status: number): boolean;
}

/** Reads JSON, and takes the token out of it. @throws ServiceError where it is something else */
export async function readJson(
	{ status, headers, chunks }: Pick<Answer, 'status' | 'headers' | 'chunks'>,
	{ secret, advice, repeat, needsNoBody }: Asked,
): Promise<JsonAnswer> {
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

/** The bytes of a file. @throws ServiceError where the service says no instead */
export async function readFile(
	{ status, chunks }: Answer,
	{ secret, advice }: Asked,
): Promise<AsyncGenerator<Uint8Array>> {
	if (status === ACCEPTED || status === NO_CONTENT) {
		const text = secret.masked(await startOfBody(chunks, MAX_TEXT_BYTES));
		throw refusalOf({ status, text, advice });
	}
	const first = await chunks.next();
	if (first.done || first.value[0] !== BRACE) return startingWith(first, chunks);

	const text = await startOfBody(startingWith(first, chunks), MAX_TEXT_BYTES);
	const refusal = tooManyCalls(secret.masked(text), status, advice);
	if (refusal) throw refusal;
	return startingWith({ done: false, value: Buffer.from(text) }, chunks);
}

/** What was read of a stream, then the rest of it, which is closed in every case. */
async function* startingWith(
	first: IteratorResult<Uint8Array, unknown>,
	rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	try {
		if (!first.done) yield first.value;
		yield* rest;
	} finally {
		await rest.return(undefined);
	}
}

/** "Too many" in an envelope (section 2.2). Whatever else it says may be about the job that failed. */
function tooManyCalls(text: string, status: number, advice: Advice = {}): ServiceError | undefined {
	try {
		const answer = { status, body: JSON.parse(text) as unknown };
		openEnvelope(answer, { schema: z.unknown(), what: 'a file', advice });
	} catch (error) {
		return error instanceof ServiceError && error.status === 429 ? error : undefined;
	}
	return undefined;
}

/** 2.2: the envelope around every analytics answer. Only what has one meaning is taken. */
const envelopeSchema = z.object({}).passthrough();

export interface Expected<T> {
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	what: string;
	advice?: Advice | undefined;
}

/** 2.2 and 7.4. @throws ServiceError if the envelope says no, or its payload is another */
export function openEnvelope<T>(answer: JsonAnswer, { schema, what, advice }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(answer, what, advice));
	if (payload.success) return payload.data;
	return unexpected(answer.body, what, payload.error.issues);
}

function dataOf({ status: httpStatus, body }: JsonAnswer, what: string, advice?: Advice): unknown {
	if (httpStatus === NO_CONTENT) return undefined;
	const envelope = envelopeSchema.safeParse(body);
	if (!envelope.success) return unexpected(body, what, envelope.error.issues);

	const { data, status, message } = envelope.data;
	const isNumber = typeof status === 'string' && /^\s*\d+\s*$/.test(status);
	const code = isNumber ? Number(status) : status;
	if (typeof code !== 'number') {
		const isAbsent = status === undefined || status === null;
		if (isAbsent && data !== undefined && data !== null) return data;
		return unexpected(body, what, [{ path: ['status'], message: 'Not a status' }]);
	}
	const isLater = [code, httpStatus].includes(ACCEPTED) && asJson(data ?? []) === '[]';
	if (code >= 200 && code < 300 && !isLater) return data;
	const text = typeof message === 'string' ? message : asJson(message ?? '');
	throw refusalOf({ status: isLater ? ACCEPTED : code, text: text || shownText(body), advice });
}

type Issue = { path: ReadonlyArray<PropertyKey>; message: string };

function unexpected(value: unknown, what: string, [issue]: Issue[]): never {
	const place = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
	throw new ServiceError({
		kind: 'badAnswer',
		message: `The service sent an unexpected response instead of ${what}`,
		description: `${place}${issue?.message ?? 'unexpected'}. The response: ${shownText(value)}`,
	});
}

export function listOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return z.preprocess((data) => {
		if (data === undefined || data === null) return [];
		// An empty object may be no record, or one of a form that nobody expects.
		const isOne = typeof data === 'object' && !Array.isArray(data) && Object.keys(data).length > 0;
		return isOne ? [data] : data;
	}, z.array(record));
}

export function oneOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	const only = (data: unknown): unknown =>
		Array.isArray(data) && data.length === 1 ? data[0] : data;
	return z.preprocess(only, record);
}
