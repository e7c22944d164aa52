import { shownText } from '../../shared/text';

/* How a phone is written, and what other systems write around it or instead of it. */

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
export function shownPhone(text: string): string {
	return shownText(text.slice(0, MAX_PHONE_LENGTH))
		.replace(HIDDEN_DIGIT, '…')
		.replace(HIDDEN_PART, '…');
}

/** The digits of a text, of any script. */
export function digitsOf(text: string): string {
	return text.replace(/\P{Nd}/gu, '');
}

/** What to do about a phone that is refused. Whoever follows it reaches the same person, or gets an error. */
export interface Advice {
	/** A sentence without its full stop. */
	text: string;
	/** What to enter in the field instead. @param phone the expression that gives the phone, such as `$json.phone` */
	expression?(phone: string): string;
}

/** A phone that is not accepted. `readPhone` makes an error of it that names the field. */
export class RefusedPhone extends Error {
	/** @param problem what the error says after the name of the field */
	constructor(
		readonly problem: string,
		readonly advice: Advice,
	) {
		super(problem);
	}
}

/** The error for a phone of which the last four digits are shown. */
export function refused(problem: string, text: string, advice: Advice | string): RefusedPhone {
	return new RefusedPhone(
		`${problem}: ${shownPhone(text)}`,
		typeof advice === 'string' ? { text: advice } : advice,
	);
}

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

/** Finds out how a phone is written. @throws RefusedPhone if it is no phone number */
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

/** The number with a plus in place of two zeros. */
export function withPlus(number: string): string {
	return number.replace(DOUBLE_ZERO, '+');
}

/** Whether a number begins with a plus, or with two zeros in its place. */
export function isInternational(number: string): boolean {
	return number.startsWith('+') || DOUBLE_ZERO.test(number);
}

const ONE_NUMBER = 'Map a field with one phone number, without words, notes or an extension';
const ONE_PERSON = 'Map the phone number of one person';
const AS_TEXT = 'Map the phone number as text, as it is in the source';

/** The text of a phone, without characters that cannot be seen. @throws RefusedPhone if it is empty, or neither a text nor a whole number */
export function textOfPhone(value: unknown): string {
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value === 'number') throw refused('is not a whole number', String(value), AS_TEXT);
	if (typeof value !== 'string' && value !== undefined && value !== null) throw notOneText(value);
	// Address books put marks for the direction of the text around numbers. Japanese texts have a wide plus.
	const text = (value ?? '')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.replaceAll('\uff0b', '+')
		.trim();
	if (text !== '') return text;
	throw new RefusedPhone('is empty', {
		text: 'Map a field with a phone number. If it is an expression, check that it gives a value',
	});
}

/** CRMs give a list of phones, often as objects such as `{ "label": "work", "value": "+5511987654321" }`. */
function notOneText(value: unknown): RefusedPhone {
	const path = pathToPhone(value);
	const advice: Advice = { text: ONE_NUMBER };
	if (path !== undefined) advice.expression = (phone) => `{{ ${phone}${path} }}`;
	return new RefusedPhone('is neither a text nor a number', advice);
}

const NAME_OF_PHONE = /value|number|phone|tel|mobile|cell?|whatsapp/i;

