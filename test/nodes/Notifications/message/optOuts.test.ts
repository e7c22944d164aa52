import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { OptOuts, readOptOut } from '../../../../nodes/Notifications/message/optOuts';
import { readPhone } from '../../../../nodes/Notifications/message/phone';
import { validNumber } from '../../../../nodes/Notifications/message/phoneNumber';

/** Those of some phones that a list with one entry leaves out. */
function leftOut(entry: unknown, phones: string[], country = ''): string[] {
	const optOuts = new OptOuts();
	const optOut = readOptOut(entry, country);
	if (optOut) optOuts.add(optOut);
	return phones.filter((phone) => optOuts.match(readPhone(phone, '').recipientKey));
}

const ANA = '+5511987654321';

describe('an entry without a plus leaves out everybody whose number ends with its digits', () => {
	it.each([
		{
			phone: ANA,
			entries: [
				...['(11) 98765-4321', '011 98765-4321', '0 15 11 98765-4321', '5511987654321'],
				...[5511987654321, '0055 11 98765-4321', '00 (55) 11 98765-4321', '98765-4321'],
				...['765-4321', 'tel: (11) 98765-4321', '(١١) ٩٨٧٦٥-٤٣٢١', 'whatsapp: 11 98765-4321'],
				'https://wa.me/11987654321',
				// Without the ninth digit.
				...['(11) 8765-4321', '551187654321'],
			],
		},
		{ phone: '551187654321@c.us', entries: ['(11) 98765-4321'] },
		{ phone: '+551133334444', entries: ['(11) 3333-4444'] },
		{
			phone: '+525512345678',
			entries: [
				...['55 1234 5678', '1 55 1234 5678', '52 1 55 1234 5678'],
				...['01 55 1234 5678', '044 55 1234 5678'],
			],
		},
		{ phone: '5215512345678@c.us', entries: ['55 1234 5678'] },
		// Argentina, with and without its 9, and with 15 in its place.
		{ phone: '+5491123456789', entries: ['11 2345-6789', '11 15 2345-6789'] },
		{ phone: '+541123456789', entries: ['9 11 2345-6789', '011 15 2345-6789'] },
		// As people in other countries dial.
		{ phone: '+79123456789', entries: ['8 (912) 345-67-89'] },
		{ phone: '+36201234567', entries: ['06 20 123 4567'] },
		{ phone: '+390612345678', entries: ['06 1234 5678'] },
		{ phone: '+4915123456789', entries: ['0151 23456789'] },
		{ phone: '+12125551234', entries: ['(212) 555-1234'] },
		{ phone: '+442079460018', entries: ['0011 44 20 7946 0018', '011 44 20 7946 0018'] },
		// Numbers from before their countries added digits.
		{ phone: '+2250707123456', entries: ['22507123456'] },
		{ phone: '+2290197123456', entries: ['22997123456'] },
	])('$phone: $entries', ({ phone, entries }) => {
		expect(entries.filter((entry) => leftOut(entry, [phone]).length === 0)).toEqual([]);
	});

	it('and not those whose number ends otherwise', () => {
		const others = ['+5511987654322', '+5521987654321', '+525512345678'];
		expect(leftOut('(11) 98765-4321', others)).toEqual([]);
	});

	it('in every country in which it may be a number', () => {
		const phones = ['+5551987654321', '+51987654321', ANA];
		expect(leftOut('51 98765-4321', phones)).toEqual(['+5551987654321', '+51987654321']);
	});
});

describe('an entry with its country code leaves out that number alone', () => {
	it.each(['+51 987 654 321', '(+51) 987 654 321', 'whatsapp:+51987654321', '51987654321@c.us'])(
		'%s',
		(entry) => {
			expect(leftOut(entry, ['+51987654321', '+5551987654321'])).toEqual(['+51987654321']);
		},
	);

	it.each([
		{ entry: '+55 11 8765-4321', phone: ANA },
		{ entry: '+55 11 98765-4321', phone: '551187654321@c.us' },
		{ entry: '+52 1 55 1234 5678', phone: '+525512345678' },
		{ entry: '+54 11 2345-6789', phone: '+5491123456789' },
		{ entry: '22997123456@c.us', phone: '+2290197123456' },
		{ entry: '+55 11 98765-43210', phone: 'whatsapp:+55119876543210' },
	])('in all its forms: $entry is $phone', ({ entry, phone }) => {
		expect(leftOut(entry, [phone])).toEqual([phone]);
	});
});

