import { InputError } from '../../shared/errors';
import { MAX_PHONE_LENGTH, shownPhone } from './shownPhone';

const ONE_NUMBER = 'Map a field with one phone number, without words, notes or an extension.';
const AS_TEXT = 'Map the phone number as text, as it is in the source.';

interface Problem {
	pattern: RegExp;
	/** What the error says after "Phone ". */
	problem: string;
	/** It must lead to a phone that the node can read. */
	advice: string;
}

/** What other systems and spreadsheets write around a phone number, or instead of it. The first match counts. */
const PROBLEMS: Problem[] = [
	{
		pattern: /\{\{/,
		problem: 'is an expression that was not evaluated',
		advice: 'Switch the field from Fixed to Expression.',
	},
	{
		pattern: /^['’‘`´]|['’‘`´]$/,
		problem: 'has an apostrophe, as spreadsheets mark text',
		advice: `Remove it in the source, or enter {{ $json.phone.replace(/['’‘\`´]/g, '') }}.`,
	},
	{
		pattern: /^=/,
		problem: 'is a formula of a spreadsheet',
		advice: `Format the column as text, or enter {{ $json.phone.replace(/[="]/g, '') }}.`,
	},
	{
		pattern: /^["“”]|["“”]$/,
		problem: 'is in quotation marks',
		advice: `Remove them in the source, or enter {{ $json.phone.replace(/["“”]/g, '') }}.`,
	},
	{
		pattern: /^#(?:N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|DIV\/0!|ERROR!)/i,
		problem: 'is an error of a spreadsheet',
		advice: 'Correct the formula in the spreadsheet.',
	},
	{
		pattern: /^p\s*:/i,
		problem: 'begins with p:, as in exports of lead ads',
		advice: `Enter {{ $json.phone.replace(/^p\\s*:/i, '') }}.`,
	},
	{
		pattern: /@lid$/i,
		problem: 'is a WhatsApp ID that hides the phone number',
		advice: 'Map the field that holds the number itself, such as one that ends with @c.us.',
	},
	{
		pattern: /@g\.us$/i,
		problem: 'is the ID of a WhatsApp group',
		advice: 'Map the phone number of one person.',
	},
	{
		pattern: /@(?:broadcast|newsletter)$|^status@/i,
		problem: 'is the ID of a WhatsApp channel or broadcast list',
		advice: 'Map the phone number of one person.',
	},
	{
		pattern: /@[a-z\d-]+\.[a-z]/i,
		problem: 'is an email address',
		advice: 'Map the field with the phone number.',
	},
	{
		pattern: /^[a-z]+:\/\/|(?:wa\.me|whatsapp\.com)\//i,
		problem: 'is a link without a phone number',
		advice: 'Map a field with the number itself, or a link such as https://wa.me/5511987654321.',
	},
	{
		pattern: /^0(?:xx|\*\*)\d/i,
		problem: 'has xx instead of a carrier, as in (0xx11)',
		advice: `Enter {{ $json.phone.replace(/^\\(?0(xx|\\*\\*)/i, '(') }}.`,
	},
	{
		pattern: /\p{Nd}.*[*•●]|[*•●].*\p{Nd}|\p{Nd}[\p{Pd} ().]*x{2}/iu,
		problem: 'has hidden digits',
		advice: 'Map the whole number. The system that it comes from hides some of its digits.',
	},
];

const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** What spreadsheets and databases write after a number that they take for a decimal. */
const ZERO_DECIMALS = /^\D*\d[\d ]{6,}[.,]0{1,2}$/;
/** Decimals at the end. Two digits after a dot may also be the end of a phone number, as in 06.12.34.56.00. */
const DECIMALS = /\.\d$|\d{7}\.\d\d$/;
/** Digits, and what may separate them. The last character is a digit, because brackets at the end hold a note: +43 664 123456 (2). */
const WRITING = /^[+\p{Nd}][\p{Nd}\p{Pd}\u2212 ().[\]/]*\p{Nd}$/u;
/** A slash may separate two numbers, as in 123456/7, but 030/123456 is a single one. */
const TWO_NUMBERS = /\/.*\/|(\d\D*){8}\/|\/(\D*\d){0,4}\D*$/;

/** The error for a phone that is not accepted. It shows only the last four digits. */
export function refused(problem: string, text: string, advice: string): InputError {
	return new InputError(`Phone ${problem}: ${shownPhone(text)}`, advice);
}

/** The text of a phone, without characters that cannot be seen. @throws InputError if it is empty, or neither a text nor a whole number */
export function textOfPhone(value: unknown): string {
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value === 'number') throw refused('is not a whole number', String(value), AS_TEXT);
	if (typeof value !== 'string' && value !== undefined && value !== null) {
		throw new InputError('Phone is neither a text nor a number', ONE_NUMBER);
	}
	// Address books put marks for the direction of the text around numbers. Japanese texts have a wide plus.
	const text = (value ?? '')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.replaceAll('\uff0b', '+')
		.trim();
	if (text !== '') return text;
	throw new InputError(
		'Phone is empty',
		'Map a field with a phone number. If it is an expression, check that it gives a value.',
	);
}

/** @throws InputError that names a known mistake, such as the formula of a spreadsheet, or an email address */
export function refuseKnownMistakes(text: string): void {
	if (EXPONENT.test(text)) {
		throw new InputError(
			'Phone is in scientific notation, so its last digits are lost',
			'Format the column of the spreadsheet as text, and enter the number again.',
		);
	}
	// The patterns are only tried on the beginning of a text, because some would take long on a very long one.
	const found = PROBLEMS.find(({ pattern }) => pattern.test(text.slice(0, MAX_PHONE_LENGTH)));
	if (found) throw refused(found.problem, text, found.advice);
}

/** @throws InputError for a text that the library would take for another number */
export function checkDigits(text: string): void {
	if (text.length > MAX_PHONE_LENGTH) throw refused('is not a valid number', text, ONE_NUMBER);
	if (ZERO_DECIMALS.test(text)) {
		const advice = `Format the column as text, or enter {{ $json.phone.replace(/[.,]0+$/, '') }}.`;
		throw refused('has decimals', text, advice);
	}
	if (!WRITING.test(text)) throw refused('is not a valid number', text, ONE_NUMBER);
	if (DECIMALS.test(text)) throw refused('has decimals', text, AS_TEXT);
	if (TWO_NUMBERS.test(text)) throw refused('contains more than one number', text, ONE_NUMBER);
}
