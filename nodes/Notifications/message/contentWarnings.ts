import { textsIn } from '../../shared/values';
import { isBlank, LINE_BREAK } from '../../shared/visibleText';
import type { Params } from './message';
import { isNested, paramLabel } from './paramValues';
import { hasPlaceholder } from './placeholders';

/** 2026-11-25T10:00, 2026-11-25 10:00:00, or Wed Nov 25 2026. */
const DATE_OF_SOFTWARE =
	/\d{4}-\d\d-\d\d(?:T\d\d:\d\d| \d\d:\d\d:\d\d)|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d{4}\b/;

/** What Luxon makes of DD/MM/YYYY and DD/MM, and of dd/mm/yyyy and mm/dd/yyyy at midnight. */
const DATE_OF_WRONG_FORMAT =
	/\d[/.-]YYYY|YYYY[/.-]\d|(?<!-)\bdddd\b|[A-Z][a-z]{2} \d{1,2}, \d{4}[/.-]|\b(?:\d\d[/.-]00|00[/.-]\d\d)[/.-]20\d\d\b/;
/** Not that of an address of a map, or of an ID. Where it is very small or large, software writes it as 1.5e-7. */
const NOT_ROUNDED = /(?<![\w.=-])\d+\.\d{10}|(?<![\w.])\d[.,]\d+e(?:-[7-9]|[+-]\d\d)(?!\w)/i;

const WRITTEN_INSTEAD = 'has what spreadsheets and databases write in place of a value';

/**
 * What WhatsApp rejects in a parameter, although the service accepts it; and what no customer should read. The words follow
 * the name of the parameter.
 */
const PROBLEMS: Array<[words: string, isIn: (text: string) => boolean]> = [
	['has a line break, which WhatsApp rejects', (text) => text.search(LINE_BREAK) >= 0],
	['has a tab, which WhatsApp rejects', (text) => text.includes('\t')],
	['has more than four spaces in a row, which WhatsApp rejects', (text) => /\p{Zs}{5}/u.test(text)],
	['has more than 1,024 characters, which WhatsApp rejects', (text) => text.length > 1_024],
	['has a date in a form that only software reads', (text) => DATE_OF_SOFTWARE.test(text)],
	[
		'has a date of a wrong format: in n8n, write yyyy, MM, dd and EEEE',
		(text) => DATE_OF_WRONG_FORMAT.test(text),
	],
	[WRITTEN_INSTEAD, hasPlaceholder],
	['has a number that is not rounded', (text) => NOT_ROUNDED.test(text)],
	['has a part of a character, which nobody can read', (text) => text.includes('\uFFFD')],
];

const IS_EMPTY = 'is empty, which WhatsApp rejects';
const HAS_EMPTY = 'has an empty text in it';

/**
 * What is wrong with the content of parameters, as sentences for the user. In lists and objects, such as buttons, all
 * texts are looked at, but no numbers, such as those of a place.
 * @param placeholders the values of fields in them that stand for another value
 */
export function contentWarnings(params: Params, placeholders: readonly string[] = []): string[] {
	return Object.entries(params).flatMap(([name, value]) => {
		const texts = textsIn(value).map(({ text }) => text);
		if (typeof value === 'number') texts.push(String(value));
		const found = PROBLEMS.filter(([, isIn]) => texts.some(isIn)).map(([words]) => words);
		const hasOne = texts.some((text) => placeholders.some((each) => hasWord(text, each)));
		if (hasOne && !found.includes(WRITTEN_INSTEAD)) found.push(WRITTEN_INSTEAD);
		if (texts.some(isBlank)) found.unshift(isNested(value) ? HAS_EMPTY : IS_EMPTY);
		return found.map((words) => `${paramLabel(name)} ${words}`);
	});
}

/** Whether a text has another one that is no part of a word: "nan" is none of "Fernanda". */
function hasWord(text: string, word: string): boolean {
	const isLetter = (character = '') => /[\p{L}\p{N}]/u.test(character);
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
	}
	return false;
}
