import { eventLoopYielder } from '../abort';
import { asError, ServiceError } from '../errors';
import { joinedTexts } from '../text';
import type { Advice } from './advice';
import type { Delivery } from './delivery';
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
	/** What is known of the tries before the one that got this response. */
	delivery?: Delivery | undefined;
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
		throw notFinite(text) ?? wrongServer(refusal);
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

/**
 * Like `JSON.parse`, but a number that JavaScript cannot hold exactly, such as a long ID, becomes a text
 * with the digits as they were written.
 * @throws SyntaxError
 */
export function parseJson(json: string): unknown {
	const steps = parsing(json);
	let step = steps.next();
	while (!step.done) step = steps.next();
	return step.value;
}

/** Parses in steps, and yields between them, so that the caller can pause there. @returns the value */
function* parsing(json: string): Generator<undefined, unknown> {
	const parsed: unknown = JSON.parse(json);
	yield;
	if (!mayHoldChangingNumbers(json)) return parsed;
	const parts: string[] = [];
	let from = 0;
	for (const token of tokensOutsideTexts(json, NUMBERS)) {
		if (token === undefined) {
			yield;
		} else if (isChanging(token.text)) {
			parts.push(json.slice(from, token.index), `"${token.text}"`);
			from = token.index + token.text.length;
		}
	}
	parts.push(json.slice(from));
	// A reviver would be simpler, but it gets the source of a number only from Node.js 22 on.
	const exact: unknown = JSON.parse(parts.join(''));
	return exact;
}

/** Numbers with few digits and no huge exponent are exact, so most JSON needs no second look. */
function mayHoldChangingNumbers(json: string): boolean {
	return /[\d.]{16}|\d[eE][+-]?\d{3}/.test(json);
}

/** Matches a quote (the start or end of a string), an escape sequence, or a number. */
const NUMBERS = /"|\\.|-?\d[\d.eE+-]*/g;
/** Matches the same, with NaN and Infinity as the numbers: JSON does not have them, but some programs write them. */
const NOT_FINITE = /"|\\.|-?(?:NaN|Infinity)\b/g;
const TOKENS_PER_PAUSE = 1_000;

interface Token {
	text: string;
	index: number;
}

/**
 * The matches that lie outside of strings. Now and then it yields undefined instead, so that the caller
 * can pause even within a long string.
 */
function* tokensOutsideTexts(json: string, pattern: RegExp): Generator<Token | undefined> {
	let isInText = false;
	let count = 0;
	for (const { 0: text, index } of json.matchAll(pattern)) {
		count += 1;
		if (count % TOKENS_PER_PAUSE === 0) yield undefined;
		if (text === '"') isInText = !isInText;
		else if (!isInText) yield { text, index };
	}
}

/** Whether JavaScript would print the number with another value than the one that is written. */
function isChanging(written: string): boolean {
	const value = Number(written);
	// Beyond 2^53, every whole number counts, so that a column of IDs does not mix numbers and texts.
	if (/^-?\d+$/.test(written)) return !Number.isSafeInteger(value);
	return !Number.isFinite(value) || canonical(written) !== canonical(String(value));
}

/** One text for all ways to write a decimal number: its digits without zeros at either end, and an exponent. */
function canonical(number: string): string {
	const [, sign = '', whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const trimmed = digits.replace(/0+$/, '');
	if (trimmed === '') return '0';
	const zeros = digits.length - trimmed.length;
	return `${sign}${trimmed}e${Number(exponent) - fraction.length + zeros}`;
}

/** @returns the error for a text that is JSON except for NaN or Infinity; undefined for any other text */
function notFinite(text: string): ServiceError | undefined {
	const parts: string[] = [];
	let from = 0;
	let name = '';
	for (const token of tokensOutsideTexts(text, NOT_FINITE)) {
		if (token === undefined) continue;
		name ||= token.text;
		parts.push(text.slice(from, token.index), 'null');
		from = token.index + token.text.length;
	}
	parts.push(text.slice(from));
	if (name === '' || !isJson(parts.join(''))) return undefined;
	const message = `The response of the service contains ${name}, which is not valid JSON`;
	const advice = joinedTexts([
		'A number in it could not be calculated, such as a rate of nothing.',
		'Try other dates or filters, or ask the support of the service.',
	]);
	return new ServiceError('badAnswer', message, advice);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
