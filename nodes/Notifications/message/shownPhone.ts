import { shownText } from '../../shared/text';

/** A longer text is cut, because no phone number is as long. */
export const MAX_PHONE_LENGTH = 100;

/** A digit of any script, if at least four more digits follow it. */
const HIDDEN_DIGIT = /\p{Nd}(?=(?:\P{Nd}*\p{Nd}){4})/gu;
/** Hidden digits, with a plus or brackets before them, and with everything that separates them. */
const HIDDEN_PART = /[+([]*…[…+\p{Pd} ().[\]/]*/gu;

/**
 * A phone number as errors show it: only its last four digits, and all words. That is enough to find it in the data,
 * but not enough to call it.
 */
export function shownPhone(text: string): string {
	return shownText(text.slice(0, MAX_PHONE_LENGTH))
		.replace(HIDDEN_DIGIT, '…')
		.replace(HIDDEN_PART, '…');
}

/** The digits of a text, of any script. */
export function digitsOf(text: string): string {
	return text.replace(/\P{Nd}/gu, '');
}

/** If this many digits of a number follow each other in a text, they are hidden. Four may be shown. */
const PART_LENGTH = 5;
/** What may separate two digits of the same number. */
const GAP = /^[^\p{L}\d]{0,4}$/u;

/**
 * Makes a function for texts that several users see. It hides their numbers except for the last four digits, however
 * the digits are separated, and whatever stands next to them.
 * @param numbers the numbers of all users, in E.164
 */
export function withoutNumbersOf(numbers: readonly string[]): (text: string) => string {
	const parts = new Set<string>();
	for (const writing of numbers.flatMap(writingsOf)) {
		for (let at = 0; at + PART_LENGTH <= writing.length; at++) {
			parts.add(writing.slice(at, at + PART_LENGTH));
		}
	}
	return (text) => {
		let shown = '';
		let end = 0;
		for (const found of numbersIn(text, parts)) {
			const start = text[found.start - 1] === '+' ? found.start - 1 : found.start;
			shown += text.slice(end, start) + shownPhone(text.slice(start, found.end));
			end = found.end;
		}
		return shown + text.slice(end);
	};
}

/** The digits of a number, in all forms in which WhatsApp and address books write them in some countries. */
function writingsOf(e164: string): string[] {
	const digits = digitsOf(e164);
	return [
		digits,
		digits.replace(/^55(\d\d)9(\d{8})$/, '55$1$2'),
		digits.replace(/^55(\d\d)(\d{8})$/, '55$19$2'),
		digits.replace(/^52(\d{10})$/, '521$1'),
		digits.replace(/^549(\d{10})$/, '54$1'),
		digits.replace(/^54(\d{10})$/, '549$1'),
	];
}

interface Span {
	start: number;
	end: number;
}

/** The places in a text where digits belong to one of the numbers. */
function numbersIn(text: string, parts: Set<string>): Span[] {
	const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
	const isNear = places.map(
		(place, at) => at > 0 && GAP.test(text.slice(places[at - 1]! + 1, place)),
	);
	const spans: Span[] = [];
	let lastAt = -1;
	for (let at = 0; at + PART_LENGTH <= places.length; at++) {
		const last = at + PART_LENGTH - 1;
		const part = places.slice(at, last + 1);
		const isTogether = isNear.slice(at + 1, last + 1).every(Boolean);
		if (!isTogether || !parts.has(part.map((place) => text[place]).join(''))) continue;
		const end = part.at(-1)! + 1;
		// Two parts that share a digit belong to the same number. Two numbers may follow each other directly.
		if (at <= lastAt) spans.at(-1)!.end = end;
		else spans.push({ start: part[0]!, end });
		lastAt = last;
	}
	return spans;
}
