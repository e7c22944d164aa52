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
	/** The parts in their order: text, and expressions in braces. */
	parts: Array<string | Expression>;
	/** Whether it is one single expression, so that the value of the field need not be a text. */
	isSingle: boolean;
}

/** An expression in braces. */
export interface Expression {
	/** As the user has written it, with its braces. */
	written: string;
	code: string;
	/** Whether it says itself what happens if a value is missing: by `??`, `||` or a condition. */
	handlesMissing: boolean;
}

/** All texts that a field holds, at any depth. */
export function writtenTexts(value: unknown, path: Path = []): WrittenText[] {
	if (typeof value === 'string') return [{ path, ...partsOf(value) }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => writtenTexts(inner, [...path, key]));
}

function partsOf(text: string): Omit<WrittenText, 'path'> {
	if (!text.startsWith('=')) return { isExpression: false, parts: [text], isSingle: false };
	const chunks = ExpressionParser.splitExpression(text.slice(1));
	const parts = chunks
		.filter((chunk) => chunk.type === 'code' || chunk.text !== '')
		.map((chunk) => {
			if (chunk.type === 'text') return chunk.text;
			const written = ExpressionParser.joinExpression([chunk]);
			return { written, code: chunk.text, handlesMissing: HANDLES_MISSING.test(chunk.text) };
		});
	const isSingle = parts.length === 1 && typeof parts[0] !== 'string';
	return { isExpression: true, parts, isSingle };
}

/** Operators by which an expression decides what to do without a value. In a text, they only spare it an error. */
const HANDLES_MISSING = /\?\?|\|\||\?(?!\.)|\$if|[iI]fEmpty/;

/** What stands at a place within a value. Undefined if there is no such place. */
export function valueAt(whole: unknown, keys: Path): unknown {
	let value = whole;
	for (const key of keys) {
		if (value === null || value === undefined) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
