import { Secret } from '../../../../nodes/shared/http/secret';

const TOKEN = 'abc+def/0123';
const masked = (value: unknown, token = TOKEN) => {
	const json = JSON.stringify(value);
	return new Secret(token).maskedJson(json, JSON.parse(json));
};

it('takes the token out of a text, wherever it appears', () => {
	expect(new Secret(TOKEN).masked(`a ${TOKEN} b ${TOKEN}`)).toBe('a ***** b *****');
});

it('takes the token out of values at any depth, and leaves keys alone', () => {
	expect(masked({ [TOKEN]: TOKEN, a: [{ b: `x${TOKEN}` }, 7, null] })).toEqual({
		[TOKEN]: '*****',
		a: [{ b: 'x*****' }, 7, null],
	});
	expect(masked(TOKEN)).toBe('*****');
});

it('finds a token that JSON escapes', () => {
	const json = '{ "a": "abc+def\\/0123" }';
	expect(new Secret(TOKEN).maskedJson(json, JSON.parse(json))).toEqual({ a: '*****' });
});

it('leaves out a token of fewer than 8 characters, which ordinary words contain', () => {
	const record = { JobId: 'job', Status: 'RUNNING', ErrorMessage: 't' };
	expect(masked(record, 't')).toEqual(record);
	expect(new Secret('t').masked('that')).toBe('that');
	expect(new Secret('1234567').masked('12345678')).toBe('12345678');
	expect(new Secret('12345678').masked('12345678')).toBe('*****');
});

it('reads what is nested deeply, and keys such as __proto__', () => {
	const depth = 50_000;
	const json = `${'['.repeat(depth)}"${TOKEN}"${']'.repeat(depth)}`;
	let value = new Secret(TOKEN).maskedJson(json, JSON.parse(json));
	while (Array.isArray(value)) value = value[0] as unknown;
	expect(value).toBe('*****');

	const hostile = `{ "__proto__": "${TOKEN}" }`;
	const result = new Secret(TOKEN).maskedJson(hostile, JSON.parse(hostile)) as object;
	expect(Object.entries(result)).toEqual([['__proto__', '*****']]);
});
