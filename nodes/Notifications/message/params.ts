import { DateTime } from 'luxon';
import { asError, InputError } from '../../shared/errors';
import { isBlank } from './blankText';
import { adviceForExpression, traceIn } from './expressionTraces';
import type { Params } from './message';

/** Of the names that were given, in an error. */
const MAX_SHOWN = 20;

export type Pair = readonly [name: string, value: unknown];

/** Whether a text is data of the input item, whatever it looks like. */
export type IsData = (text: string) => boolean;

const NO_DATA: IsData = () => false;

/**
 * What is sent as `params`: all pairs but those without a value.
 * @throws InputError naming the parameter
 */
export function toParams(pairs: Iterable<Pair>, isData: IsData = NO_DATA): Params {
	const params = new Map<string, unknown>();
	for (const [givenName, value] of pairs) {
		const name = givenName.toWellFormed();
		if (isBlank(name)) throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) continue;
		const label = labelOf(name);
		checkText('The name of a parameter', name, isData);
		if (params.has(name)) {
			throw new InputError(`${label} appears twice`, 'Remove one of the two.');
		}
		params.set(name, asJsonHasIt(label, value, isData));
	}
	// Keeps a key such as __proto__ harmless.
	return Object.fromEntries(params);
}

/**
 * Refuses a text that an expression has left without its value.
 * @param label names the text in the error
 * @throws InputError
 */
export function checkText(label: string, text: string, isData: IsData): void {
	const trace = traceIn(text);
	if (trace === undefined || isData(text)) return;
	const advice = adviceForExpression(trace);
	if (advice !== undefined) {
		throw new InputError(
			`${label} contains the text of an expression: ${text.slice(0, 60)}`,
			advice,
		);
	}
	throw new InputError(
		`${label} contains "${trace}": ${text.slice(0, 60)}`,
		'An expression has no value: check the names of its fields. If the text is meant, take all of it from one field of the item.',
	);
}

/** What has no type of its own is a text, but for lists and objects, such as buttons. */
export function untyped([name, value]: Pair): Pair {
	const isAsItIs = value === null || value === undefined || isNested(value);
	return [name, isAsItIs ? value : toText(labelOf(name), value)];
}

const labelInside = (label: string) => label.replace(/^T/, 't');
const labelOf = (name: string) => `The parameter "${name.slice(0, 40)}"`;
const isNested = (value: unknown) =>
	/^\[object (Object|Array)\]$/.test(kindOf(value)) && !DateTime.isDateTime(value);
const kindOf = (value: unknown) => Object.prototype.toString.call(value);

const TYPES: Record<string, { isOf(value: unknown): boolean; what: string }> = {
	number: { isOf: Number.isFinite, what: 'a number' },
	boolean: { isOf: (value) => typeof value === 'boolean', what: 'true or false' },
	array: { isOf: Array.isArray, what: 'a list in square brackets' },
	object: { isOf: (value) => kindOf(value) === '[object Object]', what: 'an object in braces' },
};

/** A row of Define Below, as its type says; the value may be written as text. @throws InputError */
export function typed([name, value]: Pair, type: string, parse: (json: string) => unknown): Pair {
	if (value === null || value === undefined) return [name, value];
	const wanted = TYPES[type];
	if (!wanted) return [name, toText(labelOf(name), value)];
	let read: unknown = value;
	try {
		if (typeof value === 'string') read = parse(value);
	} catch {
		// It is of no type.
	}
	if (wanted.isOf(read)) return [name, read];
	throw new InputError(
		`${labelOf(name)} is not ${wanted.what}`,
		`Enter ${wanted.what}, or choose another type for it.`,
	);
}

const CHOOSE_TYPE = 'Map a single value, or choose Array or Object as its type.';

/** @throws InputError for what has no usual form as text, such as an object or an invalid date */
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

/** Dates have no form of their own in JSON, so they are text here too. */
function asJsonHasIt(label: string, value: unknown, isData: IsData): unknown {
	// JSON.stringify makes {} of a Map, and null of NaN.
	function check(this: unknown, key: string, inner: unknown): unknown {
		const raw = (this as Record<string, unknown>)[key];
		if (!Array.isArray(this)) checkText(`A name in ${labelInside(label)}`, key, isData);
		if (raw === null || raw === undefined || isNested(raw)) return inner;
		const text = toText(label, raw);
		if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
		checkText(label, text, isData);
		return text;
	}
	try {
		return JSON.parse(wellFormedJson(JSON.stringify(value, check))) as unknown;
	} catch (error) {
		throw error instanceof InputError ? asError(error) : tooDeep(label);
	}
}

/**
 * Replaces half characters, as they remain where a text is cut in the middle of an emoji. They are
 * the only surrogates that `JSON.stringify` escapes. A backslash in the text comes as two, so that
 * both are passed over together.
 */
function wellFormedJson(json: string): string {
	return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
		found === '\\\\' ? found : '\uFFFD',
	);
}

function tooDeep(label: string): InputError {
	return new InputError(`${label} is nested too deeply, or contains itself`, 'Map a plain value.');
}

/** @param pairs also those without a value @throws InputError naming those that are missing or empty */
export function checkRequired(pairs: readonly Pair[], required: readonly string[]): void {
	const given = new Map(pairs);
	const missing = required.filter((name) => !given.has(name));
	const empty = required.filter((name) => given.has(name) && (given.get(name) ?? '') === '');
	const problems: string[] = [];
	if (missing.length > 0) problems.push(`missing: ${missing.join(', ')}`);
	if (empty.length > 0) problems.push(`empty: ${empty.join(', ')}`);
	if (problems.length === 0) return;
	const advice =
		missing.length > 0
			? 'Add them under Parameters, or correct a name.'
			: 'If the value is an expression, check that it gives a value.';
	const names = [...given.keys()].slice(0, MAX_SHOWN).join(', ');
	throw new InputError(
		`The template needs parameters that are ${problems.join('; ')}`,
		`${advice} The node has: ${names || 'none'}. The template needs those in the braces of its text, which the credential lists under Templates.`,
	);
}

/**
 * The names of parameters that the text of a template does not have: misspelt ones, or new ones. A
 * list or an object does not count, since buttons do not stand in the text.
 */
export function unknownParams(params: Params, known: readonly string[]): string[] {
	return Object.entries(params)
		.filter(([name, value]) => typeof value !== 'object' && !known.includes(name))
		.map(([name]) => name);
}
