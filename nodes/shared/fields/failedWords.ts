import { InputError } from '../errors';
import { isNothing, leavesIn, valueAt } from '../values';
import { type InputItem, withinText } from './expression';

/*
 * An expression does not fail if a field is missing: it gives a text such as "R$ undefined" or "[object Object]". No
 * customer may receive such a text. As an ID, it would identify something else; as a key of Send Once, it would make
 * different messages look like the same one.
 *
 * Many texts are put together one node earlier, so these words count wherever a text comes from. What n8n says of an error
 * may quote them, and an alert must arrive.
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
	/** The item, if some of its own texts may have such words. */
	item?: InputItem | undefined;
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
	const { label, item, textInError, isFixed = false } = checked;
	// In an error workflow, all texts are about an error, and may have its words, also cut or in another form.
	if (!hasWord(checked.text) || item?.mode === 'error') return;
	const text = item ? withoutOwnTexts(checked.text, item) : checked.text;
	const quoted = () => textInError?.(checked.text) ?? checked.text.slice(0, 60);
	if (NOT_EVALUATED.test(text)) {
		throw new InputError(
			`${label} contains an expression that was not evaluated: ${quoted()}`,
			'Switch the field from Fixed to Expression, and put the expression between {{ and }}. If the text is of an item, correct it there.',
		);
	}
	const isNull = !isFixed && text.search(NULL) >= 0;
	const word = FAILED.exec(text)?.[0] ?? (isNull ? 'null' : undefined);
	if (word === undefined) return;
	throw new InputError(
		`${label} contains "${word}": ${quoted()}`,
		'An expression has no value, here or in a node before: check the names of its fields.',
	);
}

function hasWord(text: string): boolean {
	return NOT_EVALUATED.test(text) || FAILED.test(text) || text.search(NULL) >= 0;
}

/** A text without those whole texts of its item that may have such words: what n8n says of an error, and names. */
function withoutOwnTexts(text: string, { json }: InputItem): string {
	const errors = stringsIn([json.error, valueAt(json, ['execution', 'error'])]);
	const isSentence = (each: string) => /\p{L}/u.test(withoutWords(each));
	const isName = (each: string) => !hasWord(each.replace(NULL, '')) && isSentence(each);
	const own = [...errors.filter(isSentence), ...stringsIn(json).filter(isName)].filter(hasWord);
	// The longest first, since one may be a part of another.
	own.sort((one, other) => other.length - one.length);
	return own.reduce((left, each) => left.replaceAll(each, ' '), text);
}

/** Alone, such a word stands for no value, wherever it comes from. */
function withoutWords(text: string): string {
	return text.replace(new RegExp(FAILED, 'gu'), '').replace(NULL, '');
}

function stringsIn(value: unknown): string[] {
	return Array.from(leavesIn(value), (leaf) => (typeof leaf === 'string' ? leaf.trim() : ''));
}
