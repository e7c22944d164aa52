import {
	type CountryCode,
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import { digitsOf, shownPhone, withPlus, type Writing, writingOf } from './phoneWriting';

export interface Phone {
	/** The number in E.164, such as "+5511987654321". */
	e164: string;
	/** The same for all numbers that reach the same person. It is compared, but never sent. */
	recipientKey: string;
}

/** Reads the phone of a user (section 2.6). @throws InputError, which shows only the last four digits */
export function readPhone(
	value: unknown,
	country: CountryCode | undefined,
	label = 'Phone',
): Phone {
	const writing = writingOf(value);
	const e164 = writing && numberOf(writing, country);
	if (e164 !== undefined && isReadAsItself(e164)) {
		return { e164, recipientKey: recipientKeyOf(e164) };
	}
	throw new InputError(
		`${label} is not a valid number: ${shownPhone(value)}`,
		country === undefined ? WITHOUT_COUNTRY : OF_COUNTRY,
	);
}

const WITHOUT_COUNTRY =
	'Write it with + and the country code. If all your numbers begin with the country code, write +{{ $json.phone }}; if they are of one country, choose Options > Default Country.';
const OF_COUNTRY =
	'Write it with + and the country code. Without a plus, it must be a number of Options > Default Country, and nothing else: digits that may as well begin with a country code are refused.';

/** @returns the number that is meant, in E.164; undefined if none is valid, or if nobody can say which of two is meant */
function numberOf({ kind, number }: Writing, country: CountryCode | undefined): string | undefined {
	switch (kind) {
		case 'chat':
			return numberOfChat(`+${digitsOf(number)}`);
		case 'link':
			return validNumber(`+${number}`)?.number;
		case 'plus':
			return validNumber(number)?.number;
		case 'doubleZero':
			return numberWithDoubleZero(number, country);
		case 'national':
			return numberWithoutPlus(number, country);
	}
}

/**
 * 00 stands for the plus, unless people in the default country dial abroad in another way: then the digits may be a
 * number after 0011, as in Australia, or after 009, as in Colombia. Nobody dials abroad to reach their own country.
 */
function numberWithDoubleZero(text: string, country: CountryCode | undefined): string | undefined {
	const international = validNumber(withPlus(text));
	const ofCountry = country && validNumber(text, country);
	if (!country || !international) return (international ?? ofCountry)?.number;
	const isAmbiguous = ofCountry
		? ofCountry.number !== international.number
		: !isOf(country, international) && mayDialAbroad(text, country);
	return isAmbiguous ? undefined : international.number;
}

/**
 * Whether 00 and the next digit may be a way to dial abroad. The library does not know all of them: of Indonesia's, it has
 * 008 and 009, but not 001. So it is asked whether one with another digit leads to the number behind it.
 */
function mayDialAbroad(text: string, country: CountryCode): boolean {
	const behind = digitsOf(text).slice('001'.length);
	const leadsThere = (digit: string) =>
		validNumber(`00${digit}${behind}`, country)?.number === `+${behind}`;
	return [...'0123456789'].some(leadsThere);
}

/**
 * Digits alone are a number of the default country. With a plus, they may be another valid number. Nobody can say which
 * one is meant if that is of the same country, if the digits lead abroad from there, or if numbers of the country begin
 * with a 0 that the digits lack.
 */
function numberWithoutPlus(text: string, country: CountryCode | undefined): string | undefined {
	const ofCountry = country && validNumber(text, country);
	const international = validNumber(`+${text}`);
	if (!ofCountry || !international || international.number === ofCountry.number) {
		return ofCountry?.number;
	}
	const isAmbiguous =
		isOf(country, international) || !isOf(country, ofCountry) || lacksTrunk(text, ofCountry);
	return isAmbiguous ? undefined : ofCountry.number;
}

function isOf(country: CountryCode, { countryCallingCode }: PhoneNumber): boolean {
	return countryCallingCode === getCountryCallingCode(country);
}

/** In Germany, for example, national numbers begin with 0. In Brazil, India, Italy or Spain, nothing marks them. */
function lacksTrunk(written: string, ofCountry: PhoneNumber): boolean {
	const usual = ofCountry.formatNational({ nationalPrefix: false });
	return digitsOf(written).length < digitsOf(usual).length;
}

/** The lengths of numbers that nothing else is known about. The library knows all shorter ones. */
const CHAT_LENGTH = /^\+[1-9]\d{7,14}$/;

/** A number that comes from WhatsApp exists, even if its range is newer than the library, or no longer in use. */
function numberOfChat(e164: string): string | undefined {
	const number = parsed(e164);
	if (number?.isPossible()) return number.number;
	return CHAT_LENGTH.test(e164) ? e164 : undefined;
}

/* What is known about numbers: by the phone number library, and what it has to be told. */

/** The length with the plus. In Germany, the library also knows numbers that are longer than E.164 allows. */
const MAX_E164_LENGTH = 16;

/** The number that a text is. @param country that of a number without a country code @returns undefined if it is not valid */
export function validNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
	const number = parsed(text, country);
	return number && (number.isValid() || lacksNinthDigit(number, text)) ? number : undefined;
}

