import { readWrittenJson } from '../json';
import { holdsNothing, leavesIn, textsIn } from '../values';
import { asText } from '../text';
import { isBlank } from '../visibleText';
import { isCondition, stringOf } from './codePart';
import { chosenCode, hasChoice, isConstant } from './chosenCode';
import { usedEmptyPart } from './emptyParts';
import { type Expression, gaveNothing, hasContent, withinText } from './expression';
import { namesWithin, withNamed } from './namesWithin';
import { type Node, syntaxTree } from './syntaxTree';
import { fieldsIn, isFieldAlone, takenFromOtherItems, withInstead } from './takenFromItems';

export interface Missing {
	/** "gave no value", or "has no value for $json.total" */
	what: string;
	/** Whether customers would read a word in its place, which is more than a warning. */
	isRead?: boolean;
	/** Whether nothing else of the item is in the value, as in "Hi " and "0.00". */
	leavesNothing: boolean;
}

const NO_VALUE = 'gave no value';
/** How JSON begins that an expression has made. */
export const IN_JSON = /^\s*[{[]/;

/**
 * What is missing in what an expression gave, by the first question that says so. For an item with
 * `{ id: 5, name: '', total: '', due: null, vip: false }`, in a parameter:
 *
 *   Code                             Value          Missing   The question that says so
 *   $json.name                       ''             all       gaveNothing
 *   $json.vip ? 'VIP' : ''           ''             nothing   isMeant: the author has written ''
 *   ($json.name || '') + ', '        ', '           all       isLeftOfFallbacks
 *   $json.vip && 'VIP'               false          all       missingInTexts: customers would read it, so it is an error
 *   { x: $json.id / 0 + '%' }        'Infinity%'    a part    missingInTexts
 *   'x' + $json.due                  'xnull'        a part    missingField: partReadAsNull, so it is an error
 *   Number($json.total).toFixed(2)   '0.00'         all       missingField
 *   'Hi ' + $json.name               'Hi '          all       missingField: no field has a value
 *   $json.id + ' ' + $json.name      '5 '           a part    missingField: another field has one
 *   'Hi ' + ($json.name || 'you')    'Hi you'       nothing   none of them
 */
export function missingIn(expression: Expression): Missing | undefined {
	const isNothing = gaveNothing(expression.value, expression.code);
	if (isNothing && isMeant(expression)) return undefined;
	if (isNothing || isLeftOfFallbacks(expression)) return { what: NO_VALUE, leavesNothing: true };
	return missingInTexts(expression) ?? missingField(expression);
}

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
	return isConstant(chosen) && syntaxTree(chosen).nodes.some((node) => stringOf(node) === '');
}

/** What is missing in the texts that an expression has made. What it has from an item is meant. */
function missingInTexts(expression: Expression): Missing | undefined {
	const { code, value, isJson } = expression;
	const parts = textsOf(expression);
	const mayBeFalse = givesFalse(expression);
	const isFalse = (part: unknown) => mayBeFalse && FALSE.test(asText(part));
	const isLeft = (part: unknown) => {
		const text = asText(part);
		return isFalse(part) || (part !== value && !isBlank(text) && gaveNothing(text, code));
	};
	const left = parts.filter(isLeft);
	if (left.length === 0) return undefined;
	const given = new Set(valuesOfItems(expression));
	const isMade = left.some((part) => typeof part !== 'string' || !given.has(part));
	if (!isMade) return undefined;
	const isRead = left.some(isFalse) && !(isJson && value === false);
	return { what: isRead ? 'gave "false"' : NO_VALUE, isRead, leavesNothing: parts.includes(value) };
}

const FALSE = /(?<!\p{L})false(?!\p{L})/u;

/** Whether an `&&` has given false, which is not only a condition. What one within a function gives is not known. */
function givesFalse({ code, value, isSwitch, evaluate }: Expression): boolean {
	if (isSwitch || !syntaxTree(code).nodes.some(isAnd)) return false;
	if (value === false) return true;
	const { nodes, outermost, parentOf } = syntaxTree(chosenCode(code, evaluate));
	const isChosen = nodes.some((node) => node.type === 'Literal' && node.value === false);
	return isChosen || outermost(isAnd).some((node) => !isCondition(node, parentOf));
}

function isAnd(node: Node): boolean {
	return node.type === 'LogicalExpression' && node.operator === '&&';
}

/** The value itself, or what customers read of an object, a list, or JSON: the texts in it. */
function textsOf({ value, emptyPart }: Expression): unknown[] {
	const json = typeof value === 'string' && IN_JSON.test(value) ? readWrittenJson(value) : {};
	const whole = 'value' in json ? json.value : value;
	if (typeof whole !== 'object') return [whole];
	return emptyPart === 'warning' ? textsIn(whole).map(({ text }) => text) : [];
}

/** All values of the items that an expression may take them from. */
function valuesOfItems({ code, item, evaluate }: Expression): unknown[] {
	const items = [item.json, ...takenFromOtherItems(code).map((taken) => evaluate(taken))];
	return items.flatMap((each) => [...leavesIn(each)]);
}

/** A field without a value, of which an expression has made one: the 0 of an amount, the "order-" of an ID, the 1970 of a date. */
function missingField(expression: Expression): Missing | undefined {
	const { code, value, emptyPart } = expression;
	// A boolean says whether there is a value.
	if (emptyPart === 'normal' || isFieldAlone(code) || typeof value === 'boolean') return undefined;
	const asNull = partReadAsNull(expression);
	if (asNull !== undefined) {
		return { what: `has no value for ${asNull}`, isRead: true, leavesNothing: false };
	}
	const used = usedEmptyPart(expression);
	return used && { what: `has no value for ${used.part}`, leavesNothing: used.leavesNothing };
}

/** The first field or name without a value in place of which customers would read "null", as JavaScript adds it to a text. */
function partReadAsNull(expression: Expression): string | undefined {
	const { code, value, evaluate } = expression;
	const nullsIn = (whole: unknown) =>
		textsOf({ ...expression, value: whole }).flatMap((text) => asText(text).match(/null/gi) ?? []);
	const nulls = nullsIn(value);
	if (nulls.length === 0) return undefined;
	const isRead = (codeWithout: string) => nullsIn(evaluate(codeWithout)).length < nulls.length;
	const field = fieldsIn(code).find(
		(each) => holdsNothing(evaluate(each)) && isRead(withInstead(code, [each], "''")),
	);
	if (field !== undefined) return field;
	const name = namesWithin(expression).find((each) => isRead(withNamed(code, each, "''", true)));
	return name === undefined ? undefined : `"${name}"`;
}
