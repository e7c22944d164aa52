import { asJson } from '../../shared/shownText';

const MAX_DEPTH = 5;
const MAX_PARTS = 10;

/** Names that say nothing which their value does not say. */
const PLAIN_NAMES =
	/^(errors?|codes?|descriptions?|messages?|reasons?|texts?|titles?|details?|data|error_?code)$/i;

/**
 * What the service says, in words. The specification shows a text and `{ error, description }`
 * (section 2.7); any other form is read as well: lists, numbers, what is nested.
 *
 * @returns an empty text where it says nothing
 */
export function reasonWords(reason: unknown, depth = 0): string {
	if (typeof reason === 'string') return reason.trim();
	if (typeof reason === 'number' || typeof reason === 'boolean') return String(reason);
	if (typeof reason !== 'object' || reason === null) return '';
	if (depth >= MAX_DEPTH) return asJson(reason);
	if (Array.isArray(reason)) {
		const parts = reason.slice(0, MAX_PARTS).map((part: unknown) => reasonWords(part, depth + 1));
		return parts.filter(Boolean).join('; ');
	}
	return Object.entries(reason)
		.slice(0, MAX_PARTS)
		.map(([name, value]) => ({ name, words: reasonWords(value, depth + 1) }))
		.filter(({ words }) => words !== '')
		.map(({ name, words }) => (PLAIN_NAMES.test(name) ? words : `${name} ${words}`))
		.join(': ');
}

/** Whether the words say that the nonce was used before, so that the notification was sent before. */
export function saysNonceIsKnown(words: string): boolean {
	const text = plain(words);
	if (/\bnonce (is |was )?(missing|required|invalid|unknown|empty|not (?!unique))/.test(text)) {
		return false;
	}
	const isAboutNonce = /\bnonces?\b|\bidempotency\b/.test(text);
	const isSecond = /\b(already|duplicated?|used|exists?|known|not unique|taken)\b/.test(text);
	return (
		(isAboutNonce && isSecond) ||
		/\balready (been )?(sent|notified|delivered)\b/.test(text) ||
		/\bduplicated? (notification|message|request|id)s?\b/.test(text)
	);
}

/** Whether the words say "later", as a 429 does. */
export function saysTooManyCalls(words: string): boolean {
	return /\brate ?limit|\btoo many (requests|calls)\b|\bthrottl/.test(plain(words));
}

/** In lower case, and without what joins the words of a code: DUPLICATE_NONCE, duplicateNonce. */
function plain(words: string): string {
	return words
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.toLowerCase();
}
