import { checkDigits, refuseKnownMistakes } from './phoneProblem';

/** The form in which a phone is written, which decides what it may mean. */
export interface Writing {
	kind:
		| 'chatAddress' // 5511987654321@c.us
		| 'link' // https://wa.me/5511987654321
		| 'chatName' // whatsapp:+5511987654321
		| 'plus' // +55 11 98765-4321
		| 'doubleZero' // 0055 11 98765-4321
		| 'national'; // (11) 98765-4321
	/** The number, without anything that is written before or after it, except for a plus or 00. */
	number: string;
}

const SCHEME = /^(tel|whatsapp)\s*:\s*/i;
/** The numbers of an agent and of a device may follow the number. */
const CHAT_ADDRESS = /^\+?([1-9]\d{4,14})(?:_\d{1,3})?(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
/** wa.me/5511987654321, or wa.me/c/5511987654321 for the catalogue of a number. */
const SHORT_LINK =
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/(?:c\/)?((?:[+\d ().-]|%20|%2B)*\d)\/?(?:[?#]|$)/i;
/** api.whatsapp.com/send?phone=5511987654321, the same on other hosts, and whatsapp://send?phone=5511987654321. */
const LONG_LINK =
	/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?whatsapp\.com\/send\/?|whatsapp:\/\/send\/?)\?(?:[^#]*&)?phone=((?:[+\d ().-]|%20|%2B)*\d)(?:[&#]|$)/i;
/** Two zeros in place of the plus, and what may separate them from the number. */
const DOUBLE_ZERO = /^00[^+\p{Nd}]*/u;

/** Finds out how a phone is written. @throws InputError if it is no phone number */
export function writingOf(given: string): Writing {
	const link = (SHORT_LINK.exec(given) ?? LONG_LINK.exec(given))?.[1];
	if (link !== undefined) return linkWriting(link);
	const scheme = SCHEME.exec(given)?.[0] ?? '';
	const text = given.slice(scheme.length).replace(/^[([ ]+/, '');
	const ofChat = CHAT_ADDRESS.exec(text)?.[1];
	if (ofChat !== undefined) return { kind: 'chatAddress', number: ofChat };
	refuseKnownMistakes(text);
	checkDigits(withPlus(text));
	if (/^whatsapp/i.test(scheme)) return { kind: 'chatName', number: text };
	if (text.startsWith('+')) return { kind: 'plus', number: text };
	return { kind: DOUBLE_ZERO.test(text) ? 'doubleZero' : 'national', number: text };
}

/** A link has the number with its country code, with or without a plus, which may be URL-encoded. */
function linkWriting(encoded: string): Writing {
	const number = encoded.replace(/%2B/gi, '+').replace(/%20/g, ' ').trim();
	checkDigits(number);
	return { kind: 'link', number };
}

/** Whether WhatsApp has written the number, or somebody who says so. */
export function isFromChat({ kind }: Writing): boolean {
	return kind === 'chatAddress' || kind === 'chatName';
}

/** The number with a plus in place of two zeros. */
export function withPlus(number: string): string {
	return number.replace(DOUBLE_ZERO, '+');
}

/** Whether a number begins with a plus, or with two zeros in its place. */
export function isInternational(number: string): boolean {
	return number.startsWith('+') || DOUBLE_ZERO.test(number);
}
