import { Secret } from '../../../../nodes/shared/http/redact';

const TOKEN = 'abc+def/0123';
const secret = new Secret(TOKEN);

function redactedJson(json: string): unknown {
	return secret.redactedJson(JSON.parse(json), json);
}

describe('in parsed JSON', () => {
	it('replaces the token in keys and values at any depth', () => {
		const received = JSON.stringify({
			[TOKEN]: TOKEN,
			list: [{ value: `x${TOKEN}`, [`${TOKEN}!`]: 1 }, null],
		});
		expect(redactedJson(received)).toEqual({
			'*****': '*****',
			list: [{ value: 'x*****', '*****!': 1 }, null],
		});
	});

	it('replaces a token that is the whole JSON', () => {
		expect(redactedJson(`"${TOKEN}"`)).toBe('*****');
	});

	it('replaces a token that is nested deeply', () => {
		let value = redactedJson(`${'['.repeat(50_000)}"${TOKEN}"${']'.repeat(50_000)}`);
		while (Array.isArray(value)) value = value[0] as unknown;
		expect(value).toBe('*****');
	});

	it('replaces the value of a key that has a meaning in JavaScript', () => {
		const redacted = redactedJson(`{ "__proto__": "${TOKEN}" }`) as object;
		expect(Object.entries(redacted)).toEqual([['__proto__', '*****']]);
	});

	it('replaces a token whose letters and digits are written as codes', () => {
		const coded = '["\\u0061bc\\u002Bdef\\u002f\\u0030\\u00312\\u0033"]';
		// Neither of the longest parts without special characters is in this text as it is.
		expect(coded).not.toMatch(/abc|0123/);
		expect(redactedJson(coded)).toEqual(['*****']);
	});
});

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
		expect(redactedJson(JSON.stringify([text]))).toEqual([shown]);
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
