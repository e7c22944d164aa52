import { InputError } from '../errors';
import { holdsNothing, isNothing, type JsonObject, leavesIn } from '../values';
import { asText } from '../text';
import { isBlank } from '../visibleText';
import { isVariable, memberName } from './codePart';
import type { EmptyPart } from './field';
import { syntaxTree } from './syntaxTree';

/* An expression and what it gave, evaluated alone; and the words that one that failed has left in a text. */

/** An expression of a field, and what it gave for an item. */
export interface Expression {
	/** Without its braces. */
	code: string;
	value: unknown;
	/** Whether its text has nothing but this expression. */
	isSingle: boolean;
	/** Whether its field is a switch, which may well be false. */
	isSwitch: boolean;
	emptyPart: EmptyPart;
	/** What an error calls its text. */
	label: string;
	/** The input item. */
	json: JsonObject;
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

/*
 * An expression does not fail if a field is missing: it gives a text such as "R$ undefined" or "[object Object]". No
 * customer may receive such a text. As an ID, it would identify something else; as a key of Send Once, it would make
 * different messages look like the same one.
 *
 * Many texts are put together one node earlier, so these words count wherever a text comes from.
 */

/** No word of any language contains the first four. Random IDs and words such as "BaNaNa" do contain "NaN". */
const FAILED =
	/undefined|\[object [\w ]+\]|\[native code\]|Invalid (?:Date|Duration|Interval)|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<=^|\s)NaN/u;
/** An expression that was not evaluated, because the field is in Fixed mode, or because its braces are missing. */
const NOT_EVALUATED = /\{\{|\$(?:json|input|node)\b|\$\(['"]/;
const NULL = /(?<!\p{L})null(?!\p{L})/gu;

/** Whether an expression has failed: it gave nothing, or a text such as "Invalid DateTime". */
export function hasFailed(value: unknown): boolean {
	return isNothing(value) || FAILED.test(withinText(value));
}

interface CheckedText {
	/** Names the text in the error. */
	label: string;
	text: string;
	/** The input item, if one of its own texts may have the word "null" as a name. */
	json?: JsonObject | undefined;
	/** The text as the error shows it. The default is its beginning. */
	textInError?: ((text: string) => string) | undefined;
	/** Whether somebody has written it by hand, so that "null" is a word. */
	isFixed?: boolean;
}

/**
 * Refuses a text in which an expression has left a word instead of its value, or which is an expression that was not
 * evaluated.
 * @throws InputError
 */
export function checkText(checked: CheckedText): void {
	const { label, text, json = {}, textInError, isFixed = false } = checked;
	const quoted = () => textInError?.(text) ?? text.slice(0, 60);
	if (NOT_EVALUATED.test(text)) {
		throw new InputError(
			`${label} contains an expression that was not evaluated: ${quoted()}`,
			'Switch the field from Fixed to Expression, and put the expression between {{ and }}.',
		);
	}
	const isNull = !isFixed && text.search(NULL) >= 0 && !hasNullAsName(text, json);
	const word = FAILED.exec(text)?.[0] ?? (isNull ? 'null' : undefined);
	if (word === undefined) return;
	throw new InputError(
		`${label} contains "${word}": ${quoted()}`,
		'An expression has no value, here or in a node before: check the names of its fields.',
	);
}

/** Whether the text has a whole text of the item that has the word "null" beside other words. Alone, it stands for no value. */
function hasNullAsName(text: string, json: JsonObject): boolean {
	for (const value of leavesIn(json)) {
		const name = typeof value === 'string' ? value.trim() : '';
		const isName = name.search(NULL) >= 0 && /\p{L}/u.test(name.replace(NULL, ''));
		if (isName && text.includes(name)) return true;
	}
	return false;
}
