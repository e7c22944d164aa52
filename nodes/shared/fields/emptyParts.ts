import { holdsNothing } from '../values';
import { asText } from '../text';
import { isBlank } from '../visibleText';
import { choosesBy, chosenCode, hasChoice } from './chosenCode';
import { isCallOf, stringOf } from './codePart';
import { type Expression, hasContent } from './expression';
import { namesWithin, withNamed } from './namesWithin';
import {
	type CodeWith,
	isAdded,
	isEmptyListUsed,
	isNameUsed,
	isUsed,
	isZero,
	probeOf,
} from './partProbe';
import { syntaxTree } from './syntaxTree';
import { chainsIn, fieldsIn, withInstead } from './takenFromItems';

/*
 * Which part that is empty an expression has made something of: the total of 0.00, the number of "order-". It may also have
 * only looked at it, or have a fallback for it: `partProbe.ts` says which.
 *
 * Code reaches what is empty in three ways, which are looked for in this order, in what the code has chosen. A key is also
 * looked at as it is written: it is no key without its order, whoever has thought of leaving that out.
 *
 *   a field     $json.last + ' ' + $json.name                             $json.name
 *   a chain     'Size ' + $json.lines.find((line) => line.qty > 1).size   $json.lines.find(…).size
 *   a name      (({ last, name }) => last + ' ' + name)($json)            "name"
 *   left out    $json.id + '-' + ($json.name || ''), in a key             $json.name
 */

interface UsedPart {
	/** As code, or in quotes if it is a name. */
	part: string;
	/** Whether nothing else of the item is in the value of the expression. */
	leavesNothing: boolean;
}

/** The first part that is empty, and that an expression has made something of. Undefined if there is none. */
export function usedEmptyPart(expression: Expression): UsedPart | undefined {
	const { code, value, evaluate } = expression;
	const fields = fieldsIn(code).map(evaluate);
	const isAlone = fields.length > 0 && fields.every(holdsNothing);
	const chosen = { ...expression, code: chosenCode(code, evaluate), isAlone };
	// An amount of zero is rather that of a price that is missing than that of the other fields.
	const leavesNothing = isAlone || isZero(value) || !hasContent(asText(value));

	const part =
		fieldsIn(chosen.code).find((field) => isPartUsed(field, chosen)) ??
		chainsIn(chosen.code).find((chain) => isChainUsed(chain, chosen)) ??
		usedName(chosen) ??
		leftOutOfKey(expression);
	return part === undefined ? undefined : { part, leavesNothing };
}

/** An expression with the code that it has chosen. */
interface Chosen extends Expression {
	/** Whether none of the fields that it names has a value. */
	isAlone: boolean;
}

/** @param part a field or a chain */
function isPartUsed(part: string, chosen: Chosen): boolean {
	const { code, value, emptyPart, isAlone, evaluate } = chosen;
	const ofPart = evaluate(part);
	if (!holdsNothing(ofPart)) return false;
	const codeWith = (instead: string) => withInstead(code, [part], instead);
	if (Array.isArray(ofPart)) {
		const isNeeded = isAlone || emptyPart === 'key';
		// Beside other fields, an empty list is usual.
		if (ofPart.length === 0 && isNeeded) return isEmptyListUsed(probeOf(chosen, codeWith));
		return isUsed(probeOf(chosen, (instead) => codeWith(`[${instead}]`)));
	}
	if (ofPart === undefined && isLeftOutOfJson(chosen, codeWith)) return true;
	// A blank is compared as an empty text, which is what is left where a text is taken away.
	const given = isBlankText(ofPart) ? evaluate(codeWith("''")) : value;
	return isUsed(probeOf({ ...chosen, value: given }, codeWith));
}

/** JSON leaves out what is undefined. */
function isLeftOutOfJson({ value, evaluate }: Expression, codeWith: CodeWith): boolean {
	const isJson = typeof value === 'string' && value.startsWith('{');
	return isJson && evaluate(codeWith('(null)')) !== value;
}

function isBlankText(value: unknown): boolean {
	return typeof value === 'string' && value !== '' && isBlank(value);
}

function isChainUsed(chain: string, chosen: Chosen): boolean {
	const { emptyPart, evaluate } = chosen;
	if (!chain.endsWith(')')) return isPartUsed(chain, chosen);
	const [head = ''] = fieldsIn(chain);
	const isOfText = typeof evaluate(head) === 'string';
	// What functions make of a text may be empty where customers read it, and what they make of a list may anywhere.
	if (isOfText && emptyPart === 'warning') return false;
	return (isOfText || evaluate(chain) !== '') && isPartUsed(chain, chosen);
}

/** The first name within the data that is missing, and that the code has made something of. */
function usedName(chosen: Chosen): string | undefined {
	const { code, emptyPart } = chosen;
	const used = namesWithin(chosen).find((name) => {
		const areTextsNeeded = emptyPart === 'key' || !(joinsByNothing(code) || choosesBy(name, code));
		return isNameUsed(
			probeOf(chosen, (instead) => withNamed(code, name, instead, areTextsNeeded)),
			name,
		);
	});
	return used === undefined ? undefined : `"${used}"`;
}

/** Whether code joins a list by nothing, so that an entry that is empty leaves no trace. */
function joinsByNothing(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		const by = isCallOf('join', node) ? node.arguments[0] : undefined;
		return by !== undefined && stringOf(by) === '';
	});
}

/** A field that is missing in a key, although its code has left it out. */
function leftOutOfKey(expression: Expression): string | undefined {
	const { code, emptyPart, evaluate } = expression;
	if (emptyPart !== 'key' || !hasChoice(code)) return undefined;
	// What a function makes of the whole, such as a hash, hides what is left out of it.
	const wholes = [code, ...receiversIn(code)].map((whole) => {
		return { ...expression, code: whole, value: evaluate(whole) };
	});
	return fieldsIn(code).find((field) => {
		if (!holdsNothing(evaluate(field))) return false;
		return wholes.some((whole) =>
			isAdded(probeOf(whole, (instead) => withInstead(whole.code, [field], instead))),
		);
	});
}

/** What the outermost functions are called on, from the outside in: `a + b` of `(a + b).hash()`. */
function receiversIn(code: string): string[] {
	const { nodes, textOf } = syntaxTree(code);
	const call = nodes.find((node) => node.type === 'CallExpression' && textOf(node) === code.trim());
	if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
	const receiver = textOf(call.callee.object);
	return [receiver, ...receiversIn(receiver)];
}
