import { InputError } from '../errors';
import { readWrittenJson } from '../json';
import {
	hasLostDigits,
	holdsNothing,
	isPlainObject,
	type JsonObject,
	leavesIn,
	textsIn,
} from '../values';
import { asText, joinedTexts, listed } from '../text';
import { isBlank } from '../visibleText';
import { emptyPartsOf } from './emptyParts';
import { chosenCode, hasChoice, isConstant } from './chosenCode';
import { hasAnd, hasEmptyText, unintendedOperatorIn } from './expressionCode';
import { isJavaScript } from './syntaxTree';
import { fieldsIn, isFieldAlone, placesOf, takenFromOtherItems } from './takenFromItems';
import {
	checkText,
	type Expression,
	type Gap,
	gaveNothing,
	hasContent,
	lostDigits,
	withinText,
} from './expressions';

/**
 * Judges what an expression gave.
 * @returns what is missing, in a field where that is a warning; undefined if nothing is
 * @throws InputError in any other field, and for a value that is wrong in every field
 */
export function gapOf(expression: Expression): Gap | undefined {
	checkCode(expression);
	checkValue(expression);
	const missing = missingIn(expression);
	if (!missing) return undefined;
	const { isSingle, emptyPart } = expression;
	const gap = {
		problem: `${shown(expression)} ${missing.problem}`,
		advice: adviceFor(expression),
		isWhole: isSingle && missing.isAll,
	};
	if (emptyPart === 'warning') return gap;
	throw errorOf(gap);
}

export function errorOf({ problem, advice }: Gap): InputError {
	return new InputError(problem, advice);
}

/** An expression as errors name it, such as "Phone: {{ $json.phone }}". */
function shown({ label, code }: Expression): string {
	return `${label}: ${shownCode(code)}`;
}

/** The code of an expression as errors and hints show it. */
export function shownCode(code: string): string {
	const lines = code.split('\n').map((line) => line.trim());
	return `{{ ${joinedTexts(lines).slice(0, 100)} }}`;
}

/** @throws InputError for code that lacks a comma or a bracket, and for an operator that nobody means */
function checkCode(expression: Expression): void {
	if (!isJavaScript(expression.code)) {
		throw new InputError(`${shown(expression)} is not valid`, 'Check its commas and brackets.');
	}
	const operator = unintendedOperatorIn(expression.code);
	if (operator === undefined) return;
	throw new InputError(
		`${shown(expression)} has the operator "${operator}"`,
		'Write || for a fallback, === to compare, and functions such as .trim() behind the field.',
	);
}

/**
 * A part of a text is looked at alone: in the whole, another value may stand right beside the word that a failed expression
 * has left.
 * @throws InputError for such a word, and for a number that has lost digits
 */
function checkValue(expression: Expression): void {
	const { code, value, isSingle, emptyPart, label, json } = expression;
	// As a text, such a number still has as many digits.
	const fields = /\d{16}/.test(withinText(value)) ? fieldsIn(code).map(expression.evaluate) : [];
	if ([value, ...fields].some(hasLostDigits)) throw lostDigits(shown(expression));
	if (isSingle || emptyPart === 'normal' || typeof value !== 'string') return;
	// The texts in JSON are checked where it is read.
	if (IN_JSON.test(value)) return;
	checkText({
		label,
		text: value,
		textInError: () => shownCode(code),
		json: emptyPart === 'warning' ? json : undefined,
	});
}

interface Missing {
	problem: string;
	/** Whether nothing else is in the value of the expression. */
	isAll: boolean;
}

/** What is missing in what an expression gave. Undefined if nothing is. */
function missingIn(expression: Expression): Missing | undefined {
	const isNothing = gaveNothing(expression.value, expression.code);
	if (isNothing && isMeant(expression)) return undefined;
	if (isNothing || isLeftOfFallbacks(expression)) return { problem: NO_VALUE, isAll: true };
	return missingInTexts(expression) ?? missingField(expression);
}

