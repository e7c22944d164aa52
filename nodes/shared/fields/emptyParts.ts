import { holdsNothing } from '../values';
import { asText } from '../text';
import { isBlank } from '../visibleText';
import { chosenCode, hasChoice, hasDefault } from './chosenCode';
import { isCallOf, stringOf } from './codePart';
import { type Expression, hasContent } from './expressions';
import {
	type CodeWith,
	hasText,
	isAdded,
	isOfZero,
	isPartOfKey,
	isZero,
	type Probe,
	probeOf,
	TEXT,
} from './partProbe';
import { namesWithin, withNamed } from './namesWithin';
import { syntaxTree } from './syntaxTree';
import { chainsIn, fieldsIn, withInstead } from './takenFromItems';

/*
 * Whether an expression has made something of a part that is empty: the 0.00 of a total, the "order-" of an ID. It may also
 * have only looked at it, or have a fallback for it. n8n says which, by the values of the same code with something else in
 * place of the part.
 */

interface UsedPart {
	/** A field, what the expression reaches by functions, or a name. */
	part: string;
	/** Whether nothing else of the item is in the value of the expression. */
	leavesNothing: boolean;
}

/** The first part that is empty, and that an expression has made something of. Undefined if there is none. */
export function usedEmptyPart(expression: Expression): UsedPart | undefined {
	const { code, value, evaluate } = expression;
	const fields = fieldsIn(code).map(evaluate);
	const isAlone = fields.length > 0 && fields.every(holdsNothing);
	const chosen = { ...expression, code: chosenCode(code, evaluate) };
	const part =
		fieldsIn(chosen.code).find((field) => isPartUsed(field, { expression: chosen, isAlone })) ??
		chainsIn(chosen.code).find((chain) => isChainUsed(chain, { expression: chosen, isAlone })) ??
		usedName(chosen) ??
		leftOutOfKey(expression);
	if (part === undefined) return undefined;
	// An amount of zero is rather that of a price that is missing than that of the other fields.
	const leavesNothing = isAlone || isZero(value) || !hasContent(asText(value));
	return { part, leavesNothing };
}

/** A field that is missing in a key. A key is no key without its order, whoever has thought of leaving it out. */
function leftOutOfKey(expression: Expression): string | undefined {
	const { code, emptyPart, evaluate } = expression;
	if (emptyPart !== 'key' || !hasChoice(code)) return undefined;
	return fieldsIn(code).find((field) => {
		const probe = probeOf(expression, (instead) => withInstead(code, [field], instead));
		return holdsNothing(evaluate(field)) && isAdded(code, probe);
	});
}

interface InExpression {
	expression: Expression;
	/** Whether no field has a value. */
	isAlone: boolean;
}

function isChainUsed(chain: string, part: InExpression): boolean {
	const { emptyPart, evaluate } = part.expression;
	if (!chain.endsWith(')')) return isPartUsed(chain, part);
	const [head = ''] = fieldsIn(chain);
	const isOfText = typeof evaluate(head) === 'string';
	// What functions make of a text may be empty where customers read it, and what they make of a list may anywhere.
	if (isOfText && emptyPart === 'warning') return false;
	return (isOfText || evaluate(chain) !== '') && isPartUsed(chain, part);
}

/** @param part a field, or what is reached by functions */
function isPartUsed(part: string, { expression, isAlone }: InExpression): boolean {
	const { code, value, emptyPart, evaluate } = expression;
	const ofPart = evaluate(part);
	if (!holdsNothing(ofPart)) return false;
	const codeWith = (instead: string) => withInstead(code, [part], instead);
	if (Array.isArray(ofPart)) {
		const isNeeded = isAlone || emptyPart === 'key';
		if (ofPart.length === 0 && isNeeded) return isEmptyListUsed(expression, codeWith);
		return isUsed(expression, (instead) => codeWith(`[${instead}]`));
	}
	if (ofPart === undefined && isLeftOutOfJson(expression, codeWith)) return true;
	const given = isBlankText(ofPart) ? evaluate(codeWith("''")) : value;
	return isUsed({ ...expression, value: given }, codeWith);
}

/** JSON leaves out what is undefined. */
function isLeftOutOfJson({ value, evaluate }: Expression, codeWith: CodeWith): boolean {
	const isJson = typeof value === 'string' && value.startsWith('{');
	return isJson && evaluate(codeWith('(null)')) !== value;
}

function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && value !== '' && isBlank(value);
}

/** The first name within the data that is missing, and that the expression has made something of. It is in quotes, as it is no code. */
function usedName(expression: Expression): string | undefined {
	const used = namesWithin(expression).find((name) => isNameUsed(name, expression));
	return used === undefined ? undefined : `"${used}"`;
}

function isNameUsed(name: string, expression: Expression): boolean {
	const { code, emptyPart } = expression;
	const ofTexts = emptyPart === 'key' || !(joinsByNothing(code) || hasChoice(code));
	const codeWith = (instead: string) => withNamed(code, name, instead, ofTexts);
	const probe = probeOf(expression, codeWith);
	if (hasDefault(code) && probe.valueWith('(undefined)') === probe.given) return false;
	if (isAddedOrZero(expression, probe)) return true;
	if (emptyPart !== 'key' || hasChoice(code) || !isPartOfKey(probe)) return false;
	// A filter and a count give for false, or for zero, what they give for nothing.
	const { given, valueWith } = probe;
	return valueWith('(false)') !== given && valueWith('(0)') !== given;
}

/** Whether code joins a list by nothing, so that an entry that is empty leaves no trace. */
function joinsByNothing(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		const by = isCallOf('join', node) ? node.arguments[0] : undefined;
		return by !== undefined && stringOf(by) === '';
	});
}

/** Beside other fields, an empty list is usual. Its count and its sum are zero. */
function isEmptyListUsed(expression: Expression, codeWith: CodeWith): boolean {
	const { code, value } = expression;
	const probe = probeOf(expression, codeWith);
	if (hasChoice(code)) return isAdded(code, probe);
	const isCount = isZero(value) && probe.valueWith('(0/0)') === undefined;
	return !isCount && probe.withText !== TEXT && probe.withText !== probe.given;
}

function isUsed(expression: Expression, codeWith: CodeWith): boolean {
	const probe = probeOf(expression, codeWith);
	const isKey = expression.emptyPart === 'key' && !hasChoice(expression.code);
	return isKey ? isPartOfKey(probe) : isAddedOrZero(expression, probe);
}

function isAddedOrZero({ code, value, emptyPart }: Expression, probe: Probe): boolean {
	const { given, withText, valueWith } = probe;
	if (withText === given) return false;
	// A function in the code may have a fallback.
	if (hasChoice(code) && valueWith('(undefined)') === given) return false;
	if (isAdded(code, probe)) return emptyPart === 'key' || valueWith('(false)') !== given;
	// JavaScript makes a zero of two that are null, and a text of two texts.
	return (isZero(value) || !hasText(withText)) && isOfZero(probe);
}
