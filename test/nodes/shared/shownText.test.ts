import { shownText } from '../../../nodes/shared/shownText';

it('shows one short line', () => {
	expect(shownText('a\n\n  b')).toBe('a b');
	expect(shownText({ a: 1 })).toBe('{"a":1}');
	expect(shownText('')).toBe('nothing');
	expect(shownText(undefined)).toBe('undefined');
	expect(shownText('x'.repeat(500))).toHaveLength(201);
});

it('shows no bearer token', () => {
	expect(shownText('a Bearer xyz-1, c "bearer abc"')).toBe('a Bearer *****, c "Bearer *****"');
});
