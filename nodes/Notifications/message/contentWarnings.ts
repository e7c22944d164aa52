import { isBlank } from '../../shared/params/expressionTraces';
import type { Params } from './message';

interface Problem {
	isIn(text: string): boolean;
	/** What the warning says after the name of the parameter. */
	words: string;
}

/** What WhatsApp rejects in a parameter, or what customers would not want to read. */
const PROBLEMS: Problem[] = [
	{ isIn: isBlank, words: 'is empty' },
	{ isIn: (text) => /[\n\r\u0085\u2028\u2029\v\f]/.test(text), words: 'has a line break' },
	{ isIn: (text) => text.includes('\t'), words: 'has a tab' },
	{ isIn: (text) => / {5}/.test(text), words: 'has more than four spaces in a row' },
	{ isIn: (text) => text.length > MAX_CHARACTERS, words: 'has more than 1,024 characters' },
	{ isIn: hasDateOfSoftware, words: 'has a date in a form that only software reads' },
	{
		isIn: (text) => /&(?:[a-z]+\d*|#\d+|#x[\da-f]+);|<\/?[a-z][^<>]*>/i.test(text),
		words: 'has the HTML of a web page, such as &amp; or <br>',
	},
	{
		isIn: (text) => text.includes('\uFFFD'),
		words: 'has a character that was lost (\uFFFD), since it was read in another encoding',
	},
	{
		isIn: (text) => /[^\P{Cc}\s\u0085]/u.test(text),
		words: 'has a control character, which nobody can see',
	},
];

const MAX_CHARACTERS = 1_024;

/** 2026-11-25T10:00:00.000-03:00, 2026-11-25 10:00:00, or Wed Nov 25 2026 10:00:00 GMT-0300. */
function hasDateOfSoftware(text: string): boolean {
	return (
		/\d{4}-\d\d-\d\d(?:T\d\d:\d\d| \d\d:\d\d:\d\d)/.test(text) ||
		/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d{4}\b/.test(text)
	);
}

/**
 * What is wrong with the content of parameters, as sentences for the user. In lists and objects, such as buttons, all
 * texts are looked at.
 */
export function contentWarnings(params: Params): string[] {
	return Object.entries(params).flatMap(([name, value]) => {
		const texts = textsIn(value);
		const found = PROBLEMS.filter(({ isIn }) => texts.some(isIn)).map(({ words }) => words);
		const words = name === 'buttons' ? [...found, ...problemsOfButtons(value)] : found;
		return words.map((each) => `The parameter "${name.slice(0, 40)}" ${each}`);
	});
}

/** WhatsApp takes buttons as a list. It puts the text of a link button behind the address in the template. */
function problemsOfButtons(value: unknown): string[] {
	if (typeof value === 'string') {
		return ['is a text instead of a list: choose Array as its type under Define Below'];
	}
	const hasAddress = textsIn(value).some((text) => /^\s*https?:\/\//i.test(text));
	return hasAddress
		? ['has a whole address, but a link button needs only its end: the template has the beginning']
		: [];
}

function textsIn(whole: unknown): string[] {
	const texts: string[] = [];
	// A list instead of recursion, because JSON may be nested more deeply than the call stack allows.
	const open: unknown[] = [whole];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === 'string') texts.push(value);
		if (typeof value === 'number') texts.push(String(value));
		if (typeof value !== 'object' || value === null) continue;
		for (const inner of Object.values(value)) open.push(inner);
	}
	return texts;
}
