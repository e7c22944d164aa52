import type { IDataObject } from 'n8n-workflow';
import { asJson } from './text';
import { hasLostDigits } from './values';

/* JSON with the whole numbers that JavaScript cannot hold exactly. Responses and the fields of the nodes are parsed by it. */

/**
 * Like `JSON.parse`, but a whole number that JavaScript cannot hold exactly, such as a long ID, becomes a text
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
export function* parsing(json: string): Generator<undefined, unknown> {
	const parsed: unknown = JSON.parse(json);
	yield;
	// Numbers with few digits and no huge exponent are exact, so most JSON needs no second look.
	if (!/[\d.]{16}|\d[eE][+-]?\d{3}/.test(json)) return parsed;
	const parts: string[] = [];
	let from = 0;
	let isInText = false;
	let count = 0;
	for (const { 0: token, index } of json.matchAll(QUOTES_AND_NUMBERS)) {
		count += 1;
		// Even within a long text.
		if (count % TOKENS_PER_PAUSE === 0) yield;
		if (token === '"') isInText = !isInText;
		else if (!isInText && isChanging(token)) {
			parts.push(json.slice(from, index), `"${token}"`);
			from = index + token.length;
		}
	}
	parts.push(json.slice(from));
	// A reviver would be simpler, but it gets the source of a number only from Node.js 22 on.
	const exact: unknown = JSON.parse(parts.join(''));
	return exact;
}

/** Matches a quote (the start or end of a string), an escape sequence, or a number. */
const QUOTES_AND_NUMBERS = /"|\\.|-?\d[\d.eE+-]*/g;
const TOKENS_PER_PAUSE = 1_000;

/**
 * Whether JavaScript would take the number for another one. A whole number beyond 2^53 becomes a text even if it happens to
 * be exact, so that a list of IDs does not contain numbers as well as texts. The decimals of any other number are those
 * of a double, as in every program that reads JSON.
 */
function isChanging(written: string): boolean {
	const value = Number(written);
	return !Number.isFinite(value) || (hasLostDigits(value) && !/e/i.test(written));
}

/**
 * Reads JSON that a user wrote.
 * @returns the value; or what is wrong with the text, as a sentence without its full stop
 */
export function readWrittenJson(text: string): { value: unknown } | { problem: string } {
	try {
		const value = parseJson(text);
		const repeated = repeatedName(text);
		return repeated === undefined ? { value } : { problem: `It has the name ${repeated} twice` };
	} catch (error) {
		return { problem: `It is not valid JSON: ${(error as Error).message}` };
	}
}

/** A name that an object has twice: JavaScript would take the last of its values without a word. @param json is valid */
function repeatedName(json: string): string | undefined {
	const namesOfOpen: Array<Set<string>> = [];
	let lastText = '';
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
		if (token === '{') namesOfOpen.push(new Set());
		else if (token === '}') namesOfOpen.pop();
		else if (token !== ':') lastText = token;
		else if (namesOfOpen.at(-1)?.has(lastText)) return lastText;
		else namesOfOpen.at(-1)?.add(lastText);
	}
	return undefined;
}

/** The fields of an object as a table can store them: lists and objects become JSON text. */
export function flatFields(fields: object): IDataObject {
	const flat = Object.entries(fields).map(([name, value]: [string, unknown]) => {
		const isNested = typeof value === 'object' && value !== null;
		return [name, isNested ? asJson(value) : value];
	});
	return Object.fromEntries(flat) as IDataObject;
}