it('with a Default Country, an entry is also read as a number of it, however short', () => {
	expect(leftOut('211234', ['+298211234'], 'FO')).toEqual(['+298211234']);
	expect(readOptOut('211234', '')).toBeUndefined();
});

it.each(['n/a', '-', '', '12', 12345, '123456', {}, ['+5511987654321'], 'ana@example.com'])(
	'%p is no phone number',
	(entry) => {
		expect(readOptOut(entry, 'BR')).toBeUndefined();
	},
);

describe('an entry is invalid that is certainly nobody’s number', () => {
	it.each([
		{ entry: '+44 7911 12345', country: '', isInvalid: true },
		{ entry: '+55 11 98765-43210', country: '', isInvalid: true },
		{ entry: '55 11 98765-43210', country: '', isInvalid: true },
		{ entry: '(11) 98765-43', country: 'BR', isInvalid: true },
		// It may be a number of any country.
		{ entry: '(11) 98765-43', country: '', isInvalid: false },
		{ entry: '(11) 98765-4321', country: '', isInvalid: false },
		{ entry: '(11) 98765-4321', country: 'BR', isInvalid: false },
		{ entry: '(11) 8765-4321', country: 'BR', isInvalid: false },
		{ entry: '558188320000', country: 'US', isInvalid: false },
		{ entry: '+558188320000', country: '', isInvalid: false },
		{ entry: '22997123456@c.us', country: '', isInvalid: false },
	])('$entry with the Default Country "$country": $isInvalid', (row) => {
		expect(readOptOut(row.entry, row.country)?.isInvalid).toBe(row.isInvalid);
	});
});

/* All area codes of Brazil and Mexico: nobody is missed. How often somebody else is left out as well is exact. */

