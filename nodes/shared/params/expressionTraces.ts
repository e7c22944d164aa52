import { InputError } from '../errors';
import { joinedTexts } from '../text';

/*
 * An expression does not fail if a field is missing: it gives nothing, or a text such as "R$ undefined" or
 * "[object Object]". No customer may receive such a text. As an ID, it would identify something else; as a key of Send
 * Once, it would make different messages look like the same one.
 */

/** These count wherever they are, because no word of any language contains one of them. */
const TRACES = [
	/undefined/,
	/NaN/,
	/\[object \w+\]/,
	/Invalid (?:DateTime|Date|Duration|Interval)/,
	// A function that was not called.
	/\[native code\]/,
	// An expression that was not evaluated, because the field is in Fixed mode, or because its braces are missing.
	/\{\{/,
	/\$(?:json|input|node)\b/,
	/\$\(['"]/,
];

/** What an error says of a trace, and what to do about it. */
function explained(trace: string): { what: string; advice: string } {
	const what = 'the text of an expression';
	if (trace === '{{') return { what, advice: 'Switch the field from Fixed to Expression.' };
	if (trace.startsWith('$')) {
		const advice =
			'Switch the field from Fixed to Expression, and write {{ before the expression and }} behind it.';
		return { what, advice };
	}
	return {
		what: `"${trace}"`,
		advice:
			'An expression has no value: check the names of its fields. If the text is meant, take all of it from one field of the item.',
	};
}

/** Between letters, "null" is a part of a word, such as the Italian "annullato". */
const NULL_AS_A_WORD = /(?<!\p{L})null(?!\p{L})/u;

/**
 * The trace of a failed expression, such as "undefined".
 * @param isKey whether the text is a key of Send Once. There, "null" counts inside of a word as well: a needless error
 * costs the user a look at the expression, but a key that all items share costs them their messages.
 * @returns undefined if the text has no trace
 */
export function traceIn(text: string, isKey = false): string | undefined {
	for (const trace of [...TRACES, isKey ? /null/ : NULL_AS_A_WORD]) {
		const found = trace.exec(text);
		if (found) return found[0];
	}
	return undefined;
}

/** Whether a text is data of the input item, whatever it looks like. */
export type IsData = (text: string) => boolean;

interface CheckedText {
	/** Names the text in the error. */
	label: string;
	text: string;
	isData: IsData;
	isKey?: boolean;
	/** Why the text is needed, for the advice of the error. */
	whyNeeded?: string | undefined;
	/** The text as the error shows it. The default is its beginning. */
	shown?: string | undefined;
}

/**
 * Refuses a text in which an expression has left a trace instead of its value, or which is an expression that was not
 * evaluated.
 * @throws InputError
 */
export function checkText({ label, text, isData, isKey, whyNeeded, shown }: CheckedText): void {
	const trace = traceIn(text, isKey);
	if (trace === undefined || isData(text)) return;
	const { what, advice } = explained(trace);
	throw new InputError(
		`${label} contains ${what}: ${shown ?? text.slice(0, 60)}`,
		joinedTexts([advice, whyNeeded]),
	);
}

/** Spaces, characters without a width, such as the zero-width space, and the empty Braille pattern. */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has nothing that anybody can see. */
export function isBlank(text: string): boolean {
	return BLANK.test(text);
}

/** Whether an expression has given nothing. Zero and false are values. */
export function isNothing(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/**
 * What spreadsheets, CRMs and people write where a value is missing. As the key of a notification, such a word is the
 * same for all of them.
 */
const PLACEHOLDER =
	/^(?:\W*(?:n\/?a|n\.a|none|nil|null|undefined|nan|unknown|not (?:set|available|applicable))\W*|#(?:ref|value|name|num|div\/0|error)[!?])$/i;

/** Whether a value is nothing, an empty list, or a word that stands for a missing value, such as "N/A" or "#REF!". */
export function isPlaceholder(value: unknown): boolean {
	if (isNothing(value) || (Array.isArray(value) && value.length === 0)) return true;
	return (
		typeof value === 'string' && (PLACEHOLDER.test(value.trim()) || !/[\p{L}\p{N}]/u.test(value))
	);
}

/**
 * Whether a field of the item, at any depth, has exactly this text as its value or its name. Then the text is data,
 * such as the order ID "null-island-7", and no trace of a failed expression.
 */
export function hasText(json: object, text: string): boolean {
	// A list instead of recursion, because an item may be nested more deeply than the call stack allows.
	const open: unknown[] = [json];
	while (open.length > 0) {
		const value = open.pop();
		if (value === text) return true;
		if (typeof value !== 'object' || value === null) continue;
		if (Object.hasOwn(value, text)) return true;
		for (const inner of Object.values(value)) open.push(inner);
	}
	return false;
}
