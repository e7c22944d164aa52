import { InputError } from '../errors';
import { hasLostDigits, holdsNothing, isNothing, type JsonObject } from '../values';
import { asJson, asText, listed } from '../text';
import { isBlank } from '../visibleText';
import {
	allowsNothing,
	chainsIn,
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
	lostDigits,
	mayBeOfNothing,
	withinText,
} from './expressions';
import type { EmptyPart } from './field';

/** An expression of a field, and what it gave for an item. */
export interface Expression {
	/** Without its braces. */
	code: string;
	value: unknown;
	/** Whether its text has nothing but this expression. */
	isSingle: boolean;
	/** Whether its field is a switch, which may well be false. */
	isSwitch: boolean;
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
 * @throws InputError in any other field, and for a value that is wrong in every field
 */
export function gapOf(expression: Expression): Gap | undefined {
	checkOperators(expression);
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
	return `{{ ${code.trim().slice(0, 100)} }}`;
}

/** @throws InputError for an operator that nobody means */
function checkOperators(expression: Expression): void {
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
	const names = emptyPart === 'warning' ? { json } : {};
	checkText({ label, text: value, textInError: () => shownCode(code), ...names });
}

interface Missing {
	problem: string;
	/** Whether nothing else is in the value of the expression. */
	isAll: boolean;
}

/** What is missing in what an expression gave. Undefined if nothing is. */
function missingIn(expression: Expression): Missing | undefined {
	const { code, value, isSwitch } = expression;
	// Customers would read the false of `$json.vip && 'VIP'`, and the 0 of a number, but not those of an object in JSON.
	const isRead = typeof value !== 'object' && !isSwitch;
	const isFalse = isRead && (value === 0 || FALSE.test(asText(value))) && hasAnd(code);
	if (isFalse || gaveNothing(value, code)) {
		return isMeant(expression) ? undefined : { problem: 'gave no value', isAll: true };
	}
	return missingField(expression);
}

const FALSE = /(?<!\p{L})false(?!\p{L})/u;

/** Whether nothing is meant where an expression gave nothing. n8n gives undefined for one that fails. */
function isMeant({ code, value, isSingle, emptyPart, evaluate }: Expression): boolean {
	if (emptyPart === 'unknown') return isSingle;
	if (value === undefined) return false;
	if (emptyPart === 'normal') return true;
	const isInPlace = emptyPart === 'warning' || (emptyPart === 'list' && Array.isArray(value));
	if (!isInPlace || !allowsNothing(code)) return false;
	// Nobody means the comma between two fallbacks, or what is no number.
	return isBlank(withinText(value)) && isNothingWithout({ code, evaluate });
}

/**
 * Whether an expression gives nothing without its empty fields, too. `$json.name ?? 'customer'` gives more, which an empty
 * text has hidden, and `$json.total || $json.amount` gives undefined, so nothing says that it may be empty. Code that fails
 * without them, as `$json.name.trim() || ''` does, is taken at its word.
 */
function isNothingWithout({ code, evaluate }: Pick<Expression, 'code' | 'evaluate'>): boolean {
	const empty = fieldsIn(code).filter((field) => isNothing(evaluate(field)));
	const without = empty.reduce((rest, field) => withInstead(rest, field, '(undefined)'), code);
	const given = evaluate(`[${without}]`);
	if (!Array.isArray(given)) return true;
	return given[0] !== undefined && isBlank(withinText(given[0]));
}

/** A field without a value, of which an expression has made one all the same. */
function missingField(expression: Expression): Missing | undefined {
	const { code, value, emptyPart } = expression;
	if (emptyPart === 'normal' || isField(code) || !mayBeOfNothing(value)) return undefined;
	const fields = fieldsIn(code);
	const empty = fields.filter((field) => holdsNothing(expression.evaluate(field)));
	// One that n8n cannot evaluate alone is undefined, since it needs what stands around it.
	const isEmptyChain = (chain: string) => {
		const inChain = expression.evaluate(`${chain} ?? null`);
		return inChain !== undefined && holdsNothing(inChain);
	};
	const all = [...empty, ...chainsIn(code).filter(isEmptyChain)];
	const used = all.find((field) => isUsed(field, expression));
	if (used === undefined) return undefined;
	// An amount of zero is rather that of a price that is missing than that of the other fields.
	const isAll = isZero(value) || empty.length === fields.length;
	return { problem: `has no value for ${used}`, isAll };
}

/** Whether a value is zero, as 0, 0.00 and "R$ 0,00" are. */
function isZero(value: unknown): boolean {
	const digits = asText(value).replace(/\D/g, '');
	return /^0+$/.test(digits);
}

/** It has letters and digits, and is a number. */
const TEXT = '0x7a7b';

/**
 * Whether an expression has made something of a field that is empty, instead of only looking at it, as
 * `[$json.a, $json.b].find((each) => each)` does. n8n says so, by its value with something else in place of the field:
 * - With a fallback or a condition, undefined. It gives the same value if they are for this field, and else shows as a word.
 *   In a key also a text, which takes the place of a fallback, while it shows where there is none.
 * - Otherwise no number: an amount, a date or a text that was made of it is another one, while what leaves out an empty field
 *   leaves it out, too. In a key also a text, as a key is no key without its order, whoever has thought of leaving it out.
 *
 * Where neither can stand, only a list can. An empty one may well have a sum or a count of zero.
 */
function isUsed(field: string, { code, value, emptyPart, evaluate }: Expression): boolean {
	const valueWith = (instead: string) => evaluate(withInstead(code, field, instead));
	if (allowsNothing(code)) {
		return (
			showsWhereNothingIs(WORD, valueWith('(undefined)'), value) ||
			(emptyPart === 'key' && showsWhereNothingIs(IN_TEXT, valueWith(`'${TEXT}'`), value))
		);
	}
	const withText = valueWith(`'${TEXT}'`);
	// The field itself would be the value, so another one was chosen in its place. What changes a text, changes this one, too.
	if (withText === TEXT && valueWith("'a 7'") === 'a 7') return false;
	const withoutNumber = valueWith('(0/0)') ?? withText;
	if (withoutNumber === undefined && isZero(value)) return false;
	const others = emptyPart === 'key' ? [withText, withoutNumber] : [withoutNumber];
	return others.some((other) => asJson(other) !== asJson(value));
}

/** What is left of undefined in a text, an amount or a date. */
const WORD = /undefined|(?<!\p{L})NaN(?!\p{L})|Invalid Date(?:Time)?/iu;
const IN_TEXT = new RegExp(TEXT, 'i');
/** No text, an amount of zero, or the first day of what computers count. */
const NOTHING = /^(?:-?0[0.,]*)?$|19(?:70|69)/;

/** Whether a word shows in another value, and the value itself has nothing in its place. */
function showsWhereNothingIs(word: RegExp, other: unknown, value: unknown): boolean {
	const [before = '', ...behind] = withinText(other).split(word);
	const after = behind.at(-1);
	const text = withinText(value);
	const isAround = after !== undefined && text.startsWith(before) && text.endsWith(after);
	return isAround && NOTHING.test(text.slice(before.length, text.length - after.length));
}

const MAX_NAME = 40;

function adviceFor({ json, emptyPart }: Expression): string {
	const names = Object.keys(json).map((name) => name.slice(0, MAX_NAME));
	const ofItem = names.length > 0 ? `This item has: ${listed(names)}.` : 'This item has no fields.';
	return `Check the name of its field. ${ofItem} ${emptyPart === 'warning' ? WITH_FALLBACK : WITHOUT_FALLBACK}`;
}

const WITH_FALLBACK =
	"If it may be missing, let one expression give the whole value: {{ $json.customer?.name || 'customer' }}.";
/** With a fallback, many items would have the same ID, or the same link. */
const WITHOUT_FALLBACK =
	"To choose by a condition, let one expression give the whole value: {{ $json.vip ? 'vip' : 'other' }}. Filter out the items without it before this node.";
