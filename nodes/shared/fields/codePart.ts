import type { CallExpression, Identifier, MemberExpression } from 'acorn';
import type { Node } from './syntaxTree';

/* What kind of code a part is, whatever its letters are. */

/** The text of a string, also in backticks if it has no code in it. */
export function stringOf(node: Node): string | undefined {
	if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
	const isFixed = node.type === 'TemplateLiteral' && node.expressions.length === 0;
	return isFixed ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** A part without what ends the reach of its question marks. */
export function unwrapped(node: Node): Node {
	return node.type === 'ChainExpression' ? node.expression : node;
}

/** Whether a part is a variable, such as `$json`. */
export function isVariable(name: RegExp, node: Node): node is Identifier {
	return node.type === 'Identifier' && name.test(node.name);
}

/** Whether a part is a call of a function that belongs to nothing, such as `$if(…)`. */
export function isFunction(name: RegExp, node: Node): node is CallExpression {
	return node.type === 'CallExpression' && isVariable(name, node.callee);
}

/** Whether a part is a call of a function that belongs to a value, such as `.join(', ')`. */
export function isCallOf(
	name: string,
	node: Node,
): node is CallExpression & { callee: MemberExpression } {
	return node.type === 'CallExpression' && isMember(name, node.callee);
}

/** Whether a part is called as a function. */
export function isCalled(node: Node, parent: Node | undefined): boolean {
	return parent?.type === 'CallExpression' && parent.callee === node;
}

/** Whether a part is a member of this name, such as `.json` or `["json"]`. */
export function isMember(name: string, node: Node): node is MemberExpression {
	return node.type === 'MemberExpression' && memberName(node) === name;
}

/** The name of a member, if the code itself has it: `.id`, `["id"]` or `[0]`. */
export function memberName({ property, computed }: MemberExpression): string | undefined {
	if (property.type === 'Identifier') return computed ? undefined : property.name;
	return property.type === 'Literal' ? String(property.value) : stringOf(property);
}

/** A name with all that it is taken from, such as `DateTime.now()` or `new Date()`. A call may have settings, but no values. */
export function fullNameOf(node: Node): string | undefined {
	if (node.type === 'Identifier') return node.name;
	if (node.type === 'MemberExpression') return `${fullNameOf(node.object)}.${memberName(node)}`;
	if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
	if (node.arguments.some(({ type }) => type !== 'ObjectExpression')) return undefined;
	return `${node.type === 'NewExpression' ? 'new ' : ''}${fullNameOf(node.callee)}()`;
}

/** Functions of a list that take a condition. */
const WITH_CONDITION = ['find', 'findIndex', 'findLast', 'filter', 'some', 'every'];

/** Whether a part is a condition, also that of a function of a list. */
export function isCondition(node: Node, parentOf: (node: Node) => Node | undefined): boolean {
	const parent = parentOf(node);
	if (parent?.type === 'ArrowFunctionExpression' && parent.body === node) {
		const call = parentOf(parent);
		return call !== undefined && WITH_CONDITION.some((name) => isCallOf(name, call));
	}
	const isOfChoice = parent?.type === 'ConditionalExpression' || parent?.type === 'IfStatement';
	return isOfChoice && parent.test === node;
}
