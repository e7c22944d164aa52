import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import type { InputError } from '../../shared/errors';
import { parsed } from './phoneNumber';
import { refused } from './phoneProblem';
import { withPlus, type Writing } from './phoneWriting';
import { isOfChat } from './recipientKey';

export const NOT_VALID = 'is not a valid number';
export const BEGIN_WITH_PLUS =
	'Begin it with + and the country code. If your phones begin with the country code, enter +{{ $json.phone }}.';
const CHOOSE_COUNTRY = 'If they do not, set Options > Default Country.';
const OTHER_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with +.';
export const CHECK_DIGITS = 'Check the country code and the digits after it.';
const NEW_RANGE = 'If it is right, write whatsapp: before it: then only its length is checked.';

/** The error for a phone that is no valid number. Its advice leads to a phone that the node can read. */
export function whyNotValid(
	writing: Writing,
	country: CountryCode | undefined,
	text: string,
): InputError {
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
		return former(parsed(withPlus(number)), 'whatsapp:');
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
