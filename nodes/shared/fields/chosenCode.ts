import type { CallExpression } from 'acorn';
import { isCalled, isCondition, isVariable, memberName, stringOf } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';

/*
 * Whoever writes `{{ $json.name || 'customer' }}` has thought of a name that is missing. So an expression is judged by what
 * is left of its code once its choices are made: the name, or `'customer'`.
 */

/**
 * The code with what it has chosen for an item in place of each choice, such as `'Hi ' + ('customer')`. Functions within it
 * are left as they are, since they may choose something else each time.
 * @param evaluate gives the value of code for the item, by n8n
 */
export function chosenCode(code: string, evaluate: (code: string) => unknown): string {
	const { outermost, textOf, withInstead } = syntaxTree(code);
	const parts = outermost((node) => isOfFunction(node) || isChoice(node));
	return withInstead(parts, (node) => {
		const choice = choiceOf(node, textOf);
		if (!choice) return textOf(node);
		const { question, yes, no } = choice;
		const answer = evaluate(question);
		const chosen = answer ? yes : (no ?? constant(answer));
		return `(${chosenCode(chosen, evaluate)})`;
	});
}

/** Whether code makes a choice, also within a function. */
export function hasChoice(code: string): boolean {
	return questionsIn(code).length > 0;
}

/** Whether code makes a choice by what stands under a name, as `lines.map((line) => line.note || '-')` does by "note". */
export function choosesBy(name: string, code: string): boolean {
	return questionsIn(code).some((question) => asksFor(name, question));
}

/** The same, or by a variable, in which it may stand. */
export function mayChooseBy(name: string, code: string): boolean {
	return questionsIn(code).some((question) => mayAskFor(name, question));
}

/** Whether code may leave out an entry of a list by what stands under a name: `lines.filter((line) => line.note !== '')`. */
export function mayLeaveOutBy(name: string | undefined, code: string): boolean {
	const { nodes, parentOf, textOf } = syntaxTree(code);
	const conditions = nodes.filter((node) => isCondition(node, parentOf)).map(textOf);
	return conditions.some((condition) => name === undefined || mayAskFor(name, condition));
}

/** Whether code has a name: as a member, as a variable, or as a text, as in `Object.hasOwn(line, 'note')`. */
function asksFor(name: string, code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'MemberExpression') return memberName(node) === name;
		return node.type === 'Identifier' ? node.name === name : stringOf(node) === name;
	});
}

function mayAskFor(name: string, code: string): boolean {
	const { nodes, parentOf } = syntaxTree(code);
	const isVariableAlone = (node: Node) => {
		const parent = parentOf(node);
		const isPartOfAnother = parent?.type === 'MemberExpression' || isCalled(node, parent);
		return node.type === 'Identifier' && !isPartOfAnother;
	};
	return asksFor(name, code) || nodes.some(isVariableAlone);
}

/** By what code makes its choices. */
function questionsIn(code: string): string[] {
	const { nodes, textOf } = syntaxTree(code);
	return nodes.flatMap((node) => {
		const ofStatement = questionOfStatement(node);
		return ofStatement ? textOf(ofStatement) : (choiceOf(node, textOf)?.question ?? []);
	});
}

function questionOfStatement(node: Node): Node | undefined {
	if (node.type === 'IfStatement') return node.test;
	if (node.type === 'SwitchStatement') return node.discriminant;
	const isFallback =
		node.type === 'AssignmentExpression' && /^(?:&&|\|\||\?\?)=$/.test(node.operator);
	return isFallback ? node.left : undefined;
}

/** Whether a parameter in code has a default, which stands for what is undefined. */
export function hasDefault(code: string): boolean {
	return syntaxTree(code).nodes.some(({ type }) => type === 'AssignmentPattern');
}

/** Whether code takes nothing from n8n, such as a field, so that it is the author who says what it gives. */
export function isConstant(code: string): boolean {
	return !syntaxTree(code).nodes.some((node) => isVariable(/^\$/, node));
}

function isOfFunction({ type }: Node): boolean {
	return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function isChoice(node: Node): boolean {
	return choiceOf(node, () => '') !== undefined;
}

/** A choice, as code. */
interface Choice {
	question: string;
	yes: string;
	/** Undefined for `&&`, which then gives the value of its question. */
	no: string | undefined;
}

/** What a part chooses by a condition, or by a fallback. */
function choiceOf(node: Node, textOf: (node: Node) => string): Choice | undefined {
	if (node.type === 'ConditionalExpression') {
		const [question = '', yes = '', no] = [node.test, node.consequent, node.alternate].map(textOf);
		return { question, yes, no };
	}
	if (node.type === 'LogicalExpression') {
		const [left, right] = [textOf(node.left), textOf(node.right)];
		if (node.operator === '&&') return { question: left, yes: right, no: undefined };
		const question = node.operator === '||' ? left : `(${left}) != null`;
		return { question, yes: left, no: right };
	}
	return node.type === 'CallExpression' ? choiceOfFunction(node, textOf) : undefined;
}

/** What n8n's own functions for a choice give. */
function choiceOfFunction(
	{ callee, arguments: all }: CallExpression,
	textOf: (node: Node) => string,
): Choice | undefined {
	const parts = all.map(textOf);
	if (isVariable(/^\$if$/, callee)) {
		const [question = '', yes = '', no = 'undefined'] = parts;
		return { question, yes, no };
	}
	if (!isVariable(/^\$ifEmpty$/, callee)) return undefined;
	const [value = '', fallback = ''] = parts;
	return { question: `$ifEmpty(${value}, null) !== null`, yes: value, no: fallback };
}

/** A value that is taken for false. */
function constant(value: unknown): string {
	return typeof value === 'string' ? "''" : String(value);
}
