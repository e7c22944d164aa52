import { InputError } from '../../shared/errors';
import { readWrittenJson } from '../../shared/json';
import { hasLostDigits, isNothing, isPlainObject } from '../../shared/values';
import { type InputItem, lostDigits } from '../../shared/fields/expression';
import { checkText } from '../../shared/fields/failedWords';
import { asText, joinedTexts, sentence } from '../../shared/text';

/* The value of a parameter of a template, as it is sent. */

/** What an error calls a parameter. */
export function paramLabel(name: string): string {
	return `The parameter "${name.slice(0, 40)}"`;
}

/** Whether a value is a list or a plain object. */
export function isNested(value: unknown): boolean {
	return Array.isArray(value) || isPlainObject(value);
}

interface ValueType {
	isOf(value: unknown): boolean;
	what: string;
}

/** The types of Define Below, other than text. */
const TYPES = new Map<string, ValueType>([
	['number', { isOf: Number.isFinite, what: 'a number, with a point before its decimals' }],
	['boolean', { isOf: (value) => typeof value === 'boolean', what: 'true or false' }],
	['array', { isOf: Array.isArray, what: 'a list in square brackets' }],
	['object', { isOf: isPlainObject, what: 'an object in braces' }],
]);

/**
 * A value of Define Below, with the type that was chosen for it. It may be written as text. `validateFieldType` of
 * n8n-workflow would send something else without a word: it takes an empty text for 0 and `true` for 1, rounds long
 * numbers, also within objects, and keeps the last of two values with the same name.
 * @param type any type that is not known, such as that of a date, stands for text
 * @throws InputError
 */
export function asTyped(name: string, value: unknown, type: string): unknown {
	if (isNothing(value)) return value;
	const wanted = TYPES.get(type);
	if (!wanted) return toText(paramLabel(name), value, CHOOSE_TYPE);
	// Spreadsheets write TRUE and FALSE.
	const written = type === 'boolean' ? asText(value).toLowerCase() : value;
	const json = typeof written === 'string' ? readWrittenJson(written) : { value };
	if ('value' in json && wanted.isOf(json.value)) return json.value;
	const isWritten = typeof written === 'string' && /^\s*[[{]/.test(written);
	const problem = isWritten && 'problem' in json ? sentence(json.problem) : '';
	throw new InputError(
		`${paramLabel(name)} is not ${wanted.what}`,
		joinedTexts([problem, `Enter ${wanted.what}, or choose another type for it.`]),
	);
}

const CHOOSE_TYPE =
	'Map a single value, join a list as in {{ $json.tags.join(", ") }}, or choose Array or Object as its type.';
export const MAP_ONE = 'Map a single value, such as a text or a number.';

/** A value as text. @throws InputError for a value that has no usual form as text, such as an object */
export function toText(label: string, value: unknown, advice = MAP_ONE): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (hasLostDigits(value)) throw lostDigits(label);
	if (Number.isFinite(value)) return String(value);
	const problem =
		typeof value === 'object' ? 'is an object or a list' : 'is not a text, a number or true/false';
	throw new InputError(`${label} ${problem}`, advice);
}

/**
 * A copy of a value as it is sent in JSON. Texts are only trimmed, and have no half characters.
 * @param item the input item, whose own texts may have words such as "null"
 * @throws InputError for what JSON cannot hold
 */
export function sentValue(name: string, value: unknown, item: InputItem): unknown {
	const label = paramLabel(name);
	// JSON.stringify alone would turn a Map into {}, and NaN into null.
	function checked(this: unknown, key: string, inner: unknown): unknown {
		const raw = (this as Record<string, unknown>)[key];
		if (!Array.isArray(this)) checkText({ label: `${label}: a name in it`, text: key });
		if (raw === null || raw === undefined || isNested(raw)) return inner;
		const text = toText(label, raw);
		if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
		checkText({ label, text, item });
		return text.toWellFormed().trim();
	}
	try {
		return JSON.parse(JSON.stringify(value, checked));
	} catch (error) {
		const message = `${label} is nested too deeply, or contains itself`;
		throw error instanceof InputError ? error : new InputError(message, 'Map a plain value.');
	}
}
