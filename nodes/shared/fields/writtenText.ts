import { ExpressionParser } from 'n8n-workflow';
import { type Path, textsIn } from '../values';

/*
 * What the user has written in a field, before n8n evaluates it. n8n puts an empty text in place of an expression that
 * gives nothing, so the value of `store-{{ $json.store }}` does not show that the store is missing. Therefore each text
 * is split into its parts, and each expression is evaluated alone.
 */

export interface WrittenText {
	path: Path;
	/** n8n takes every text that begins with "=" for an expression. `$fromAI` is one as well. */
	isExpression: boolean;
	/** The code of each expression, without its braces. */
	codes: string[];
	/** Whether it is one single expression, so that the value of the field need not be a text. */
	isSingle: boolean;
	/**
	 * The text without its "=", with other code in place of each.
	 * @param before what is written before the code, apart from other code
	 */
	withCodes(change: (code: string, before: string) => string): string;
}

/** All texts of a field, as they are written. */
export function writtenTexts(value: unknown): WrittenText[] {
	return textsIn(value).map(({ path, text }) => ({ path, ...partsOf(text) }));
}

function partsOf(text: string): Omit<WrittenText, 'path'> {
	const isExpression = text.startsWith('=');
	const chunks = isExpression ? ExpressionParser.splitExpression(text.slice(1)) : [];
	const parts = chunks.filter((chunk) => chunk.type === 'code' || chunk.text !== '');
	const codes = parts.filter(({ type }) => type === 'code').map((part) => part.text);
	const withCodes: WrittenText['withCodes'] = (change) => {
		let before = '';
		const changed = chunks.map((chunk) => {
			if (chunk.type === 'code') return { ...chunk, text: change(chunk.text, before) };
			before += chunk.text;
			return chunk;
		});
		return ExpressionParser.joinExpression(changed);
	};
	const isSingle = parts.length === 1 && codes.length === 1;
	return { isExpression, codes, isSingle, withCodes };
}
