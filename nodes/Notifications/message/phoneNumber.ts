import {
	type CountryCode,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/* What is known about numbers: by the phone number library, and what it has to be told. */

/** The length with the plus. In Germany, the library also knows numbers that are longer than E.164 allows. */
const MAX_E164_LENGTH = 16;

/** The number that a text is. @param country that of a number without a country code @returns undefined if it is not valid */
export function validNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
	const number = parsed(text, country);
	return number?.isValid() ? number : undefined;
}

/** Mobile numbers of Mexico had a 1 after the country code until 2019. WhatsApp still writes it. */
const MEXICO_WITH_1 = /^\+52\D*1(?=(\D*\d){10}$)/;
/** The same without a plus, and the digits that people dialled before a mobile number within Mexico. */
const MEXICO_NATIONAL = /^(?:52\D*1|01|04[45])(?=(\D*\d){10}$)/;

/** As `validNumber`, for numbers that need not be valid. Their length may be wrong as well. */
export function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const today = text.replace(country === 'MX' ? MEXICO_NATIONAL : MEXICO_WITH_1, '+52');
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	const number = parsePhoneNumberFromString(today, options);
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

interface OtherForm {
	/** Matches a number in E.164 in a form that WhatsApp or an address book writes, and that cannot be dialled. */
	pattern: RegExp;
	/** The recipient key, which is the same for both forms: the form that can be dialled. */
	key: string;
}

/**
 * The forms in which WhatsApp and address books write the numbers of some countries. WhatsApp leaves out the ninth
 * digit of mobile numbers in Brazil; nobody can say whether eight digits are a landline or such a number, so both count
 * as one person. Address books leave out the 9 of Argentina. The numbers of Benin (2024) and the mobile numbers of
 * Côte d'Ivoire (2021) became two digits longer.
 */
const OTHER_FORMS: OtherForm[] = [
	{ pattern: /^\+55(\d\d)(\d{8})$/, key: '+55$19$2' },
	{ pattern: /^\+54([^9]\d{9})$/, key: '+549$1' },
	{ pattern: /^\+229(\d{8})$/, key: '+22901$1' },
	{ pattern: /^\+225([04-9][0-3]\d{6})$/, key: '+22501$1' },
	{ pattern: /^\+225([04-9][4-6]\d{6})$/, key: '+22505$1' },
	{ pattern: /^\+225([04-9][7-9]\d{6})$/, key: '+22507$1' },
];

/** The same text for all numbers that reach the same person. @param e164 the number in E.164 */
export function recipientKeyOf(e164: string): string {
	const found = OTHER_FORMS.find(({ pattern }) => pattern.test(e164));
	return found ? e164.replace(found.pattern, found.key) : e164;
}
