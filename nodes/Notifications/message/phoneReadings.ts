import {
	type CountryCode,
	getCountryCallingCode,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { PhoneWriting } from './phoneWriting';

/** With the plus. */
const MAX_E164_LENGTH = 16;
/** Argentina's mobile numbers: 15 after the area code becomes 9 before it. */
const CHANGES_DIGITS = '54';

/** More than one if a bracketed zero may be part of the number, or 00 is not + in the country. */
export function internationalReadings(writing: PhoneWriting, country?: CountryCode): PhoneNumber[] {
	const { digits, international, aroundZero } = writing;
	const readings = [validNumber(international)];
	if (aroundZero) {
		const number = validNumber(aroundZero.join(''));
		readings.push(number?.countryCallingCode === aroundZero[0] ? number : undefined);
	}
	if (country && digits !== international) readings.push(dialledNumber(digits, country));
	return distinct(readings);
}

/** The number that digits are in a country: its own, or what follows 011 and the like. */
export function dialledNumber(digits: string, country: CountryCode): PhoneNumber | undefined {
	const current = country === 'MX' ? withoutMexicos1(digits) : digits;
	const number = parsePhoneNumberFromString(current, { defaultCountry: country, extract: false });
	if (!number?.isValid() || !isFaithful(number, current)) return undefined;
	const isOwn = number.countryCallingCode === getCountryCallingCode(country);
	return isOwn || current.endsWith(number.number.slice(1)) ? number : undefined;
}

/** What else the digits can be: of the country in another way, or of any country if a plus is missing. */
export function otherReadings(
	digits: string,
	country: CountryCode,
	dialled: PhoneNumber | undefined,
): PhoneNumber[] {
	const readings = [validNumber(digits), validNumber(getCountryCallingCode(country) + digits)];
	return distinct(readings).filter(({ number }) => number !== dialled?.number);
}

/** A number that may be in a range newer than the metadata: only its length is known to be right. */
export function possibleNumber(international: string): PhoneNumber | undefined {
	const written = `+${international}`;
	const number = parsePhoneNumberFromString(written, { extract: false });
	if (!number?.isPossible() || number.number !== written) return undefined;
	return written.length <= MAX_E164_LENGTH ? number : undefined;
}

/** Whether digits are in groups as their country writes them, and not as the other does. */
export function isGroupedAs(number: PhoneNumber, other: PhoneNumber, groups: string[]): boolean {
	const written = groups.join(' ');
	return (
		groups.length > 1 &&
		written === groupsOf(number.formatNational()) &&
		written !== groupsOf(other.formatInternational())
	);
}

function groupsOf(formatted: string): string {
	return formatted.match(/\d+/g)?.join(' ') ?? '';
}

/** @param international digits from the calling code on */
function validNumber(international: string | undefined): PhoneNumber | undefined {
	if (!international) return undefined;
	const current = withoutMexicos1(international);
	const number = parsePhoneNumberFromString(`+${current}`, { extract: false });
	return number?.isValid() && isFaithful(number, current) ? number : undefined;
}

/** Mexico's mobile numbers had a 1 in them until 2019, and chat apps still give it out. */
function withoutMexicos1(digits: string): string {
	return digits.replace(/^521(?=\d{10}$)/, '52');
}

/** The library adds area codes that it believes to be missing, and knows German numbers that are too long. */
function isFaithful({ number, countryCallingCode, nationalNumber }: PhoneNumber, digits: string) {
	if (number.length > MAX_E164_LENGTH) return false;
	return countryCallingCode === CHANGES_DIGITS || digits.endsWith(nationalNumber);
}

function distinct(numbers: Array<PhoneNumber | undefined>): PhoneNumber[] {
	const byE164 = new Map<string, PhoneNumber>();
	for (const number of numbers) if (number) byE164.set(number.number, number);
	return [...byE164.values()];
}
