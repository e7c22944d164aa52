import { InputError } from '../errors';
import { isNothing, type JsonObject, leavesIn } from '../values';
import { withinText } from './expression';

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
