import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';

export interface Phone {
	/** "+5511987654321" */
	e164: string;
	/** The same for all numbers that reach one person; compared, but not sent. */
	person: string;
}

/** Longer texts hold no number; expressions with repetitions stay fast. */
const MAX_LENGTH = 100;
/** With the plus; Google's library knows longer numbers in Germany. */
const MAX_E164_LENGTH = 16;
const QUOTES = '\'"`‘’‚‛“”„‟«»‹›';
/** Spreadsheets write '+55…, ="+55…" and =+55…; sentences end with a full stop. */
const AROUND = new RegExp(`^[\\s=${QUOTES}]+|[\\s.,;:!?${QUOTES}-]+$`, 'g');
const SCHEME = /^(tel|whatsapp)\s*:\s*/i;
const CHAT_ID = /^\+?([1-9]\d{4,14})(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** Two digits after a dot end a phone number too, as in 06.12.34.56.00. */
const DECIMALS = /[.,]\d$|\d{7}[.,]\d\d$/;
const ZERO_DECIMALS = /^(\+?\d{7,})[.,]0{1,2}$/;
const SEVERAL = /[,|&\r\n\u2028\u2029]|;\s*[\d(+]|\d[^\d+\p{L}]*\+/u;
const SEPARATED = /^[\d([+][-\d\s().[\]/+]*$/;
const PLUS = /^[([\s]*\+/;

const BEGIN_WITH_PLUS =
	'Begin it with + and the country code (+55…), or set Options > Default Country.';
const OTHER_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with +.';
const CHECK_DIGITS = 'Check the country code and the digits after it.';
const NEW_RANGE = 'If it is right, write whatsapp: before it: then only its length is checked.';
const NO_WORDS = 'Leave out what is not part of the number, such as words or an extension.';
const ONE_NUMBER =
	'Map a field with one phone number, or split it into several items before this node.';
const AS_TEXT = 'Map the phone number as text, as it is in the source.';

/**
 * Section 2.6, as Google's library reads it: national first, else international. What is not valid
 * is refused, never guessed. @throws InputError that shows the last four digits only
 */
export function readPhone(value: unknown, defaultCountry: string): Phone {
	if (defaultCountry !== '' && !isSupportedCountry(defaultCountry)) {
		const advice = 'Choose a country from the list in Options.';
		throw new InputError(`Default Country is unknown: ${defaultCountry.slice(0, 10)}`, advice);
	}
	const country = defaultCountry === '' ? undefined : defaultCountry;
	const text = plainText(value);
	const [scheme = ''] = SCHEME.exec(text) ?? [];
	const written = text.slice(scheme.length);
	if (written.includes('@')) return chatNumber(chatIdIn(written));
	const isFromChat = /^whatsapp/i.test(scheme) && PLUS.test(written);
	const number = withoutDecimals(written, country);
	checkWriting(number);
	if (isFromChat) return chatNumber(digitsOf(number));

	const found = numberIn(number, country);
	if (found) return { e164: found, person: personOf(found) };
	throw notANumber(number, country);
}

/** Enough to find the number again, too little to call it. */
export function masked(phone: string): string {
	return `…${digitsOf(phone).slice(-4)}`;
}

function numberIn(text: string, country: CountryCode | undefined): string | undefined {
	const digits = digitsOf(text);
	if (PLUS.test(text)) return validNumber(`+${digits}`, country);
	const national = country && validNumber(digits, country);
	// Countries dial many things for +; 00 is what people write.
	return national ?? (digits.startsWith('00') ? validNumber(`+${digits.slice(2)}`) : undefined);
}

function validNumber(text: string, country?: CountryCode): string | undefined {
	const number = parsed(text, country);
	return number?.isValid() && number.number.length <= MAX_E164_LENGTH ? number.number : undefined;
}

function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	return parsePhoneNumberFromString(text, options);
}

/** The chat app knows its numbers, also in ranges newer than the library. */
function chatNumber(digits: string): Phone {
	// Chat addresses still have the 1 that Mexico's mobile numbers had until 2019.
	const current = `+${digits.replace(/^521(?=\d{10}$)/, '52')}`;
	const number = parsed(current);
	const isPossible = number?.isPossible() && number.number === current;
	if (!isPossible || current.length > MAX_E164_LENGTH) throw notANumber(current, undefined);
	return { e164: current, person: personOf(current, true) };
}

/**
 * Chat addresses leave out the ninth digit of Brazil's mobiles, address books the 9 of Argentina's.
 * Eight digits from 2 to 5 on are a landline in Brazil, unless a chat app gave them out.
 */
export function personOf(e164: string, isFromChat = false): string {
	const [, area, rest = ''] = /^\+55(\d\d)(\d{8})$/.exec(e164) ?? [];
	if (area && (isFromChat || !/^[2-5]/.test(rest))) return `+55${area}9${rest}`;
	return e164.replace(/^\+54(?=[^9]\d{9}$)/, '+549');
}

function notANumber(text: string, country: CountryCode | undefined): InputError {
	const isPossible = PLUS.test(text) && parsed(`+${digitsOf(text)}`)?.isPossible();
	const international = isPossible ? `${CHECK_DIGITS} ${NEW_RANGE}` : CHECK_DIGITS;
	const advice = country ? OTHER_COUNTRY : BEGIN_WITH_PLUS;
	return refused('is not a valid number', text, PLUS.test(text) ? international : advice);
}

function refused(problem: string, text: string, advice: string): InputError {
	return new InputError(`Phone ${problem}: ${masked(text)}`, advice);
}

function plainText(value: unknown): string {
	if (typeof value === 'number') {
		if (Number.isSafeInteger(value) && value > 0) return String(value);
		throw refused('is not a whole number', String(value), AS_TEXT);
	}
	if (typeof value !== 'string' && value !== undefined && value !== null) {
		const kind = Array.isArray(value) ? 'list' : typeof value;
		throw new InputError(
			`Phone must be one number, but is ${kind === 'object' ? 'an' : 'a'} ${kind}`,
			'Map a field with one phone number.',
		);
	}
	const given = value?.trim() ?? '';
	if (given.length > MAX_LENGTH || /\p{No}/u.test(given)) {
		throw refused('is not a valid number', given, 'Leave out what is not part of the number.');
	}
	const text = (/^[ -~]*$/.test(given) ? given : toAscii(given)).replace(AROUND, '');
	if (text !== '') return text;
	throw new InputError(
		'Phone is empty',
		'Map a field with a phone number. If it is an expression, check that it gives a value.',
	);
}

function toAscii(value: string): string {
	return value
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Nd}/gu, asciiDigit)
		.replace(/[\p{Pd}\u2212\u30FC]/gu, '-');
}

/** Unicode keeps the ten digits of a script together, in order. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
	return String((code - first) % 10);
}

function chatIdIn(text: string): string {
	const digits = CHAT_ID.exec(text)?.[1];
	if (digits) return digits;
	const advice = 'Only …@c.us and …@s.whatsapp.net contain a phone number.';
	throw new InputError('Phone is not the chat address of one person', advice);
}

/** Spreadsheets write 9876543210.0 where a number became text. */
function withoutDecimals(text: string, country: CountryCode | undefined): string {
	if (EXPONENT.test(text)) {
		throw new InputError(
			'Phone is in scientific notation (5.5E+12), so its last digits are lost',
			'Format the column of the spreadsheet as text, and enter the number again.',
		);
	}
	if (!DECIMALS.test(text)) return text;
	const whole = ZERO_DECIMALS.exec(text)?.[1];
	// With its zeros it may be the number of somebody else.
	if (whole && !numberIn(text, country)) return whole;
	throw refused('has decimals', text, AS_TEXT);
}

function checkWriting(text: string): void {
	const isSeveral = SEVERAL.test(text);
	if (!isSeveral && !SEPARATED.test(text)) throw refused('is not a valid number', text, NO_WORDS);
	// 030/123456 is one number, and 123456/7 are two.
	const [before = '', after, ...more] = text.split('/').map(digitsOf);
	const isSplit = after !== undefined && (more.length > 0 || before.length > 7 || after.length < 5);
	if (isSeveral || isSplit) throw refused('contains more than one number', text, ONE_NUMBER);
}

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}
