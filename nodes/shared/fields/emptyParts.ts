import { holdsNothing, isNothing, isPlainObject } from '../values';
import { asJson, asText } from '../text';
import { chosenCode, hasChoice } from './chosenCode';
import { type Expression, hasContent } from './expressions';
import { hasText, isAdded, isOfZero, isPartOfKey, isZero, type Probe, probeOf } from './partProbe';
import {
	chainsIn,
	fieldsIn,
	namesIn,
	takenFromItems,
	withInstead,
	withNamed,
} from './takenFromItems';

/*
 * Whether an expression has made something of a part that is empty: the 0.00 of a total, the "order-" of an ID. It may also
 * have only looked at it, or have a fallback for it. n8n says which, by the values of the same code with something else in
 * place of the part.
 */

interface EmptyParts {
	/** The first part that the expression has made something of: a field, a name in quotes, or what a function gave. */
	used: string | undefined;
	/** Whether nothing else is in its value. */
	isAll: boolean;
}

/** Which part that is empty an expression has made something of, if any. */
export function emptyPartsOf(expression: Expression): EmptyParts {
	const { code, value, evaluate } = expression;
	const isAlone = hasFieldsOfNothing(expression);
	const chosen = { ...expression, code: chosenCode(code, evaluate) };
	const used = usedName(chosen) ?? usedChain(chosen) ?? nameLeftOutOfKey(expression);
	// An amount of zero is rather that of a price that is missing than that of the other fields.
	const isAll = isAlone || isZero(value) || !hasContent(asText(value));
	return { used, isAll };
}

/** Whether an expression has fields, and none of them has a value. */
function hasFieldsOfNothing({ code, evaluate }: Expression): boolean {
	const fields = fieldsIn(code).map(evaluate);
	return fields.length > 0 && fields.every(holdsNothing);
}

/** The first name that the expression has made something of, although items have nothing under it. */
function usedName(expression: Expression): string | undefined {
	const used = namesMissingIn(expression).find((name) => isNameUsed(name, expression));
	return used === undefined ? undefined : shownName(used, expression);
}

/** A name as the field without a value that ends with it, or in quotes if no field does. */
function shownName(name: string, expression: Expression): string {
	return fieldOf(name, expression) ?? `"${name}"`;
}

function fieldOf(name: string, { code, evaluate }: Expression): string | undefined {
	return fieldsIn(code).find(
		(field) => namesIn(field)[0] === name && holdsNothing(evaluate(field)),
	);
}

/** The names in code under which the items that it takes have nothing. The name of a field stands behind those within it. */
function namesMissingIn(expression: Expression): string[] {
	const { code, emptyPart, evaluate } = expression;
	// Beside other fields, an empty list is usual.
	const isListNeeded = emptyPart === 'key' || hasFieldsOfNothing(expression);
	const isMissing = (name: string, taken: string) => {
		const whole = evaluate(taken);
		const isNamed = namesIn(taken)[0] === name;
		if (!Array.isArray(whole)) return lacks(name, whole, isNamed);
		if (whole.length === 0) return isNamed && isListNeeded;
		return whole.length <= MAX_ENTRIES && lacks(name, whole, isNamed);
	};
	const all = takenFromItems(code);
	const names = namesIn(code, evaluate).reverse();
	return names.filter((name) => all.some((taken) => isMissing(name, taken)));
}

/** Customers read no longer list, and to look through all items for each item would take n8n long. */
const MAX_ENTRIES = 100;

/**
 * Whether a value has nothing under a name, at any depth, or an entry of a list has no such name.
 * @param isNamed whether the value itself stands under the name
 */
function lacks(name: string, value: unknown, isNamed: boolean): boolean {
	if (Array.isArray(value)) {
		return value.some((each) => {
			const isWithoutName = isPlainObject(each) && !Object.hasOwn(each, name);
			return isWithoutName || lacks(name, each, isNamed);
		});
	}
	if (!isPlainObject(value)) return isNamed && isNothing(value);
	return Object.entries(value).some(([key, inner]) => lacks(name, inner, isNamed || key === name));
}

function isNameUsed(name: string, expression: Expression): boolean {
	const { code, value, emptyPart, evaluate } = expression;
	const field = fieldOf(name, expression);
	const probe = probeOf(expression, (instead) => withNamed(code, name, instead));
	if (field === undefined) return isAddedOrZero(expression, probe);
	if (isLeftOutOfJson(field, expression)) return true;
	if (emptyPart === 'key' && !hasChoice(code)) return isPartOfKey(probe);
	// The count and the sum of no entries are zero.
	const isEmptyList = asJson(evaluate(field)) === '[]';
	if (isEmptyList) return !isZero(value) && isAdded(code, probe);
	return isAddedOrZero(expression, probe);
}

/** JSON leaves out what is undefined. */
function isLeftOutOfJson(field: string, { code, value, evaluate }: Expression): boolean {
	const isJson = typeof value === 'string' && value.startsWith('{');
	if (!isJson || evaluate(field) !== undefined) return false;
	return evaluate(withInstead(code, [field], '(null)')) !== value;
}

/**
 * What functions gave, if it is empty and the expression has made something of it, such as the "order-" of a text that was
 * split. Where customers read it, it may be empty.
 */
function usedChain(expression: Expression): string | undefined {
	const { code, emptyPart, evaluate } = expression;
	if (emptyPart === 'warning') return undefined;
	return chainsIn(code).find((chain) => {
		const probe = probeOf(expression, (instead) => withInstead(code, [chain], instead));
		return holdsNothing(evaluate(chain)) && isAddedOrZero(expression, probe);
	});
}

/** A key is no key without its order, whoever has thought of leaving it out. */
function nameLeftOutOfKey(expression: Expression): string | undefined {
	const { code, emptyPart } = expression;
	if (emptyPart !== 'key' || !hasChoice(code)) return undefined;
	const left = namesMissingIn(expression).find((name) => {
		const probe = probeOf(expression, (instead) => withNamed(code, name, instead));
		return isAdded(code, probe);
	});
	return left === undefined ? undefined : shownName(left, expression);
}

function isAddedOrZero({ code, value }: Expression, probe: Probe): boolean {
	const { given, withText, valueWith } = probe;
	if (withText === given) return false;
	// A function in the code may have a fallback.
	if (hasChoice(code) && valueWith('(undefined)') === given) return false;
	if (isAdded(code, probe)) return true;
	// JavaScript makes a zero of two that are null, and a text of two texts.
	return (isZero(value) || !hasText(withText)) && isOfZero(probe);
}
