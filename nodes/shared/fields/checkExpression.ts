import { InputError } from '../errors';
import { hasLostDigits, holdsNothing, isPlainObject, type JsonObject } from '../values';
import { joinedTexts, listed } from '../text';
import { tidy } from '../visibleText';
import { chosenCode, hasChoice } from './chosenCode';
import { type Expression, type Gap, lostDigits, withinText } from './expression';
import { checkText } from './failedWords';
import { IN_JSON, missingIn } from './missing';
import { isJavaScript } from './syntaxTree';
import { COMPARE_TEXT, takenForTrue } from './textAsCondition';
import { fieldsIn, placesOf, takenFromOtherItems } from './takenFromItems';
import { unintendedOperatorIn } from './unintendedOperator';

/**
 * Checks an expression, and what it gave.
 * @returns what is missing, in a field where that is a warning; undefined if nothing is
 * @throws InputError in any other field, and for code or a value that is wrong in every field
 */
export function checkExpression(expression: Expression): Gap | undefined {
	checkCode(expression);
	checkValue(expression);
	const missing = missingIn(expression);
	if (!missing) return undefined;
	const { isSingle, emptyPart } = expression;
	const problem = `${shown(expression)} ${missing.what}`;
	const advice = adviceFor(expression);
	if (emptyPart !== 'warning' || missing.isRead) throw new InputError(problem, advice);
	return { problem, advice, leavesNothing: isSingle && missing.leavesNothing };
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

/**
 * @throws InputError for code that lacks a comma or a bracket, for an operator that nobody means, and for a condition that
 * takes FALSE for true, where something is chosen by it
 */
function checkCode(expression: Expression): void {
	const { code, emptyPart, evaluate } = expression;
	if (!isJavaScript(code)) {
		throw new InputError(`${shown(expression)} is not valid`, 'Check its commas and brackets.');
	}
	// In a parameter, it is a warning (`readMessage.ts`).
	const taken = emptyPart === 'warning' ? undefined : takenForTrue(code, evaluate);
	if (taken !== undefined) throw new InputError(`${shown(expression)} ${taken}`, COMPARE_TEXT);
	const operator = unintendedOperatorIn(code);
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
	const { code, value, isSingle, emptyPart, label, item } = expression;
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
		item: emptyPart === 'warning' ? item : undefined,
	});
}

const MAX_NAME = 40;

function adviceFor(expression: Expression): string {
	const { code, isSingle, emptyPart } = expression;
	if (emptyPart === 'warning') return joinedTexts([CHECK, fieldsThere(expression), FALLBACK]);
	const mayChoose = !isSingle || hasChoice(code);
	return joinedTexts([CHECK, fieldsThere(expression), FILTER, mayChoose ? CHOOSE : '']);
}

/** The fields that there are where the expression has looked for one, since its name may be misspelt. Empty if nobody knows where. */
function fieldsThere({ code, item, evaluate }: Expression): string {
	const fields = fieldsIn(chosenCode(code, evaluate));
	const missing = fields.find((field) => holdsNothing(evaluate(field)));
	const isOfOthers = takenFromOtherItems(code).length > 0;
	const places = missing === undefined ? [] : placesOf(missing);
	const usual = isOfOthers ? undefined : '$json';
	const place = places.find((each) => isPlainObject(evaluate(each))) ?? usual;
	if (place === undefined) return '';
	const isItem = place === '$json';
	const there = isItem ? item.json : (evaluate(place) as JsonObject);
	const names = Object.keys(there).map((name) => shownName(name.slice(0, MAX_NAME)));
	const what = isItem ? 'This item' : shownCode(place);
	return names.length > 0 ? `${what} has: ${listed(names)}.` : `${what} has no fields.`;
}

/** A name with codes for what nobody sees in it, as the header of a file may have: "\uFEFFphone". */
function shownName(name: string): string {
	if (name === tidy(name)) return name;
	const codeOf = (hidden: string) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `"${name.replace(/\p{C}|\p{M}|(?! )\p{Z}/gu, codeOf)}"`;
}

const CHECK = 'Check the name and the value of its field.';
const FALLBACK =
	"If it may be missing, let one expression give the whole value: {{ $json.customer?.name || 'customer' }}.";
/** With a fallback, many items would have the same ID, or the same link. */
const FILTER = 'If it may be missing, filter out the items without it before this node.';
const CHOOSE =
	"To choose by a condition, let one expression give the whole value: {{ $json.vip ? 'vip' : 'other' }}.";