const NO_VALUE = 'gave no value';
const IN_JSON = /^\s*[{[]/;

/** The value itself, or what customers read of an object, a list, or JSON: the texts in it. */
function textsOf({ value, emptyPart }: Expression): unknown[] {
	const json = typeof value === 'string' && IN_JSON.test(value) ? readWrittenJson(value) : {};
	const whole = 'value' in json ? json.value : value;
	if (typeof whole !== 'object') return [whole];
	return emptyPart === 'warning' ? textsIn(whole).map(({ text }) => text) : [];
}

/** What is missing in the texts that an expression has made. What it has from an item is meant. */
function missingInTexts(expression: Expression): Missing | undefined {
	const { code, value, isSwitch } = expression;
	const parts = textsOf(expression);
	// Customers would read the false of `$json.vip && 'VIP'`.
	const mayBeFalse = !isSwitch && hasAnd(code);
	const isLeft = (part: unknown) => {
		const text = asText(part);
		const isFalse = mayBeFalse && FALSE.test(text);
		return isFalse || (part !== value && !isBlank(text) && gaveNothing(text, code));
	};
	const left = parts.filter(isLeft);
	if (left.length === 0) return undefined;
	const given = new Set(valuesOfItems(expression));
	const isMade = left.some((part) => typeof part !== 'string' || !given.has(part));
	return isMade ? { problem: NO_VALUE, isAll: parts.includes(value) } : undefined;
}

/** All values of the items that an expression may take them from. */
function valuesOfItems({ code, json, evaluate }: Expression): unknown[] {
	const items = [json, ...takenFromOtherItems(code).map((taken) => evaluate(taken))];
	return items.flatMap((item) => [...leavesIn(item)]);
}

const FALSE = /(?<!\p{L})false(?!\p{L})/u;

/** Whether nothing is meant where an expression gave nothing. n8n gives undefined for one that fails. */
function isMeant(expression: Expression): boolean {
	const { code, value, isSingle, emptyPart } = expression;
	if (emptyPart === 'unknown') return isSingle;
	if (value === undefined) return false;
	if (emptyPart === 'normal') return true;
	const isEmptyList = emptyPart === 'list' && Array.isArray(value) && hasChoice(code);
	return (emptyPart === 'warning' || isEmptyList) && isOfAuthor(expression);
}

/** Whether the code itself says that nothing stands there, and not what the item has. */
function isOfAuthor({ code, value, evaluate }: Expression): boolean {
	const chosen = chosenCode(code, evaluate);
	return isBlank(withinText(value)) && (hasChoice(chosen) || isConstant(chosen));
}

/** Whether nothing but punctuation is left around fallbacks that are empty, such as a comma between two of them. */
function isLeftOfFallbacks({ code, value, evaluate }: Expression): boolean {
	if (typeof value !== 'string' || hasContent(value) || !hasChoice(code)) return false;
	const chosen = chosenCode(code, evaluate);
	return isConstant(chosen) && hasEmptyText(chosen);
}

/** A field without a value, of which an expression has made one: the 0 of an amount, the "order-" of an ID, the 1970 of a date. */
function missingField(expression: Expression): Missing | undefined {
	const { code, value, emptyPart } = expression;
	// A boolean says whether there is a value.
	if (emptyPart === 'normal' || isFieldAlone(code) || typeof value === 'boolean') return undefined;
	const { used, isAll } = emptyPartsOf(expression);
	return used === undefined ? undefined : { problem: `has no value for ${used}`, isAll };
}

const MAX_NAME = 40;

function adviceFor(expression: Expression): string {
	const { code, isSingle, emptyPart } = expression;
	if (emptyPart === 'warning') return joinedTexts([CHECK, fieldsThere(expression), FALLBACK]);
	const mayChoose = !isSingle || hasChoice(code);
	return joinedTexts([CHECK, fieldsThere(expression), FILTER, mayChoose ? CHOOSE : '']);
}

/** The fields that there are where the expression has looked for one, since its name may be misspelt. Empty if nobody knows where. */
function fieldsThere({ code, json, evaluate }: Expression): string {
	const fields = fieldsIn(chosenCode(code, evaluate));
	const missing = fields.find((field) => holdsNothing(evaluate(field)));
	const isOfOthers = takenFromOtherItems(code).length > 0;
	const places = missing === undefined ? [] : placesOf(missing);
	const usual = isOfOthers ? undefined : '$json';
	const place = places.find((each) => isPlainObject(evaluate(each))) ?? usual;
	if (place === undefined) return '';
	const isItem = place === '$json';
	const there = isItem ? json : (evaluate(place) as JsonObject);
	const names = Object.keys(there).map((name) => name.slice(0, MAX_NAME));
	const what = isItem ? 'This item' : shownCode(place);
	return names.length > 0 ? `${what} has: ${listed(names)}.` : `${what} has no fields.`;
}

const CHECK = 'Check the name and the value of its field.';
const FALLBACK =
	"If it may be missing, let one expression give the whole value: {{ $json.customer?.name || 'customer' }}.";
/** With a fallback, many items would have the same ID, or the same link. */
const FILTER = 'If it may be missing, filter out the items without it before this node.';
const CHOOSE =
	"To choose by a condition, let one expression give the whole value: {{ $json.vip ? 'vip' : 'other' }}.";
