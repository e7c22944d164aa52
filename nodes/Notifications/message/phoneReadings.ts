import {
	type CountryCode,
	getCountryCallingCode,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { PhoneWriting } from './phoneWriting';

/** Argentina's mobile numbers: 15 after the area code becomes 9 before it. */
const CHANGES_DIGITS = '54';

/** The numbers that a writing with + or 00 can mean: more than one if a bracketed zero may be part of it. */
export function internationalReadings(writing: PhoneWriting, country?: CountryCode): PhoneNumber[] {
	const { digits, international, withoutZero } = writing;
	const readings = [validNumber(international), validNumber(withoutZero)];
	// Where the country has another way to write +, 00… can be that, or a number of its own.
	if (country && digits !== international) readings.push(...nationalReadings(digits, country));
	return distinct(readings);
}

/** The numbers that digits can mean in a country, with its own calling code or without. */
export function nationalReadings(digits: string, country: CountryCode): PhoneNumber[] {
	const callingCode = getCountryCallingCode(country);
	const own = validNumber(digits);
	return distinct([
		validNumber(callingCode + digits),
		own?.countryCallingCode === callingCode ? own : undefined,
		dialledNumber(digits, country),
	]);
}

/** The number of another country that digits would be with a plus. */
export function foreignReading(digits: string, country: CountryCode): PhoneNumber | undefined {
	const number = validNumber(digits);
	return number?.countryCallingCode === getCountryCallingCode(country) ? undefined : number;
}

/** A number that may be in a range newer than the metadata: only its length is known to be right. */
export function possibleNumber(international: string): PhoneNumber | undefined {
	const written = `+${international}`;
	const number = parsePhoneNumberFromString(written, { extract: false });
	return number?.isPossible() && number.number === written ? number : undefined;
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
	// Mexico's mobile numbers had a 1 in them until 2019, and chat apps still give it out.
	const current = international.replace(/^521(?=\d{10}$)/, '52');
	const number = parsePhoneNumberFromString(`+${current}`, { extract: false });
	return number?.isValid() && isMadeOf(number, current) ? number : undefined;
}

/** A number after what the country dials for +, such as 011 in the US. */
function dialledNumber(digits: string, country: CountryCode): PhoneNumber | undefined {
	const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
	if (!number?.isValid()) return undefined;
	return digits.endsWith(number.number.slice(1)) ? number : undefined;
}

/** The library adds area codes that it believes to be missing; nothing may be added. */
function isMadeOf({ countryCallingCode, nationalNumber }: PhoneNumber, digits: string): boolean {
	return countryCallingCode === CHANGES_DIGITS || digits.endsWith(nationalNumber);
}

function distinct(numbers: Array<PhoneNumber | undefined>): PhoneNumber[] {
	const byE164 = new Map<string, PhoneNumber>();
	for (const number of numbers) if (number) byE164.set(number.number, number);
	return [...byE164.values()];
}
