import type { MemberExpression } from 'acorn';
import { isCalled, isFunction, isMember, isVariable, memberName, unwrapped } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';

/*
 * What an expression takes from items. All functions here call its parts by these names:
 *
 *   source   $('Orders')                                              a node, or the input: what gives items
 *   items    $('Orders').first()                                      a list of them, or one
 *   data     $('Orders').first().json, $json                          all fields of an item
 *   field    $('Orders').first().json.lines, $json.order.id           at any depth
 *   chain    $('Orders').first().json.lines.find(({ id }) => id).sku  what it reaches from there by functions
 */

/** `$input`, `$('Orders')`, `$node["Orders"]`, `$node.Orders`, `$items("Orders")` and `$item(0).$node["Orders"]`. */
export function isSource(node: Node): boolean {
	if (node.type === 'MemberExpression') return isNodes(node.object);
	return isVariable(/^\$input$/, node) || isFunction(/^\$(?:items)?$/, node);
}

/** `$node`, which has all nodes by their names, also for an item of another position. */
function isNodes(node: Node): boolean {
	if (isVariable(/^\$node$/, node)) return true;
	return isMember('$node', node) && isFunction(/^\$item$/, node.object);
}

/** Which of the items: `.item`, `.first()`, `.all()`, `.itemMatching(0)`. `[0]` is one, too. */
const STEPS = ['item', 'first', 'last', 'all', 'itemMatching', 'pairedItem', 'at'];

export function isItems(node: Node): boolean {
	const part = unwrapped(node);
	if (isSource(part)) return true;
	if (part.type === 'CallExpression') return isItems(part.callee);
	if (part.type !== 'MemberExpression') return false;
	return (part.computed || STEPS.includes(memberName(part) ?? '')) && isItems(part.object);
}

function isData(node: Node): boolean {
	const part = unwrapped(node);
	if (isVariable(/^\$(?:json|data)$/, part)) return true;
	return isMember('json', part) && isItems(part.object);
}

export function isField(node: Node): node is MemberExpression {
	if (node.type !== 'MemberExpression' || memberName(node) === undefined) return false;
	const object = unwrapped(node.object);
	return isData(object) || isField(object);
}

/** The field in which n8n's nodes for spreadsheets write which row it is. */
export function isRowNumber(node: Node): boolean {
	return isMember('row_number', node);
}

/** Whether a part is reached from an item in any way. A field and the data of an item are, too. */
function isChain(node: Node): boolean {
	const from = fromOf(node);
	return from !== undefined && (isSource(from) || isData(from) || isChain(from));
}

/** What a part is taken or called from: `$json.lines` of `$json.lines.find(…)`. Undefined for one that begins there. */
export function fromOf(node: Node): Node | undefined {
	if (isSource(node)) return undefined;
	if (node.type === 'MemberExpression') return node.object;
	if (node.type === 'CallExpression') return node.callee;
	return node.type === 'ChainExpression' ? node.expression : undefined;
}

/** The outermost parts of a kind. What is called as a function, such as `.trim`, is no part of its own. */
export function partsIn(code: string, isOfKind: (node: Node) => boolean): Node[] {
	const { outermost, parentOf } = syntaxTree(code);
	return outermost((node) => !isCalled(node, parentOf(node)) && isOfKind(node));
}

/** The fields in code, apart from the number of a row. */
export function fieldsIn(code: string): string[] {
	const fields = partsIn(code, isField).filter((node) => !isRowNumber(node));
	return [...new Set(fields.map(syntaxTree(code).textOf))];
}

/** The fields whose whole text stands in what code gives, unless it chooses something else: `$json.a + ($json.b || '-')`. */
export function fieldsInResult(code: string): Node[] {
	const { parentOf } = syntaxTree(code);
	const isInResult = (node: Node): boolean => {
		const parent = parentOf(node);
		if (parent === undefined) return true;
		if (parent.type === 'ConditionalExpression' && parent.test === node) return false;
		if (parent.type === 'BinaryExpression' && parent.operator !== '+') return false;
		return PASSING_ON.has(parent.type) && isInResult(parent);
	};
	return partsIn(code, isField).filter(isInResult);
}

/** What gives its parts, or one of them, as they are. */
const PASSING_ON = new Set<Node['type']>([
	...(['Program', 'ExpressionStatement', 'ChainExpression'] as const),
	...([
		'BinaryExpression',
		'TemplateLiteral',
		'LogicalExpression',
		'ConditionalExpression',
	] as const),
]);

/** Whether code is a field and nothing else. */
export function isFieldAlone(code: string): boolean {
	const [field] = partsIn(code, isField);
	return field !== undefined && syntaxTree(code).textOf(field) === code.trim();
}

/** What a field is in, from the inside out: `$json.order` and `$json` of `$json.order.id`. */
export function placesOf(field: string): string[] {
	const { nodes, textOf } = syntaxTree(field);
	return nodes
		.filter((node) => isData(node) || isField(node))
		.map(textOf)
		.slice(1);
}

/** The chains within code, other than fields. */
export function chainsIn(code: string): string[] {
	const chains = partsIn(code, isChain).map(syntaxTree(code).textOf);
	return chains.filter((chain) => chain !== code.trim() && !isFieldAlone(chain));
}

/** The same code with other code in place of parts, such as fields. */
export function withInstead(code: string, parts: readonly string[], instead: string): string {
	const { textOf, withInstead: replaced } = syntaxTree(code);
	return replaced(
		partsIn(code, (node) => parts.includes(textOf(node))),
		() => instead,
	);
}

/** All that code takes from items, as code of its own: fields, the data of an item, an item, or a list of items. */
export function takenFromItems(code: string): string[] {
	return takenIn(code).map(syntaxTree(code).textOf);
}

/** What code takes from other items than its own. */
export function takenFromOtherItems(code: string): string[] {
	return takenFromItems(code).filter((taken) => !/^\$(?:json|data)/.test(taken));
}

/** The same code with other code in place of all that it takes from items. It is the same for all items, since n8n keeps it. */
export function withTaken(code: string, instead: (taken: string, node: Node) => string): string {
	const { textOf, withInstead: replaced } = syntaxTree(code);
	return replaced(takenIn(code), (node) => instead(textOf(node), node));
}

function takenIn(code: string): Node[] {
	// A source alone gives no items, apart from $items().
	const isTaken = (node: Node) =>
		isItems(node) && (!isSource(node) || isFunction(/^\$items$/, node));
	return partsIn(code, (node) => isTaken(node) || isData(node) || isField(node));
}

/** What is different for each item: its data, what belongs to it in other nodes, and its position. */
const OF_ITEM = /^\$(?:json|data|binary|node|itemIndex|position)$/;
const BELONGING = ['item', 'itemMatching', 'pairedItem'];

/** Whether code may have another value for another item. */
export function isOfItem(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type !== 'MemberExpression') return isVariable(OF_ITEM, node);
		return BELONGING.includes(memberName(node) ?? '') && isSource(unwrapped(node.object));
	});
}
