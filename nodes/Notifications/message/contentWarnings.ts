import { isBlank } from './blankText';
import type { Params } from './message';

interface Problem {
	isIn(text: string): boolean;
	/** What the warning says after the name of the parameter. */
	words: string;
}

/** What WhatsApp rejects in a parameter, and numbers that nobody writes like that. */
const PROBLEMS: Problem[] = [
	{ isIn: isBlank, words: 'is empty' },
	{ isIn: (text) => /[\n\r\u0085\u2028\u2029\v\f]/.test(text), words: 'has a line break' },
	{ isIn: (text) => text.includes('\t'), words: 'has a tab' },
	{ isIn: (text) => / {5}/.test(text), words: 'has more than four spaces in a row' },
	{ isIn: hasRoundingError, words: 'has a number with a rounding error' },
];

/**
 * Whether a text contains a number such as 59.900000000000006: one with more than 15 digits comes from
 * arithmetic, not from a person.
 */
function hasRoundingError(text: string): boolean {
	const numbers = text.match(/\d+\.\d+(?:e[+-]?\d+)?/g) ?? [];
	return numbers.some((number) => {
		const [digits = ''] = number.split('e');
		return digits.replace('.', '').replace(/^0+/, '').length > 15;
	});
}

/**
 * What is wrong with the content of parameters, as sentences for the user. In lists and objects, such as buttons, all
 * texts are looked at.
 */
export function contentWarnings(params: Params): string[] {
	return Object.entries(params).flatMap(([name, value]) => {
		const texts = textsIn(value);
		return PROBLEMS.filter(({ isIn }) => texts.some(isIn)).map(
			({ words }) => `The parameter "${name.slice(0, 40)}" ${words}`,
		);
	});
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
