import { InputError } from '../errors';
import type { JsonObject } from '../json';
import { asJson, asText, listed } from '../text';
import {
	allowsNothing,
	fieldsIn,
	hasAnd,
	isField,
	unintendedOperatorIn,
	withInstead,
} from './expressionCode';
import {
	checkText,
	type Gap,
	gaveNothing,
	hasLostDigits,
	isNothing,
	mayBeOfNothing,
	withinText,
} from './expressions';
import type { EmptyPart } from './param';

/** An expression of a field, and what it gave for an item. */
export interface Expression {
	/** Without its braces. */
	code: string;
	value: unknown;
	/** Whether its text has nothing but this expression. */
	isSingle: boolean;
	emptyPart: EmptyPart;
	/** What an error calls its text. */
	label: string;
	/** The input item. */
	json: JsonObject;
	/** The value of any code for the same item, by n8n. It is undefined for code that n8n cannot evaluate. */
	evaluate(code: string): unknown;
}

/**
 * Judges what an expression gave.
 * @returns what is missing, in a field where that is a warning; undefined if nothing is
 * @throws InputError in any other field, and for words that a failed expression has left
 */
export function gapOf(expression: Expression): Gap | undefined {
	const { code, label, isSingle, emptyPart } = expression;
	checkOperators(expression);
	checkWords(expression);
	const problem = problemOf(expression);
	if (problem === undefined) return undefined;
	const hasNoValue = problem !== LOST_DIGITS;
	const gap = {
		problem: `${label}: ${shownCode(code)} ${problem}`,
		advice: hasNoValue ? adviceFor(expression) : 'Give it as text.',
		isWhole: isSingle && hasNoValue,
	};
	if (emptyPart === 'warning') return gap;
	throw errorOf(gap);
}

export function errorOf({ problem, advice }: Gap): InputError {
	return new InputError(problem, advice);
}

function shownCode(code: string): string {
	return `{{ ${code.trim().slice(0, 100)} }}`;
}

/** @throws InputError for an operator that nobody means */
function checkOperators({ code, label }: Expression): void {
	const operator = unintendedOperatorIn(code);
	if (operator === undefined) return;
	throw new InputError(
		`${label}: ${shownCode(code)} has the operator "${operator}"`,
		'Write || for a fallback, === to compare, and functions such as .trim() behind the field.',
	);
}

/**
 * Checks the words of an expression that is a part of a text: in the whole, another value may stand right beside the word
 * that a failed expression has left.
 * @throws InputError
 */
function checkWords({ code, value, isSingle, emptyPart, label, json }: Expression): void {
	if (isSingle || emptyPart === 'normal' || typeof value !== 'string') return;
	const names = emptyPart === 'warning' ? { json } : {};
	checkText({ label, text: value, textInError: () => shownCode(code), ...names });
}

const LOST_DIGITS = 'is a number that has lost its last digits';

/** What is wrong with what an expression gave. Undefined if nothing is. */
function problemOf(expression: Expression): string | undefined {
	const { code, value } = expression;
	if (gaveNothing(value, code) || isWithoutText(expression)) {
		return isMeant(expression) ? undefined : 'gave no value';
	}
	const missing = missingField(expression);
	if (missing !== undefined) return `has no value for ${missing}`;
	return hasLostDigits(value) ? LOST_DIGITS : undefined;
}

/** Whether `$json.vip && 'VIP'` gave false, which a customer would read. A switch may well be off by such an expression. */
function isWithoutText({ code, value, isSingle, emptyPart }: Expression): boolean {
	const mayBeSwitch = isSingle && emptyPart === 'error';
	return value === false && hasAnd(code) && !mayBeSwitch;
}

/** Whether nothing is meant where an expression gave nothing. n8n gives undefined for one that fails. */
function isMeant({ code, value, isSingle, emptyPart }: Expression): boolean {
	if (emptyPart === 'unknown') return isSingle;
	if (value === undefined) return false;
	if (emptyPart === 'normal') return true;
	const isInPlace = emptyPart === 'warning' || (emptyPart === 'list' && Array.isArray(value));
	return isInPlace && allowsNothing(code);
}

/**
 * A field without a value, of which an expression has made one all the same. Where customers read it, a part of the value
 * may well be empty, but an amount of zero is rather that of a price that is missing.
 */
