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
			what: 'the token in JSON written by PHP',
			text: '{"t":"abc+def\\/0123"}',
			shown: '{"t":"*****"}',
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

	describe('replaces a token with quotation marks and backslashes', () => {
		const token = 'ab"cd\\ef-0123';
		const json = JSON.stringify({ token });
		const jsonInsideJson = JSON.stringify(json);

		it.each([
			{ place: 'as it is', text: token, shown: '*****' },
			{ place: 'in JSON', text: json, shown: '{"token":"*****"}' },
			{ place: 'in JSON inside JSON', text: jsonInsideJson, shown: '"{\\"token\\":\\"*****\\"}"' },
			{
				place: 'in all three forms at once',
				text: `${token} ${json} ${jsonInsideJson}`,
				shown: '***** {"token":"*****"} "{\\"token\\":\\"*****\\"}"',
			},
		])('$place', ({ text, shown }) => {
			expect(new Secret(token).redacted(text)).toBe(shown);
		});
	});

	describe.each([
		{ kind: 'of 960 characters', token: 'aB3+/='.repeat(160) },
		{ kind: 'with four backslashes in a row', token: 'ab\\\\\\\\cdefgh' },
		{ kind: 'of special characters alone', token: '+/=+/=+/=\\"' },
	])('a token $kind', ({ token }) => {
		it.each([
			{ form: 'as it is', text: `x ${token} y`, shown: 'x ***** y' },
			{ form: 'in JSON', text: `x ${JSON.stringify(token)} y`, shown: 'x "*****" y' },
			{ form: 'in a URL', text: `x ${encodeURIComponent(token)} y`, shown: 'x ***** y' },
		])('is replaced $form', ({ text, shown }) => {
			expect(new Secret(token).redacted(text)).toBe(shown);
		});

		it('leaves a megabyte of text alone that is almost the token', () => {
			// A regular expression that tries every way to match would not end within the time of a test.
			const withoutLast = token.slice(0, -1).repeat(2 ** 20 / token.length);
			const text = `${withoutLast}\\${withoutLast}\\`;
			expect(new Secret(token).redacted(text)).toBe(text);
		});
	});

	it.each([1, 5, 11, 12, 40])(
		'that was cut off shows no part of the token, of which %i characters are left',
		(left) => {
			const repeatedToken = TOKEN.repeat(4);
			const text = `${'x'.repeat(100)}${repeatedToken.slice(0, left)}`;
			expect(secret.redactedPrefix(text)).toMatch(/^x+\**$/);
		},
	);

	describe('does not look for a token of fewer than 8 characters, which ordinary words contain:', () => {
		it('7 characters are shown', () => {
			expect(new Secret('1234567').redacted('12345678')).toBe('12345678');
			expect(new Secret('1234567').redactedPrefix('12345678')).toBe('12345678');
		});

		it('8 characters are replaced', () => {
			expect(new Secret('12345678').redacted('12345678')).toBe('*****');
		});
	});
});
