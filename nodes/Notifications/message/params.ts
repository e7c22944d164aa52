import { DateTime } from 'luxon';
import { asError, InputError } from '../../shared/errors';
import type { Params } from './message';

/** Of the names that were given, in an error. */
const MAX_SHOWN = 20;

export type Pair = readonly [name: string, value: unknown];

/** Section 2.6, less those without a value. @throws InputError naming the parameter */
export function toParams(pairs: Iterable<Pair>, asTheyAre: boolean): Params {
	const params = new Map<string, unknown>();
	for (const [name, value] of pairs) {
		if (name.trim() === '') throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) continue;
		const label = `The parameter "${name.slice(0, 40)}"`;
		if (params.has(name)) {
			throw new InputError(`${label} appears twice`, 'Remove one of the two.');
		}
		params.set(name, asTheyAre ? asJsonHasIt(label, value) : toText(label, value));
	}
	// Keeps a key such as __proto__ harmless.
	return Object.fromEntries(params);
}

const ONE_VALUE =
	'Map a single value, name the field in Fields to Exclude, or send lists and objects by Parameters > JSON.';

export function toText(label: string, value: unknown, advice = ONE_VALUE): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
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
		const isPlain = /^\[object (Object|Array)\]$/.test(Object.prototype.toString.call(raw));
		if (raw === null || raw === undefined || (isPlain && !DateTime.isDateTime(raw))) return inner;
		return typeof raw === 'boolean' || Number.isFinite(raw) ? raw : toText(label, raw);
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

/**
 * @param pairs also those without a value, which are not sent
 * @throws InputError naming those that are missing or empty, and all that were given
 */
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
		`${advice} The node has: ${names || 'none'}. What is required is listed in the credential under More Settings > Templates.`,
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
