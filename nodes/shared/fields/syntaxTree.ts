import { type AnyNode, type Options, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';

/* The code of an expression, as a parser of JavaScript reads it. */

/** A part of code, such as a name, a call or a condition, in the form of ESTree. */
export type Node = AnyNode;

/** All that code consists of. Code that is no JavaScript has nothing. */
export interface SyntaxTree {
	/** In the order of the code. What a part consists of stands behind it. */
	nodes: readonly Node[];
	parentOf(node: Node): Node | undefined;
	textOf(node: Node): string;
	/** The parts of a kind, without those that stand within another one of it. */
	outermost(isOfKind: (node: Node) => boolean): Node[];
	/** The code with other code in place of some parts. They stand in its order, and none within another one. */
	withInstead(parts: readonly Node[], instead: (part: Node) => string): string;
}

/** Whether a parser can read code. n8n also evaluates some that lacks a comma. */
export function isJavaScript(code: string): boolean {
	return syntaxTree(code).nodes.length > 0;
}

/** The trees that were asked for last, since a field has the same code for all items. */
const known = new Map<string, SyntaxTree>();
let charactersKnown = 0;
const MAX_CHARACTERS_KNOWN = 100_000;

/** @param code that of an expression, without its braces */
export function syntaxTree(code: string): SyntaxTree {
	const before = known.get(code);
	if (before) return before;
	if (charactersKnown > MAX_CHARACTERS_KNOWN) {
		known.clear();
		charactersKnown = 0;
	}
	const tree = newTree(code);
	known.set(code, tree);
	charactersKnown += code.length;
	return tree;
}

function newTree(code: string): SyntaxTree {
	const { nodes, parents } = parsed(`${BEFORE}${code}${BEHIND}`) ?? parsed(` ${code}`) ?? NOTHING;
	const textFrom = (start: number, end?: number) =>
		code.slice(start - BEFORE.length, end === undefined ? end : end - BEFORE.length);
	return {
		nodes,
		parentOf: (node) => parents.get(node),
		textOf: ({ start, end }) => textFrom(start, end),
		outermost(isOfKind) {
			let end = 0;
			return nodes.filter((node) => {
				if (node.start < end || !isOfKind(node)) return false;
				end = node.end;
				return true;
			});
		},
		withInstead(parts, instead) {
			let [text, end] = ['', BEFORE.length];
			for (const part of parts) {
				text += textFrom(end, part.start) + instead(part);
				end = part.end;
			}
			return text + textFrom(end);
		},
	};
}

/** So that code that begins with a brace is an object, as n8n takes it. A comment may stand at its end. */
const [BEFORE, BEHIND] = ['(', '\n)'];

interface Parsed {
	nodes: Node[];
	parents: ReadonlyMap<Node, Node | undefined>;
}

const NOTHING: Parsed = { nodes: [], parents: new Map() };

const OPTIONS: Options = {
	ecmaVersion: 'latest',
	allowReturnOutsideFunction: true,
	allowAwaitOutsideFunction: true,
};

/** @returns undefined for code that is no JavaScript, or that is nested too deeply */
function parsed(code: string): Parsed | undefined {
	const nodes: Node[] = [];
	const parents = new Map<Node, Node | undefined>();
	try {
		fullAncestor(parse(code, OPTIONS), (node, _state, ancestors) => {
			nodes.push(node);
			parents.set(node, ancestors.at(-2));
		});
	} catch {
		return undefined;
	}
	// It calls back with a part after all that the part consists of.
	nodes.reverse().sort((one, other) => one.start - other.start);
	return { nodes, parents };
}
