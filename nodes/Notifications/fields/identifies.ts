import { isMember, isVariable, stringOf, unwrapped } from '../../shared/fields/codePart';
import { type Node, syntaxTree } from '../../shared/fields/syntaxTree';
import {
	fieldsIn,
	isField,
	isRowNumber,
	isSource,
	partsIn,
} from '../../shared/fields/takenFromItems';
import { isNothing, leavesIn } from '../../shared/values';
import { isPlaceholder } from '../message/placeholders';

/*
 * Whether an expression in a key identifies the order or event. It does if it takes something of it, and if that is in its
 * value. For an item with the order_id "o-1", the ref "#N/A" and isPaid:
 *
 *   $json.order_id                      yes
 *   $execution.id                       yes, as the execution may be the event
 *   $today.toISODate()                  no, it takes nothing of an order or event
 *   $json.row_number, $itemIndex        no, a position is another one in a run with other items
 *   $json.ref, $json.isPaid             no, the value says nothing
 *   $json.isPaid ? 'paid' : 'open'      no, the value is only a text of the code
 */

/** @param valueOf gives the value of code, by n8n */
export function identifies(code: string, valueOf: (code: string) => unknown): boolean {
	const isOfData =
		isOtherwiseOfEvent(code) || fieldsIn(code).some((field) => isIdentifier(valueOf(field)));
	const positions = positionsIn(code).map((position) => String(valueOf(position)));
	return isOfData && isIdentifier(valueOf(code), [...textsInCode(code), ...positions]);
}

/**
 * Whether a value, or one within it, has letters or digits, and is neither a placeholder nor true or false.
 * @param own the texts in the code of the expression and the position of the item, which do not count
 */
export function isIdentifier(value: unknown, own: readonly string[] = []): boolean {
	// The longest first, since one may be a part of another.
	const longestFirst = own.toSorted((one, other) => other.length - one.length);
	for (const inner of leavesIn(value)) {
		const whole = isNothing(inner) ? '' : String(inner);
		const text = longestFirst.reduce((left, each) => left.replace(each, ' '), whole).trim();
		const saysNothing = isPlaceholder(text) || /^(?:true|false)$/i.test(text);
		if (/[\p{L}\p{N}]/u.test(text) && !saysNothing) return true;
	}
	return false;
}

/** The data of items and their positions, and what an agent gives. */
const OF_EVENT = /^\$(?:json|data|input|binary|node|items?|\w+Index|position|fromAI)?$/i;

/** Whether an expression may have another value for another order, event or item. The execution may be one, too. */
export function isOfEvent(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		const isOfExecution = isMember('id', node) || isMember('customData', node);
		return isOfExecution ? isVariable(/^\$execution$/, node.object) : isVariable(OF_EVENT, node);
	});
}

/** The same, other than by fields and positions: `$jmespath($json, "id")`, `$execution.id`. */
export function isOtherwiseOfEvent(code: string): boolean {
	return isOfEvent(syntaxTree(code).withInstead(fieldsAndCounters(code), () => '0'));
}

/** The positions that an expression names: the numbers of items, runs, rounds and rows. */
export function positionsIn(code: string): string[] {
	const places = fieldsAndCounters(code).filter((node) => isRowNumber(node) || isCounter(node));
	return places.map(syntaxTree(code).textOf);
}

/** A counter within a field, as in `.itemMatching($itemIndex)`, is a part of it. */
function fieldsAndCounters(code: string): Node[] {
	return partsIn(code, (node) => isField(node) || isCounter(node));
}

/** What counts items, runs, and the rounds of a loop. */
const COUNTERS = /^\$(?:itemIndex|runIndex|position|thisItemIndex|thisRunIndex)$/;

function isCounter(node: Node): boolean {
	return isVariable(COUNTERS, node) || isInContext(node);
}

/** What a node counts, such as `$('Loop').context.currentRunIndex`. */
function isInContext(node: Node): boolean {
	if (node.type !== 'MemberExpression') return false;
	const object = unwrapped(node.object);
	return (isMember('context', object) && isSource(object.object)) || isInContext(object);
}

/** The texts in code of which its value may consist. The names of fields and of other nodes are none. */
export function textsInCode(code: string): string[] {
	const { nodes, parentOf } = syntaxTree(code);
	return nodes.flatMap((node) => {
		const text = node.type === 'TemplateElement' ? node.value.cooked : stringOf(node);
		const parent = parentOf(node);
		const isMemberName = parent?.type === 'MemberExpression' && parent.property === node;
		const isName = isMemberName || (parent && isSource(parent));
		return isName || node.type === 'TemplateLiteral' ? [] : text || [];
	});
}