function range(from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

/** The area codes that the library knows, each with a mobile number in it. */
const BRAZIL = range(11, 99)
	.map((code) => ({ code, local: '987654321' }))
	.filter(({ code, local }) => validNumber(`+55${code}${local}`));
const MEXICO_OF_2 = ['33', '55', '56', '81'];
const MEXICO = [
	...MEXICO_OF_2.map((code) => ({ code, local: '23456789' })),
	...range(100, 999)
		.filter((code) => !MEXICO_OF_2.includes(code.slice(0, 2)))
		.map((code) => ({ code, local: '3456789' }))
		.filter(({ code, local }) => validNumber(`+52${code}${local}`)),
];
const BRAZILIANS = BRAZIL.map(({ code, local }) => `+55${code}${local}`);
const MEXICANS = MEXICO.map(({ code, local }) => `+52${code}${local}`);

/** Those of some people whom a list leaves out. */
function leftOutBy(list: string[], recipientKeys: string[]): string[] {
	const optOuts = new OptOuts();
	for (const entry of list) optOuts.add(readOptOut(entry, '')!);
	return recipientKeys.filter((key) => optOuts.match(key));
}

it('there are 67 area codes in Brazil and 420 in Mexico', () => {
	expect([BRAZIL.length, MEXICO.length]).toEqual([67, 420]);
});

describe('of all area codes of Brazil, those in a list are left out, and nobody else of Brazil or Mexico', () => {
	it.each([
		'CC987654321',
		'0CC 98765 4321',
		'0 15 CC 98765-4321',
		'55CC987654321',
		'0055CC987654321',
		'55 0CC 98765-4321',
	])('%s, where CC is the area code', (writing) => {
		// Every second area code is in the list, and then the others.
		for (const rest of [0, 1]) {
			const isListed = (_: unknown, at: number) => at % 2 === rest;
			const list = BRAZIL.filter(isListed).map(({ code }) => writing.replace('CC', code));
			const found = leftOutBy(list, [...BRAZILIANS, ...MEXICANS]);
			expect(found).toEqual(BRAZILIANS.filter(isListed));
		}
	});

	// Without the ninth digit, the area code 19 and the number 8765-4321 are also the end of (21) 98765-4321.
	it.each([
		{ writing: '(CC) 8765-4321', alsoMeans: endingWith },
		{ writing: '0CC 87654321', alsoMeans: endingWith },
		{ writing: '0 15 CC 8765-4321', alsoMeans: endingWith },
		{
			writing: '55CC87654321',
			// 55 19 8765-4321 is also the end of +55 51 98765-4321.
			alsoMeans: (code: string) => ({ 19: ['51'], 49: ['54'] })[code] ?? [],
		},
	])('$writing', ({ writing, alsoMeans }) => {
		for (const { code } of BRAZIL) {
			const codes = [code, ...alsoMeans(code)];
			const found = leftOutBy([writing.replace('CC', code)], BRAZILIANS);
			expect(found).toEqual(BRAZILIANS.filter((phone) => codes.includes(phone.slice(3, 5))));
		}
	});

	/** The area codes that end with the first digit of one that has a 9 at its end. */
	function endingWith(code: string): string[] {
		if (!code.endsWith('9')) return [];
		return BRAZIL.map((other) => other.code).filter((other) => other[1] === code[0]);
	}
});

describe('of all area codes of Mexico, those in a list are left out, and nobody else of Mexico or Brazil', () => {
	it.each([
		'CC LOCAL',
		'01 CC LOCAL',
		'044 CC LOCAL',
		'045CCLOCAL',
		'1 CC LOCAL',
		'52 CC LOCAL',
		'52 1 CC LOCAL',
		'0052CCLOCAL',
		'00521CCLOCAL',
	])('%s, where CC is the area code', (writing) => {
		for (const rest of [0, 1]) {
			const isListed = (_: unknown, at: number) => at % 2 === rest;
			const list = MEXICO.filter(isListed).map(({ code, local }) =>
				writing.replace('CC', code).replace('LOCAL', local),
			);
			const found = leftOutBy(list, [...BRAZILIANS, ...MEXICANS]);
			expect(found).toEqual(MEXICANS.filter(isListed));
		}
	});
});

describe('in a run with other countries, an entry may also be the end of a number there', () => {
	const CALLING_CODES = [
		...new Set(getCountries().map((country) => getCountryCallingCode(country))),
	];

	/** How many of some entries are the end of a valid number in each of these countries. */
	function countByCountry(entries: string[], own: string, countries: string[]) {
		const counts = new Map(countries.map((country) => [country, 0]));
		for (const entry of entries) {
			const others = ['', ...CALLING_CODES]
				.filter((code) => code !== own)
				.map((code) => validNumber(`+${code}${entry}`))
				.map((number) => (number?.number.endsWith(entry) ? number.country : undefined) ?? '');
			for (const country of new Set(others)) {
				const count = counts.get(country);
				if (count !== undefined) counts.set(country, count + 1);
			}
		}
		return Object.fromEntries(counts);
	}

	it('of 67 entries such as 51987654321, one is in Peru, and one in Spain', () => {
		const entries = BRAZIL.map(({ code, local }) => `${code}${local}`);
		const counts = countByCountry(entries, '55', ['AR', 'CL', 'CO', 'ES', 'MX', 'PE', 'US']);
		expect(counts).toEqual({ AR: 0, CL: 0, CO: 0, ES: 1, MX: 0, PE: 1, US: 0 });
	});

	it('of 420 entries such as 2223456789, numbers with ten digits in other countries', () => {
		const entries = MEXICO.map(({ code, local }) => `${code}${local}`);
		const counts = countByCountry(entries, '52', ['AR', 'BR', 'CL', 'CO', 'ES', 'PE', 'US']);
		expect(counts).toEqual({ AR: 32, BR: 206, CL: 0, CO: 14, ES: 0, PE: 0, US: 169 });
	});
});
