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

/** Enough for all but the records of a query. */
const MAX_BYTES = 4 * 2 ** 20;

export interface JsonResponse {
	url: string;
	status: number;
	/** Without the token. */
	body: unknown;
	retryAfterMs?: number | undefined;
	/** What is known of the tries before the one that has this response. */
	delivery?: Delivery | undefined;
}

export interface ReadOptions {
	secret: Secret;
	signal: AbortSignal;
	advice?: Advice | undefined;
	maxBytes?: number | undefined;
}

/** @throws ServiceError for what is not JSON in UTF-8, or too large; the reason of `signal` */
export async function readJson(
	{ url, status, headers, chunks }: Omit<HttpResponse, 'body' | 'discard'>,
	{ secret, signal, advice, maxBytes = MAX_BYTES }: ReadOptions,
): Promise<JsonResponse> {
	const yieldToEventLoop = eventLoopYielder(signal);
	const text = decoded(await readBody(chunks, maxBytes, advice));
	// With 100 MB, each step takes some tenths of a second.
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
 * Like `JSON.parse`, but a number that JavaScript would change stays as it is written, as text: IDs, and
 * decimals with too many digits. @throws SyntaxError
 */
export function parseJson(json: string): unknown {
	const steps = parsing(json);
	let step = steps.next();
	while (!step.done) step = steps.next();
	return step.value;
}

/** Yields between its steps, so that the caller can pause there. @returns the value */
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
	// Node.js shows the source of a number to a reviver from version 22 on only.
	const exact: unknown = JSON.parse(parts.join(''));
	return exact;
}

/** Numbers with fewer digits, and without a huge exponent, are exact. So most JSON is read once only. */
function mayHoldChangingNumbers(json: string): boolean {
	return /[\d.]{16}|\d[eE][+-]?\d{3}/.test(json);
}

/** A quote (start or end of a string), an escape sequence, or a number. */
const NUMBERS = /"|\\.|-?\d[\d.eE+-]*/g;
/** JSON has no such numbers, but some programs write them. */
const NOT_FINITE = /"|\\.|-?(?:NaN|Infinity)\b/g;
const TOKENS_PER_PAUSE = 1_000;

interface Token {
	text: string;
	index: number;
}

/** What matches outside of strings; undefined now and then, so that the caller can pause in long strings too. */
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

/** Whether the number that JavaScript prints for it has another value than what is written. */
function isChanging(written: string): boolean {
	const value = Number(written);
	// An ID must not change its type at 2^53, even where its digits happen to be kept.
	if (/^-?\d+$/.test(written)) return !Number.isSafeInteger(value);
	return !Number.isFinite(value) || canonical(written) !== canonical(String(value));
}

/** The same text for all ways to write a decimal number: its digits without zeros at the ends, and an exponent. */
function canonical(number: string): string {
	const [, sign = '', whole = '', fraction = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const trimmed = digits.replace(/0+$/, '');
	if (trimmed === '') return '0';
	const zeros = digits.length - trimmed.length;
	return `${sign}${trimmed}e${Number(exponent) - fraction.length + zeros}`;
}

/** @returns the error of a text that is JSON except for such numbers; undefined for any other */
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
