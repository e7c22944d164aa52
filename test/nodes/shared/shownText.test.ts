import { maskSecrets, shortened } from '../../../nodes/shared/shownText';

it('shows one short line', () => {
	expect(shortened('a\n\n  b')).toBe('a b');
	expect(shortened({ a: 1 })).toBe('{"a":1}');
	expect(shortened('')).toBe('nothing');
	expect(shortened(undefined)).toBe('undefined');
	expect(shortened('x'.repeat(500))).toHaveLength(201);
});

it('takes out the token and every bearer token', () => {
	expect(maskSecrets('a secret b Bearer xyz-1, c', 'secret')).toBe('a ***** b Bearer *****, c');
});
