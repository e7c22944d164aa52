import { Secret } from '../../../../nodes/shared/http/secret';

const TOKEN = 'abc+def/0123';
const masked = (value: unknown, token = TOKEN) => {
	const json = JSON.stringify(value);
	return new Secret(token).maskedJson(json, JSON.parse(json));
};

it('takes the token out of texts, and of values at any depth, and leaves keys alone', () => {
	expect(new Secret(TOKEN).masked(`a ${TOKEN} b ${TOKEN}`)).toBe('a ***** b *****');
	expect(masked(TOKEN)).toBe('*****');
	expect(masked({ [TOKEN]: TOKEN, a: [{ b: `x${TOKEN}` }, 7, null] })).toEqual({
		[TOKEN]: '*****',
		a: [{ b: 'x*****' }, 7, null],
	});
	const deep = `${'['.repeat(50_000)}"${TOKEN}"${']'.repeat(50_000)}`;
	let value = new Secret(TOKEN).maskedJson(deep, JSON.parse(deep));
	while (Array.isArray(value)) value = value[0] as unknown;
	expect(value).toBe('*****');
});

it.each([
	['a token that JSON escapes', '{ "a": "abc+def\\/0123" }', 'a'],
	['hostile keys', `{ "__proto__": "${TOKEN}" }`, '__proto__'],
])('finds %s', (_, json, key) => {
	const result = new Secret(TOKEN).maskedJson(json, JSON.parse(json)) as object;
	expect(Object.entries(result)).toEqual([[key, '*****']]);
});

it.each([
	['JSON in a text', '{"t":"abc+def\\/0123"}', '{"t":"*****"}'],
	['JSON in JSON in a text', '{\\"t\\":\\"abc+def\\\\\\/0123\\"}', '{\\"t\\":\\"*****\\"}'],
	['letters as codes', 'abc\\u002Bdef\\u002f\\u0030123', '*****'],
	['a URL', '/login?token=abc%2Bdef%2f0123&x', '/login?token=*****&x'],
	['a URL in part', '?token=abc+def%2F0123', '?token=*****'],
	['HTML', 'abc&#x2B;def&#47;0123', '*****'],
	['another token', 'abc+def/012', 'abc+def/012'],
])('finds it in %s', (_, text, shown) => {
	expect(new Secret(TOKEN).masked(text)).toBe(shown);
	expect(masked([text])).toEqual([shown]);
});

it('finds the names that HTML has for characters', () => {
	const shown = new Secret(`ab<c>"d'&e`).masked('ab&lt;c&gt;&quot;d&apos;&amp;e ab&lt;c');
	expect(shown).toBe('***** ab&lt;c');
});

it('leaves out a token of fewer than 8 characters, which ordinary words contain', () => {
	const record = { JobId: 'job', Status: 'RUNNING', ErrorMessage: 't' };
	expect(masked(record, 't')).toEqual(record);
	expect(new Secret('1234567').masked('12345678')).toBe('12345678');
	expect(new Secret('12345678').masked('12345678')).toBe('*****');
});
