import { type CountryCode, type PhoneNumber, isSupportedCountry } from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import { BEGIN_WITH_PLUS, CHECK_DIGITS, NOT_VALID, whyNotValid } from './invalidPhone';
import { dialledByThree, parsed, validNumber } from './phoneNumber';
import { refused, textOfPhone } from './phoneProblem';
import { isFromChat, isInternational, withPlus, type Writing, writingOf } from './phoneWriting';
import { isOfChat, recipientKeyOf } from './recipientKey';
import { digitsOf } from './shownPhone';

export interface Phone {
	/** The number in E.164, such as "+5511987654321". */
	e164: string;
	/** The same for all numbers that reach the same person. It is compared, but never sent. */
	recipientKey: string;
}

/** Reads the phone of a user (section 2.6). @throws InputError, which shows only the last four digits */
export function readPhone(value: unknown, defaultCountry: string): Phone {
	const country = knownCountry(defaultCountry);
	const text = textOfPhone(value);
	const writing = writingOf(text);
	const { meant, other, isDoubtful } = readingsOf(writing, country);
	if (!meant) throw whyNotValid(writing, country, text);
	if (other && isDoubtful) throw refused('can be read as two numbers', text, BEGIN_WITH_PLUS);
	return phoneOf(meant);
}

export interface PossiblePhones {
	phones: Phone[];
	/** Whether one of them is valid, or is how WhatsApp writes a valid number. */
	isKnown: boolean;
}

/**
 * All numbers that a phone may be, while `readPhone` accepts one of them, or none. These include numbers that only
 * have the right length.
 * @throws InputError if it is no phone number
 */
export function possiblePhones(value: unknown, defaultCountry: string): PossiblePhones {
	const country = knownCountry(defaultCountry);
	const writing = writingOf(textOfPhone(value));
	if (isFromChat(writing)) {
		const { meant, other } = readingsOf(writing, country);
		const numbers = [meant, other].filter((e164) => e164 !== undefined);
		return { phones: numbers.map(phoneOf), isKnown: true };
	}
	const possible = possibleNumbers(writing, country);
	const isKnown = possible.some((number) => number.isValid() || isOfChat(number.number));
	const phones = [...new Set(possible.map(({ number }) => number))].map(phoneOf);
	if (phones.length > 0 || !isInternational(writing.number)) return { phones, isKnown };
	const e164 = `+${digitsOf(withPlus(writing.number))}`;
	return { phones: hasChatLength(e164) ? [phoneOf(e164)] : [], isKnown: false };
}

/** What a phone may mean. All numbers are in E.164. */
interface Readings {
	/** The number that is sent to. Undefined if none is valid. */
	meant: string | undefined;
	/** A second valid number that the same digits may be. */
	other?: string | undefined;
	/** Whether nobody can say which of the two is meant, so that the phone is refused. */
	isDoubtful?: boolean;
}

/** What a phone may mean by its form. `readPhone` and `possiblePhones` both decide by this function. */
function readingsOf({ kind, number }: Writing, country: CountryCode | undefined): Readings {
	switch (kind) {
		case 'chatAddress':
			return { meant: chatNumber(number) };
		case 'link':
			return ofLink(number);
		case 'chatName':
			return ofChatName(number, country);
		case 'plus':
			return { meant: validNumber(number)?.number };
		case 'doubleZero':
			return withDoubleZero(number, country);
		case 'national':
			return national(number, country);
	}
}

/** People put links together by hand, so the number must be valid, or have the form in which WhatsApp writes a valid one. */
function ofLink(number: string): Readings {
	const international = `+${digitsOf(number).replace(/^00/, '')}`;
	const valid = validNumber(international)?.number;
	if (valid) return { meant: valid };
	return { meant: isOfChat(international) ? international : undefined };
}

/**
 * A number after `whatsapp:` comes from WhatsApp. Without a plus, a person may also have written the word before a
 * number of the default country.
 */
