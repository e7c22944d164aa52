import { isJavaScript, syntaxTree } from './syntaxTree';
import { fieldsIn, fieldsInResult } from './takenFromItems';

/* What the author of a text means by an expression in it, where n8n puts in the data of the item as it is. */

/** Gives the value of code, by n8n. */
type Evaluate = (code: string) => unknown;

/**
 * In the quotes of JSON, the text of a field is a text, even if it has quotes itself: `{ "name": "{{ $json.name }}" }`. One that
 * is right there, as after `JSON.stringify`, stays as it is.
 * @param before what stands before the expression
 */
export function quotedCode(code: string, before: string, evaluate: Evaluate): string {
	if (!isInQuotes(before)) return code;
	const value = evaluate(code);
	if (typeof value !== 'string' || isTextInJson(`"${value}"`)) return code;
	if (!fieldsIn(code).some((field) => evaluate(field) === value)) return code;
	// A comment may stand at its end.
	const quoted = `JSON.stringify(${code}\n).slice(1, -1)`;
	return isJavaScript(quoted) ? quoted : code;
}

function isInQuotes(before: string): boolean {
	const quotes = before.replace(/\\./g, '').match(/"/g) ?? [];
	return quotes.length % 2 === 1;
}

function isTextInJson(json: string): boolean {
	try {
		JSON.parse(json);
		return true;
	} catch {
		return false;
	}
}

/** In what identifies something, a blank at the edge of a cell is no part of it: "1001 " is the order 1001. */
export function trimmedCode(code: string, evaluate: Evaluate): string {
	const { textOf, withInstead } = syntaxTree(code);
	const untrimmed = fieldsInResult(code).filter((field) => {
		const value = evaluate(textOf(field));
		return typeof value === 'string' && value !== value.trim() && value.trim() !== '';
	});
	return withInstead(untrimmed, (field) => `(${textOf(field)}).trim()`);
}
