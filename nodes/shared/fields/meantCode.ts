import { fieldsIn, withInstead } from './takenFromItems';

/* What the author of a text means by an expression in it, where n8n puts in the data of the item as it is. */

/** Gives the value of code, by n8n. */
type Evaluate = (code: string) => unknown;

/**
 * In the quotes of JSON, the text of a field is a text, whatever characters it has: `{ "path": "{{ $json.path }}" }` is the
 * path C:\bar. Code that makes a part of JSON, as by `JSON.stringify`, gives another text than that of its field.
 * @param before what stands before the expression
 */
export function quotedCode(code: string, before: string, evaluate: Evaluate): string {
	if (!isInQuotes(before)) return code;
	const value = evaluate(code);
	const isPlain = typeof value !== 'string' || JSON.stringify(value) === `"${value}"`;
	if (isPlain || !fieldsIn(code).some((field) => evaluate(field) === value)) return code;
	return `JSON.stringify(${code}).slice(1, -1)`;
}

function isInQuotes(before: string): boolean {
	const quotes = before.replace(/\\./g, '').match(/"/g) ?? [];
	return quotes.length % 2 === 1;
}

/** In what identifies something, a blank at the edge of a cell is no part of it: "1001 " is the order 1001. */
export function trimmedCode(code: string, evaluate: Evaluate): string {
	const untrimmed = fieldsIn(code).filter((field) => {
		const value = evaluate(field);
		return typeof value === 'string' && value !== value.trim();
	});
	return untrimmed.reduce((left, field) => withInstead(left, [field], `(${field}).trim()`), code);
}
