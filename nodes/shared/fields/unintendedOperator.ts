import { isCondition } from './codePart';
import { syntaxTree } from './syntaxTree';
import { isField } from './takenFromItems';

/*
 * Operators that nobody means, and that no value shows:
 *
 *   $json.name.trim() | upper                               is the number 0
 *   $json.vip = true ? 1 : 2                                changes the item
 *   $json.lines.find((line) => line.sku = 'B').title        is the title of the first one
 */

/** The first operator in code that nobody means. Undefined if there is none. */
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
