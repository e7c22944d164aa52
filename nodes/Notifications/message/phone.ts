import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { InputError } from '../../shared/errors';
import { isWrittenE164 } from './writtenE164';

/**
 * Turns a phone number in any usual writing into E.164, as section 2.6 wants it: "+5511987654321".
 *
 * @param defaultCountry ISO code (BR) for numbers without a country code; empty: none
 * @throws InputError that shows the last four digits only
 */
export function toE164(value: unknown, defaultCountry: string): string {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') {
		throw new InputError(
			'Phone is empty',
			'Map a field with a phone number. If it is an expression, check that it gives a value.',
		);
	}
	if (defaultCountry !== '' && !isSupportedCountry(defaultCountry)) {
		throw new InputError(
			`Default Country is unknown: ${defaultCountry.slice(0, 10)}`,
			'Choose a country from the list in Options.',
		);
	}
	if (isWrittenE164(text)) return text;
	// "00" is what most of the world dials for "+".
	const international = text.trim().replace(/^00(?=[1-9])/, '+');
	const country = defaultCountry === '' ? undefined : defaultCountry;
	const phone = parsePhoneNumberFromString(international, {
		...(country ? { defaultCountry: country } : {}),
		extract: false,
	});
	if (phone?.isPossible()) return phone.number;
	throw new InputError(
		`Phone is not a possible number: ${masked(text)}`,
		country
			? 'Check the number, and Options > Default Country.'
			: 'Begin it with + and the country code (+55…), or set Options > Default Country.',
	);
}

/** Enough to find the number again, too little to call it. */
export function masked(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	return `…${digits.slice(-4)}`;
}
