import { Secret } from '../../../../nodes/shared/http/redact';

const TOKEN = 'abc+def/0123';
const secret = new Secret(TOKEN);
const redactedJson = (json: string) => secret.redactedJson(JSON.parse(json), json);

describe('in parsed JSON', () => {
	it('takes the token out of keys and values at any depth', () => {
		const holding = (text: string) => ({
			[text]: text,
			list: [{ value: `x${text}`, [`${text}!`]: 1 }, null],
		});
		expect(redactedJson(JSON.stringify(holding(TOKEN)))).toEqual(holding('*****'));
		expect(redactedJson(JSON.stringify(TOKEN))).toBe('*****');
	});

	it('takes it out of what is nested deeply', () => {
		let value = redactedJson(`${'['.repeat(50_000)}"${TOKEN}"${']'.repeat(50_000)}`);
		while (Array.isArray(value)) value = value[0] as unknown;
		expect(value).toBe('*****');
	});

	it('takes it out of a key that means something to JavaScript', () => {
		const hostile = redactedJson(`{ "__proto__": "${TOKEN}" }`) as object;
		expect(Object.entries(hostile)).toEqual([['__proto__', '*****']]);
	});

	it('finds a token that has even its letters and digits written as codes', () => {
		const coded = '["\\u0061bc\\u002Bdef\\u002f\\u0030\\u00312\\u0033"]';
		// None of the plain parts of the token is in this text.
		expect(coded).not.toMatch(/abc|0123/);
		expect(redactedJson(coded)).toEqual(['*****']);
	});
});

describe('in a text', () => {
	it.each([
		{ where: 'as it is, each time', text: `a ${TOKEN} b ${TOKEN}`, shown: 'a ***** b *****' },
		{ where: 'in JSON of PHP', text: '{"t":"abc+def\\/0123"}', shown: '{"t":"*****"}' },
		{
			where: 'in JSON of PHP inside JSON of PHP',
			text: '{\\"t\\":\\"abc+def\\\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			where: 'in JSON of PHP inside other JSON',
			text: '{\\"t\\":\\"abc+def\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			where: 'in a URL, in capital and small letters',
			text: '/?token=abc%2Bdef%2F0123&x=abc%2bdef%2f0123',
			shown: '/?token=*****&x=*****',
		},
		{ where: 'not in a shorter text', text: 'abc+def/012', shown: 'abc+def/012' },
	])('finds the token $where', ({ text, shown }) => {
		expect(secret.redacted(text)).toBe(shown);
		expect(redactedJson(JSON.stringify([text]))).toEqual([shown]);
	});

	it('finds a token with quotes and backslashes in JSON, and in JSON inside JSON', () => {
		const token = 'ab"cd\\ef-0123';
		const json = JSON.stringify({ token });
		const text = `${token} ${json} ${JSON.stringify(json)}`;
		const shown = new Secret(token).redacted(text);
		expect(shown).toBe('***** {"token":"*****"} "{\\"token\\":\\"*****\\"}"');
	});

	it.each([
		{ kind: 'of 960 characters', token: 'aB3+/='.repeat(160) },
		{ kind: 'with four backslashes in a row', token: 'ab\\\\\\\\cdefgh' },
		{ kind: 'of special characters alone', token: '+/=+/=+/=\\"' },
	])('finds a token $kind, and what looks like it costs no time', ({ token }) => {
		const own = new Secret(token);
		for (const form of [token, JSON.stringify(token), encodeURIComponent(token)]) {
			expect(own.redacted(`x ${form} y`)).toMatch(/^x "?\*{5}"? y$/);
		}
		const nearly = token.slice(0, -1).repeat(2 ** 20 / token.length);
		expect(own.redacted(`${nearly}\\`.repeat(2))).not.toContain('*');
	});

	it.each([1, 5, 11, 12, 40])('that was cut off shows no part of it: %i characters', (left) => {
		const text = `${'x'.repeat(100)}${TOKEN.repeat(4).slice(0, left)}`;
		expect(secret.redactedPrefix(text)).toMatch(/^x+\**$/);
	});

	it('leaves out a token of fewer than 8 characters, which ordinary words contain', () => {
		expect(new Secret('1234567').redacted('12345678')).toBe('12345678');
		expect(new Secret('1234567').redactedPrefix('12345678')).toBe('12345678');
		expect(new Secret('12345678').redacted('12345678')).toBe('*****');
	});
});
