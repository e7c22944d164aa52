import { Secret } from '../../../../nodes/shared/http/redact';

const TOKEN = 'abc+def/0123';
const secret = new Secret(TOKEN);

describe('in a text', () => {
	it.each([
		{
			what: 'each occurrence of the token',
			text: `a ${TOKEN} b ${TOKEN}`,
			shown: 'a ***** b *****',
		},
		{
			what: 'the token in JSON written by PHP inside JSON written by PHP',
			text: '{\\"t\\":\\"abc+def\\\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			what: 'the token in JSON written by PHP inside other JSON',
			text: '{\\"t\\":\\"abc+def\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			what: 'the token in a URL, with capital and small letters in its codes',
			text: '/?token=abc%2Bdef%2F0123&x=abc%2bdef%2f0123',
			shown: '/?token=*****&x=*****',
		},
		{
			what: 'nothing if the text has only the beginning of the token',
			text: 'abc+def/012',
			shown: 'abc+def/012',
		},
	])('replaces $what', ({ text, shown }) => {
		expect(secret.redacted(text)).toBe(shown);
	});

	it('replaces a token with special characters in JSON, in JSON inside JSON, and in that of Java', () => {
		const token = 'ab"cd\\ef=0123';
		const json = JSON.stringify({ token });
		const ofJava = json.replace('=', '\\u003d');
		const text = `${token} ${json} ${JSON.stringify(json)} ${ofJava}`;
		expect(new Secret(token).redacted(text)).toBe(
			'***** {"token":"*****"} "{\\"token\\":\\"*****\\"}" {"token":"*****"}',
		);
	});

	it('replaces a token of special characters alone', () => {
		const token = '+/=+/=+/=\\"';
		const text = `${token} ${JSON.stringify(token)} ${encodeURIComponent(token)}`;
		expect(new Secret(token).redacted(text)).toBe('***** "*****" *****');
	});

	it('leaves a megabyte alone that is almost the token', () => {
		// A regular expression that tries every way to match would not end within the time of a test.
		const token = 'aB3+/='.repeat(160);
		const withoutLast = token.slice(0, -1).repeat(2 ** 20 / token.length);
		const text = `${withoutLast}\\${withoutLast}\\`;
		expect(new Secret(token).redacted(text)).toBe(text);
	});

	it.each([1, 11, 12, 40])(
		'that was cut off shows no part of the token, of which %i characters are left',
		(left) => {
			const repeatedToken = TOKEN.repeat(4);
			const text = `${'x'.repeat(100)}${repeatedToken.slice(0, left)}`;
			expect(secret.redactedPrefix(text)).toMatch(/^x+\**$/);
		},
	);

	it('does not look for a token of fewer than 8 characters, which ordinary words contain', () => {
		expect(new Secret('1234567').redacted('12345678')).toBe('12345678');
		expect(new Secret('1234567').redactedPrefix('12345678')).toBe('12345678');
		expect(new Secret('12345678').redacted('12345678')).toBe('*****');
	});
});
