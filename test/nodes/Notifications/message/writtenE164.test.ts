import fc from 'fast-check';
import {
	getCountries,
	getCountryCallingCode,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isWrittenE164 } from '../../../../nodes/Notifications/message/writtenE164';

/** What the library makes of a text, if it is a possible number. */
function parsed(text: string): string | undefined {
	const phone = parsePhoneNumberFromString(text, { extract: false });
	return phone?.isPossible() ? phone.number : undefined;
}

const callingCodes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
const digits = (min: number, max: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

describe('numbers that are E.164 already', () => {
	it.each(['+5511987654321', '+442079460018', '+12133734253', '+919876543210'])(
		'%s is known',
		(text) => expect(isWrittenE164(text)).toBe(true),
	);

	it.each([
		['with a national prefix', '+4407911123456'],
		['too short', '+551198765'],
		['of no country', '+999123456789'],
		['with spaces', '+55 11 98765 4321'],
		['with a line end', '+5511987654321\n'],
		['without +', '5511987654321'],
	])('%s is left to the library: %s', (_, text) => {
		expect(isWrittenE164(text)).toBe(false);
	});

	it.each(callingCodes)('the library agrees for +%s', (code) => {
		fc.assert(
			fc.property(digits(3, 14), (national) => {
				const text = `+${code}${national}`;
				return !isWrittenE164(text) || parsed(text) === text;
			}),
			{ numRuns: 300 },
		);
	});
});
