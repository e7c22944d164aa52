import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import { parsed, recipientKeyOf, validNumber } from './phoneNumber';
import {
	digitsOf,
	shownPhone,
	textOfPhone,
	withPlus,
	type Writing,
	writingOf,
} from './phoneWriting';

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
	const text = textOfPhone(value);
	const writing = writingOf(text);
	const e164 = writing && numberOf(writing, country);
	if (e164 !== undefined) return { e164, recipientKey: recipientKeyOf(e164) };
	throw new InputError(
		`${label} is not a valid number: ${shownPhone(text)}`,
		'Map one phone number, as text, preferably with + and the country code. Numbers without a country code need Options > Default Country.',
	);
}

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
 * number after 0011, as in Australia, or after 009, as in Colombia.
 */
function numberWithDoubleZero(text: string, country: CountryCode | undefined): string | undefined {
	const international = validNumber(withPlus(text))?.number;
	const ofCountry = country && validNumber(text, country)?.number;
	if (international && ofCountry && international !== ofCountry) return undefined;
	return international ?? ofCountry;
}

/**
 * Digits alone are a number of the default country. With a plus, they may be another valid number. Nobody can say which
 * one is meant if both have the same calling code, or if numbers of the country begin with a 0 that the digits lack.
 */
function numberWithoutPlus(text: string, country: CountryCode | undefined): string | undefined {
	const ofCountry = country && validNumber(text, country);
	const international = validNumber(`+${text}`);
	if (!ofCountry || !international || international.number === ofCountry.number) {
		return ofCountry?.number;
	}
	const isOfSameCode = international.countryCallingCode === ofCountry.countryCallingCode;
	return isOfSameCode || lacksTrunk(text, ofCountry) ? undefined : ofCountry.number;
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
