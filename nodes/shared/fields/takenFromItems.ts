import type { MemberExpression } from 'acorn';
import { isCallOf, isFunction, isMember, isVariable, memberName, unwrapped } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';

/* What an expression takes from items: their fields, and what it reaches from there by functions. */

/** What gives items: `$input`, `$('Orders')`, `$node["Orders"]`, `$node.Orders` and `$items("Orders")`. */
export function isSource(node: Node): boolean {
	if (node.type === 'MemberExpression') return isVariable(/^\$node$/, node.object);
	return isVariable(/^\$input$/, node) || isFunction(/^\$(?:items)?$/, node);
}

/** Which of the items: `.item`, `.first()`, `.all()`, `.itemMatching(0)`. `[0]` is one, too. */
const STEPS = ['item', 'first', 'last', 'all', 'itemMatching', 'pairedItem', 'at'];

/** Items of a node, or one of them. */
function isItems(node: Node): boolean {
	const part = unwrapped(node);
	if (isSource(part)) return true;
	if (part.type === 'CallExpression') return isItems(part.callee);
	if (part.type !== 'MemberExpression') return false;
	return (part.computed || STEPS.includes(memberName(part) ?? '')) && isItems(part.object);
}

/** The data of an item: `$json`, `$data` or `$('Orders').first().json`. */
function isJson(node: Node): boolean {
	const part = unwrapped(node);
	if (isVariable(/^\$(?:json|data)$/, part)) return true;
	return isMember('json', part) && isItems(part.object);
}

/** A field of an item, or one within it: `$json.order.id`, `$('Orders').first().json["id"]`. */
export function isInJson(node: Node): node is MemberExpression {
	if (node.type !== 'MemberExpression' || memberName(node) === undefined) return false;
	const object = unwrapped(node.object);
	return isJson(object) || isInJson(object);
}

/** The outermost parts of a kind. What is called as a function, such as `.trim`, is no part of its own. */
export function partsIn(code: string, isOfKind: (node: Node) => boolean): Node[] {
	const { outermost, parentOf } = syntaxTree(code);
	return outermost((node) => !isCalled(node, parentOf(node)) && isOfKind(node));
}

export function isCalled(node: Node, parent: Node | undefined): boolean {
	return parent?.type === 'CallExpression' && parent.callee === node;
}

/** The field in which n8n's nodes for spreadsheets write which row it is. */
export function isRowNumber(node: Node): boolean {
	return isMember('row_number', node);
}

/**
 * The fields that an expression takes its value from, apart from the number of a row. Those that it reaches in another way
 * are not among them.
 */
export function fieldsIn(code: string): string[] {
	const fields = partsIn(code, isInJson).filter((node) => !isRowNumber(node));
	return [...new Set(fields.map(syntaxTree(code).textOf))];
}

/** What a field is in, from the inside out: `$json.order` and `$json` of `$json.order.id`. */
export function placesOf(field: string): string[] {
	const { nodes, textOf } = syntaxTree(field);
	return nodes
		.filter((node) => isJson(node) || isInJson(node))
		.map(textOf)
		.slice(1);
}

/** Whether an expression is a field and nothing else. */
export function isField(code: string): boolean {
	const [field] = partsIn(code, isInJson);
	return field !== undefined && syntaxTree(code).textOf(field) === code.trim();
}

/** The same code with other code in place of parts, such as fields. */
export function withInstead(code: string, parts: readonly string[], instead: string): string {
	const { textOf, withInstead: replaced } = syntaxTree(code);
	return replaced(
		partsIn(code, (node) => parts.includes(textOf(node))),
		() => instead,
	);
}

/** What a part is taken or called from: `$json.lines` of `$json.lines.find(…)`. Undefined for one that begins there. */
function fromOf(node: Node): Node | undefined {
	if (isSource(node)) return undefined;
	if (node.type === 'MemberExpression') return node.object;
	if (node.type === 'CallExpression') return node.callee;
	return node.type === 'ChainExpression' ? node.expression : undefined;
}

/** Whether a part is reached from an item. */
function isReached(node: Node): boolean {
	const from = fromOf(node);
	return from !== undefined && (isSource(from) || isJson(from) || isReached(from));
}

/** What an expression reaches from items by functions, and what that gives has: `$json.lines.find(…).price`. */
export function chainsIn(code: string): string[] {
	const chains = partsIn(code, (node) => isReached(node)).map(syntaxTree(code).textOf);
	return chains.filter((chain) => chain !== code.trim() && !isField(chain));
}

/** What code takes from items: a field, all fields of an item, an item, or a list of items. */
function takenIn(code: string): Node[] {
	const isTaken = (node: Node) =>
		isItems(node) && (!isSource(node) || isFunction(/^\$items$/, node));
	return partsIn(code, (node) => isTaken(node) || isJson(node) || isInJson(node));
}

/** The same code with other code in place of all that it takes from items. It is the same for all items, since n8n keeps it. */
export function withTaken(code: string, instead: (taken: string, node: Node) => string): string {
	const { textOf, withInstead: replaced } = syntaxTree(code);
	return replaced(takenIn(code), (node) => instead(textOf(node), node));
}

/** The same code with all that it takes from items as n8n stores it. */
export function withItemsAsStored(code: string): string {
	return withTaken(code, (taken) => `(JSON.parse(JSON.stringify(${taken}) ?? 'null') ?? ${taken})`);
}

/** What code takes from items, as code of its own. */
export function takenFromItems(code: string): string[] {
	return takenIn(code).map(syntaxTree(code).textOf);
}

/** What code takes from other items than its own. */
export function takenFromOtherItems(code: string): string[] {
	return takenFromItems(code).filter((taken) => !/^\$(?:json|data)/.test(taken));
}

/** The same code with the items that belong to its own one, in place of those at a fixed place, such as the first. */
export function withOwnItems(code: string): string {
	const { outermost, parentOf, textOf, withInstead: replaced } = syntaxTree(code);
	const taken = outermost((node) => {
		const isOfJson = isMember('json', parentOf(node) ?? node);
		return isItems(node) && (isOfJson || !(isSource(node) || isCallOf('all', node)));
	});
	return replaced(taken, (node) => {
		const name = nameOfSource(node);
		if (!name) return '$input.item';
		return `$(${name.type === 'Identifier' ? `'${name.name}'` : textOf(name)}).item`;
	});
}

/** The name of the node that items are of, if it is not the one before. */
function nameOfSource(items: Node): Node | undefined {
	const from = fromOf(items);
	if (from) return nameOfSource(from);
	if (items.type === 'CallExpression') return items.arguments[0];
	return items.type === 'MemberExpression' ? items.property : undefined;
}
