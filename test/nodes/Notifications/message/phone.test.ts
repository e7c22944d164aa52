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

	it.each<{ phone: unknown; country: string; e164: string }>([
		{ phone: '(11) 98765-4321', country: 'BR', e164: '+5511987654321' },
		{ phone: 11987654321, country: 'BR', e164: '+5511987654321' },
		{ phone: '55 011 98765-4321', country: 'BR', e164: '+5511987654321' },
		{ phone: '015 11 98765-4321', country: 'BR', e164: '+5511987654321' },
		{ phone: '5.511.987.654.321', country: 'BR', e164: '+5511987654321' },
		{ phone: '011 44 20 7946 0018', country: 'US', e164: '+442079460018' },
		{ phone: '06.12.34.56.00', country: 'FR', e164: '+33612345600' },
		{ phone: '030/1234567', country: 'DE', e164: '+49301234567' },
		{ phone: '0151 23456789', country: 'DE', e164: '+4915123456789' },
		{ phone: '8 (912) 345-67-89', country: 'RU', e164: '+79123456789' },
		{ phone: '0812-3456-7890', country: 'ID', e164: '+6281234567890' },
		{ phone: '\uff0b81 90-1234-5678', country: '', e164: '+819012345678' },
		{ phone: '\uff15\uff1511987654321', country: 'BR', e164: '+5511987654321' },
		{ phone: '11 15 2345-6789', country: 'AR', e164: '+5491123456789' },
		{ phone: '+54 11 15-2345-6789', country: '', e164: '+5491123456789' },
		// The country's own way to dial abroad.
		{ phone: '0011 44 20 7946 0018', country: 'AU', e164: '+442079460018' },
		{ phone: '001 55 11 98765 4321', country: 'HK', e164: '+5511987654321' },
		// 00 is + where only that gives a number.
		{ phone: '00 55 11 98765 4321', country: 'US', e164: '+5511987654321' },
		{ phone: '001 212 555 1234', country: 'ID', e164: '+12125551234' },
		{ phone: '0043 1 234567890', country: 'ID', e164: '+431234567890' },
		// Where nothing marks national numbers, those of other countries need a plus.
		{ phone: '6581823990', country: 'IN', e164: '+916581823990' },
		// Porto Alegre and its neighbours begin with the calling codes of Peru and others.
		{ phone: '51987654321', country: 'BR', e164: '+5551987654321' },
	])('$phone in "$country" is $e164', ({ phone, country, e164 }) => {
		expect(toE164(phone, country)).toBe(e164);
	});

	describe('of Mexico, with the 1 that WhatsApp still writes, and with former prefixes', () => {
		it.each<{ phone: string; countries: string[] }>([
			{ phone: '5215512345678@c.us', countries: ['', 'MX', 'BR'] },
			{ phone: '+52 1 55 1234 5678', countries: ['', 'MX', 'BR'] },
			{ phone: '00 52 1 55 1234 5678', countries: ['', 'MX', 'BR'] },
			{ phone: 'whatsapp:+5215512345678', countries: ['', 'MX', 'BR'] },
			{ phone: '5215512345678', countries: ['MX'] },
			{ phone: '52 1 55 1234 5678', countries: ['MX'] },
			{ phone: '525512345678', countries: ['MX'] },
			{ phone: '01 55 1234 5678', countries: ['MX'] },
			{ phone: '044 55 1234 5678', countries: ['MX'] },
			{ phone: '045 55 1234 5678', countries: ['MX'] },
			{ phone: '55 1234 5678', countries: ['MX'] },
		])('$phone in each of $countries', ({ phone, countries }) => {
			const read = countries.map((country) => toE164(phone, country));
			expect(new Set(read)).toEqual(new Set(['+525512345678']));
		});
	});
});

describe('an address of a chat is taken by its length, as WhatsApp knows its numbers', () => {
	it.each<{ phone: string; e164: string; what: string }>([
		{ phone: '22507123456@c.us', e164: '+22507123456', what: "Côte d'Ivoire until 2021" },
		{ phone: '22997123456@s.whatsapp.net', e164: '+22997123456', what: 'Benin until 2024' },
		{ phone: 'whatsapp:+22997123456', e164: '+22997123456', what: 'Benin until 2024' },
		{ phone: 'whatsapp:00229 97 12 34 56', e164: '+22997123456', what: 'Benin until 2024' },
		{ phone: '24106123456@c.us', e164: '+24106123456', what: 'Gabon, with its 0' },
		{ phone: '6834000@c.us', e164: '+6834000', what: 'Niue, whose numbers are the shortest' },
		{ phone: 'whatsapp:+55 11 8765-4321', e164: '+551187654321', what: 'Brazil without the 9' },
		{ phone: '551187654321@c.us', e164: '+551187654321', what: 'Brazil without the 9' },
		{ phone: '551187654321:7@s.whatsapp.net', e164: '+551187654321', what: 'of a device' },
		{ phone: '551187654321_1:7@s.whatsapp.net', e164: '+551187654321', what: 'of an agent' },
		{ phone: 'whatsapp:4917459762390', e164: '+4917459762390', what: 'without a plus' },
	])('$phone: $what', ({ phone, e164 }) => {
		const read = ['', 'BR', 'DE'].map((country) => toE164(phone, country));
		expect(read).toEqual([e164, e164, e164]);
	});

	it('whatsapp: before a number of the default country is not taken for one of another country', () => {
		expect(refusal('WhatsApp: 11 98765-4321', 'BR')).toEqual([
			'Phone can be read as two numbers: WhatsApp: …4321',
			BEGIN_WITH_PLUS,
		]);
	});
});

