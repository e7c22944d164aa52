import type { AssignmentProperty, MemberExpression, RestElement } from 'acorn';
import {
	isCallOf,
	isFunction,
	isMember,
	isVariable,
	memberName,
	stringOf,
	unwrapped,
} from './codePart';
import { type Node, syntaxTree } from './syntaxTree';

/* What an expression takes from items: their fields, what it reaches from there by functions, and their positions. */

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
function partsIn(code: string, isOfKind: (node: Node) => boolean): Node[] {
	const { outermost, parentOf } = syntaxTree(code);
	return outermost((node) => !isCalled(node, parentOf(node)) && isOfKind(node));
}

function isCalled(node: Node, parent: Node | undefined): boolean {
	return parent?.type === 'CallExpression' && parent.callee === node;
}

/** The field in which n8n's nodes for spreadsheets write which row it is. */
function isRowNumber(node: Node): boolean {
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
function withTaken(code: string, instead: (taken: string, node: Node) => string): string {
	const { textOf, withInstead: replaced } = syntaxTree(code);
	return replaced(takenIn(code), (node) => instead(textOf(node), node));
}

/** The same code with all that it takes from items as n8n stores it. */
export function withItemsAsStored(code: string): string {
	return withTaken(code, (taken) => `(JSON.parse(JSON.stringify(${taken}) ?? 'null') ?? ${taken})`);
}

/** The names in code of what is within the data of items, also if it is reached by a variable or a query. */
export function namesIn(code: string): string[] {
	const { nodes, parentOf } = syntaxTree(code);
	const names = nodes.flatMap((node) => {
		if (node.type === 'MemberExpression') {
			return isCalled(node, parentOf(node)) ? [] : (memberName(node) ?? []);
		}
		if (node.type === 'ObjectPattern') return node.properties.flatMap(nameOfProperty);
		const isQuery = isFunction(/^\$jmespath$/, parentOf(node) ?? node);
		return isQuery ? (stringOf(node)?.match(/[\p{L}\p{N}_]+/gu) ?? []) : [];
	});
	// The length of a list is no data, and braces in a name would end the expression.
	return [...new Set(names)].filter((name) => name !== 'length' && !/[{}]/.test(name));
}

function nameOfProperty(property: AssignmentProperty | RestElement): string | string[] {
	const key = property.type === 'Property' ? property.key : undefined;
	return key?.type === 'Identifier' ? key.name : [];
}

/**
 * The same code with other code where items have nothing under a name, at any depth. In an entry of a list, the name may
 * also be missing.
 * @param ofTexts whether an empty text is nothing
 */
export function withNamed(code: string, name: string, instead: string, ofTexts: boolean): string {
	const key = JSON.stringify(name);
	const isNothing = ofTexts ? "String(value ?? '').trim() === ''" : '(value ?? null) === null';
	const fill = `(value, isNamed, isEntry, fill) => {
		if (Array.isArray(value)) return value.map((each) => fill(each, isNamed, true, fill));
		const isObject = typeof value === 'object' && value !== null && !value.toJSON;
		if (!isObject) return isNamed && ${isNothing} ? ${instead} : value;
		const entries = Object.entries(isEntry && !isNamed ? { [${key}]: undefined, ...value } : value);
		return Object.fromEntries(entries.map(([key, each]) => [key, fill(each, isNamed || key === ${key}, false, fill)]));
	}`;
	return withTaken(code, (taken, node) => {
		return `((fill) => fill(${taken}, ${isWithin(name, node)}, true, fill))(${fill})`;
	});
}

/** Whether a part of an item has a name on the way to it. */
function isWithin(name: string, node: Node): boolean {
	if (node.type !== 'MemberExpression') return false;
	return memberName(node) === name || isWithin(name, unwrapped(node.object));
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
	return partsIn(code, (node) => isInJson(node) || isCounter(node));
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
