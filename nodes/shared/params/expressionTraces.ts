import { InputError } from '../errors';
import type { JsonObject } from '../json';

/*
 * An expression does not fail if a field is missing: it gives a text such as "R$ undefined" or "[object Object]". No
 * customer may receive such a text. As an ID, it would identify something else; as a key of Send Once, it would make
 * different messages look like the same one.
 *
 * Many texts are put together one node earlier, so these words count wherever a text comes from.
 */

/** No word of any language contains the first three. "NaN" does not count within a word, such as "BaNaNa". */
const FAILED = /undefined|\[object \w+\]|Invalid Date(?:Time)?|(?<!\p{L})NaN|NaN(?!\p{L})/u;
/** An expression that was not evaluated, because the field is in Fixed mode, or because its braces are missing. */
const NOT_EVALUATED = /\{\{|\$(?:json|input|node)\b|\$\(['"]/;
const NULL = /(?<!\p{L})null(?!\p{L})/u;

interface CheckedText {
	/** Names the text in the error. */
	label: string;
	text: string;
	/** The input item. Its own data may have the word "null", which is a name. */
	json?: JsonObject | undefined;
	/** The text as the error shows it. The default is its beginning. */
	textInError?: ((text: string) => string) | undefined;
}

/**
 * Refuses a text in which an expression has left a word instead of its value, or which is an expression that was not
 * evaluated.
 * @throws InputError
 */
export function checkText({ label, text, json = {}, textInError }: CheckedText): void {
	const quoted = () => textInError?.(text) ?? text.slice(0, 60);
	if (NOT_EVALUATED.test(text)) {
		throw new InputError(
			`${label} contains an expression that was not evaluated: ${quoted()}`,
			'Switch the field from Fixed to Expression, and write {{ before the expression and }} behind it.',
		);
	}
	const word = FAILED.exec(text)?.[0] ?? (NULL.test(text) && !hasNull(json) ? 'null' : undefined);
	if (word === undefined) return;
	throw new InputError(
		`${label} contains "${word}": ${quoted()}`,
		'An expression has no value, here or in a node before: check the names of its fields.',
	);
}

/** Whether a text of the item, at any depth, has the word "null" itself. */
function hasNull(json: JsonObject): boolean {
	// A list instead of recursion, because an item may be nested more deeply than the call stack allows.
	const open: unknown[] = [json];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === 'string' && NULL.test(value)) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const inner of Object.values(value)) open.push(inner);
	}
	return false;
}
