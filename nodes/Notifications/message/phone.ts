import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { asError, InputError } from '../../shared/errors';
import { isOfChat, parsed, recipientKeyOf, validNumber } from './phoneNumber';
import {
	digitsOf,
	NOT_VALID,
	RefusedPhone,
	refused,
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

const ADVICE =
	'Map one phone number, as text, preferably with + and the country code. Numbers without a country code need Options > Default Country.';

/** Reads the phone of a user (section 2.6). @throws InputError, which shows only the last four digits */
export function readPhone(
	value: unknown,
	country: CountryCode | undefined,
	label = 'Phone',
): Phone {
	try {
		const text = textOfPhone(value);
		const { meant, isDoubtful } = readingsOf(writingOf(text), country);
		if (!meant) throw refused(NOT_VALID, text);
		if (isDoubtful) throw refused('can be read as two numbers', text);
		return { e164: meant, recipientKey: recipientKeyOf(meant) };
	} catch (error) {
		throw error instanceof RefusedPhone
			? new InputError(`${label} ${error.message}`, ADVICE)
			: asError(error);
	}
}

/** What a phone may mean. */
interface Readings {
	/** The number that is sent to, in E.164. Undefined if none is valid. */
	meant: string | undefined;
	/** Whether nobody can say which of two valid numbers is meant, so that the phone is refused. */
	isDoubtful?: boolean;
}

/** What a phone may mean by its form. */
function readingsOf({ kind, number }: Writing, country: CountryCode | undefined): Readings {
	switch (kind) {
		case 'chat':
			return { meant: chatNumber(number) };
		case 'link':
			return { meant: validNumber(`+${number}`)?.number };
		case 'plus':
			return { meant: validNumber(number)?.number };
		case 'doubleZero':
			return withDoubleZero(number, country);
		case 'national':
			return national(number, country);
	}
}

/**
 * 00 stands for the plus, unless people in the default country dial abroad in another way: then the digits may be a
 * number after 0011, as in Australia, or after 009, as in Colombia.
 */
function withDoubleZero(text: string, country: CountryCode | undefined): Readings {
	const international = validNumber(withPlus(text))?.number;
	const ofCountry = country && validNumber(text, country)?.number;
	if (!international || !ofCountry) return { meant: international ?? ofCountry };
	return { meant: international, isDoubtful: ofCountry !== international };
}

/**
 * Digits alone are a number of the default country. With a plus, they may be another valid number. That makes them
 * doubtful if both have the same calling code, or if numbers of the country begin with a 0 that the digits lack.
 */
function national(text: string, country: CountryCode | undefined): Readings {
	const international = validNumber(`+${text}`);
	const ofCountry = country && validNumber(text, country);
	if (!international || !ofCountry) return { meant: ofCountry?.number };
	const isOfSameCode = international.countryCallingCode === ofCountry.countryCallingCode;
	const areDifferent = international.number !== ofCountry.number;
	const isDoubtful = areDifferent && (isOfSameCode || lacksTrunk(text, ofCountry));
	return { meant: ofCountry.number, isDoubtful };
}

/** In Germany, for example, national numbers begin with 0. In Brazil, India, Italy or Spain, nothing marks them. */
function lacksTrunk(written: string, ofCountry: PhoneNumber): boolean {
	const usual = ofCountry.formatNational({ nationalPrefix: false });
	return digitsOf(written).length < digitsOf(usual).length;
}

/** A number that comes from WhatsApp exists, even if its range is newer than the library, or no longer in use. */
function chatNumber(text: string): string | undefined {
	const number = parsed(`+${digitsOf(text)}`);
	if (number && (number.isPossible() || isOfChat(number.number))) return number.number;
	const e164 = `+${digitsOf(text)}`;
	return hasChatLength(e164) ? e164 : undefined;
}

/** The length of a number that nothing else is known about. The library knows all shorter ones. */
const MIN_CHAT_DIGITS = 8;
const MAX_CHAT_DIGITS = 15;

/** Whether a text is a plus and as many digits as a number may have that nothing else is known about. */
function hasChatLength(e164: string): boolean {
	const digits = e164.length - 1;
	return /^\+[1-9]/.test(e164) && digits >= MIN_CHAT_DIGITS && digits <= MAX_CHAT_DIGITS;
}
