import { Secret } from '../../../../nodes/shared/http/redact';

const TOKEN = 'abc+def/0123';
const masked = (text: string) => new Secret(TOKEN).redacted(text);
const maskedJson = (json: string) => new Secret(TOKEN).redactedJson(JSON.parse(json), json);

it('takes the token out of keys and values at any depth', () => {
	const inAll = (text: string) => ({ [text]: text, a: [{ b: `x${text}`, [`${text}!`]: 1 }, null] });
	expect(maskedJson(JSON.stringify(inAll(TOKEN)))).toEqual(inAll('*****'));
	expect(maskedJson(JSON.stringify(TOKEN))).toBe('*****');
	let value = maskedJson(`${'['.repeat(50_000)}"${TOKEN}"${']'.repeat(50_000)}`);
	while (Array.isArray(value)) value = value[0] as unknown;
	expect(value).toBe('*****');
	const hostile = maskedJson(`{ "__proto__": "${TOKEN}" }`) as object;
	expect(Object.entries(hostile)).toEqual([['__proto__', '*****']]);
	expect(maskedJson('["\\u0061bc\\u002Bdef\\u002f\\u0030123"]')).toEqual(['*****']);
});

it.each([
	['a text, each time', `a ${TOKEN} b ${TOKEN}`, 'a ***** b *****'],
	['JSON in a text', '{"t":"abc+def\\/0123"}', '{"t":"*****"}'],
	['JSON in JSON in a text', '{\\"t\\":\\"abc+def\\\\\\/0123\\"}', '{\\"t\\":\\"*****\\"}'],
	['JSON that is safe in HTML', 'abc\\u002Bdef/0123 abc\\u002bdef/0123', '***** *****'],
	['a URL', '/?token=abc%2Bdef%2F0123&x=abc%2bdef%2f0123', '/?token=*****&x=*****'],
	['HTML', 'abc&#43;def&#47;0123 abc&#x2B;def&#x2F;0123', '***** *****'],
	['HTML in small letters', 'abc&#x2b;def&#x2f;0123', '*****'],
	['HTML of Go, or of Mustache', 'abc&#43;def/0123 abc+def&#x2F;0123', '***** *****'],
	['another token', 'abc+def/012', 'abc+def/012'],
])('finds it in %s', (_, text, shown) => {
	expect(masked(text)).toBe(shown);
	expect(maskedJson(JSON.stringify([text]))).toEqual([shown]);
});

it('finds the names that HTML has for characters', () => {
	const shown = new Secret(`ab<c>"d'&e`).redacted('ab&lt;c&gt;&quot;d&apos;&amp;e ab&lt;c');
	expect(shown).toBe('***** ab&lt;c');
});

it.each([
	['of 960 characters', 'aB3+/='.repeat(160)],
	['with four backslashes in a row', 'ab\\\\\\\\cdefgh'],
	['of special characters alone', '+/=+/=+/=\\"'],
])('finds a token %s, and what looks like it costs no time', (_, token) => {
	const secret = new Secret(token);
	for (const form of [token, JSON.stringify(token), encodeURIComponent(token)]) {
		expect(secret.redacted(`x ${form} y`)).toMatch(/^x "?\*{5}"? y$/);
	}
	const nearly = token.slice(0, -1).repeat(2 ** 20 / token.length);
	expect(secret.redacted(`${nearly}\\`.repeat(2))).not.toContain('*');
});

it.each([1, 5, 11, 12, 40])('of a text that was cut off shows no part of it: %i', (left) => {
	const text = `${'x'.repeat(100)}${TOKEN.repeat(4).slice(0, left)}`;
	expect(new Secret(TOKEN).redactedPrefix(text)).toMatch(/^x+\**$/);
});

it('leaves out a token of fewer than 8 characters, which ordinary words contain', () => {
	expect(new Secret('1234567').redacted('12345678')).toBe('12345678');
	expect(new Secret('12345678').redacted('12345678')).toBe('*****');
});
