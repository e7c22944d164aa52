import fc from 'fast-check';
import { readPhone } from '../../../../nodes/Notifications/message/phone';
import { InputError } from '../../../../nodes/shared/errors';

const toE164 = (value: unknown, country = '') => readPhone(value, country).e164;

function refusal(value: unknown, country = ''): [string, string | undefined] {
	try {
		return [`It was taken as ${toE164(value, country)}`, undefined];
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return [error.message, error.description];
	}
}

describe('common writings are understood', () => {
	it.each([
		'WhatsApp: +55 11 98765-4321',
		'(+55) 11 98765-4321',
		'+55\u00a011\u202f98765\u20074321',
		'\u202a+55 11 98765\u20114321\u202c',
		'+٥٥ ١١ ٩٨٧٦٥-٤٣٢١',
		'0055 11 98765 4321',
		'5511987654321@c.us',
		'5511987654321:12@s.whatsapp.net',
	])('%p', (text) => {
		const read = ['', 'BR', 'US'].map((country) => toE164(text, country));
		expect(read).toEqual(Array(3).fill('+5511987654321'));
	});

	it.each([
		['(11) 98765-4321', 'BR', '+5511987654321'],
		[11987654321, 'BR', '+5511987654321'],
		['011 44 20 7946 0018', 'US', '+442079460018'],
		['06.12.34.56.00', 'FR', '+33612345600'],
		['030/1234567', 'DE', '+49301234567'],
		...['5215512345678@c.us', '+52 1 55 1234 5678', '00 52 1 55 1234 5678'].flatMap((text) =>
			['', 'MX', 'BR'].map((country): [string, string, string] => [text, country, '+525512345678']),
		),
		// The country's own way to dial abroad.
		['0011 44 20 7946 0018', 'AU', '+442079460018'],
		['001 55 11 98765 4321', 'HK', '+5511987654321'],
		// 00 is + where only that gives a number.
		['00 55 11 98765 4321', 'US', '+5511987654321'],
		['0151 23456789', 'DE', '+4915123456789'],
		// Where nothing marks national numbers, those of other countries need a plus.
		['6581823990', 'IN', '+916581823990'],
		// Porto Alegre and its neighbours begin with the calling codes of Peru and others.
		['51987654321', 'BR', '+5551987654321'],
	])('%p in %p is %s', (value, country, e164) => {
		expect(toE164(value, country)).toBe(e164);
	});
});

const AS_TEXT = 'Map the phone number as text, as it is in the source.';
const NO_EXPONENT = 'Phone is in scientific notation, so its last digits are lost';
const FORMAT_AS_TEXT = 'Format the column of the spreadsheet as text, and enter the number again.';
const NO_TEXT = 'Phone is neither a text nor a number';
const ONE_NUMBER = 'Map a field with one phone number, without words, notes or an extension.';
const EMPTY =
	'Map a field with a phone number. If it is an expression, check that it gives a value.';
const CHECK_LENGTH = 'Check the country code and the digits after it.';
const CHECK_DIGITS = `${CHECK_LENGTH} If it is right, write whatsapp: before it: then only its length is checked.`;
const BEGIN_WITH_PLUS =
	'Begin it with + and the country code. If your phones begin with the country code, enter +{{ $json.phone }}.';
const OR_COUNTRY = `${BEGIN_WITH_PLUS} If they do not, set Options > Default Country.`;
const OF_COUNTRY =
	'Check the number and Options > Default Country. Begin numbers of other countries with +.';

