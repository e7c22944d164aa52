import {
	type CountryCode,
	type PhoneNumber,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { InputError } from '../../shared/errors';
import { checkDigits, refused, refuseKnownMistakes, textOfPhone } from './phoneProblem';
import { digitsOf } from './shownPhone';

export interface Phone {
	/** The number in E.164, such as "+5511987654321". */
	e164: string;
	/** The same for all numbers that reach the same person. It is compared, but never sent. */
	recipientKey: string;
}

/** The length with the plus. In Germany, the library also knows numbers that are longer than E.164 allows. */
const MAX_E164_LENGTH = 16;
/** The length of a number that nothing else is known about. The library knows all shorter ones. */
const MIN_CHAT_DIGITS = 8;
const MAX_CHAT_DIGITS = 15;

const NOT_VALID = 'is not a valid number';
const BEGIN_WITH_PLUS =
	'Begin it with + and the country code. If your phones begin with the country code, enter +{{ $json.phone }}.';
const CHOOSE_COUNTRY = 'If they do not, set Options > Default Country.';
const OTHER_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with +.';
const CHECK_DIGITS = 'Check the country code and the digits after it.';
const NEW_RANGE = 'If it is right, write whatsapp: before it: then only its length is checked.';

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
	const e164 = `+${digitsOf(writing.number.replace(DOUBLE_ZERO, '+'))}`;
	return { phones: hasChatLength(e164) ? [phoneOf(e164)] : [], isKnown: false };
}

/** The form in which a phone is written, which decides what it may mean. */
interface Writing {
	kind:
		| 'chatAddress' // 5511987654321@c.us
		| 'link' // https://wa.me/5511987654321
		| 'chatName' // whatsapp:+5511987654321
		| 'plus' // +55 11 98765-4321
		| 'doubleZero' // 0055 11 98765-4321
		| 'national'; // (11) 98765-4321
	/** The number, without anything that is written before or after it, except for a plus or 00. */
	number: string;
}

