import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';
import { type JsonObject, readWrittenJson } from '../../shared/json';
import { checkText } from '../../shared/params/expressionTraces';
import { isNothing } from '../../shared/params/expressionValue';
import { isBlank, tidy } from '../../shared/params/visibleText';
import { joinedTexts, sentence } from '../../shared/text';
import type { Params } from './message';

/** How many names of parameters an error shows. */
const MAX_SHOWN = 20;

/** A parameter of a template, as it was entered. */
export interface Parameter {
	name: string;
	value: unknown;
	/** A warning for each expression in it that gave nothing. */
	emptyExpressions: string[];
}

/**
 * Makes the `params` that are sent. Parameters without a value are left out.
 * @param json the input item, whose data may have the word "null"
 * @throws InputError naming the parameter at fault
 */
export function toParams(parameters: readonly Parameter[], json: JsonObject = {}): Params {
	const params = new Map<string, unknown>();
	for (const { name, value } of parameters) {
		if (isBlank(name)) throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) continue;
		checkName(name, json);
		if (params.has(name)) {
			throw new InputError(`${labelOf(name)} appears twice`, 'Remove one of the two.');
		}
		params.set(name, jsonCopy(name, value, json));
	}
	// An assignment to a key such as `__proto__` would call a setter, but `fromEntries` defines a property.
	return Object.fromEntries(params);
}

/** Templates show a name in braces, so some users write it in braces. @throws InputError */
function checkName(name: string, json: JsonObject): void {
	checkText({ label: 'The name of a parameter', text: name, json });
	if (!/[{}]/.test(name)) return;
	const message = `The name of a parameter contains braces: ${name.slice(0, 60)}`;
	throw new InputError(message, 'Write the name alone.');
}

/** A value whose type nobody has chosen is sent as text, except for lists and objects, such as buttons. */
export function asText(name: string, value: unknown): unknown {
	const isAsItIs = value === null || value === undefined || isNested(value);
	return isAsItIs ? value : toText(labelOf(name), value);
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
 * A value of Define Below, with the type that was chosen for it. It may be written as text. `validateFieldType` of
 * n8n-workflow would send something else without a word: it takes an empty text for 0 and `true` for 1, rounds long
 * numbers, also within objects, and keeps the last of two values with the same name.
 * @param type any type that is not known, such as that of a date, stands for text
 * @throws InputError
 */
export function asTyped(name: string, value: unknown, type: string): unknown {
	if (value === null || value === undefined) return value;
	const wanted = TYPES.get(type);
	if (!wanted) return toText(labelOf(name), value);
	const json = typeof value === 'string' ? readWrittenJson(value) : { value };
	if ('value' in json && wanted.isOf(json.value)) return json.value;
	const problem = 'problem' in json ? sentence(json.problem) : '';
	throw new InputError(
		`${labelOf(name)} is not ${wanted.what}`,
		joinedTexts([problem, `Enter ${wanted.what}, or choose another type for it.`]),
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
function jsonCopy(name: string, value: unknown, json: JsonObject): unknown {
	const label = labelOf(name);
	// JSON.stringify alone would turn a Map into {}, and NaN into null.
	function checked(this: unknown, key: string, inner: unknown): unknown {
		const raw = (this as Record<string, unknown>)[key];
		if (!Array.isArray(this)) checkText({ label: `A name in ${label}`, text: key, json });
		if (raw === null || raw === undefined || isNested(raw)) return inner;
		const text = toText(label, raw);
		if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
		checkText({ label, text, json });
		return tidy(text);
	}
	try {
		return JSON.parse(JSON.stringify(value, checked));
	} catch (error) {
		const message = `${label} is nested too deeply, or contains itself`;
		throw error instanceof InputError ? error : new InputError(message, 'Map a plain value.');
	}
}

/** The parameters with the fallbacks of the template for those that have no value. */
export function withFallbacks(
	parameters: readonly Parameter[],
	fallbacks: ReadonlyMap<string, string>,
): Parameter[] {
	const names = new Set(parameters.map(({ name }) => name));
	const filled = parameters.map((parameter) => {
		const fallback = fallbacks.get(parameter.name);
		if (fallback === undefined || !isNothing(parameter.value)) return parameter;
		return { name: parameter.name, value: fallback, emptyExpressions: [] };
	});
	const others = [...fallbacks].filter(([name]) => !names.has(name));
	return [...filled, ...others.map(([name, value]) => ({ name, value, emptyExpressions: [] }))];
}

/**
 * Checks that all parameters of a template have a value.
 * @throws InputError naming those that are missing or empty
 */
export function checkRequired(parameters: readonly Parameter[], required: readonly string[]): void {
	const values = new Map(parameters.map(({ name, value }) => [name, value]));
	const missing = required.filter((name) => !values.has(name));
	const empty = required.filter((name) => values.has(name) && isNothing(values.get(name)));
	if (missing.length + empty.length === 0) return;
	const problems = joinedTexts(
		[
			missing.length > 0 ? `missing: ${inQuotes(missing)}` : '',
			empty.length > 0 ? `empty: ${inQuotes(empty)}` : '',
		],
		'; ',
	);
	throw new InputError(
		`The template needs parameters that are ${problems}`,
		`The node has: ${inQuotes([...values.keys()]) || 'none'}. The template needs those in the braces of its text, which the credential lists under Templates.`,
	);
}

/**
 * In Define Below and the form, each parameter is meant to be sent. WhatsApp rejects one that is empty, so the user would
 * not receive the message, although the service accepts it. An expression may say by null that it is left out.
 * @throws InputError
 */
export function checkFilled(parameters: readonly Parameter[]): void {
	for (const { name, value, emptyExpressions } of parameters) {
		const isLeftOut = (value === null || value === undefined) && emptyExpressions.length === 0;
		if (isLeftOut || !isNothing(value)) continue;
		throw new InputError(
			emptyExpressions[0] ?? `${labelOf(name)} is empty`,
			'WhatsApp rejects an empty parameter, so nobody would receive the message. Enter a fallback, for example {{ $json.name || "customer" }}.',
		);
	}
}

/** Names as an error lists them: in quotes, a blank at the end of one can be seen. */
export function inQuotes(names: readonly string[]): string {
	const shown = names.slice(0, MAX_SHOWN).map(quoted);
	return shown.join(', ');
}
