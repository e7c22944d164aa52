import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { readPhone } from '../../../../nodes/Notifications/message/phone';
import type { InputError } from '../../../../nodes/shared/errors';
import { thrownBy } from '../../../support/thrown';

function countryOf(code: string): CountryCode | undefined {
	return isSupportedCountry(code) ? code : undefined;
}

function toE164(value: unknown, country = ''): string {
	return readPhone(value, countryOf(country)).e164;
}

/** All that the text is read as, with each of these as Default Country. */
const readWith = (text: string, ...countries: string[]) => [
	...new Set(countries.map((country) => toE164(text, country))),
];

/** The error by which the value is refused. */
const refusalOf = (value: unknown, country = '') =>
	thrownBy<InputError>(() => toE164(value, country));

describe('common writings are read', () => {
	it.each([
		'WhatsApp: +55 11 98765-4321',
		'(+55) 11 98765-4321',
		'+55\u00a011\u202f98765\u20074321',
		'\u202a+55 11 98765\u20114321\u202c',
		'+٥٥ ١١ ٩٨٧٦٥-٤٣٢١',
		'0055 11 98765 4321',
		'++5511987654321',
		'5511987654321@c.us',
		'5511987654321:12@s.whatsapp.net',
	])('%p with any Default Country', (text) => {
		expect(readWith(text, '', 'BR', 'US')).toEqual(['+5511987654321']);
	});

	it.each([
		{ phone: 11987654321, country: 'BR', e164: '+5511987654321' },
		{ phone: '5.511.987.654.321', country: 'BR', e164: '+5511987654321' },
		{ phone: '06.12.34.56.00', country: 'FR', e164: '+33612345600' },
		{ phone: '030/1234567', country: 'DE', e164: '+49301234567' },
		{ phone: '\uff0b81 90-1234-5678', country: '', e164: '+819012345678' },
		{ phone: '\uff15\uff1511987654321', country: 'BR', e164: '+5511987654321' },
		// The country's own way to dial abroad.
		{ phone: '0011 44 20 7946 0018', country: 'AU', e164: '+442079460018' },
		{ phone: '001 55 11 98765 4321', country: 'HK', e164: '+5511987654321' },
		{ phone: '0044 20 7946 0018', country: 'DE', e164: '+442079460018' },
		// 00 is + where only that gives a number.
		{ phone: '00 55 11 98765 4321', country: 'US', e164: '+5511987654321' },
		{ phone: '001 212 555 1234', country: 'ID', e164: '+12125551234' },
		{ phone: '0062 812 3456 7890', country: 'ID', e164: '+6281234567890' },
		// In a country whose national numbers have no prefix, numbers of other countries need a plus.
		{ phone: '6581823990', country: 'IN', e164: '+916581823990' },
		// Porto Alegre and its neighbours begin with the calling codes of Peru and others.
		{ phone: '51987654321', country: 'BR', e164: '+5551987654321' },
	])('$phone with the Default Country "$country" is $e164', ({ phone, country, e164 }) => {
		expect(toE164(phone, country)).toBe(e164);
	});

	it.each([
		'5215512345678@c.us',
		'+52 1 55 1234 5678',
		'00 52 1 55 1234 5678',
		'whatsapp:+5215512345678',
		'https://wa.me/5215512345678',
	])('%s of Mexico, with the 1 that WhatsApp still writes', (text) => {
		expect(readWith(text, '', 'MX', 'BR')).toEqual(['+525512345678']);
	});
});

it.each([
	{ phone: '22507123456@c.us', e164: '+22507123456', what: "Côte d'Ivoire until 2021" },
	{ phone: 'whatsapp:+22997123456', e164: '+22997123456', what: 'Benin until 2024' },
	{ phone: '6834000@c.us', e164: '+6834000', what: 'Niue, whose numbers are the shortest' },
	{ phone: 'whatsapp:+55 11 8765-4321', e164: '+551187654321', what: 'Brazil without the 9' },
	{ phone: '551187654321:7@s.whatsapp.net', e164: '+551187654321', what: 'of a device' },
	{ phone: '551187654321_1:7@s.whatsapp.net', e164: '+551187654321', what: 'of an agent' },
])(
	'of a chat address, only the length is checked, since WhatsApp knows the number: $phone, $what',
	({ phone, e164 }) => {
		expect(readWith(phone, '', 'BR', 'DE')).toEqual([e164]);
	},
);

