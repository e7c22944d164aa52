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
