import { DateTime } from 'luxon';
import { asError, InputError } from '../../shared/errors';
import { readWrittenJson } from '../../shared/json';
import { checkText, type IsData, isBlank, isNothing } from '../../shared/params/expressionTraces';
import { joinedTexts, nameMeant, sentence } from '../../shared/text';
import type { Params } from './message';

/** How many names of parameters an error shows. */
const MAX_SHOWN = 20;
/** The value of a parameter may be nested this deeply. No template needs as much. */
const MAX_DEPTH = 500;

export type Pair = readonly [name: string, value: unknown];

const NO_DATA: IsData = () => false;

/**
 * Makes the `params` that are sent of names and values. Pairs without a value are left out.
 * @throws InputError naming the parameter at fault
 */
export function toParams(pairs: Iterable<Pair>, isData: IsData = NO_DATA): Params {
	const params = new Map<string, unknown>();
	for (const [givenName, value] of pairs) {
		const name = givenName.toWellFormed();
		if (isBlank(name)) throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) continue;
		checkName(name, isData);
		if (params.has(name)) {
			throw new InputError(`${labelOf(name)} appears twice`, 'Remove one of the two.');
		}
		params.set(name, jsonCopy(name, value, isData));
	}
	// An assignment to a key such as `__proto__` would call a setter, but `fromEntries` defines a property.
	return Object.fromEntries(params);
}

/** Templates show a name in braces, so some users write it in braces. @throws InputError */
function checkName(name: string, isData: IsData): void {
	const inBraces = /^\{+\s*([^{}$]+?)\s*\}+$/.exec(name.trim())?.[1];
	if (inBraces !== undefined && !isData(name)) {
		const message = `The name of a parameter is in braces: ${name.slice(0, 60)}`;
		throw new InputError(message, `Write the name without the braces: ${inBraces}`);
	}
	checkText({ label: 'The name of a parameter', text: name, isData });
}

/** A value whose type nobody has chosen is sent as text, except for lists and objects, such as buttons. */
export function asText([name, value]: Pair): Pair {
	const isAsItIs = value === null || value === undefined || isNested(value);
	return [name, isAsItIs ? value : toText(labelOf(name), value)];
}

/**
 * A text without what nobody sees: blanks around it, and the other way to encode an accent. With it, a customer would get
 * the same message twice.
 */
export function tidy(text: string): string {
	return text.toWellFormed().normalize('NFC').trim();
}

/** What an error calls a parameter. */
export function labelOf(name: string): string {
	return `The parameter ${quoted(name)}`;
}

function quoted(name: string): string {
	return `"${name.slice(0, 40)}"`;
}

/** Whether a value is a list or a plain object. */
function isNested(value: unknown): boolean {
	return /^\[object (Object|Array)\]$/.test(kindOf(value)) && !DateTime.isDateTime(value);
}

function kindOf(value: unknown): string {
	return Object.prototype.toString.call(value);
}

interface ValueType {
	isOf(value: unknown): boolean;
	what: string;
}

/** The types of Define Below, other than text. */
const TYPES = new Map<string, ValueType>([
	['number', { isOf: Number.isFinite, what: 'a number' }],
	['boolean', { isOf: (value) => typeof value === 'boolean', what: 'true or false' }],
	['array', { isOf: Array.isArray, what: 'a list in square brackets' }],
	['object', { isOf: (value) => kindOf(value) === '[object Object]', what: 'an object in braces' }],
]);

/**
 * A value of Define Below, with the type that was chosen for it. It may be written as text.
 * @param type any type that is not known, such as that of a date, stands for text
 * @throws InputError
 */
export function asTyped([name, value]: Pair, type: string): Pair {
	if (value === null || value === undefined) return [name, value];
	const wanted = TYPES.get(type);
	if (!wanted) return [name, toText(labelOf(name), value)];
	const json = typeof value === 'string' ? readWrittenJson(value) : { value };
	const problem = 'problem' in json ? json.problem : '';
	const read = 'value' in json ? json.value : undefined;
	if (wanted.isOf(read)) return [name, read];
	throw new InputError(
		`${labelOf(name)} is not ${wanted.what}`,
		joinedTexts([sentence(problem), `Enter ${wanted.what}, or choose another type for it.`]),
	);
}

const CHOOSE_TYPE = 'Map a single value, or choose Array or Object as its type.';

/** A value as text. @throws InputError for a value that has no usual form as text, such as an object or an invalid date */
export function toText(label: string, value: unknown, advice = CHOOSE_TYPE): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
		if (isExact) return String(value);
		throw new InputError(`${label} is a number that has lost its last digits`, 'Give it as text.');
	}
	return dateAsText(label, value, advice);
}

