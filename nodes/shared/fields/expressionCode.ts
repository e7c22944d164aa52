import { isCallOf, isVariable, memberName, stringOf, unwrapped } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';
import { isField } from './takenFromItems';

/* What the code of an expression says: its operators and what it joins. What it means is asked of n8n. */

/** Whether code joins a list by nothing, so that an entry that is empty leaves no trace. */
export function joinsByNothing(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		const by = isCallOf('join', node) ? node.arguments[0] : undefined;
		return by !== undefined && stringOf(by) === '';
	});
}

/** Whether code has an empty text. */
export function hasEmptyText(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => stringOf(node) === '');
}

/** Whether the code has `&&`, which gives false where its first part is false. */
export function hasAnd(code: string): boolean {
	return syntaxTree(code).nodes.some(
		(node) => node.type === 'LogicalExpression' && node.operator === '&&',
	);
}

/** Whether code may divide by zero, or look for the largest of nothing. */
export function mayBeInfinite(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'AssignmentExpression') return node.operator === '/=';
		if (node.type === 'BinaryExpression') return node.operator === '/';
		const name = node.type === 'MemberExpression' ? memberName(node) : undefined;
		return name === 'max' || name === 'min' || isVariable(/^\$?(?:max|min)$/, node);
	});
}

/** Whether code takes away the blanks around a text that it has made, or all but one of several. */
export function tidiesBlanks(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'Literal') return node.regex?.pattern.includes('\\s') === true;
		return isCallOf('trim', node) && unwrapped(node.callee.object).type !== 'MemberExpression';
	});
}

/**
 * An operator that nobody means: `{{ $json.name.trim() | upper }}` is the number 0, `{{ $json.vip = true ? 1 : 2 }}` changes
 * the item, and `.find((line) => line.sku = 'B')` finds the first one.
 */
export function unintendedOperatorIn(code: string): string | undefined {
	const { nodes, parentOf } = syntaxTree(code);
	for (const node of nodes) {
		if (node.type === 'AssignmentExpression') {
			const isMistake = node.operator === '=' && isCondition(node, parentOf);
			if (isMistake || isField(node.left)) return node.operator;
		}
		if (node.type !== 'BinaryExpression' || !/^[|&]$/.test(node.operator)) continue;
		// Programmers round by `| 0`.
		const isRounding = node.right.type === 'Literal' && typeof node.right.value === 'number';
		if (node.operator === '&' || !isRounding) return node.operator;
	}
	return undefined;
}

/** Functions of a list that take a condition. */
const WITH_CONDITION = ['find', 'findIndex', 'findLast', 'filter', 'some', 'every'];

/** Whether a part is a condition, also that of a function of a list. */
function isCondition(node: Node, parentOf: (node: Node) => Node | undefined): boolean {
	const parent = parentOf(node);
	if (parent?.type === 'ArrowFunctionExpression') {
		const call = parentOf(parent);
		return call !== undefined && WITH_CONDITION.some((name) => isCallOf(name, call));
	}
	const isOfChoice = parent?.type === 'ConditionalExpression' || parent?.type === 'IfStatement';
	return isOfChoice && parent.test === node;
}