/**
 * Whether a number is read as itself. A cell that was filled up with zeros, as 0011987654321, would become +55011987654321,
 * which does not exist, and which is read as +5511987654321.
 */
export function isReadAsItself(e164: string): boolean {
	return (parsed(e164)?.number ?? e164) === e164;
}

/** An area code and eight digits. In other groups, as in "11 98765-432", another digit than the ninth is missing. */
const EIGHT_DIGITS = /\d\d\D*[6-9]\d{3}\D*\d{4}$/;

/** Whether it is a mobile number of Brazil in the form that WhatsApp writes, and that old lists have. */
function lacksNinthDigit({ countryCallingCode, number }: PhoneNumber, text: string): boolean {
	if (countryCallingCode !== '55' || !EIGHT_DIGITS.test(text)) return false;
	return parsed(recipientKeyOf(number))?.isValid() === true;
}

/** Mobile numbers of Mexico had a 1 after the country code until 2019. WhatsApp still writes it. */
const MEXICO_WITH_1 = /^\+52\D*1(?=(\D*\d){10}$)/;
/** The same without a plus, and the digits that people dialled before a mobile number within Mexico. */
const MEXICO_NATIONAL = /^(?:52\D*1|01|04[45])(?=(\D*\d){10}$)/;

/** As `validNumber`, for numbers that need not be valid. Their length may be wrong as well. */
export function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const today = text.replace(country === 'MX' ? MEXICO_NATIONAL : MEXICO_WITH_1, '+52');
	const ofCountry = country && { defaultCountry: country };
	const number = parsePhoneNumberFromString(today, { extract: false, ...ofCountry });
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

/**
 * The forms in which WhatsApp and address books write the numbers of some countries, and that cannot be dialled, each with
 * the form that can. WhatsApp leaves out the ninth digit of mobile numbers in Brazil; nobody can say whether eight digits
 * are a landline or such a number, so both count as one person. Address books leave out the 9 of Argentina. The numbers of
 * Benin (2024) and the mobile numbers of Côte d'Ivoire (2021) became two digits longer.
 */
const OTHER_FORMS: Array<[otherForm: RegExp, recipientKey: string]> = [
	[/^\+55(\d\d)(\d{8})$/, '+55$19$2'],
	[/^\+54([^9]\d{9})$/, '+549$1'],
	[/^\+229(\d{8})$/, '+22901$1'],
	[/^\+225([04-9][0-3]\d{6})$/, '+22501$1'],
	[/^\+225([04-9][4-6]\d{6})$/, '+22505$1'],
	[/^\+225([04-9][7-9]\d{6})$/, '+22507$1'],
];

/** The same text for all numbers that reach the same person. @param e164 the number in E.164 */
export function recipientKeyOf(e164: string): string {
	for (const [otherForm, recipientKey] of OTHER_FORMS) {
		if (otherForm.test(e164)) return e164.replace(otherForm, recipientKey);
	}
	return e164;
}
