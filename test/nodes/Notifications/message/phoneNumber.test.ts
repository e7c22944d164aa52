import { isOfChat } from '../../../../nodes/Notifications/message/phoneNumber';
import { readPhone } from '../../../../nodes/Notifications/message/phone';

describe('the key of the recipient', () => {
	function recipientKey(phone: string, country = ''): string {
		return readPhone(phone, country).recipientKey;
	}

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
	])('is the same for $one and $other, which reach one person', ({ one, other, country }) => {
		expect(recipientKey(one, country)).toBe(recipientKey(other, country));
	});

	it.each(['+5531987654321', '+5491123456789', '+442079460018', '+525512345678'])(
		'is the number itself if that is in its whole form: %s',
		(e164) => {
			expect(recipientKey(e164)).toBe(e164);
		},
	);
});

it.each([
	{ what: 'a mobile number of Brazil without its ninth digit', number: '+553187654321', is: true },
	{ what: 'the same with it', number: '+5531987654321', is: false },
	{
		what: 'eight digits with an area code that Brazil does not have',
		number: '+550087654321',
		is: false,
	},
	{ what: 'a number of a country with one form', number: '+442079460018', is: false },
])('whether WhatsApp writes a valid number in this form: $what, $is', ({ number, is }) => {
	expect(isOfChat(number)).toBe(is);
});
