import { DateTime } from 'luxon';
import { asError, InputError } from '../../shared/errors';
import type { Params } from './message';

/** Of the names that were given, in an error. */
const MAX_SHOWN = 20;

export type Pair = readonly [name: string, value: unknown];

/** Section 2.6, less those without a value. @throws InputError naming the parameter */
export function toParams(pairs: Iterable<Pair>): Params {
	const params = new Map<string, unknown>();
	for (const [name, value] of pairs) {
		if (name.trim() === '') throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) continue;
		const label = labelOf(name);
		if (params.has(name)) {
			throw new InputError(`${label} appears twice`, 'Remove one of the two.');
		}
		params.set(name, asJsonHasIt(label, value));
	}
	// Keeps a key such as __proto__ harmless.
	return Object.fromEntries(params);
}

/** What has no type of its own is a text, but for lists and objects, such as buttons. */
export function untyped([name, value]: Pair): Pair {
	const isAsItIs = value === null || value === undefined || isNested(value);
	return [name, isAsItIs ? value : toText(labelOf(name), value)];
}

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

export function toText(label: string, value: unknown, advice = CHOOSE_TYPE): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
		if (isExact) return String(value);
		throw new InputError(`${label} is a number that has lost its last digits`, 'Give it as text.');
	}
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	if (DateTime.isDateTime(value) && value.isValid) return value.toISO() ?? '';
	const problem =
		typeof value === 'object'
			? 'is an object or a list'
			: 'is not a text, a number, a date or true/false';
	throw new InputError(`${label} ${problem}`, advice);
}

/** Dates have no form of their own in JSON, so they are text here too. */
function asJsonHasIt(label: string, value: unknown): unknown {
	// JSON.stringify makes {} of a Map, and null of NaN.
	function check(this: unknown, key: string, inner: unknown): unknown {
		const raw = (this as Record<string, unknown>)[key];
		if (raw === null || raw === undefined || isNested(raw)) return inner;
		const text = toText(label, raw);
		return typeof raw === 'number' || typeof raw === 'boolean' ? raw : text;
	}
	try {
		return JSON.parse(JSON.stringify(value, check)) as unknown;
	} catch (error) {
		throw error instanceof InputError ? asError(error) : tooDeep(label);
	}
}

function tooDeep(label: string): InputError {
	return new InputError(`${label} is nested too deeply, or contains itself`, 'Map a plain value.');
}

/** @param pairs also those without a value @throws InputError naming those that are missing or empty */
export function checkRequired(pairs: readonly Pair[], required: readonly string[]): void {
	const given = new Map(pairs);
	const missing = required.filter((name) => !given.has(name));
	const empty = required.filter((name) => given.has(name) && (given.get(name) ?? '') === '');
	const problems = [
		...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
		...(empty.length > 0 ? [`empty: ${empty.join(', ')}`] : []),
	];
	if (problems.length === 0) return;
	const advice =
		missing.length > 0
			? 'Add them under Parameters, or correct a name.'
			: 'If the value is an expression, check that it gives a value.';
	const names = [...given.keys()].slice(0, MAX_SHOWN).join(', ');
	throw new InputError(
		`The template needs parameters that are ${problems.join('; ')}`,
		`${advice} The node has: ${names || 'none'}. What is required is listed in the credential under Templates.`,
	);
}

/** Misspelt, or new in the template. Only of one whose parameters are known. */
export function unknownParams(params: Params, known: readonly string[]): string[] {
	return known.length > 0 ? Object.keys(params).filter((name) => !known.includes(name)) : [];
}

export function sampleText(sample: string, params: Params): string {
	return sample.replace(/\{\{\s*([^{}]+?)\s*\}\}|\{([^{}]+)\}/g, (whole, double, single) => {
		const name = (double ?? single) as string;
		const value = Object.hasOwn(params, name) ? params[name] : undefined;
		return value === undefined ? whole : typeof value === 'string' ? value : JSON.stringify(value);
	});
}
