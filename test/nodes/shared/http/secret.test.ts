import { Secret } from '../../../../nodes/shared/http/secret';

const TOKEN = 'abc+def/0123';
const maskedJson = (json: string) => new Secret(TOKEN).maskedJson(json, JSON.parse(json));

it('takes the token out of values at any depth, and leaves keys alone', () => {
	const json = JSON.stringify({ [TOKEN]: TOKEN, a: [{ b: `x${TOKEN}` }, 7, null] });
	expect(maskedJson(JSON.stringify(TOKEN))).toBe('*****');
	expect(maskedJson(json)).toEqual({ [TOKEN]: '*****', a: [{ b: 'x*****' }, 7, null] });
	let value = maskedJson(`${'['.repeat(50_000)}"${TOKEN}"${']'.repeat(50_000)}`);
	while (Array.isArray(value)) value = value[0] as unknown;
	expect(value).toBe('*****');
	const hostile = maskedJson(`{ "__proto__": "${TOKEN}" }`) as object;
	expect(Object.entries(hostile)).toEqual([['__proto__', '*****']]);
});

it.each([
	['a text, each time', `a ${TOKEN} b ${TOKEN}`, 'a ***** b *****'],
	['JSON in a text', '{"t":"abc+def\\/0123"}', '{"t":"*****"}'],
	['JSON in JSON in a text', '{\\"t\\":\\"abc+def\\\\\\/0123\\"}', '{\\"t\\":\\"*****\\"}'],
	['letters as codes', 'abc\\u002Bdef\\u002f\\u0030123', '*****'],
	['a URL', '/login?token=abc%2Bdef%2f0123&x', '/login?token=*****&x'],
	['HTML', 'abc&#x2B;def&#47;0123', '*****'],
	['another token', 'abc+def/012', 'abc+def/012'],
])('finds it in %s', (_, text, shown) => {
	expect(new Secret(TOKEN).masked(text)).toBe(shown);
	expect(maskedJson(JSON.stringify([text]))).toEqual([shown]);
});

it('finds the names that HTML has for characters', () => {
	const shown = new Secret(`ab<c>"d'&e`).masked('ab&lt;c&gt;&quot;d&apos;&amp;e ab&lt;c');
	expect(shown).toBe('***** ab&lt;c');
});

it('leaves out a token of fewer than 8 characters, which ordinary words contain', () => {
	expect(new Secret('1234567').masked('12345678')).toBe('12345678');
	expect(new Secret('12345678').masked('12345678')).toBe('*****');
});