function ofChatName(number: string, country: CountryCode | undefined): Readings {
	if (isInternational(number)) return { meant: chatNumber(withPlus(number)) };
	const international = parsed(`+${digitsOf(number)}`);
	if (!international?.isPossible()) throw refused(NOT_VALID, number, CHECK_DIGITS);
	const ofCountry = country && validNumber(number, country)?.number;
	const isDoubtful = !international.isValid() && ofCountry !== international.number;
	return { meant: international.number, other: ofCountry, isDoubtful };
}

/**
 * 00 stands for the plus, unless people in the default country dial abroad in another way: then the digits may be a
 * number after 0011, as in Australia, or after 001, as in Indonesia.
 */
function withDoubleZero(text: string, country: CountryCode | undefined): Readings {
	const international = validNumber(withPlus(text))?.number;
	const ofCountry = country && validNumber(text, country)?.number;
	if (!international) return { meant: ofCountry };
	const other = ofCountry ?? (country && dialledByThree(text, country)?.number);
	return { meant: international, other, isDoubtful: other !== international };
}

/**
 * Digits alone are a number of the default country. With a plus, they may be another valid number. That makes them
 * doubtful if both have the same calling code, or if numbers of the country begin with a 0 that the digits lack.
 */
function national(text: string, country: CountryCode | undefined): Readings {
	const international = validNumber(`+${text}`);
	const ofCountry = country && validNumber(text, country);
	if (!international || !ofCountry) {
		return { meant: ofCountry?.number, other: international?.number };
	}
	const isOfSameCode = international.countryCallingCode === ofCountry.countryCallingCode;
	const areDifferent = international.number !== ofCountry.number;
	const isDoubtful = areDifferent && (isOfSameCode || lacksTrunk(text, ofCountry));
	return { meant: ofCountry.number, other: international.number, isDoubtful };
}

/** In Germany, for example, national numbers begin with 0. In Brazil, India, Italy or Spain, nothing marks them. */
function lacksTrunk(written: string, ofCountry: PhoneNumber): boolean {
	const usual = ofCountry.formatNational({ nationalPrefix: false });
	return digitsOf(written).length < digitsOf(usual).length;
}

/** Those of which the library knows that at least the length is right, and those of former years. */
function possibleNumbers(
	{ kind, number }: Writing,
	country: CountryCode | undefined,
): PhoneNumber[] {
	const international = isInternational(number) ? withPlus(number) : `+${number}`;
	const numbers = [parsed(international)];
	if (country && kind !== 'plus') numbers.push(parsed(number, country));
	if (country && kind === 'doubleZero') numbers.push(dialledByThree(number, country));
	return numbers.flatMap((each) =>
		each && (each.isPossible() || isOfChat(each.number)) ? [each] : [],
	);
}

function knownCountry(code: string): CountryCode | undefined {
	if (code === '') return undefined;
	if (isSupportedCountry(code)) return code;
	const advice = 'Choose a country from the list in Options.';
	throw new InputError(`Default Country is unknown: ${code.slice(0, 10)}`, advice);
}

function phoneOf(e164: string): Phone {
	return { e164, recipientKey: recipientKeyOf(e164) };
}

/** A number that comes from WhatsApp exists, even if its range is newer than the library, or no longer in use. */
function chatNumber(text: string): string {
	const number = parsed(`+${digitsOf(text)}`);
	if (number?.isPossible()) return number.number;
	const e164 = `+${digitsOf(text)}`;
	if (!hasChatLength(e164)) throw refused(NOT_VALID, text, CHECK_DIGITS);
	return e164;
}

/** The length of a number that nothing else is known about. The library knows all shorter ones. */
const MIN_CHAT_DIGITS = 8;
const MAX_CHAT_DIGITS = 15;

function hasChatLength(e164: string): boolean {
	const digits = e164.length - 1;
	return /^\+[1-9]/.test(e164) && digits >= MIN_CHAT_DIGITS && digits <= MAX_CHAT_DIGITS;
}