function dateAsText(label: string, value: unknown, advice: string): string {
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	if (DateTime.isDateTime(value) && value.isValid) return value.toISO() ?? '';
	const problem =
		typeof value === 'object'
			? 'is an object or a list'
			: 'is not a text, a number, a date or true/false';
	throw new InputError(`${label} ${problem}`, advice);
}

/** A copy of a value as it is sent in JSON, with dates as text. @throws InputError for what JSON cannot hold */
function jsonCopy(name: string, value: unknown, isData: IsData): unknown {
	const label = labelOf(name);
	const labelOfKey = `A name in the parameter ${quoted(name)}`;
	// JSON.stringify alone would turn a Map into {}, and NaN into null.
	function checked(this: unknown, key: string, inner: unknown): unknown {
		const raw = (this as Record<string, unknown>)[key];
		if (!Array.isArray(this)) checkText({ label: labelOfKey, text: key, isData });
		if (raw === null || raw === undefined || isNested(raw)) return inner;
		const text = toText(label, raw);
		if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
		checkText({ label, text, isData });
		return tidy(text);
	}
	let json: string;
	try {
		json = wellFormedJson(JSON.stringify(value, checked));
	} catch (error) {
		throw error instanceof InputError ? asError(error) : tooDeep(label);
	}
	const copy: unknown = JSON.parse(json);
	if (isTooDeep(copy)) throw tooDeep(label);
	return copy;
}

/** Whether JSON is nested more deeply than MAX_DEPTH. */
function isTooDeep(json: unknown): boolean {
	let level = [json];
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		level = level.filter(isNested).flatMap((outer): unknown[] => Object.values(outer as object));
		if (level.length === 0) return false;
	}
	return true;
}

/**
 * Replaces half characters, which remain when a text is cut in the middle of an emoji. They are the only surrogates
 * that `JSON.stringify` escapes. The pattern also matches an escaped backslash, so that a text which contains such an
 * escape literally is left alone.
 */
function wellFormedJson(json: string): string {
	return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
		found === '\\\\' ? found : '\uFFFD',
	);
}

function tooDeep(label: string): InputError {
	return new InputError(`${label} is nested too deeply, or contains itself`, 'Map a plain value.');
}

/**
 * Checks that all parameters of a template have a value.
 * @param pairs all pairs, including those without a value
 * @param fields the fields of the item, one of which may have been meant
 * @throws InputError naming those that are missing or empty
 */
export function checkRequired(
	pairs: readonly Pair[],
	required: readonly string[],
	fields: readonly string[] = [],
): void {
	const given = new Map(pairs);
	const missing = required.filter((name) => !given.has(name));
	const empty = required.filter((name) => given.has(name) && isNothing(given.get(name)));
	const ofMissing = missing.length > 0 ? `missing: ${inQuotes(missing)}` : '';
	const ofEmpty = empty.length > 0 ? `empty: ${inQuotes(empty)}` : '';
	const problems = joinedTexts([ofMissing, ofEmpty], '; ');
	if (problems === '') return;
	const advice =
		missing.length > 0
			? 'Add them under Parameters, or correct a name.'
			: 'If the value is an expression, check that it gives a value.';
	const names = [...given.keys()];
	throw new InputError(
		`The template needs parameters that are ${problems}`,
		joinedTexts([
			...missing.map((name) => nameInOtherWriting(name, [...names, ...fields])),
			advice,
			`The node has: ${names.length > 0 ? inQuotes(names) : 'none'}.`,
			'The template needs those in the braces of its text, which the credential lists under Templates.',
		]),
	);
}

function nameInOtherWriting(name: string, given: readonly string[]): string | undefined {
	const other = nameMeant(name, given);
	return other && `"${other}" is not "${name}": only how it is written differs.`;
}

/** Names as an error lists them: in quotes, a blank at the end of one can be seen. */
export function inQuotes(names: readonly string[]): string {
	const shown = names.slice(0, MAX_SHOWN).map(quoted);
	return shown.join(', ');
}

/**
 * The names of parameters that the text of a template does not have: they may be misspelt, or new. Lists and objects
 * do not count, because buttons are not part of the text.
 */
export function unknownParams(params: Params, known: readonly string[]): string[] {
	return Object.entries(params)
		.filter(([name, value]) => typeof value !== 'object' && !known.includes(name))
		.map(([name]) => name);
}
