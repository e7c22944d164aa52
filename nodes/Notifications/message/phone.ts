import { type CountryCode, type PhoneNumber, isSupportedCountry } from 'libphonenumber-js/max';
import { asError, InputError } from '../../shared/errors';
import { isOfChat, parsed, recipientKeyOf, validNumber } from './phoneNumber';
import {
	type Advice,
	digitsOf,
	isInternational,
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

/** The field that a phone was entered in. The errors about the phone name it. */
export interface PhoneField {
	label: string;
	/** What the field has, before n8n evaluates it. */
	written?: unknown;
	/** Whether an AI model has given the phone. It knows no expressions. */
	isFromModel?: boolean;
}

/** A path such as `$json.contact["Phone 1"]` or `$('Form').first().json.phone`, after which `.replace(…)` may stand. */
const PATH = /^[\w$]+(?:\.[\w$]+|\[(?:\d+|'[^']*'|"[^"]*")\]|\((?:'[^']*'|"[^"]*")?\))*$/;

/** The expression that gives the whole value of a field, such as `$json.phone` of `={{ $json.phone }}`, if it has one. */
function soleExpression(written: unknown): string | undefined {
	if (typeof written !== 'string') return undefined;
	const inner = /^=\s*\{\{((?:(?!\{\{|\}\}).)+)\}\}\s*$/s.exec(written)?.[1]?.trim();
	return inner === undefined || PATH.test(inner) ? inner : `(${inner})`;
}

/** Reads the phone of a user (section 2.6). @throws InputError, which shows only the last four digits */
export function readPhone(
	value: unknown,
	defaultCountry: string,
	field: PhoneField = { label: 'Phone' },
): Phone {
	const country = defaultCountry === '' ? undefined : defaultCountry;
	if (country !== undefined && !isSupportedCountry(country)) {
		const advice = 'Choose a country from the list in Options.';
		throw new InputError(`Default Country is unknown: ${country.slice(0, 10)}`, advice);
	}
	try {
		const text = textOfPhone(value);
		const writing = writingOf(text);
		const { meant, other, isDoubtful } = readingsOf(writing, country);
		if (!meant) throw whyNotValid(writing, country, text);
		if (other && isDoubtful) throw refused('can be read as two numbers', text, BEGIN_WITH_PLUS);
		return { e164: meant, recipientKey: recipientKeyOf(meant) };
	} catch (error) {
		throw error instanceof RefusedPhone ? refusedIn(field, error) : asError(error);
	}
}

function refusedIn(field: PhoneField, { problem, advice }: RefusedPhone): InputError {
	return new InputError(`${field.label} ${problem}`, adviceFor(field, advice));
}

/** The advice for whoever has filled in the field: a person, who may enter an expression, or an AI model. */
function adviceFor({ written, isFromModel }: PhoneField, advice: Advice): string {
	if (isFromModel) return 'Pass the phone number with + and the country code first.';
	const expression = soleExpression(written);
	if (expression === undefined || !advice.expression) return `${advice.text}.`;
	return `${advice.text}, or enter ${advice.expression(expression)}.`;
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

/** What a phone may mean by its form. */
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
 * number after 0011, as in Australia, or after 009, as in Colombia.
 */
function withDoubleZero(text: string, country: CountryCode | undefined): Readings {
	const international = validNumber(withPlus(text))?.number;
	const ofCountry = country && validNumber(text, country)?.number;
	if (!international) return { meant: ofCountry };
	return { meant: international, other: ofCountry, isDoubtful: ofCountry !== international };
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

/** Whether a text is a plus and as many digits as a number may have that nothing else is known about. */
export function hasChatLength(e164: string): boolean {
	const digits = e164.length - 1;
	return /^\+[1-9]/.test(e164) && digits >= MIN_CHAT_DIGITS && digits <= MAX_CHAT_DIGITS;
}

const NOT_VALID = 'is not a valid number';
const CHECK_DIGITS = 'Check the country code and the digits after it';
const OTHER_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with + and the country code';
const CHECK_OR_NEW = `${CHECK_DIGITS}. If it is right, write whatsapp: before it: then only its length is checked`;
const AND_PLUS = ', and + before the country code';
const IF_OF_CHAT = 'If WhatsApp itself gave you this number, write whatsapp:';
const WITH_PLUS = 'Begin it with + and the country code';
const plusBefore = (phone: string) => `+{{ ${phone} }} if your phones begin with the country code`;
const BEGIN_WITH_PLUS: Advice = { text: WITH_PLUS, expression: plusBefore };
const PLUS_OR_COUNTRY: Advice = {
	text: `${WITH_PLUS}. If your phones have no country code, set Options > Default Country`,
	expression: plusBefore,
};

function whyNotValid(
	{ kind, number }: Writing,
	country: CountryCode | undefined,
	text: string,
): RefusedPhone {
	const hasPlus = isInternational(number);
	const international = parsed(hasPlus ? withPlus(number) : `+${digitsOf(number)}`);
	if (international && hasCodeTwice(number, international)) {
		return refused('has the country code twice', text, 'Write it once, not twice');
	}
	if (international && isOfChat(international.number)) {
		const [plus, ofChat] = hasPlus ? ['', IF_OF_CHAT] : [AND_PLUS, `${IF_OF_CHAT}+`];
		return lacksDigits(international, text, `${plus}. ${ofChat} before it`);
	}
	if (kind === 'link') {
		return refused('is a link with a number that is not valid', text, CHECK_DIGITS);
	}
	if (!hasPlus) return whyNotNational(number, country, text);
	return refused(NOT_VALID, text, international?.isPossible() ? CHECK_OR_NEW : CHECK_DIGITS);
}

function whyNotNational(
	number: string,
	country: CountryCode | undefined,
	text: string,
): RefusedPhone {
	if (!country) return refused(NOT_VALID, text, PLUS_OR_COUNTRY);
	const ofCountry = parsed(number, country);
	if (ofCountry && isOfChat(ofCountry.number)) return lacksDigits(ofCountry, text, '');
	return refused(NOT_VALID, text, OTHER_COUNTRY);
}

/** Whether a number would be valid if its country code, with which its digits begin, were not written before it. */
function hasCodeTwice(written: string, { countryCallingCode: code }: PhoneNumber): boolean {
	const digits = digitsOf(withPlus(written));
	const rest = digits.slice(code.length);
	return digits.startsWith(code + code) && validNumber(`+${rest}`) !== undefined;
}

/**
 * A mobile number of Brazil of which one digit is missing, and it cannot be the ninth digit alone: if another digit of
 * the number or of its area code was lost, there is a 9 in one of these two places.
 */
const BRAZIL_LACKS_ANY_DIGIT = /^\+55(?:\d9|\d\d9)/;

/** The number has the form from before its country added digits. WhatsApp still writes some numbers like that. */
function lacksDigits({ number: e164 }: PhoneNumber, text: string, more: string): RefusedPhone {
	if (!e164.startsWith('+55')) {
		const problem = 'lacks the digits that its country has added to all numbers';
		return refused(problem, text, `Add these digits${more}`);
	}
	if (BRAZIL_LACKS_ANY_DIGIT.test(e164)) {
		const advice = 'Check it: after the area code, there must be nine digits that begin with 9';
		return refused('lacks a digit of a mobile number of Brazil', text, advice);
	}
	const problem = 'lacks the ninth digit that mobile numbers of Brazil have';
	return refused(problem, text, `Write a 9 before its last eight digits${more}`);
}
