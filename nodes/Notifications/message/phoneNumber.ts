import {
	type CountryCode,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { digitsOf } from './shownPhone';

/* What the phone number library knows, and what it has to be told. */

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
	const today = text.replace(country === 'MX' ? MEXICO_NATIONAL : MEXICO_WITH_1, (before) =>
		before.startsWith('+') ? '+52' : '',
	);
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	const number = parsePhoneNumberFromString(today, options);
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

/** People dial abroad with these digits in some countries, and the library does not know them for all of these. */
const BY_THREE = /^00[17]/;

/** The number abroad that people in a country dial by 001 or 007, and the digits after it. */
export function dialledByThree(text: string, country: CountryCode): PhoneNumber | undefined {
	const digits = digitsOf(text);
	if (!BY_THREE.test(digits) || !dialsByThree(country)) return undefined;
	return validNumber(`+${digits.slice('001'.length)}`);
}

/** A number in London that is certainly valid. */
const ABROAD = '442079460018';
const byThree = new Map<CountryCode, boolean>();

/** Whether people in a country dial abroad by 00 and a third digit. It is found out once for each country. */
function dialsByThree(country: CountryCode): boolean {
	const known = byThree.get(country);
	if (known !== undefined) return known;
	const isOneOf = [...'123456789'].some((digit) => {
		return validNumber(`00${digit}${ABROAD}`, country)?.number === `+${ABROAD}`;
	});
	byThree.set(country, isOneOf);
	return isOneOf;
}
