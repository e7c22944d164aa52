import { asText } from '../text';
import { hasChoice, hasDefault, mayChooseBy, mayLeaveOutBy } from './chosenCode';
import { isCallOf, unwrapped } from './codePart';
import type { Expression } from './expression';
import { syntaxTree } from './syntaxTree';

/*
 * Whether an expression has made something of a part that is empty. n8n says so, by its values with something else in place
 * of the part: a text T, false, undefined, zero, and 0/0, which is no number. For a name and a total that are empty:
 *
 *   Code                                  Value        With something else             What it makes of the part
 *   'Hi ' + $json.name                    'Hi '        T: 'Hi T', false: 'Hi false'    it adds it
 *   [$json.name, 'a'].filter(…).join()    'a'          T: 'T,a', false: 'a'            nothing: it leaves it out
 *   5 + $json.total                       '5'          T: '5T', false: '5', 0/0: 'NaN' it adds it to a sum
 *   [$json.name].map((n) => n || 'a')[0]  'a'          T: 'T', undefined: 'a'          nothing: it has a fallback
 *   $json.name.length + ' letters'        '0 letters'  T: '12 letters'                 nothing: it looks at it
 *   Number($json.total).toFixed(2)        '0.00'       0: '0.00', 0/0: 'NaN'           an amount of zero
 *   'o-' + $json.name.length, in a key    'o-0'        T: 'o-12'                       a part of the key
 */

/** The code with something else in place of a part. */
export type CodeWith = (instead: string) => string;

/** An expression with a part, and its values as texts. What n8n cannot evaluate is undefined. */
export interface Probe {
	code: string;
	isKey: boolean;
	given: string | undefined;
	withText: string | undefined;
	/** With something else in place of the part. */
	valueWith(instead: string): string | undefined;
}

/** It has letters and digits, and is a number, of which a date is another one than that of zero. */
const TEXT = '0x7a7b7a7b7a';
const TEXTS = new RegExp(TEXT, 'gi');
/** Something is left of it that can be recognized, if it is cut or turned around, or loses its letters or digits. */
const CUTTABLE = '8q8q8q8q8q8q';
const PARTS_OF_CUTTABLE = /[8q]+/gi;

export function probeOf(
	{ code, value, emptyPart, evaluate }: Expression,
	codeWith: CodeWith,
): Probe {
	const valueWith = (instead: string) => comparedText(evaluate(codeWith(instead)));
	const given = comparedText(value);
	const withText = valueWith(`'${TEXT}'`);
	return { code, isKey: emptyPart === 'key', given, withText, valueWith };
}

/** A value as a text. An empty text of its own within JSON is judged where it is read. */
function comparedText(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	// JSON has null in place of what is no number.
	if (typeof value === 'number') return String(value);
	const text = asText(value);
	return /^[{[]/.test(text) ? text.replaceAll(`"${TEXT}"`, '""') : text;
}

/** Whether an expression has made something of a field, or of what it reaches by functions. */
export function isUsed(probe: Probe): boolean {
	return probe.isKey && !hasChoice(probe.code) ? isPartOfKey(probe) : isAddedOrZero(probe);
}

/** The same of a name within the data. A parameter of a function may have a default for it. */
export function isNameUsed(probe: Probe, name: string): boolean {
	const { code, isKey, given, valueWith } = probe;
	if (hasDefault(code) && valueWith('(undefined)') === given) return false;
	if (isAddedOrZero(probe, name)) return true;
	if (!isKey || hasChoice(code) || !isPartOfKey(probe)) return false;
	// A filter and a count give for false, or for zero, what they give for nothing.
	return valueWith('(false)') !== given && valueWith('(0)') !== given;
}

/** The same of a list without an entry, whose count and whose sum are zero. */
export function isEmptyListUsed(probe: Probe): boolean {
	const { code, given, withText, valueWith } = probe;
	if (hasChoice(code)) return isAdded(probe);
	const isCount = isZero(given) && valueWith('(0/0)') === undefined;
	return !isCount && withText !== TEXT && withText !== given;
}

/** Whether a key is another one with another value. */
function isPartOfKey({ given, withText, valueWith }: Probe): boolean {
	// The part would be the key itself, so another one was chosen in its place. What changes a text, changes this one, too.
	if (withText === TEXT && valueWith("'a 7'") === 'a 7') return false;
	return withText !== given || (valueWith('(0/0)') ?? given) !== given;
}

/** @param name of a part that is reached by its name */
function isAddedOrZero(probe: Probe, name?: string): boolean {
	const { isKey, given, withText } = probe;
	if (withText === given || hasFallback(probe, name)) return false;
	const isLeftOut = isLeftOutByCondition(probe, name);
	// In a key, what was left out is missing.
	if (isAdded(probe)) return isKey || !(isLeftOut || isLeftOutAsFalse(probe));
	// JavaScript makes a zero of two that are null, and a text of two texts.
	const isAmount = isZero(given) || !hasText(withText) || !isLeftOut;
	return isAmount && isOfZero(probe);
}

/** Whether a function in the code has a fallback for the part, or leaves out what is nothing, as n8n's `.compact()` does. */
function hasFallback({ code, given, valueWith }: Probe, name: string | undefined): boolean {
	const mayChoose = name === undefined ? hasChoice(code) : mayChooseBy(name, code);
	const isCompacted = syntaxTree(code).nodes.some((node) => isCallOf('compact', node));
	return (mayChoose || isCompacted) && valueWith('(undefined)') === given;
}

/** Whether code leaves out what counts as false, as `filter(Boolean)` does. A sum leaves out false, but not 0/0. */
function isLeftOutAsFalse({ given, valueWith }: Probe): boolean {
	return valueWith('(false)') === given && valueWith('(0/0)') === given;
}

/** Whether a condition keeps the part out of a sum, as `filter((line) => line.price !== null)` does. */
function isLeftOutByCondition(
	{ code, given, valueWith }: Probe,
	name: string | undefined,
): boolean {
	return valueWith('(false)') === given && mayLeaveOutBy(name, code);
}

/** Whether a value is what is left with a text if that is taken away, so that the code only adds it. */
export function isAdded({ code, given = '', withText = '', valueWith }: Probe): boolean {
	if (!hasText(withText)) return isInserted(given, valueWith(`'${CUTTABLE}'`));
	const tidied = (text: string) => (tidiesBlanks(code) ? text.replace(/\s+/g, ' ').trim() : text);
	// JavaScript adds null as a word.
	return ['', 'null'].some((left) => tidied(withText.replace(TEXTS, left)) === tidied(given));
}

function hasText(withText = ''): boolean {
	return withText.search(TEXTS) >= 0;
}

/** Whether a text is another one with parts of CUTTABLE in it. */
function isInserted(given: string, other = ''): boolean {
	const [before, after] = [given, other].map((text) => text.replace(PARTS_OF_CUTTABLE, ''));
	return other.length > given.length && before === after;
}

/** Whether code takes away the blanks around a text that it has made, or all but one of several. */
function tidiesBlanks(code: string): boolean {
	return syntaxTree(code).nodes.some((node) => {
		if (node.type === 'Literal') return node.regex?.pattern.includes('\\s') === true;
		return isCallOf('trim', node) && unwrapped(node.callee.object).type !== 'MemberExpression';
	});
}

/** Whether a value is that of zero, as what is empty counts in an amount or a date. One that is no zero itself is another one without a number. */
function isOfZero({ given, withText, valueWith }: Probe): boolean {
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
