import { isMember, isVariable, memberName, unwrapped } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';
import { isField, isRowNumber, isSource, partsIn } from './takenFromItems';

/* By what an expression may have another value for another item, or for another event: data, positions and the execution. */

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

/** A counter within a field, as in `.itemMatching($itemIndex)`, is a part of it. */
function fieldsAndCounters(code: string): Node[] {
	return partsIn(code, (node) => isField(node) || isCounter(node));
}

/** The places of the item that an expression names: the numbers of items, runs, rounds and rows. */
export function positionsIn(code: string): string[] {
	const places = fieldsAndCounters(code).filter((node) => isRowNumber(node) || isCounter(node));
	return places.map(syntaxTree(code).textOf);
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

/** What is different for each item: its data, what belongs to it in other nodes, and its position. */
const OF_ITEM = /^\$(?:json|data|binary|node|itemIndex|position)$/;
const BELONGING = ['item', 'itemMatching', 'pairedItem'];

/** Whether an expression may have another value for another item. */
export function isOfItem(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type !== 'MemberExpression') return isVariable(OF_ITEM, node);
		return BELONGING.includes(memberName(node) ?? '') && isSource(unwrapped(node.object));
	});
}