describe('the number in a link of WhatsApp is read', () => {
	it.each([
		'https://wa.me/5511987654321',
		'http://www.wa.me/5511987654321/',
		'wa.me/+5511987654321',
		'WA.ME/005511987654321',
		'https://wa.me/c/5511987654321',
		'https://wa.me/5511987654321?text=Order%20123456789',
		`https://wa.me/5511987654321?text=${'Oi '.repeat(100)}`,
		'https://api.whatsapp.com/send?phone=5511987654321',
		'https://api.whatsapp.com/send/?phone=%2B55%2011%2098765-4321&text&type=phone_number',
		'https://web.whatsapp.com/send?text=Oi&phone=+5511987654321',
		'whatsapp.com/send?phone=5511987654321#',
		'whatsapp://send?phone=5511987654321&text=Oi',
	])('%s', (link) => {
		const read = ['', 'BR', 'US'].map((country) => toE164(link, country));
		expect(read).toEqual(Array(3).fill('+5511987654321'));
	});

	it.each<{ link: string; e164: string }>([
		{ link: 'https://wa.me/5215512345678', e164: '+525512345678' },
		{ link: 'https://wa.me/558188320000', e164: '+558188320000' },
		{ link: 'https://wa.me/22997123456', e164: '+22997123456' },
	])('$link, as WhatsApp writes the number', ({ link, e164 }) => {
		expect(toE164(link)).toBe(e164);
	});

	it('a link that somebody made without a country code is refused', () => {
		const message = 'Phone is a link with a number that is not valid: https://wa.me/…4321';
		expect(refusal('https://wa.me/11987654321', 'BR')).toEqual([message, CHECK_LENGTH]);
	});
});

const AS_TEXT = 'Map the phone number as text, as it is in the source.';
const WITHOUT_ZERO =
	"Format the column as text, or enter {{ $json.phone.replace(/[.,]0+$/, '') }}.";
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
		// +49 30 1234567 and +49 30 12345670 are both in Berlin.
		['+49301234567.0', 'Phone has decimals: …567.0', WITHOUT_ZERO],
		['9876543210.5', 'Phone has decimals: …210.5', AS_TEXT],
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
		['+55 11 98765-43210', 'Phone is not a valid number: …3210', CHECK_DIGITS],
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
		// People in Indonesia dial abroad by 001, among others: behind it, a number of São Tomé.
		['0012392283745', 'ID'],
		['001 239 228 3745', 'TH'],
		['001 239 228 3745', 'SG'],
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

describe('the person that a phone reaches', () => {
	const person = (value: string, country = '') => readPhone(value, country).recipientKey;

	it.each<{ one: string; other: string; country?: string }>([
		{ one: '+55 31 98765-4321', other: '553187654321@c.us' },
		{ one: '+55 31 98765-4321', other: 'whatsapp:+553187654321' },
		{ one: '+55 31 98765-4321', other: 'https://wa.me/553187654321' },
		// Eight digits that begin with 2 to 5 are a landline, or a mobile number without its 9.
		{ one: '+55 31 93333-4444', other: '553133334444@c.us' },
		{ one: '+55 45 3278-2153', other: '554532782153@c.us' },
		{ one: '+55 45 3278-2153', other: '554532782153', country: 'BR' },
		{ one: '+55 45 3278-2153', other: '(45) 3278-2153', country: 'BR' },
		{ one: '+54 9 11 2345-6789', other: '+54 11 2345-6789' },
		{ one: '011 15-2345-6789', other: '11 2345-6789', country: 'AR' },
		{ one: '+52 55 1234 5678', other: '5215512345678@c.us' },
		{ one: '+229 01 97 12 34 56', other: '22997123456@c.us' },
		{ one: '+225 07 07 12 34 56', other: '22507123456@c.us' },
		{ one: '+225 05 44 12 34 56', other: '22544123456@c.us' },
		{ one: '+225 01 40 12 34 56', other: '22540123456@c.us' },
	])('is the same of $one and $other', ({ one, other, country }) => {
		expect(person(one, country)).toBe(person(other, country));
	});

	const WHOLE = ['+5531987654321', '+5491123456789', '+442079460018', '+525512345678'];
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
