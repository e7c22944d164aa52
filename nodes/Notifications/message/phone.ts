import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import {
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';

export interface Phone {
	/** "+5511987654321" */
	e164: string;
	/** The same for all numbers that reach one person; compared, but not sent. */
	person: string;
}

const MAX_LENGTH = 100;
/** With the plus; Google's library knows longer numbers in Germany. */
const MAX_E164_LENGTH = 16;
const SCHEME = /^(tel|whatsapp)\s*:\s*/i;
const CHAT_ID = /^\+?([1-9]\d{4,14})(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
/** Digits and what separates them. A bracket at the end holds a note: +43 664 123456 (2). */
const WRITING = /^[+\p{Nd}][\p{Nd}\p{Pd}\u2212 ().[\]/]*\p{Nd}$/u;
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** Two digits after a dot end a phone number too, as in 06.12.34.56.00. */
const DECIMALS = /\.\d$|\d{7}\.\d\d$/;
/** 030/123456 is one number, 123456/7 are two. */
const TWO_NUMBERS = /\/.*\/|(\d\D*){8}\/|\/(\D*\d){0,4}\D*$/;
/** Mobile numbers of Mexico had this 1 until 2019. Chat addresses still have it. */
const MEXICO_WITH_1 = /^\+52\D*1(?=(\D*\d){10}$)/;

const BEGIN_WITH_PLUS =
	'Begin it with + and the country code. If your phones begin with the country code, enter +{{ $json.phone }}.';
const CHOOSE_COUNTRY = 'If they do not, set Options > Default Country.';
const OTHER_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with +.';
const CHECK_DIGITS = 'Check the country code and the digits after it.';
const NEW_RANGE = 'If it is right, write whatsapp: before it: then only its length is checked.';
const ONE_NUMBER = 'Map a field with one phone number, without words, notes or an extension.';
const AS_TEXT = 'Map the phone number as text, as it is in the source.';

/** Section 2.6. @throws InputError that shows the last four digits only */
export function readPhone(value: unknown, defaultCountry: string): Phone {
	const [phone, other] = phoneReadings(value, defaultCountry);
	if (phone && !other) return phone;
	throw refused('can be read as two numbers', String(value), BEGIN_WITH_PLUS);
}

/**
 * As libphonenumber reads it. Digits may be a phone of the default country with its calling code,
 * and another one without it: then both, else one. @throws InputError
 */
export function phoneReadings(value: unknown, defaultCountry: string): Phone[] {
	const country = knownCountry(defaultCountry);
	const text = plainText(value);
	const [scheme = ''] = SCHEME.exec(text) ?? [];
	const written = text.slice(scheme.length);
	const chatId = CHAT_ID.exec(written)?.[1];
	if (chatId) return [chatPhone(chatId)];
	const number = written.replace(/^[([ ]+/, '').replace(/^00/, '+');
	checkWriting(number);
	if (/^whatsapp/i.test(scheme)) return [chatPhone(number)];
	if (!number.startsWith('+')) return nationalReadings(number, country);
	const e164 = validNumber(number);
	if (e164) return [phoneOf(e164)];
	throw notValid(number, `${CHECK_DIGITS} ${NEW_RANGE}`);
}

function nationalReadings(number: string, country: CountryCode | undefined): Phone[] {
	if (!country) throw notValid(number, `${BEGIN_WITH_PLUS} ${CHOOSE_COUNTRY}`);
	const national = validNumber(number, country);
	if (!national) throw notValid(number, OTHER_COUNTRY);
	const whole = validNumber(`+${number}`) ?? national;
	const isOther = whole !== national && whole.startsWith(`+${getCountryCallingCode(country)}`);
	return (isOther ? [national, whole] : [national]).map((e164) => phoneOf(e164));
}

/** Enough to find the number again, too little to call it. */
export function masked(phone: string): string {
	return `…${digitsOf(phone).slice(-4)}`;
}

function knownCountry(code: string): CountryCode | undefined {
	if (code === '') return undefined;
	if (isSupportedCountry(code)) return code;
	const advice = 'Choose a country from the list in Options.';
	throw new InputError(`Default Country is unknown: ${code.slice(0, 10)}`, advice);
}

function phoneOf(e164: string, isFromChat = false): Phone {
	return { e164, person: personOf(e164, isFromChat) };
}

function validNumber(text: string, country?: CountryCode): string | undefined {
	const number = parsed(text, country);
	return number?.isValid() ? number.number : undefined;
}

function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	const number = parsePhoneNumberFromString(text.replace(MEXICO_WITH_1, '+52'), options);
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

/** The chat app knows its numbers, also in ranges newer than the library. */
function chatPhone(text: string): Phone {
	const number = parsed(`+${digitsOf(text)}`);
	if (!number?.isPossible()) throw notValid(text, CHECK_DIGITS);
	return phoneOf(number.number, true);
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

function notValid(text: string, advice: string): InputError {
	return refused('is not a valid number', text, advice);
}

function refused(problem: string, text: string, advice: string): InputError {
	return new InputError(`Phone ${problem}: ${masked(text)}`, advice);
}

function plainText(value: unknown): string {
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value === 'number') throw refused('is not a whole number', String(value), AS_TEXT);
	if (typeof value !== 'string' && value !== undefined && value !== null) {
		throw new InputError('Phone is neither a text nor a number', ONE_NUMBER);
	}
	// Address books put invisible marks of the direction around numbers.
	const text = (value ?? '')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.trim();
	if (text !== '') return text;
	throw new InputError(
		'Phone is empty',
		'Map a field with a phone number. If it is an expression, check that it gives a value.',
	);
}

/** What the library would take for another number. */
function checkWriting(text: string): void {
	if (EXPONENT.test(text)) {
		throw new InputError(
			'Phone is in scientific notation, so its last digits are lost',
			'Format the column of the spreadsheet as text, and enter the number again.',
		);
	}
	if (text.length > MAX_LENGTH || !WRITING.test(text)) throw notValid(text, ONE_NUMBER);
	if (DECIMALS.test(text)) throw refused('has decimals', text, AS_TEXT);
	if (TWO_NUMBERS.test(text)) throw refused('contains more than one number', text, ONE_NUMBER);
}

function digitsOf(text: string): string {
	return text.replace(/\P{Nd}/gu, '');
}