function missingField(expression: Expression): string | undefined {
	const { code, value, emptyPart } = expression;
	const hasFallback = allowsNothing(code);
	const mayBeEmpty = emptyPart === 'normal' || (emptyPart === 'warning' && hasFallback);
	if (mayBeEmpty || isField(code) || !mayBeOfNothing(value)) return undefined;
	const fields = fieldsIn(code).map((field) => {
		return { field, ofField: expression.evaluate(field) };
	});
	const empty = fields.filter(({ ofField }) => isEmpty(ofField));
	const mayBePart = emptyPart === 'warning' && !isZero(value);
	if (mayBePart && empty.length < fields.length) return undefined;
	const isUsedIn = ({ field, ofField }: (typeof fields)[number]) => {
		if (hasFallback) return isAddedAsNothing(field, expression);
		return Array.isArray(ofField) ? isListUsed(field, expression) : isUsed(field, expression);
	};
	return empty.find(isUsedIn)?.field;
}

/** Whether a value is zero, as 0, 0.00 and "R$ 0,00" are. */
function isZero(value: unknown): boolean {
	const digits = asText(value).replace(/\D/g, '');
	return /^0+$/.test(digits);
}

/** Lookups of some services give a list of an empty text. */
function isEmpty(value: unknown): boolean {
	return Array.isArray(value) ? value.every(isNothing) : isNothing(value);
}

const NO_NUMBER = '(0/0)';
/** It has letters and digits, and is a number. */
const TEXT_VALUE = '0x7a7b';
const TEXT = `'${TEXT_VALUE}'`;
const LIST = '[31355]';

/** The value that an expression has with other code in place of a field. */
function valueWith(instead: string, field: string, expression: Expression): unknown {
	return expression.evaluate(withInstead(expression.code, field, instead));
}

/**
 * Whether an expression has made something of a field that is empty, instead of only looking at it, as
 * `[$json.a, $json.b].find((each) => each)` does. n8n says so: with no number in place of the field, an amount, a date or
 * a text that was made of it is another one.
 */
function isUsed(field: string, expression: Expression): boolean {
	const { value, emptyPart } = expression;
	const withText = valueWith(TEXT, field, expression);
	// The value would be the field itself, so another one was chosen in its place, as `.find((each) => each != null)` does.
	if (withText === TEXT_VALUE) return false;
	// Whoever leaves out what is empty has thought of it, but a key is no key without its order.
	if (emptyPart === 'key' && isAdded(value, withText)) return true;
	const withoutNumber = valueWith(NO_NUMBER, field, expression);
	const isFailed = withoutNumber === undefined;
	return asJson(isFailed ? withText : withoutNumber) !== asJson(value);
}

/** The same for an empty list. It may well have a length or a sum, so it is only used if an entry would be added. */
function isListUsed(field: string, expression: Expression): boolean {
	return isAdded(expression.value, valueWith(LIST, field, expression));
}

/**
 * Whether an empty field was only added to a value, in code that has a condition or a fallback. With null in place of the
 * field, a condition or a fallback for this field gives the same value, while a field that is only added shows as "null".
 */
function isAddedAsNothing(field: string, expression: Expression): boolean {
	const withNull = withinText(valueWith('(null)', field, expression));
	return (
		withNull.includes('null') && withNull.replaceAll('null', '') === withinText(expression.value)
	);
}

/** Whether a value has the letters and digits of another one, and more of them in one place. */
function isAdded(before: unknown, after: unknown): boolean {
	const [one, other] = [before, after].map((value) =>
		withinText(value).replace(/[^\p{L}\p{N}]/gu, ''),
	) as [string, string];
	let same = 0;
	while (same < one.length && one[same] === other[same]) same += 1;
	return other.length > one.length && other.endsWith(one.slice(same));
}

function adviceFor({ code, value, emptyPart, json }: Expression): string {
	const names = Object.keys(json).map((name) => name.slice(0, MAX_NAME));
	const ofItem = names.length > 0 ? `This item has: ${listed(names)}.` : 'This item has no fields.';
	if (value === undefined && allowsNothing(code)) {
		return `It fails before its fallback counts. Write ?. behind what may be missing: ${FALLBACK}. ${ofItem}`;
	}
	if (value === false) return `Say what there is instead of false: ${WHOLE}.`;
	const isOfChoice = allowsNothing(code) && gaveNothing(value, code);
	if (isOfChoice) return `Let one expression give the whole value: ${WHOLE}.`;
	const orFallback = `For a field that may be empty, write a fallback: ${FALLBACK}.`;
	const advice = `Check the name of its field. ${ofItem}`;
	return emptyPart === 'warning' ? `${advice} ${orFallback}` : advice;
}

const MAX_NAME = 40;
const FALLBACK = "{{ $json.customer?.name || 'customer' }}";
const WHOLE = "{{ $json.vip ? 'order_vip' : 'order' }}";
