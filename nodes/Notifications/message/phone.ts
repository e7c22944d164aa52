import {
	type CountryCode,
	type PhoneNumber,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import { shownText } from '../../shared/text';

export interface Phone {
	/** "+5511987654321" */
	e164: string;
	/** The same for all numbers that reach one person; compared, but not sent. */
	recipientKey: string;
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

const DOUBLE_ZERO = /^00[^+\p{Nd}]*/u;

const NOT_VALID = 'is not a valid number';
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
	const { meant, other, isDoubtful } = readingsOf(value, defaultCountry);
	if (!meant) throw notValid(String(value), defaultCountry);
	if (other && isDoubtful) {
		throw refused('can be read as two numbers', String(value), BEGIN_WITH_PLUS);
	}
	return phoneOf(meant);
}

/** All that a phone may be, also where `readPhone` takes one or none of them. @throws InputError */
export function phoneReadings(value: unknown, defaultCountry: string): Phone[] {
	const { meant, other } = readingsOf(value, defaultCountry);
	return [meant, other].flatMap((number) => (number ? [phoneOf(number)] : []));
}

interface Readings {
	meant: Reading | undefined;
	/** Another number that the same digits are. */
	other?: Reading | undefined;
	/** Whether nobody can say which of the two it is. */
	isDoubtful?: boolean;
}

type Reading = PhoneNumber & { isFromChat?: boolean };

/**
 * The one rule for what a writing means. With a plus, it is one number. Beginning with 00, it is the
 * number with a plus, or that of a country where people dial abroad otherwise, such as by 0011. Other
 * digits are a number of the default country; they may be another one with a plus, above all where that
 * has the same calling code, or where the country's numbers begin with a 0 that the digits lack.
 */
function readingsOf(value: unknown, defaultCountry: string): Readings {
	const country = knownCountry(defaultCountry);
	const written = plainText(value);
	const [scheme = ''] = SCHEME.exec(written) ?? [];
	const text = written.slice(scheme.length).replace(/^[([ ]+/, '');
	const chatId = CHAT_ID.exec(text)?.[1];
	if (chatId) return { meant: chatNumber(chatId) };
	const number = text.replace(DOUBLE_ZERO, '+');
	checkWriting(number);
	if (/^whatsapp/i.test(scheme)) return { meant: chatNumber(number) };
	if (text.startsWith('+')) return { meant: validNumber(text) };

	const withPlus = validNumber(number.startsWith('+') ? number : `+${number}`);
	const national = country && validNumber(text, country);
	const isOne = withPlus?.number === national?.number;
	if (number.startsWith('+')) {
		if (!withPlus || isOne) return { meant: withPlus ?? national };
		return { meant: withPlus, other: national, isDoubtful: true };
	}
	if (!withPlus || !national || isOne) return { meant: national, other: withPlus };
	const isDoubtful =
		withPlus.countryCallingCode === national.countryCallingCode || lacksTrunk(text, national);
	return { meant: national, other: withPlus, isDoubtful };
}

/** In Germany, national numbers begin with 0; in Brazil, India, Italy or Spain, nothing marks them. */
function lacksTrunk(written: string, national: PhoneNumber): boolean {
	const usual = national.formatNational({ nationalPrefix: false });
	return digitsOf(written).length < digitsOf(usual).length;
}

function knownCountry(code: string): CountryCode | undefined {
	if (code === '') return undefined;
	if (isSupportedCountry(code)) return code;
	const advice = 'Choose a country from the list in Options.';
	throw new InputError(`Default Country is unknown: ${code.slice(0, 10)}`, advice);
}

function phoneOf({ number, isFromChat = false }: Reading): Phone {
	return { e164: number, recipientKey: recipientKeyOf(number, isFromChat) };
}

function validNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
	const number = parsed(text, country);
	return number?.isValid() ? number : undefined;
}

function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	const number = parsePhoneNumberFromString(text.replace(MEXICO_WITH_1, '+52'), options);
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

/** The chat app knows its numbers, also in ranges newer than the library. */
function chatNumber(text: string): Reading {
	const number = parsed(`+${digitsOf(text)}`);
	if (!number?.isPossible()) throw refused(NOT_VALID, text, CHECK_DIGITS);
	return Object.assign(number, { isFromChat: true });
}

/** Chat addresses leave out Brazil's ninth digit, address books Argentina's 9. 2 to 5 begin landlines of Brazil. */
function recipientKeyOf(e164: string, isFromChat: boolean): string {
	const [, area, rest = ''] = /^\+55(\d\d)(\d{8})$/.exec(e164) ?? [];
	if (area && (isFromChat || !/^[2-5]/.test(rest))) return `+55${area}9${rest}`;
	return e164.replace(/^\+54(?=[^9]\d{9}$)/, '+549');
}

function notValid(text: string, defaultCountry: string): InputError {
	const isWhole = /^\W*(tel\W*)?(\+|00)/i.test(text);
	const national = defaultCountry === '' ? `${BEGIN_WITH_PLUS} ${CHOOSE_COUNTRY}` : OTHER_COUNTRY;
	return refused(NOT_VALID, text, isWhole ? `${CHECK_DIGITS} ${NEW_RANGE}` : national);
}

function refused(problem: string, text: string, advice: string): InputError {
	return new InputError(`Phone ${problem}: ${shownPhone(text)}`, advice);
}

/** Enough to find the number again, too little to call it: its last four digits, and all words. */
export function shownPhone(text: string): string {
	const hidden = /\p{Nd}(?=(?:\P{Nd}*\p{Nd}){4})/gu;
	return shownText(text.slice(0, MAX_LENGTH))
		.replace(hidden, '…')
		.replace(/[+([]*…[…+\p{Pd} ().[\]/]*/gu, '…');
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
	if (text.length > MAX_LENGTH || !WRITING.test(text)) throw refused(NOT_VALID, text, ONE_NUMBER);
	if (DECIMALS.test(text)) throw refused('has decimals', text, AS_TEXT);
	if (TWO_NUMBERS.test(text)) throw refused('contains more than one number', text, ONE_NUMBER);
}

export function digitsOf(text: string): string {
	return text.replace(/\P{Nd}/gu, '');
}
