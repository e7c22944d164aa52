import { DateTime } from 'luxon';
import { InputError } from '../../shared/errors';

/**
 * Makes the params of a user (section 2.6): all values become text.
 *
 * @param leaveOutNulls null and undefined are left out instead of being errors
 * @throws InputError naming the key
 */
export function toParams(
	values: Iterable<readonly [string, unknown]>,
	leaveOutNulls: boolean,
): Record<string, string> {
	const params: Array<[string, string]> = [];
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
		params.push([key, toText(key, value)]);
	}
	// Unlike assigning, this keeps a key such as __proto__ harmless.
	return Object.fromEntries(params);
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
		'Map a single value, or name the field in Fields to Exclude.',
	);
}

function unusable(key: string, problem: string, advice: string): InputError {
	return new InputError(`The parameter "${key.slice(0, 40)}" ${problem}`, advice);
}

/** @throws InputError naming the parameters that are missing or empty */
export function checkRequired(params: Record<string, string>, required: string[]): void {
	const missing = required.filter((key) => !Object.hasOwn(params, key) || params[key] === '');
	if (missing.length === 0) return;
	throw new InputError(
		`The template needs parameters that are missing: ${missing.join(', ')}`,
		'Add them under Parameters. They are named in Options > Required Parameters.',
	);
}
