import type { IDataObject } from 'n8n-workflow';
import { asJson, isJson } from './text';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/* JSON with the numbers that JavaScript cannot hold exactly. Responses and the fields of the nodes are parsed by it. */

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
export function* parsing(json: string): Generator<undefined, unknown> {
	const parsed: unknown = JSON.parse(json);
	yield;
	// Numbers with few digits and no huge exponent are exact, so most JSON needs no second look.
	if (!/[\d.]{16}|\d[eE][+-]?\d{3}/.test(json)) return parsed;
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
	// A whole number beyond 2^53 becomes a text even if it happens to be exact, so that a list of IDs does not
	// contain numbers as well as texts.
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

/** @returns the first NaN or Infinity of a text that is JSON except for these; undefined for any other text */
export function nonFiniteNumberIn(text: string): string | undefined {
	const parts: string[] = [];
	let from = 0;
	let first: string | undefined;
	for (const token of tokensOutsideTexts(text, NOT_FINITE)) {
		if (token === undefined) continue;
		first ??= token.text;
		parts.push(text.slice(from, token.index), 'null');
		from = token.index + token.text.length;
	}
	parts.push(text.slice(from));
	return isJson(parts.join('')) ? first : undefined;
}

/**
 * Reads JSON that a user wrote.
 * @returns the value; or what is wrong with the text, as sentences of which the last has no full stop
 */
export function readWrittenJson(text: string): { value: unknown } | { problem: string } {
	try {
		const value = parseJson(text);
		const repeated = repeatedName(text);
		return repeated === undefined ? { value } : { problem: `It has the name ${repeated} twice` };
	} catch {
		return { problem: `It is not valid JSON. ${jsonProblem(text)}` };
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

/**
 * Says why a text that a user wrote is not JSON: which character is wrong, and where. Node.js names the place only for
 * some errors. Call it with a text that `parseJson` could not read.
 * @returns sentences for the user, of which the last has no full stop
 */
export function jsonProblem(text: string): string {
	const index = wrongIndex(text);
	const lines = text.slice(0, index).split('\n');
	const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
	const code = text.codePointAt(index);
	const problem = code === undefined ? 'It ends too early' : `Unexpected ${shownCharacter(code)}`;
	return `${problem} at ${place}. JSON has straight double quotes ("), \\n for a line break, no comma after the last entry, and nothing around it`;
}

function shownCharacter(code: number): string {
	const character = String.fromCodePoint(code);
	if (/[\r\n]/.test(character)) return 'line break';
	if (/[^\p{C}\p{Z}]/u.test(character)) return character;
	return `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const SPACE = /[ \t\n\r]*/y;
/** A string without its closing quote. Control characters, quotes and backslashes must be escaped in it. */
const OPEN_STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y;
const TOKEN = new RegExp(
	`${OPEN_STRING.source}"|[[\\]{},:]|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
	'y',
);
/** What may begin a value; 0 stands for all that is neither a bracket nor a string. */
const VALUE = '{["0';

/** The index of the first character that cannot stand there, or the length of a text that only ends too early. */
function wrongIndex(json: string): number {
	/** The brackets that still have to be closed, by their closing ones. */
	const toClose: string[] = [];
	let wanted = VALUE;
	let index = 0;
	let commaAt: number | undefined;
	for (;;) {
		index += matchAt(SPACE, json, index).length;
		if (index === json.length) return index;
		const kind = /[[\]{},:"]/.exec(json.charAt(index))?.[0] ?? '0';
		if (!wanted.includes(kind)) {
			// A bracket may be closed there, but not after a comma, so the comma is wrong.
			return kind === toClose.at(-1) ? (commaAt ?? index) : index;
		}
		const token = matchAt(TOKEN, json, index);
		if (token === '') return index + matchAt(OPEN_STRING, json, index).length;
		commaAt = kind === ',' ? index : undefined;
		index += token.length;
		wanted = wantedAfter(kind, wanted, toClose);
	}
}

function matchAt(pattern: RegExp, text: string, index: number): string {
	pattern.lastIndex = index;
	return pattern.exec(text)?.[0] ?? '';
}

/** What may follow, by its first character. */
function wantedAfter(kind: string, wanted: string, toClose: string[]): string {
	switch (kind) {
		case '{':
			toClose.push('}');
			return '"}';
		case '[':
			toClose.push(']');
			return `${VALUE}]`;
		case ':':
			return VALUE;
		case ',':
			return toClose.at(-1) === '}' ? '"' : VALUE;
		case '"':
			// Where no other value may stand, the string is a name.
			if (!wanted.includes('0')) return ':';
			break;
		case '}':
		case ']':
			toClose.pop();
	}
	const closing = toClose.at(-1);
	return closing === undefined ? '' : `,${closing}`;
}

/** The fields of an object as a table can store them: lists and objects become JSON text. */
export function flatFields(fields: object): IDataObject {
	const flat = Object.entries(fields).map(([name, value]: [string, unknown]) => {
		const isNested = typeof value === 'object' && value !== null;
		return [name, isNested ? asJson(value) : value];
	});
	return Object.fromEntries(flat) as IDataObject;
}