const SCHEME = /^(tel|whatsapp)\s*:\s*/i;
/** The numbers of an agent and of a device may follow the number. */
const CHAT_ADDRESS = /^\+?([1-9]\d{4,14})(?:_\d{1,3})?(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
/** wa.me/5511987654321, or wa.me/c/5511987654321 for the catalogue of a number. */
const SHORT_LINK =
	/^(?:https?:\/\/)?(?:www\.)?wa\.me\/(?:c\/)?((?:[+\d ().-]|%20|%2B)*\d)\/?(?:[?#]|$)/i;
/** api.whatsapp.com/send?phone=5511987654321, the same on other hosts, and whatsapp://send?phone=5511987654321. */
const LONG_LINK =
	/^(?:(?:https?:\/\/)?(?:[a-z]+\.)?whatsapp\.com\/send\/?|whatsapp:\/\/send\/?)\?(?:[^#]*&)?phone=((?:[+\d ().-]|%20|%2B)*\d)(?:[&#]|$)/i;
const DOUBLE_ZERO = /^00[^+\p{Nd}]*/u;

/** @throws InputError if it is no phone number */
function writingOf(given: string): Writing {
	const link = (SHORT_LINK.exec(given) ?? LONG_LINK.exec(given))?.[1];
	if (link !== undefined) return linkWriting(link);
	const scheme = SCHEME.exec(given)?.[0] ?? '';
	const text = given.slice(scheme.length).replace(/^[([ ]+/, '');
	const ofChat = CHAT_ADDRESS.exec(text)?.[1];
	if (ofChat !== undefined) return { kind: 'chatAddress', number: ofChat };
	refuseKnownMistakes(text);
	checkDigits(text.replace(DOUBLE_ZERO, '+'));
	if (/^whatsapp/i.test(scheme)) return { kind: 'chatName', number: text };
	if (text.startsWith('+')) return { kind: 'plus', number: text };
	return { kind: DOUBLE_ZERO.test(text) ? 'doubleZero' : 'national', number: text };
}

/** A link has the number with its country code, with or without a plus, which may be URL-encoded. */
function linkWriting(encoded: string): Writing {
	const number = encoded.replace(/%2B/gi, '+').replace(/%20/g, ' ').trim();
	checkDigits(number);
	return { kind: 'link', number };
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
	if (isInternational(number)) return { meant: chatNumber(number.replace(DOUBLE_ZERO, '+')) };
	const withPlus = parsed(`+${digitsOf(number)}`);
	if (!withPlus?.isPossible()) throw refused(NOT_VALID, number, CHECK_DIGITS);
	const ofCountry = country && validNumber(number, country)?.number;
	const isDoubtful = !withPlus.isValid() && ofCountry !== withPlus.number;
	return { meant: withPlus.number, other: ofCountry, isDoubtful };
}

/**
 * 00 stands for the plus, unless people in the default country dial abroad in another way: then the digits may be a
 * number after 0011, as in Australia, or after 001, as in Indonesia.
 */
function withDoubleZero(text: string, country: CountryCode | undefined): Readings {
	const withPlus = validNumber(text.replace(DOUBLE_ZERO, '+'))?.number;
	const ofCountry = country && validNumber(text, country)?.number;
	if (!withPlus) return { meant: ofCountry };
	const other = ofCountry ?? (country && dialledByThree(text, country)?.number);
	return { meant: withPlus, other, isDoubtful: other !== withPlus };
}

/**
 * Digits alone are a number of the default country. With a plus, they may be another valid number. That makes them
 * doubtful if both have the same calling code, or if numbers of the country begin with a 0 that the digits lack.
 */
function national(text: string, country: CountryCode | undefined): Readings {
	const withPlus = validNumber(`+${text}`);
	const ofCountry = country && validNumber(text, country);
	if (!withPlus || !ofCountry) return { meant: ofCountry?.number, other: withPlus?.number };
	const isDoubtful =
		withPlus.number !== ofCountry.number &&
		(withPlus.countryCallingCode === ofCountry.countryCallingCode || lacksTrunk(text, ofCountry));
	return { meant: ofCountry.number, other: withPlus.number, isDoubtful };
}

/** In Germany, for example, national numbers begin with 0. In Brazil, India, Italy or Spain, nothing marks them. */
function lacksTrunk(written: string, ofCountry: PhoneNumber): boolean {
	const usual = ofCountry.formatNational({ nationalPrefix: false });
	return digitsOf(written).length < digitsOf(usual).length;
}

const isFromChat = ({ kind }: Writing) => kind === 'chatAddress' || kind === 'chatName';

/** Those of which the library knows that at least the length is right, and those of former years. */
function possibleNumbers(
	{ kind, number }: Writing,
	country: CountryCode | undefined,
): PhoneNumber[] {
	const international = isInternational(number) ? number.replace(DOUBLE_ZERO, '+') : `+${number}`;
	const numbers = [parsed(international)];
	if (country && kind !== 'plus') numbers.push(parsed(number, country));
	if (country && kind === 'doubleZero') numbers.push(dialledByThree(number, country));
	return numbers.flatMap((each) =>
		each && (each.isPossible() || isOfChat(each.number)) ? [each] : [],
	);
}

const isInternational = (number: string) => number.startsWith('+') || DOUBLE_ZERO.test(number);

function knownCountry(code: string): CountryCode | undefined {
	if (code === '') return undefined;
	if (isSupportedCountry(code)) return code;
	const advice = 'Choose a country from the list in Options.';
	throw new InputError(`Default Country is unknown: ${code.slice(0, 10)}`, advice);
}

function phoneOf(e164: string): Phone {
	return { e164, recipientKey: recipientKeyOf(e164) };
}

function validNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
	const number = parsed(text, country);
	return number?.isValid() ? number : undefined;
}

/** Mobile numbers of Mexico had a 1 after the country code until 2019. WhatsApp still writes it. */
const MEXICO_WITH_1 = /^\+52\D*1(?=(\D*\d){10}$)/;
/** The same without a plus, and the digits that people dialled before a mobile number within Mexico. */
const MEXICO_NATIONAL = /^(?:52\D*1|01|04[45])(?=(\D*\d){10}$)/;

function parsed(text: string, country?: CountryCode): PhoneNumber | undefined {
	const today = text.replace(country === 'MX' ? MEXICO_NATIONAL : MEXICO_WITH_1, (before) =>
		before.startsWith('+') ? '+52' : '',
	);
	const options = country ? { defaultCountry: country, extract: false } : { extract: false };
	const number = parsePhoneNumberFromString(today, options);
	return number && number.number.length <= MAX_E164_LENGTH ? number : undefined;
}

/** A number that comes from WhatsApp exists, even if its range is newer than the library, or no longer in use. */
function chatNumber(text: string): string {
	const number = parsed(`+${digitsOf(text)}`);
	if (number?.isPossible()) return number.number;
	const e164 = `+${digitsOf(text)}`;
	if (!hasChatLength(e164)) throw refused(NOT_VALID, text, CHECK_DIGITS);
	return e164;
}

function hasChatLength(e164: string): boolean {
	const digits = e164.length - 1;
	return /^\+[1-9]/.test(e164) && digits >= MIN_CHAT_DIGITS && digits <= MAX_CHAT_DIGITS;
}

/** People dial abroad with these digits in some countries, and the library does not know them for all of these. */
const BY_THREE = /^00[17]/;

function dialledByThree(text: string, country: CountryCode): PhoneNumber | undefined {
	const digits = digitsOf(text);
	if (!BY_THREE.test(digits) || !dialsByThree(country)) return undefined;
	return validNumber(`+${digits.slice('001'.length)}`);
}

const byThree = new Map<CountryCode, boolean>();
/** A number in London that is certainly valid. */
const ABROAD = '442079460018';

function dialsByThree(country: CountryCode): boolean {
	const known = byThree.get(country);
	if (known !== undefined) return known;
	const isOneOf = [...'123456789'].some((digit) => {
		return validNumber(`00${digit}${ABROAD}`, country)?.number === `+${ABROAD}`;
	});
	byThree.set(country, isOneOf);
	return isOneOf;
}

interface OtherWriting {
	/** Matches a number in E.164 in a form that WhatsApp or an address book writes, and that cannot be dialled. */
	pattern: RegExp;
	/** The recipient key, which is the same for both forms: the form that can be dialled. */
	key: string;
}

/**
 * The forms in which WhatsApp and address books write the numbers of some countries. WhatsApp leaves out the ninth
 * digit of mobile numbers in Brazil; nobody can say whether eight digits are a landline or such a number, so both count
 * as one person. Address books leave out the 9 of Argentina. The numbers of Benin (2024) and the mobile numbers of
 * Côte d'Ivoire (2021) became two digits longer.
 */
const OTHER_WRITINGS: OtherWriting[] = [
	{ pattern: /^\+55(\d\d)(\d{8})$/, key: '+55$19$2' },
	{ pattern: /^\+54([^9]\d{9})$/, key: '+549$1' },
	{ pattern: /^\+229(\d{8})$/, key: '+22901$1' },
	{ pattern: /^\+225([04-9][0-3]\d{6})$/, key: '+22501$1' },
	{ pattern: /^\+225([04-9][4-6]\d{6})$/, key: '+22505$1' },
	{ pattern: /^\+225([04-9][7-9]\d{6})$/, key: '+22507$1' },
];

function recipientKeyOf(e164: string): string {
	const found = OTHER_WRITINGS.find(({ pattern }) => pattern.test(e164));
	return found ? e164.replace(found.pattern, found.key) : e164;
}

/** Whether a number has the form in which WhatsApp writes a valid number. */
function isOfChat(e164: string): boolean {
	const key = recipientKeyOf(e164);
	return key !== e164 && validNumber(key) !== undefined;
}

/** The error for a phone that is no valid number. Its advice leads to a phone that the node can read. */
function whyNotValid(writing: Writing, country: CountryCode | undefined, text: string): InputError {
	const former = formerNumber(writing, country);
	if (former) return lacksDigits(former, text);
	switch (writing.kind) {
		case 'link':
			return refused('is a link with a number that is not valid', text, CHECK_DIGITS);
		case 'plus':
		case 'doubleZero':
			return refused(NOT_VALID, text, `${CHECK_DIGITS} ${NEW_RANGE}`);
		default:
			if (country) return refused(NOT_VALID, text, OTHER_COUNTRY);
			return refused(NOT_VALID, text, `${BEGIN_WITH_PLUS} ${CHOOSE_COUNTRY}`);
	}
}

/** A number that was valid once, before its country added digits. */
interface FormerNumber {
	e164: string;
	/** What to write before it if it comes from WhatsApp. It is empty if that would not help. */
	chatPrefix: '' | 'whatsapp:' | 'whatsapp:+';
}

function formerNumber(
	{ kind, number }: Writing,
	country: CountryCode | undefined,
): FormerNumber | undefined {
	if (kind === 'plus' || kind === 'doubleZero') {
		return former(parsed(number.replace(DOUBLE_ZERO, '+')), 'whatsapp:');
	}
	return (
		former(parsed(`+${number}`), 'whatsapp:+') ?? former(country && parsed(number, country), '')
	);
}

function former(
	number: PhoneNumber | undefined,
	chatPrefix: FormerNumber['chatPrefix'],
): FormerNumber | undefined {
	return number && isOfChat(number.number) ? { e164: number.number, chatPrefix } : undefined;
}

function lacksDigits({ e164, chatPrefix }: FormerNumber, text: string): InputError {
	const isBrazil = e164.startsWith('+55');
	const problem = isBrazil
		? 'lacks the ninth digit that mobile numbers of Brazil have'
		: 'lacks the digits that its country has added to all numbers';
	const missing = isBrazil ? 'Write a 9 before its last eight digits' : 'Add these digits';
	const plus = chatPrefix === 'whatsapp:+' ? ', and + before the country code' : '';
	const asInChat = `If WhatsApp itself gave you this number, write ${chatPrefix} before it.`;
	return refused(problem, text, `${missing}${plus}.${chatPrefix === '' ? '' : ` ${asInChat}`}`);
}
