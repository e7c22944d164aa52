import { parseDigits } from 'libphonenumber-js/max';
import { asText, shownText } from '../../shared/text';

/* How a phone is written. */

/** A longer text is cut, because no phone number is as long. */
const MAX_PHONE_LENGTH = 100;

/** A digit of any script, if at least four more digits follow it. */
const HIDDEN_DIGIT = /\p{Nd}(?=(?:\P{Nd}*\p{Nd}){4})/gu;
/** Hidden digits, with a plus or brackets before them, and with everything that separates them. */
const HIDDEN_PART = /[+([]*…[…+\p{Pd} ().[\]/]*/gu;

/**
 * A phone number as errors show it: only its last four digits, and all words. That is enough to find it in the data,
 * but not enough to call it.
 */
export function shownPhone(value: unknown): string {
	return shownText(visiblePhone(asText(value)).slice(0, MAX_PHONE_LENGTH))
		.replace(HIDDEN_DIGIT, '…')
		.replace(HIDDEN_PART, '…');
}

/** The digits of a writing. */
export function digitsOf(writing: string): string {
	return writing.replace(/\D/g, '');
}

/** The form in which a phone is written, which decides what it may mean. */
export interface Writing {
	kind:
		| 'chat' // 5511987654321@c.us, whatsapp:+5511987654321: WhatsApp has written it
		| 'link' // https://wa.me/5511987654321, of which people leave out the country code
		| 'plus' // +55 11 98765-4321
		| 'doubleZero' // 0055 11 98765-4321
		| 'national'; // (11) 98765-4321
	/** The number, with the digits 0 to 9, and without anything that is written before or after it but a plus or 00. */
	number: string;
}

/** The numbers of an agent and of a device may follow the number. */
const CHAT_ADDRESS = /^\+?([1-9]\d{4,14})(?:_\d{1,3})?(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
/** wa.me/5511987654321, api.whatsapp.com/send?phone=5511987654321 and whatsapp://send?phone=5511987654321. */
const LINK =
	/^(?:\w+:\/\/)?(?:www\.)?(?:wa\.me\/(?:c\/)?|(?:[\w.]+\/)?send\/?\?(?:[^#]*&)?phone=)(?:%2B|\+|00)?(\d{5,15})(?:[/?#&]|$)/i;
/** Two zeros in place of the plus, and what may separate them from the number. */
const DOUBLE_ZERO = /^00[^+\d]*/;

/** Digits, and what may separate them. */
const WRITING = /^[+\d][\d\p{Pd}\u2212 ().[\]/]*\d$/u;
/** What looks like no number, or like more than one, although the library would read one. */
const NOT_ONE_NUMBER = [
	// A single digit at the end: decimals, or a note behind the number, as in "11 98765-4321 2".
	/\D\d$/,
	// Two decimals. 06.12.34.56.00 is a phone.
	/(?<!\.\d\d)\.\d\d$/,
	// A slash may separate two numbers, as in 123456/7, but 030/123456 is a single one.
	/\/.*\/|(\d\D*){8}\/|\/(\D*\d){0,4}\D*$/,
	// A date, such as 2026-11-28 or 28.11.2026.
	/^(?:(?:19|20)\d\d[-.]\d\d[-.]\d\d|\d\d[-.]\d\d[-.](?:19|20)\d\d)$/,
];

/** @returns undefined if it is no phone number, or if the library would read another number than it looks like */
export function writingOf(phone: unknown): Writing | undefined {
	const visible = asText(textOfPhone(phone));
	const inDigits = visible.replace(/[^\P{Nd}\d]/gu, (digit) => parseDigits(digit) || digit);
	const link = LINK.exec(inDigits)?.[1];
	if (link !== undefined) return { kind: 'link', number: link };
	const scheme = /^(tel|whatsapp)\s*:\s*/i.exec(inDigits)?.[0] ?? '';
	const text = inDigits
		.slice(scheme.length)
		.replace(/^[([ ]+/, '')
		// An expression such as +{{ $json.phone }} may add a plus to one that is there.
		.replace(/^\++/, '+');
	const ofChat = CHAT_ADDRESS.exec(text)?.[1];
	if (ofChat !== undefined) return { kind: 'chat', number: `+${ofChat}` };

	const number = withPlus(text);
	const isOne = WRITING.test(number) && !NOT_ONE_NUMBER.some((pattern) => pattern.test(number));
	if (!isOne) return undefined;
	if (!number.startsWith('+')) return { kind: 'national', number };
	if (!text.startsWith('+')) return { kind: 'doubleZero', number: text };
	return { kind: /^whatsapp/i.test(scheme) ? 'chat' : 'plus', number };
}

/** The number with a plus in place of two zeros. */
export function withPlus(number: string): string {
	return number.replace(DOUBLE_ZERO, '+');
}

/** The text of a phone. It is empty if there is none, and undefined for a value that is neither a text nor a whole number. */
export function textOfPhone(value: unknown): string | undefined {
	if (Number.isSafeInteger(value)) return String(value);
	const text = value ?? '';
	return typeof text === 'string' ? visiblePhone(text) : undefined;
}

/** A phone without characters that nobody sees: address books put marks for the direction of the text around numbers. */
function visiblePhone(text: string): string {
	// Japanese texts have a wide plus.
	return text
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.replaceAll('\uff0b', '+')
		.trim();
}
