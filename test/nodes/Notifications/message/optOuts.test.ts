import { OptOuts } from '../../../../nodes/Notifications/message/optOuts';
import { readPhone } from '../../../../nodes/Notifications/message/phone';

/** How a list with one entry leaves out a phone. */
function match(entry: string, phone: string): 'number' | 'ending' | undefined {
	const optOuts = new OptOuts();
	expect(optOuts.add(entry)).toBe(true);
	return optOuts.match(readPhone(phone, undefined).recipientKey);
}

describe('an entry leaves out everybody whose number ends with its last 8 digits', () => {
	it.each([
		{
			phone: '+5511987654321',
			entries: [
				...['(11) 98765-4321', '011 98765-4321', '0 15 11 98765-4321', '5511987654321'],
				...['0055 11 98765-4321', '00 (55) 11 98765-4321', '98765-4321', '765-4321'],
				...['tel: (11) 98765-4321', '(١١) ٩٨٧٦٥-٤٣٢١', 'whatsapp: 11 98765-4321'],
				...['https://wa.me/11987654321', `wa.me/11987654321?text=${'Oi '.repeat(100)}`],
				...['5511987654321@c.us', '5511987654321:12@s.whatsapp.net'],
				// Without the ninth digit.
				...['(11) 8765-4321', '551187654321', '+55 11 8765-4321'],
				// The last groups may be a note.
				...['11 98765-4321 22', '11 98765-4321 - 22', '+55 11 98765-4321 10'],
				...['98765-4321 2026', '987 654 321 28-11'],
				// A cell that was filled up with zeros.
				...['0011987654321', '+550011987654321'],
			],
		},
		{ phone: '551187654321@c.us', entries: ['(11) 98765-4321'] },
		{
			phone: '+525512345678',
			entries: [
				...['55 1234 5678', '1 55 1234 5678', '01 55 1234 5678', '044 55 1234 5678'],
				'+52 044 55 1234 5678',
			],
		},
		{
			phone: '+5491123456789',
			entries: ['11 15 2345-6789', '+54 9 011 2345-6789', '+54 15 2345-6789'],
		},
		// With an area code of three or four digits, the last eight begin within the 15.
		{
			phone: '+5492214567890',
			entries: ['0221 15 456-7890', '221 15 4567890', '15 456-7890', '+54 15 456-7890'],
		},
		{ phone: '+5492966412345', entries: ['02966 15 412345', '2966 15-412345', '15 412345'] },
		{ phone: '+442079460018', entries: ['0011 44 20 7946 0018', '011 44 20 7946 0018'] },
		// Numbers of seven digits, with a 0 before them in their country.
		{ phone: '+5978123456', entries: ['0 812-3456', '812-3456', '+597 (0) 812-3456'] },
		{ phone: '+2250707123456', entries: ['22507123456'] },
	])('$phone: $entries', ({ phone, entries }) => {
		expect(entries.filter((entry) => match(entry, phone) === undefined)).toEqual([]);
	});

	it('and not those whose number ends otherwise', () => {
		for (const phone of ['+5511987654322', '+525512345678']) {
			expect(match('(11) 98765-4321', phone)).toBeUndefined();
		}
	});
});

it.each([
	{ entry: '+55 11 98765-4321', phone: '551187654321@c.us', is: 'number' },
	{ entry: '551187654321@c.us', phone: '+55 11 98765-4321', is: 'number' },
	{ entry: '+55 11 8765-4321', phone: '+55 11 98765-4321', is: 'number' },
	// Another country, with the same last digits.
	{ entry: '+51 987 654 321', phone: '+5551987654321', is: undefined },
	// It lacks a digit, so nobody can say whose number it is.
	{ entry: '+55 11 98765-432', phone: '5511198765432@c.us', is: 'ending' },
])('an entry with a plus that is valid means that number alone: $entry', ({ entry, phone, is }) => {
	expect(match(entry, phone)).toBe(is);
});

it.each([
	...['', 'n/a', '123456', '1234567890123456', '11 98765-4321 / 11 91234-5678'],
	...['98765-4321/22', '5.51199E+12', '1-800-FLOWERS'],
	...['11 98765-४३२१', '192837465012345'],
	// Behind the number, another one would count as its last digits.
	...['+٤٩٣٠١٢٣٤٥٦.٧٥', '11 98765-4321 2'],
	// Two numbers.
	...['98765-4321 91234-5678', '234-5678 345-6789', '11 98765-4321 e 11 91234-5678'],
	...['2026-11-28', '28.11.2026', '28/11/2026', '28-11-2026'],
])('is no phone number: "%s"', (entry) => {
	expect(new OptOuts().add(entry)).toBe(false);
});

describe('with anything before or behind it, an entry is an error, or leaves out its person all the same', () => {
	const BEFORE = ['', 'Ana ', 'Ana: ', '1) ', '2 x ', '="', "'", '(', '[', 'tel:', '2026-11-28 '];
	const BEHIND = [
		...['', ' - 3 mensagens', ' 2x', ' 10h', '[1]', ' (2)', ' 2º aviso', ' 2', '-2', ' /2', ', 2'],
		...[' 22', ' - 10', ' 123', '.0', '.00', ' 28/11', ' 28-11', ' 28.11', ' 2026', ' 28/11/2026'],
		' 2026-11-28',
		' 10:30',
		' Ana',
		'"',
		')',
		' ext 12',
		' #2',
		' 1/2',
		' R$ 10',
		' 2-3',
		' 7 8 9',
	];

	it.each([
		{ phone: '+5511987654321', written: ['+55 11 98765-4321', '(11) 98765-4321', '011987654321'] },
		{ phone: '+525512345678', written: ['+52 55 1234 5678', '55 1234 5678', '5512345678'] },
		{ phone: '+33612345678', written: ['+33 6 12 34 56 78', '06 12 34 56 78', '06.12.34.56.78'] },
		{ phone: '+14155552671', written: ['+1 (415) 555-2671', '(415) 555-2671', '415.555.2671'] },
		{ phone: '+919876543210', written: ['+91 98765 43210', '098765 43210', '9876543210'] },
		{ phone: '+447400123456', written: ['+44 7400 123456', '07400 123456', '(0)7400 123456'] },
		{ phone: '+491701234567', written: ['+49 170 1234567', '0170/1234567', '0170 123 4567'] },
	])('$phone: $written', ({ phone, written }) => {
		const entries = BEFORE.flatMap((before) =>
			BEHIND.flatMap((behind) => written.map((number) => `${before}${number}${behind}`)),
		);
		const missed = entries.filter((entry) => {
			return new OptOuts().add(entry) && match(entry, phone) === undefined;
		});
		expect(missed).toEqual([]);
		expect(written.filter((number) => match(number, phone) === undefined)).toEqual([]);
	});
});
