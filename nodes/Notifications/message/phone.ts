import {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import {
	dialledNumber,
	internationalReadings,
	isGroupedAs,
	otherReadings,
	possibleNumber,
} from './phoneReadings';
import { masked, notANumber, type PhoneWriting, readPhoneWriting } from './phoneWriting';

export { masked };

/**
 * Turns a phone number in any usual writing into E.164, as section 2.6 wants it: "+5511987654321".
 * What can be read as two numbers is refused, so that a message never reaches another person.
 *
 * @param defaultCountry ISO code (BR) for numbers without a country code; empty: none
 * @throws InputError that shows the last four digits only
 */
export function toE164(value: unknown, defaultCountry: string): string {
	const writing = readPhoneWriting(value);
	if (defaultCountry !== '' && !isSupportedCountry(defaultCountry)) {
		throw new InputError(
			`Default Country is unknown: ${defaultCountry.slice(0, 10)}`,
			'Choose a country from the list in Options.',
		);
	}
	const country = defaultCountry === '' ? undefined : defaultCountry;
	if (writing.international) return internationalNumber(writing, writing.international, country);
	if (country) return nationalNumber(writing, country);
	throw notANumber(
		writing.digits,
		'Begin it with + and the country code (+55…), or set Options > Default Country.',
	);
}

function internationalNumber(
	writing: PhoneWriting,
	international: string,
	country?: CountryCode,
): string {
	const [number, other] = internationalReadings(writing, country);
	if (number && other) throw ambiguous(writing, [number, other]);
	if (number) return number.number;

	const possible = writing.aroundZero ? undefined : possibleNumber(international);
	if (!possible)
		throw notANumber(writing.digits, 'Check the country code and the digits after it.');
	// The chat app knows its numbers, also in ranges that are newer than the metadata.
	if (writing.isChatAddress) return possible.number;
	throw new InputError(
		`Phone is not in a range that is in use: ${masked(writing.digits)}`,
		`Check the digits. If the range is new and the number is right, write whatsapp: before it (whatsapp:+${possible.countryCallingCode}…): then only the length is checked.`,
	);
}

function nationalNumber(writing: PhoneWriting, country: CountryCode): string {
	const { digits, groups } = writing;
	const number = dialledNumber(digits, country);
	const [other, ...more] = otherReadings(digits, country, number);
	if (number) {
		if (!other) return number.number;
		if (more.length === 0 && isGroupedAs(number, other, groups)) return number.number;
		throw ambiguous(writing, [number, other]);
	}
	const advice = 'Check the number, and Options > Default Country.';
	if (!other || other.countryCallingCode === getCountryCallingCode(country)) {
		throw notANumber(digits, advice);
	}
	throw new InputError(
		`Phone is not a number of the default country: ${masked(digits)}`,
		`If it is a number of +${other.countryCallingCode}, begin it with +. Otherwise: ${advice}`,
	);
}

function ambiguous({ digits }: PhoneWriting, numbers: [PhoneNumber, PhoneNumber]): InputError {
	const [one, other] = numbers.map(({ countryCallingCode }) => `+${countryCallingCode}`);
	return new InputError(
		`Phone can be read as two numbers: ${masked(digits)}`,
		one === other
			? `Begin it with ${one}, without a zero that is only dialled within the country.`
			: `It can be a number of ${one} or of ${other}. Begin it with + and the country code. If all numbers are of one country, put it before the expression, as in ${one}{{ $json.phone }}.`,
	);
}
