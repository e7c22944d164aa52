import { InputError } from '../../shared/errors';

/** A phone number as it is written, before anything is known of countries. */
export interface PhoneWriting {
	/** All digits, ASCII. */
	digits: string;
	/** The digits after + or 00, from the calling code on; undefined: the writing does not say. */
	international: string | undefined;
	/** The digits before and after a bracketed zero, as in +44 (0) 20 …, if there is one. */
	aroundZero: [callingCode: string, national: string] | undefined;
	/** An address that a chat app gave out (whatsapp:+…, …@c.us), so that the number surely exists. */
	isChatAddress: boolean;
	/** The digits as they are grouped by blanks, dashes and brackets. */
	groups: string[];
}

/** Longer texts hold no number; expressions with repetitions stay fast. */
const MAX_LENGTH = 100;
const E164 = /^\+[1-9]\d{6,14}$/;
const QUOTES = '\'"`‘’‚‛“”„‟«»‹›';
/** Spreadsheets write '+55…, ="+55…" and =+55…; sentences end with a full stop. */
const AROUND = new RegExp(`^[\\s=${QUOTES}]+|[\\s.,;:!?${QUOTES}-]+$`, 'g');
const CHAT_ID = /^\+?([1-9]\d{4,14})(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/i;
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** Two digits after a dot end a phone number too, as in 06.12.34.56.00. */
const DECIMALS = /[.,]\d$|\d{7}[.,]\d\d$/;
const ZERO_DECIMALS = /^(\+?\d{7,})[.,]0{1,2}$/;
const EXTENSION =
	/(?:x|#|(?<!\p{L})ext\w*|ramal|anexo|interno|poste|durchwahl|доб)[^\d\p{L}]*\d+$/iu;
const SEVERAL = /[,|&\r\n\u2028\u2029]|;\s*[\d(+]|\d[^\d+\p{L}]*\+/u;
const SEPARATED = /^[\d([+][-\d\s().[\]/+]*$/;
const PLUS = /^[([\s]*\+/;
/** 0011 is left out: it is Australia's way to write + as often as 00 and a number of +1 1…. */
const ZEROS = /^[([\s]*00[^\d]*(?=[1-9])(?!1[^\d]*1)/;
const BRACKETED_ZERO = /^[^\d]*(?:00[^\d]*)?[1-9]\d{0,2}[^\d]*?[([]\s*0\s*[)\]]/;

/** @throws InputError for what is no phone number, or was one before something else changed it */
export function readPhoneWriting(value: unknown): PhoneWriting {
	if (typeof value === 'number') return writingOf(wholeNumber(value));
	if (typeof value !== 'string') throw empty();
	// As most systems store it.
	if (E164.test(value)) return writingOf(value);

	const text = plainText(value);
	const [, scheme = '', rest = text] = /^(tel|whatsapp)\s*:\s*(.*)$/is.exec(text) ?? [];
	if (rest.includes('@')) return chatIdOf(rest);
	const number = withoutDecimals(rest);
	checkWriting(number);
	return {
		...writingOf(number),
		isChatAddress: scheme.toLowerCase() === 'whatsapp' && PLUS.test(number),
	};
}

/** Enough to find the number again, too little to call it. */
export function masked(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	return `…${digits.slice(-4)}`;
}

export function notANumber(text: string, advice: string): InputError {
	return new InputError(`Phone is not a possible number: ${masked(text)}`, advice);
}

function empty(): InputError {
	return new InputError(
		'Phone is empty',
		'Map a field with a phone number. If it is an expression, check that it gives a value.',
	);
}

function chatIdOf(text: string): PhoneWriting {
	const digits = CHAT_ID.exec(text)?.[1];
	if (digits) return { ...writingOf(`+${digits}`), isChatAddress: true };
	throw new InputError(
		'Phone is not the chat address of one person',
		'Only …@c.us and …@s.whatsapp.net contain a phone number.',
	);
}

function wholeNumber(value: number): string {
	if (Number.isSafeInteger(value) && value > 0) return String(value);
	throw new InputError(
		`Phone is not a whole number: ${masked(String(value))}`,
		'Map the phone number as text, as it is in the source.',
	);
}

/** ASCII where there is an equivalent, without what only surrounds the number. */
function plainText(value: string): string {
	const trimmed = value.trim();
	if (trimmed.length > MAX_LENGTH) {
		throw notANumber(trimmed, 'Map a field that contains a phone number only.');
	}
	const text = (/^[ -~]*$/.test(trimmed) ? trimmed : toAscii(trimmed)).replace(AROUND, '');
	if (text === '') throw empty();
	return text;
}

function toAscii(value: string): string {
	// A superscript is a footnote, but would become a digit.
	if (/\p{No}/u.test(value)) throw notANumber(value, 'Leave out what is not part of the number.');
	return value
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.replace(/\p{Nd}/gu, asciiDigit)
		.replace(/[\p{Pd}\u2212\u30FC]/gu, '-');
}

/** Unicode keeps the ten digits of a script together, in order. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
	return String((code - first) % 10);
}

/** Spreadsheets write 9876543210.0 where a number became text. */
function withoutDecimals(text: string): string {
	if (EXPONENT.test(text)) {
		throw new InputError(
			'Phone is in scientific notation (5.5E+12), so its last digits are lost',
			'Format the column of the spreadsheet as text, and enter the number again.',
		);
	}
	if (!DECIMALS.test(text)) return text;
	const whole = ZERO_DECIMALS.exec(text)?.[1];
	if (whole) return whole;
	throw new InputError(
		`Phone has decimals: ${masked(text)}`,
		'Map the phone number as text, as it is in the source.',
	);
}

function checkWriting(text: string): void {
	if (EXTENSION.test(text)) {
		throw new InputError(
			`Phone has an extension: ${masked(text)}`,
			'Extensions cannot receive messages. Map a number without one.',
		);
	}
	if (SEVERAL.test(text) || !isSlashAfterAreaCode(text)) {
		throw new InputError(
			`Phone contains more than one number: ${masked(text)}`,
			'Map a field with one phone number, or split it into several items before this node.',
		);
	}
	if (!SEPARATED.test(text)) {
		throw notANumber(text, 'Leave out what is not part of the number, such as words.');
	}
}

/** As in 030/123456; 123456/7 are two numbers. */
function isSlashAfterAreaCode(text: string): boolean {
	const [before = '', after, ...more] = text.split('/').map((part) => part.replace(/\D/g, ''));
	if (after === undefined) return true;
	return more.length === 0 && before.length <= 7 && after.length >= 5;
}

function writingOf(text: string): PhoneWriting {
	const digits = text.replace(/\D/g, '');
	const afterMark = (marked: string) =>
		marked.replace(PLUS.test(marked) ? PLUS : ZEROS, '').replace(/\D/g, '');
	const isInternational = PLUS.test(text) || ZEROS.test(text);
	const [beforeZero] = (isInternational && BRACKETED_ZERO.exec(text)) || [];
	return {
		digits,
		international: isInternational ? afterMark(text) : undefined,
		aroundZero: beforeZero
			? [afterMark(beforeZero).slice(0, -1), text.slice(beforeZero.length).replace(/\D/g, '')]
			: undefined,
		isChatAddress: false,
		groups: text.match(/\d+/g) ?? [],
	};
}
