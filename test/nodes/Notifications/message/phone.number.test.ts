import { parsed, readPhone, validNumber } from '../../../../nodes/Notifications/message/phone';

/** FROZEN VALUES. They are a part of each nonce: if one changes, the person is notified twice. One person has one key. */
const RECIPIENT_KEYS = [
	{ phone: '+55 11 98765-4321', key: '+5511987654321' },
	{ phone: '551187654321@c.us', key: '+5511987654321' },
	// Eight digits that begin with 2 to 5 are a landline, or a mobile number without its 9.
	{ phone: '+55 45 3278-2153', key: '+5545932782153' },
	{ phone: '+54 11 2345-6789', key: '+5491123456789' },
	{ phone: '+54 9 11 2345-6789', key: '+5491123456789' },
	{ phone: '5215512345678@c.us', key: '+525512345678' },
	{ phone: '22997123456@c.us', key: '+2290197123456' },
	{ phone: '+229 01 97 12 34 56', key: '+2290197123456' },
	{ phone: '22507123456@c.us', key: '+2250707123456' },
	{ phone: '+225 07 07 12 34 56', key: '+2250707123456' },
	{ phone: '22544123456@c.us', key: '+2250544123456' },
	{ phone: '+225 05 44 12 34 56', key: '+2250544123456' },
	{ phone: '22540123456@c.us', key: '+2250140123456' },
	{ phone: '+225 01 40 12 34 56', key: '+2250140123456' },
	{ phone: '+1 202 555 0143', key: '+12025550143' },
];

it.each(RECIPIENT_KEYS)('the key of the recipient $phone is $key', ({ phone, key }) => {
	expect(readPhone(phone, undefined).recipientKey).toBe(key);
});

/*
 * `npx node test/run.mjs test/tools/mutation.ts` also leaves out each `^` before `\+`. No test can notice that: the plus of a number is nowhere but at
 * its beginning.
 */

describe('a number is read', () => {
	const INVALID = undefined;

	it.each([
		{ text: '+52 1 55 1234 5678', number: '+525512345678' },
		{ text: '+52-(1)-55-1234-5678', number: '+525512345678' },
		// The 1 is a part of the number, whether that is a valid one or not.
		{ text: '+52 1 55 1234 56789', number: '+52155123456789' },
		{ text: '+52 155 123 4567', number: '+521551234567' },
		// E.164 has at most 15 digits, though the library knows numbers in Germany that have more.
		{ text: '+49 69 12345678901', number: '+496912345678901' },
		{ text: '+49 69 123456789012', number: INVALID },
		{ text: 'call +5511987654321', number: INVALID },
	])('from $text as $number', ({ text, number }) => {
		expect(parsed(text)?.number).toBe(number);
	});

	it('from a text without one as none', () => {
		expect(validNumber('no number')).toBe(INVALID);
	});

	it.each([
		{ text: '55 1234 5678', number: '+525512345678' },
		{ text: '52-(1)-55-1234-5678', number: '+525512345678' },
		{ text: '01 55 1234 5678', number: '+525512345678' },
		{ text: '044 (55) 1234-5678', number: '+525512345678' },
		// What is not dialled before ten digits stays where it is.
		{ text: '046 55 1234 5678', number: '+520465512345678' },
		{ text: '9 01 55 1234 5678', number: '+529015512345678' },
		{ text: '01 55 1234 56789', number: '+520155123456789' },
		{ text: '01 55 1234 567', number: '+5201551234567' },
		{ text: 'call 55 1234 5678', number: INVALID },
	])('from $text in Mexico as $number', ({ text, number }) => {
		expect(parsed(text, 'MX')?.number).toBe(number);
	});

	it('without the digits that are dialled in Mexico alone, in no other country', () => {
		expect(parsed('52 1 55 1234 5678', 'BR')?.number).toBe('+555215512345678');
	});
});