describe('what is no phone number, or was one once, is refused with the reason', () => {
	it.each<[unknown, string, string]>([
		['', 'Phone is empty', EMPTY],
		['\u200b\ufeff', 'Phone is empty', EMPTY],
		[['+5511987654321'], NO_TEXT, ONE_NUMBER],
		[9876543210.5, 'Phone is not a whole number: …210.5', AS_TEXT],
		['9876543210.5', 'Phone has decimals: …210.5', AS_TEXT],
		// +49 30 1234567 and +49 30 12345670 are both in Berlin.
		['+49301234567.0', 'Phone has decimals: …567.0', AS_TEXT],
		['5.51199E+12', NO_EXPONENT, FORMAT_AS_TEXT],
		['+1 415 555 2671 x5', 'Phone is not a valid number: …671 x5', ONE_NUMBER],
		['call Ana, +5511987654321', 'Phone is not a valid number: call Ana, …4321', ONE_NUMBER],
		['+5511987654321 / +5511987654322', 'Phone is not a valid number: …4322', ONE_NUMBER],
		['+49 30 123456/7', 'Phone contains more than one number: …456/7', ONE_NUMBER],
		['+43 664 123456 (2)', 'Phone is not a valid number: …456 (2)', ONE_NUMBER],
		['+55 11 98765-432¹', 'Phone is not a valid number: …5-432¹', ONE_NUMBER],
		[`+55${' 1'.repeat(60)}`, 'Phone is not a valid number: …1 1 1 1', ONE_NUMBER],
		['+0055 11 98765-4321', 'Phone is not a valid number: …4321', CHECK_DIGITS],
		['5511987654321', 'Phone is not a valid number: …4321', OR_COUNTRY],
		['+55 11 8765-4321', 'Phone is not a valid number: …4321', CHECK_DIGITS],
		['whatsapp:+5511987', 'Phone is not a valid number: …1987', CHECK_LENGTH],
	])('%p', (value, message, description) => {
		expect(refusal(value)).toEqual([message, description]);
	});

	it.each([
		['98765-4321', 'BR'],
		['2345678', 'BS'],
	])('%p in %p: digits of another country are not guessed', (text, country) => {
		const message = `Phone is not a valid number: …${text.slice(-4).replace('-', '')}`;
		expect(refusal(text, country)).toEqual([message, OF_COUNTRY]);
	});

	it.each([
		['4917459762390', 'DE'],
		// A mobile of Italy, and a landline of Rome.
		['3906123456', 'IT'],
		// Without the 0 that the country writes: a number of New York, too.
		['15123456789', 'DE'],
		// By 00 a number of Afghanistan.
		['00 93 234 567 890', 'CO'],
	])('%p in %p may be two numbers', (text, country) => {
		const message = expect.stringMatching(/^Phone can be read as two numbers: …/) as string;
		expect(refusal(text, country)).toEqual([message, BEGIN_WITH_PLUS]);
	});

	it('an unknown country', () => {
		const advice = 'Choose a country from the list in Options.';
		const message = `Default Country is unknown: ${'X'.repeat(10)}`;
		expect(refusal('1', 'X'.repeat(20))).toEqual([message, advice]);
	});
});

const OF_CHAT = ['whatsapp:+55 11 8765-4321', '551187654321@c.us', '551187654321@s.whatsapp.net'];
it.each(OF_CHAT)('%s is as it is', (text) => expect(toE164(text)).toBe('+551187654321'));

describe('the person that a phone reaches', () => {
	const person = (value: string, country = '') => readPhone(value, country).recipientKey;

	it.each([
		['+55 31 98765-4321', '553187654321@c.us', ''],
		['+55 31 98765-4321', 'whatsapp:+553187654321', ''],
		['+55 31 93333-4444', '553133334444@c.us', ''],
		['+54 9 11 2345-6789', '+54 11 2345-6789', ''],
		['011 15-2345-6789', '11 2345-6789', 'AR'],
	])('%p and %p are the same one', (one, other, country) => {
		expect(person(one, country)).toBe(person(other, country));
	});

	const WHOLE = ['+5531987654321', '+5491123456789', '+442079460018', '+553133334444'];
	it.each(WHOLE)('is the number itself: %s', (e164) => expect(person(e164)).toBe(e164));
});

it('whatever is given ends in a number or an InputError that shows four digits at most', () => {
	const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 18 });
	const writing = fc
		.tuple(
			fc.constantFrom('', '+', '00', '0', '(', 'tel:', 'whatsapp:+'),
			digits,
			fc.constantFrom('', '.0', '@c.us', ' x5', '/7'),
		)
		.map((parts) => parts.join(''));
	const anything = fc.oneof(
		writing,
		fc.anything({ maxDepth: 1, maxKeys: 2 }),
		fc.string({ unit: 'binary', maxLength: 40 }),
		fc.double(),
		fc.maxSafeInteger(),
	);
	fc.assert(
		fc.property(anything, fc.constantFrom('', 'BR', 'US', 'IN', 'DE'), (value, country) => {
			try {
				const { e164, recipientKey } = readPhone(value, country);
				const again = readPhone(e164.length > 0 ? `whatsapp:${e164}` : '', '');
				return (
					/^\+[1-9]\d{4,14}$/.test(e164) && /^\+\d+$/.test(recipientKey) && again.e164 === e164
				);
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				return !/\d{5}/.test(`${error.message} ${error.description}`);
			}
		}),
		{ seed: 20261121, numRuns: 2000 },
	);
});