describe('the number in a link of WhatsApp is read', () => {
	it.each([
		'https://wa.me/5511987654321',
		'http://www.wa.me/5511987654321/',
		'wa.me/+5511987654321',
		'WA.ME/005511987654321',
		'https://wa.me/c/5511987654321',
		`https://wa.me/5511987654321?text=${'Oi '.repeat(100)}`,
		'https://api.whatsapp.com/send?phone=5511987654321',
		'https://web.whatsapp.com/send?text=Oi&phone=+5511987654321',
		'whatsapp.com/send?phone=5511987654321#',
		'whatsapp://send?phone=5511987654321&text=Oi',
	])('%s', (link) => {
		expect(readWith(link, '', 'BR', 'US')).toEqual(['+5511987654321']);
	});

	it('a link that somebody made without a country code is refused', () => {
		const { message } = refusalOf('https://wa.me/11987654321', 'BR');
		expect(message).toBe('Phone is not a valid number: https://wa.me/…4321');
	});
});

describe('mobile numbers of Brazil without their ninth digit are sent as they are written', () => {
	it.each([
		{ phone: '+55 31 8765-4321', country: '' },
		{ phone: '0055 31 8765-4321', country: 'BR' },
		{ phone: '(31) 8765-4321', country: 'BR' },
		{ phone: '031 8765 4321', country: 'BR' },
		{ phone: 3187654321, country: 'BR' },
		{ phone: '553187654321', country: 'BR' },
		{ phone: 'https://wa.me/553187654321', country: '' },
	])('$phone with the Default Country "$country"', ({ phone, country }) => {
		expect(toE164(phone, country)).toBe('+553187654321');
	});

	it.each([
		{ phone: '+55 20 8765-4321', what: 'there is no such area code' },
		{ phone: '+55 31 98765-432', what: 'the last digit is missing' },
		{ phone: '+55 3 98765-4321', what: 'a digit of the area code is missing' },
	])('but not $phone: $what', ({ phone }) => {
		expect(refusalOf(phone).message).toContain('is not a valid number');
	});
});

it.each([
	{
		phone: '00912125551234',
		country: 'CO',
		or: '+91 212 555 1234, or +1 212 555 1234 after 009',
	},
	{ phone: '0012203093934', country: 'ID', or: '+1 220 309 3934, or +220 309 3934 after 001' },
	{ phone: '12206483212', country: 'CL', or: '+1 220 648 3212, or +64 83212 after 1220' },
	{ phone: '4939229229', country: 'DE', or: '+49 3922 9229, or +49 4939 229229' },
	{ phone: '33536249512', country: 'DE', or: '+33 5 36 24 95 12, or +49 33536 249512 without 0' },
	// Cells that were filled up with zeros.
	{ phone: '0033987654321', country: 'BR', or: '+33 9 87 65 43 21, or +55 33 98765-4321' },
	{ phone: '0011987654321', country: 'BR', or: 'a number with zeros that nobody has' },
	{ phone: '+550011987654321', country: '', or: 'a number with zeros that nobody has' },
])(
	'digits are refused if they may be two numbers: $phone with the Default Country $country, $or',
	({ phone, country }) => {
		const { message } = refusalOf(phone, country);
		expect(message).toMatch(/^Phone is not a valid number: …\d{4}$/);
	},
);

it.each<unknown>([
	'\u200b\ufeff',
	['+5511987654321'],
	9876543210.5,
	// The digits would be another number.
	'+4930123456.75',
	'+٤٩٣٠١٢٣٤٥٦.٧٥',
	'5.51199E+12',
	'+1 415 555 2671 x5',
	'call Ana, +5511987654321',
	'+5511987654321 / +5511987654322',
	'+49 30 123456/7',
	'+43 664 123456 (2)',
	'+49 30 1234567 2',
	'+55 11 98765-432¹',
	'+0055 11 98765-4321',
	'0055 11 12345-6789',
	'5511987654321',
	'+55 11 12345-6789',
	'whatsapp:+5511987',
	`'+5511987654321`,
	`="+5511987654321"`,
	`+5511987654321.0`,
	'5511987654321,00',
	'(0xx11) 98765-4321',
	'#N/A',
	'123456789012345@lid',
	'https://wa.me/qr/ABC123',
	'+55 11 9XXXX-4321',
	'558188320000',
	'(81) 8832-0000',
	'+22997123456',
	'+555511987654321',
	'+52 521 55 1234 5678',
	'wa.me/555511987654321',
	'+55+5511987654321',
	'00+55 11 98765-4321',
	'+55 11 98765 432',
	'+55 1 98765-4321',
	'98765-4321',
])('what is no phone number is refused, with four of its digits at most: %p', (value) => {
	const { message, description } = refusalOf(value);
	expect(message).toMatch(/^Phone (is|can)/);
	expect(message).not.toMatch(/\d{5}/);
	expect(description).toContain('with + and the country code');
});

it.each(['2026-11-28', '28.11.2026', '28-11-2026'])(
	'a date is no phone, even where it could be one: %s',
	(date) => {
		expect(toE164('20 26 11 28', 'DK')).toBe('+4520261128');
		expect(refusalOf(date, 'DK').message).toContain('is not a valid number');
	},
);
