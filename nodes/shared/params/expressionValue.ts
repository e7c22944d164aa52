import { DateTime } from 'luxon';
import { isBlank } from './visibleText';

/* What an expression gave, evaluated alone. */

/**
 * Whether it gave nothing: no value, no text, no number, no entry of a list, and no date. Zero and false are values. A
 * division by a field that is null gives infinity.
 */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return isBlank(value);
	if (typeof value === 'number') return !Number.isFinite(value);
	if (Array.isArray(value)) return value.length === 0;
	return value instanceof Date ? Number.isNaN(value.getTime()) : isInvalidDateTime(value);
}

function isInvalidDateTime(value: unknown): boolean {
	return DateTime.isDateTime(value) && !value.isValid;
}

/**
 * Whether it gave nothing for a text. A list of nothing leaves its commas there, and so does one that the expression has
 * joined itself.
 */
export function gaveNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothing);
	return isNothing(typeof value === 'string' ? value.replaceAll(',', '') : value);
}

/**
 * `??`, `||` and the question mark of a condition say that nothing is meant if there is nothing, and so does `null` alone.
 * Nothing else that stands in the code does: `=>` and `===` are parts of searching a list.
 */
const ALLOWS_NOTHING = /\?\?|\|\||\s\?\s|^\s*null\s*$/;

/** Whether the code of an expression says itself what there is without a value. */
export function allowsNothing(code: string): boolean {
	return ALLOWS_NOTHING.test(code);
}

/** A field of the item, or of the item of another node: `$json.order.id`, `$('Orders').item.json["id"]`. */
const FIELD =
	/\$(?:json|\((?:'[^']*'|"[^"]*")\)\.item\.json)(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*(?!\s*\(|[\p{L}\p{N}_$])|(?:\?\.)?\[(?:'[^']*'|"[^"]*"|\d+)\])+/gu;

/** The fields that an expression takes its value from. Those that it reaches in another way are not among them. */
export function fieldsIn(code: string): string[] {
	return code.match(FIELD) ?? [];
}
