import type { AssignmentProperty, RestElement } from 'acorn';
import { isNothing, isPlainObject } from '../values';
import { isCalled, isCallOf, isFunction, memberName, stringOf, unwrapped } from './codePart';
import type { Expression } from './expression';
import { type Node, syntaxTree } from './syntaxTree';
import { takenFromItems, withTaken } from './takenFromItems';

/*
 * Code may reach what is within an item by a variable, in a list or by a query, so it is looked for by its name, in the data.
 * The same walk finds what is missing (`lacks`), and puts something else there in n8n (`withNamed`).
 */

/** The names in code of what is missing within the lists and objects that it takes from items. */
export function namesWithin({ code, evaluate }: Expression): string[] {
	const names = namesIn(code);
	const all = takenFromItems(code).filter((taken) => {
		return !isWritten(taken, code) && !isLong(evaluate(taken));
	});
	return names.filter((name) => {
		const wanted = { name, names, owners: ownersOf(name, code) };
		return all.some((taken) => lacks(wanted, evaluate(taken), namesIn(taken).includes(name)));
	});
}

/** Whether code writes what it takes as JSON, in which a field that is empty is there. */
function isWritten(taken: string, code: string): boolean {
	const { nodes, parentOf, textOf } = syntaxTree(code);
	return nodes.some((node) => textOf(node) === taken && isInJson(node, parentOf));
}

/** Whether JSON.stringify writes a part, also within an object or a list. JSON.parse makes a copy of it. */
function isInJson(node: Node, parentOf: (node: Node) => Node | undefined): boolean {
	const parent = parentOf(node);
	if (parent === undefined) return false;
	if (IN_LITERAL.has(parent.type)) return isInJson(parent, parentOf);
	const outer = parentOf(parent);
	return isCallOf('stringify', parent) && !(outer && isCallOf('parse', outer));
}

const IN_LITERAL = new Set(['Property', 'ObjectExpression', 'ArrayExpression', 'SpreadElement']);

/** Customers read no longer list, and to look through all items for each item would take n8n long. */
const MAX_ENTRIES = 100;

function isLong(value: unknown): boolean {
	return Array.isArray(value) && value.length > MAX_ENTRIES;
}

interface Wanted {
	name: string;
	/** All that the code has. A field stands under its own name, and one that the code does not name under that of its object. */
	names: readonly string[];
	/** Under which names the code looks for it: "product" in `line.product.name`. */
	owners: readonly string[];
}

/** A value within the data of an item. */
interface Place {
	value: unknown;
	/** Whether it stands under the name. */
	isNamed: boolean;
	/** Whether the code looks for the name in it: in what it takes, in entries of lists, and under the names of owners. */
	isReached: boolean;
}

/**
 * Whether a value has nothing under a name, at any depth, or an object in which the code looks for the name does not have it.
 * No recursion, because an item may be nested more deeply than the call stack allows, or contain itself.
 */
function lacks(wanted: Wanted, whole: unknown, isNamed: boolean): boolean {
	const seen = new Set<unknown>();
	const places: Place[] = [{ value: whole, isNamed, isReached: true }];
	for (const place of places) {
		const { value } = place;
		if (isMissingAt(place, wanted.name)) return true;
		if (typeof value !== 'object' || seen.has(value)) continue;
		seen.add(value);
		for (const inner of placesIn(place, wanted)) places.push(inner);
	}
	return false;
}

function isMissingAt({ value, isNamed, isReached }: Place, name: string): boolean {
	if (isPlainObject(value)) return isReached && !isNamed && !Object.hasOwn(value, name);
	return isNamed && !Array.isArray(value) && isNothing(value);
}

function placesIn({ value, isNamed }: Place, { name, names, owners }: Wanted): Place[] {
	if (Array.isArray(value)) {
		return value.map((each: unknown) => ({ value: each, isNamed, isReached: true }));
	}
	if (!isPlainObject(value)) return [];
	return Object.entries(value).map(([key, inner]) => ({
		value: inner,
		isNamed: names.includes(key) ? key === name : isNamed,
		isReached: owners.includes(key),
	}));
}

/** The names in code of what is within the data of items, also if it is reached by a variable or a query. */
function namesIn(code: string): string[] {
	const { nodes, parentOf } = syntaxTree(code);
	const names = nodes.flatMap((node) => {
		if (node.type === 'MemberExpression') {
			return isCalled(node, parentOf(node)) ? [] : (memberName(node) ?? []);
		}
		if (node.type === 'ObjectPattern') return node.properties.flatMap(nameOfProperty);
		const isQuery = isFunction(/^\$jmespath$/, parentOf(node) ?? node);
		return isQuery ? (stringOf(node)?.match(/[\p{L}\p{N}_]+/gu) ?? []) : [];
	});
	// The length of a list and a place in it are no names of data, and braces in a name would end the expression.
	return [...new Set(names)].filter((name) => !/^(?:length|\d+)$|[{}]/.test(name));
}

/** The names of what the code takes a name from: "product" of `line.product.name`. */
function ownersOf(name: string, code: string): string[] {
	return syntaxTree(code).nodes.flatMap((node) => {
		if (node.type !== 'MemberExpression' || memberName(node) !== name) return [];
		const owner = unwrapped(node.object);
		return (owner.type === 'MemberExpression' && memberName(owner)) || [];
	});
}

function nameOfProperty(property: AssignmentProperty | RestElement): string | string[] {
	const key = property.type === 'Property' ? property.key : undefined;
	if (key?.type === 'Identifier') return key.name;
	return (key && stringOf(key)) ?? [];
}

/**
 * The same code with other code where items have nothing under a name, at any depth. In an object in which the code looks for it,
 * and in an entry of a list, the name may also be missing.
 * @param ofTexts whether an empty text is nothing
 */
export function withNamed(code: string, name: string, instead: string, ofTexts: boolean): string {
	const wanted = [name, namesIn(code), ownersOf(name, code)];
	const [key, names, owners] = wanted.map((each) => JSON.stringify(each));
	const isNothing = ofTexts ? "String(value ?? '').trim() === ''" : '(value ?? null) === null';
	const fill = `(value, isNamed, isReached, fill) => {
		if (Array.isArray(value)) return value.map((each) => fill(each, isNamed, true, fill));
		const isObject = typeof value === 'object' && value !== null && !value.toJSON;
		if (!isObject) return isNamed && ${isNothing} ? ${instead} : value;
		const entries = Object.entries(isReached && !isNamed ? { ...value, [${key}]: value[${key}] } : value);
		const filled = ([key, each]) => {
			const isInner = ${names}.includes(key) ? key === ${key} : isNamed;
			return [key, fill(each, isInner, ${owners}.includes(key), fill)];
		};
		return Object.fromEntries(entries.map(filled));
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