/** The path to the first phone in a list or an object, such as `[0].value`. Undefined if none can be told by its name. */
function pathToPhone(value: unknown): string | undefined {
	if (typeof value === 'string') return '';
	if (typeof value !== 'object' || value === null) return undefined;
	if (Array.isArray(value)) {
		const path = pathToPhone(value[0]);
		return path === undefined ? undefined : `[0]${path}`;
	}
	const found = Object.entries(value).find(
		([name, inner]) => typeof inner === 'string' && NAME_OF_PHONE.test(name),
	);
	if (!found) return undefined;
	const [name] = found;
	return /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

interface KnownMistake {
	pattern: RegExp;
	problem: string;
	advice: Advice;
}

/** What other systems and spreadsheets write around a phone number, or instead of it. The first match counts. */
const KNOWN_MISTAKES: KnownMistake[] = [
	{
		pattern: /\{\{/,
		problem: 'is an expression that was not evaluated',
		advice: { text: 'Switch the field from Fixed to Expression' },
	},
	{
		pattern: /^['’‘`´]|['’‘`´]$/,
		problem: 'has an apostrophe, as spreadsheets mark text',
		advice: {
			text: 'Remove it in the source',
			expression: (phone) => `{{ ${phone}.replace(/['’‘\`´]/g, '') }}`,
		},
	},
	{
		pattern: /^=/,
		problem: 'is a formula of a spreadsheet',
		advice: {
			text: 'Format the column as text',
			expression: (phone) => `{{ ${phone}.replace(/[="]/g, '') }}`,
		},
	},
	{
		pattern: /^["“”]|["“”]$/,
		problem: 'is in quotation marks',
		advice: {
			text: 'Remove them in the source',
			expression: (phone) => `{{ ${phone}.replace(/["“”]/g, '') }}`,
		},
	},
	{
		pattern: /^#(?:N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|DIV\/0!|ERROR!)/i,
		problem: 'is an error of a spreadsheet',
		advice: { text: 'Correct the formula in the spreadsheet' },
	},
	{
		pattern: /^p\s*:/i,
		problem: 'begins with p:, as in exports of lead ads',
		advice: {
			text: 'Remove p: in the source',
			expression: (phone) => `{{ ${phone}.replace(/^p\\s*:/i, '') }}`,
		},
	},
	{
		pattern: /@lid$/i,
		problem: 'is a WhatsApp ID that hides the phone number',
		advice: {
			text: 'Map the field that holds the number itself, such as one that ends with @c.us',
		},
	},
	{
		pattern: /@g\.us$/i,
		problem: 'is the ID of a WhatsApp group',
		advice: { text: ONE_PERSON },
	},
	{
		pattern: /@(?:broadcast|newsletter)$|^status@/i,
		problem: 'is the ID of a WhatsApp channel or broadcast list',
		advice: { text: ONE_PERSON },
	},
	{
		pattern: /@[a-z\d-]+\.[a-z]/i,
		problem: 'is an email address',
		advice: { text: 'Map the field with the phone number' },
	},
	{
		pattern: /^[a-z]+:\/\/|(?:wa\.me|whatsapp\.com)\//i,
		problem: 'is a link without a phone number',
		advice: {
			text: 'Map a field with the number itself, or a link such as https://wa.me/5511987654321',
		},
	},
	{
		pattern: /^0(?:xx|\*\*)\d/i,
		problem: 'has xx instead of a carrier, as in (0xx11)',
		advice: {
			text: 'Remove 0xx in the source',
			expression: (phone) => `{{ ${phone}.replace(/^\\(?0(xx|\\*\\*)/i, '(') }}`,
		},
	},
	{
		pattern: /\p{Nd}.*[*•●]|[*•●].*\p{Nd}|\p{Nd}[\p{Pd} ().]*x{2}/iu,
		problem: 'has hidden digits',
		advice: {
			text: 'Map the whole number. The system that it comes from hides some of its digits',
		},
	},
	{
		pattern: /^(?:\P{Nd}*\p{Nd}){7}[^+]*\+/u,
		problem: 'contains more than one number',
		advice: { text: ONE_NUMBER },
	},
	{
		// +55+5511987654321
		pattern: /^\+(\d{1,3})\D*\+\1/,
		problem: 'has the country code twice',
		advice: { text: 'Write it once, not twice, with one + before it' },
	},
	{
		// 0+55 …, 00+55 …, +1+55 …
		pattern: /^\+?\p{Nd}[^+]*\+/u,
		problem: 'has digits before its last plus',
		advice: { text: 'Remove what is before that plus' },
	},
	{
		pattern: /^\+\P{Nd}*00/u,
		problem: 'begins with both + and 00',
		advice: { text: 'Write one of them, directly before the country code' },
	},
];

const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** What spreadsheets and databases write after a number that they take for a decimal. */
const ZERO_DECIMALS = /^\D*\d[\d ]{6,}[.,]0{1,2}$/;
/** Decimals at the end. Two digits after a dot may also be the end of a phone number, as in 06.12.34.56.00. */
const DECIMALS = /\.\d$|\d{7}\.\d\d$/;
/** Digits, and what may separate them. The last character is a digit, because brackets at the end hold a note: +43 664 123456 (2). */
const WRITING = /^[+\p{Nd}][\p{Nd}\p{Pd}\u2212 ().[\]/]*\p{Nd}$/u;
/** A slash may separate two numbers, as in 123456/7, but 030/123456 is a single one. */
const TWO_NUMBERS = /\/.*\/|(\d\D*){8}\/|\/(\D*\d){0,4}\D*$/;

/** @throws RefusedPhone that names a known mistake, such as the formula of a spreadsheet, or an email address */
function refuseKnownMistakes(text: string): void {
	if (EXPONENT.test(text)) {
		throw new RefusedPhone('is in scientific notation, so its last digits are lost', {
			text: 'Format the column of the spreadsheet as text, and enter the number again',
		});
	}
	// The patterns are only tried on the beginning of a text, because some would take long on a very long one.
	const found = KNOWN_MISTAKES.find(({ pattern }) => pattern.test(text.slice(0, MAX_PHONE_LENGTH)));
	if (found) throw refused(found.problem, text, found.advice);
}

/** @throws RefusedPhone for a text that the library would take for another number */
function checkDigits(text: string): void {
	if (text.length > MAX_PHONE_LENGTH) throw refused('is not a valid number', text, ONE_NUMBER);
	if (ZERO_DECIMALS.test(text)) {
		throw refused('has decimals', text, {
			text: 'Format the column as text',
			// It changes no phone that has decimals only by its look, such as 06.12.34.56.00.
			expression: (phone) => `{{ ${phone}.replace(/^(\\D*\\d[\\d ]{6,})[.,]00?$/, '$1') }}`,
		});
	}
	if (!WRITING.test(text)) throw refused('is not a valid number', text, ONE_NUMBER);
	if (DECIMALS.test(text)) throw refused('has decimals', text, AS_TEXT);
	if (TWO_NUMBERS.test(text)) throw refused('contains more than one number', text, ONE_NUMBER);
}
