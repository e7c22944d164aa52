import type { WorkflowExecuteMode } from 'n8n-workflow';
import { InputError } from '../errors';
import { holdsNothing, type JsonObject } from '../values';
import { asText } from '../text';
import { isBlank } from '../visibleText';
import { isVariable, memberName } from './codePart';
import type { EmptyPart } from './field';
import { syntaxTree } from './syntaxTree';

/* An expression, and what it gave, evaluated alone. */

/** An input item, in an execution of a mode. */
export interface InputItem {
	json: JsonObject;
	mode: WorkflowExecuteMode;
}

/** An expression of a field, and what it gave for an item. */
export interface Expression {
	/** Without its braces. */
	code: string;
	value: unknown;
	/** Whether its text has nothing but this expression. */
	isSingle: boolean;
	/** Whether its field is a switch, which may well be false. */
	isSwitch: boolean;
	/** Whether its field holds JSON, in which false is a value. */
	isJson: boolean;
	emptyPart: EmptyPart;
	/** What an error calls its text. */
	label: string;
	item: InputItem;
	/** The value of any code for the same item, by n8n. It is undefined for code that n8n cannot evaluate. */
	evaluate(code: string): unknown;
}

/**
 * What is missing in an expression of a parameter, which is sent with a warning, unless nothing is left of its text: then
 * the parameter is empty.
 */
export interface Gap {
	/** "The parameter "total": {{ $json.total }} gave no value" */
	problem: string;
	/** What the user can do about it. */
	advice: string;
	/** As of `{{ $json.total }}`, and also of `{{ Number($json.total).toFixed(2) }}`, but not of `R$ {{ $json.total }}`. */
	leavesNothing: boolean;
}

/** What JavaScript writes for a division by zero. */
const INFINITE = /(?<!\p{L})(?:Infinity|∞)(?!\p{L})/u;

/** Whether an expression gave nothing: no text, no number, or a list of nothing, which leaves its commas in a text. */
export function gaveNothing(value: unknown, code: string): boolean {
	if (typeof value !== 'string') return holdsNothing(value);
	return INFINITE.test(value) ? mayBeInfinite(code) : isBlank(value);
}

/** Whether code may divide by zero, or look for the largest of nothing. */
function mayBeInfinite(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'AssignmentExpression') return node.operator === '/=';
		if (node.type === 'BinaryExpression') return node.operator === '/';
		const name = node.type === 'MemberExpression' ? memberName(node) : undefined;
		return name === 'max' || name === 'min' || isVariable(/^\$?(?:max|min)$/, node);
	});
}

/** A letter, a digit or a picture such as an emoji, unless nobody sees it. The rest is punctuation. */
const CONTENT = /(?!\u2800|\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{So}]/u;

/** Whether a text has anything but punctuation, which is what expressions that gave nothing leave around them. */
export function hasContent(text: string): boolean {
	return CONTENT.test(text);
}

/** A value as it stands within a text, where the entries of a list have commas between them. */
export function withinText(value: unknown): string {
	return Array.isArray(value) ? value.join() : asText(value);
}

/** The error for a number that JavaScript could not hold. @param what how the error names it */
export function lostDigits(what: string): InputError {
	return new InputError(
		`${what} is a number that has lost its last digits`,
		'They are wrong before it arrives here: make it a text where it comes from, such as in the node that reads it.',
	);
}
