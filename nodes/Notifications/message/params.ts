import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';
import type { Params } from './message';

/** A parameter of a template as it was mapped. */
export type Pair = readonly [name: string, value: unknown];

export interface ParamsOptions {
	/** Null and undefined are left out instead of being errors. */
	leaveOutNulls: boolean;
	/** The specification says "values": text, or whatever JSON has. */
	valuesAs: 'text' | 'asTheyAre';
}

/**
 * Makes the params of a user (section 2.6).
 *
 * @throws InputError naming the key
 */
export function toParams(
	values: Iterable<Pair>,
	{ leaveOutNulls, valuesAs }: ParamsOptions,
): Params {
	const params: Array<[string, unknown]> = [];
	for (const [key, value] of values) {
		if (key.trim() === '') throw new InputError('A parameter has no name', 'Enter its name.');
		if (value === null || value === undefined) {
			if (leaveOutNulls) continue;
			throw unusable(
				key,
				'has no value',
				'Give it one, or turn on Options > Leave Out Empty Values.',
			);
		}
		params.push([key, valuesAs === 'text' ? toText(key, value) : asItIs(key, value)]);
	}
	// Unlike assigning, this keeps a key such as __proto__ harmless.
	return Object.fromEntries(params);
}

/** Dates have no form of their own in JSON, so they are text here too. */
function asItIs(key: string, value: unknown): unknown {
	const isPlain =
		typeof value === 'object' && !(value instanceof Date) && !DateTime.isDateTime(value);
	if (!isPlain)
		return typeof value === 'number' || typeof value === 'boolean'
			? finite(key, value)
			: toText(key, value);
	try {
		return JSON.parse(JSON.stringify(value)) as unknown;
	} catch {
		throw unusable(
			key,
			'is not a value that JSON has',
			'Map a value without functions or circles.',
		);
	}
}

function finite(key: string, value: number | boolean): number | boolean {
	if (typeof value === 'boolean' || Number.isFinite(value)) return value;
	throw unusable(key, 'is not a number', 'Check the expression that gives it.');
}

function toText(key: string, value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	if (DateTime.isDateTime(value) && value.isValid) return value.toISO() ?? '';
	throw unusable(
		key,
		typeof value === 'object'
			? 'is an object or a list'
			: 'is not a text, a number, a date or true/false',
		'Map a single value, name the field in Fields to Exclude, or set Options > Send Values > As They Are.',
	);
}

function unusable(key: string, problem: string, advice: string): InputError {
	return new InputError(`The parameter "${key.slice(0, 40)}" ${problem}`, advice);
}

/** @throws InputError naming the parameters that are missing or empty */
export function checkRequired(
	params: Params,
	required: string[],
	namedIn = 'Options > Required Parameters',
): void {
	const missing = required.filter((key) => !Object.hasOwn(params, key) || params[key] === '');
	if (missing.length === 0) return;
	throw new InputError(
		`The template needs parameters that are missing: ${missing.join(', ')}`,
		`Add them under Parameters. They are named in ${namedIn}.`,
	);
}
