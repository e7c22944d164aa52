import { asText } from '../text';
import { isCallOf, unwrapped } from './codePart';
import type { Expression } from './expressions';
import { syntaxTree } from './syntaxTree';

/* What an expression gives with something else in place of a part, and what that says of the part. n8n evaluates it. */

/** The code with something else in place of a part. */
export type CodeWith = (instead: string) => string;

/** It has letters and digits, and is a number, of which a date is another one than that of zero. */
export const TEXT = '0x7a7b7a7b7a';
const TEXTS = new RegExp(TEXT, 'gi');
/** Something is left of it that can be recognized, if it is cut or turned around, or loses its letters or digits. */
const CUTTABLE = '8q8q8q8q8q8q';
const PARTS_OF_CUTTABLE = /[8q]+/gi;

/** What n8n gives for an expression, as texts. What it cannot evaluate is undefined. */
export interface Probe {
	given: string | undefined;
	withText: string | undefined;
	/** With something else in place of a part. */
	valueWith(instead: string): string | undefined;
}

export function probeOf({ value, evaluate }: Expression, codeWith: CodeWith): Probe {
	const valueWith = (instead: string) => comparedText(evaluate(codeWith(instead)));
	return { given: comparedText(value), withText: valueWith(`'${TEXT}'`), valueWith };
}

/** A value as a text. An empty text of its own within JSON is judged where it is read. */
function comparedText(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	// JSON has null in place of what is no number.
	if (typeof value === 'number') return String(value);
	const text = asText(value);
	return /^[{[]/.test(text) ? text.replaceAll(`"${TEXT}"`, '""') : text;
}

/** Whether a key is another one with another value. */
export function isPartOfKey({ given, withText, valueWith }: Probe): boolean {
	// The part would be the key itself, so another one was chosen in its place. What changes a text, changes this one, too.
	if (withText === TEXT && valueWith("'a 7'") === 'a 7') return false;
	return withText !== given || (valueWith('(0/0)') ?? given) !== given;
}

/** Whether a value is what is left with a text if that is taken away, so that the code only adds it. */
export function isAdded(code: string, { given = '', withText = '', valueWith }: Probe): boolean {
	if (!hasText(withText)) return isInserted(given, valueWith(`'${CUTTABLE}'`));
	const tidied = (text: string) => (tidiesBlanks(code) ? text.replace(/\s+/g, ' ').trim() : text);
	// JavaScript adds null as a word.
	return ['', 'null'].some((left) => tidied(withText.replace(TEXTS, left)) === tidied(given));
}

/** Whether code takes away the blanks around a text that it has made, or all but one of several. */
function tidiesBlanks(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'Literal') return node.regex?.pattern.includes('\\s') === true;
		return isCallOf('trim', node) && unwrapped(node.callee.object).type !== 'MemberExpression';
	});
}

/** Whether a text is another one with parts of CUTTABLE in it. */
function isInserted(given: string, other = ''): boolean {
	const [before, after] = [given, other].map((text) => text.replace(PARTS_OF_CUTTABLE, ''));
	return other.length > given.length && before === after;
}

export function hasText(withText = ''): boolean {
	return withText.search(TEXTS) >= 0;
}

/** Whether a value is that of zero, as what is empty counts in an amount or a date. One that is no zero itself is another one without a number. */
export function isOfZero({ given, withText, valueWith }: Probe): boolean {
	const withZero = valueWith('(0)') ?? valueWith("'0'");
	const withoutNumber = valueWith('(0/0)') ?? withText;
	const isOther = withoutNumber !== given || isZero(given);
	return withZero === given && /\d/.test(given ?? '') && isOther;
}

/** Whether a value is zero, as 0, 0.00 and "R$ 0,00" are. */
export function isZero(value: unknown): boolean {
	const digits = asText(value).replace(/\D/g, '');
	return /^0+$/.test(digits);
}
