import { asJson, maskSecrets, shortened, withoutToken } from '../../../nodes/shared/received';

it('shows one short line', () => {
	expect(shortened('a\n\n  b')).toBe('a b');
	expect(shortened({ a: 1 })).toBe('{"a":1}');
	expect(shortened(' \n a \t')).toBe('a');
	expect(shortened('')).toBe('nothing');
	expect(shortened(undefined)).toBe('undefined');
	expect(shortened('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`);
	expect(shortened('x'.repeat(200))).toBe('x'.repeat(200));
});

it('takes out the token and every bearer token', () => {
	expect(maskSecrets('a secret b Bearer xyz-1, c', 'secret')).toBe('a ***** b Bearer *****, c');
});

it('takes out a bearer token behind any white space, and in quotes', () => {
	expect(maskSecrets('{"a":"bearer \t x-1","b":1}', '')).toBe('{"a":"Bearer *****","b":1}');
	expect(maskSecrets('Bearer, please', '')).toBe('Bearer, please');
});

it('takes out the token wherever it is, and nothing where there is none', () => {
	expect(withoutToken('t-1 and t-1', 't-1')).toBe('***** and *****');
	expect(withoutToken('abc', '')).toBe('abc');
});

it('shows what is nested too deeply for JSON', () => {
	let nested: unknown = [];
	for (let depth = 0; depth < 20_000; depth++) nested = [nested];
	expect(asJson(nested)).toMatch(/too deeply nested/);
	expect(asJson(undefined)).toBe('undefined');
});
