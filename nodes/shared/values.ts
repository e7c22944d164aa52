import { isBlank } from './visibleText';

/* What a value is, and what it has within it. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has fields, unlike a list, a date or a map. */
export function isPlainObject(value: unknown): value is JsonObject {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * Whether a value is nothing: no value, no text, no number, no entry of a list, and no date. Zero and false are values. A
 * division by a field that is null gives infinity.
 */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return isBlank(value);
	if (typeof value === 'number') return !Number.isFinite(value);
	if (Array.isArray(value)) return value.length === 0;
	// An invalid date.
	return hasStoredForm(value) && value.toJSON() === null;
}

/** Whether a value is nothing, or a list of nothing, as lookups of some services give a list of an empty text. */
export function holdsNothing(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isNothing) : isNothing(value);
}

/** Whether a number is one that JavaScript cannot hold exactly: it may be the ID of something else. */
export function hasLostDigits(value: unknown): boolean {
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The keys that lead to a text within a value. It is empty for a value that is a text itself. */
export type Path = readonly string[];

/** All texts that a value of a field holds, at any depth. */
export function textsIn(value: unknown, path: Path = []): Array<{ path: Path; text: string }> {
	if (typeof value === 'string') return [{ path, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

/**
 * All values within a value, at any depth, that are neither lists nor objects with fields: what has a form of its own in
 * JSON, such as a date, is one of them. A set instead of recursion, because an item may be nested more deeply than the call
 * stack allows, or contain itself.
 */
export function* leavesIn(whole: unknown): Generator {
	const open = new Set([whole]);
	for (const value of open) {
		if (typeof value !== 'object' || value === null || hasStoredForm(value)) yield value;
		// A hole in a list is undefined.
		else for (const inner of Array.isArray(value) ? value : Object.values(value)) open.add(inner);
	}
}

/** What stands at a place within a value. Undefined if there is no such place. */
export function valueAt(whole: unknown, keys: Path): unknown {
	let value = whole;
	for (const key of keys) {
		if (value === null || value === undefined) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}

/** A copy of a value with another value at a place within it. */
export function withValueAt(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	const inner = withValueAt(valueAt(whole, [key]), rest, value);
	if (!Array.isArray(whole)) return { ...(whole as object), [key]: inner };
	return (whole as unknown[]).map((each, index) => (String(index) === key ? inner : each));
}

/** Whether n8n stores a value in another form than it has in memory, as the text of a date. */
export function hasStoredForm(value: unknown): value is { toJSON(): unknown; toString(): string } {
	return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function';
}

/** A value as n8n stores it. An invalid date is "Invalid Date" or "Invalid DateTime", since null might be meant. */
export function storedForm(value: unknown): unknown {
	if (hasStoredForm(value)) return value.toJSON() ?? String(value);
	if (Array.isArray(value)) return value.map(storedForm);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storedForm(inner)]));
}
