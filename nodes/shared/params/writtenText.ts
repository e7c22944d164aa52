import { ExpressionParser } from 'n8n-workflow';

/*
 * What the user has written in a field, before n8n evaluates it. n8n puts an empty text in place of an expression that
 * gives nothing, so the value of `store-{{ $json.store }}` does not show that the store is missing. Therefore each text
 * is split into its parts, and each expression is evaluated alone.
 */

/** The keys that lead to a text within the value of a field. It is empty for a field that is a text itself. */
export type Path = readonly string[];

export interface WrittenText {
	path: Path;
	/** n8n takes every text that begins with "=" for an expression. `$fromAI` is one as well. */
	isExpression: boolean;
	/** The expressions in its braces. */
	expressions: Expression[];
	/** Whether it is one single expression, so that the value of the field need not be a text. */
	isSingle: boolean;
}

/** An expression in braces. */
export interface Expression {
	/** As the user has written it, with its braces. */
	written: string;
	code: string;
	/** Whether it stands alone between quotes, as a whole text within JSON does. */
	isQuoted: boolean;
}

interface Text {
	path: Path;
	text: string;
}

/** All texts that a value holds, at any depth. */
export function textsIn(value: unknown, path: Path = []): Text[] {
	if (typeof value === 'string') return [{ path, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

/** All texts of a field, as they are written. */
export function writtenTexts(value: unknown): WrittenText[] {
	return textsIn(value).map(({ path, text }) => ({ path, ...partsOf(text) }));
}

function partsOf(text: string): Omit<WrittenText, 'path'> {
	if (!text.startsWith('=')) return { isExpression: false, expressions: [], isSingle: false };
	const chunks = ExpressionParser.splitExpression(text.slice(1));
	const parts = chunks.filter((chunk) => chunk.type === 'code' || chunk.text !== '');
	const expressions = parts.flatMap((part, index): Expression[] => {
		if (part.type === 'text') return [];
		const written = ExpressionParser.joinExpression([part]);
		const isQuoted =
			parts[index - 1]?.text.endsWith('"') === true &&
			parts[index + 1]?.text.startsWith('"') === true;
		return [{ written, code: part.text, isQuoted }];
	});
	const isSingle = parts.length === 1 && expressions.length === 1;
	return { isExpression: true, expressions, isSingle };
}

/** What stands at a place within a value. Undefined if there is no such place. */
export function valueAt(whole: unknown, keys: Path): unknown {
	let value = whole;
	for (const key of keys) {
		if (value === null || value === undefined) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
