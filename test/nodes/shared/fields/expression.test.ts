import { gaveNothing, hasContent } from '../../../../nodes/shared/fields/expression';

it('a list of nothing is nothing, and punctuation is a text', () => {
	const nothing = [[undefined, ''], [[]], ' ', '\u2800\u3164', 0 / 0];
	const values = [['a', null], ', a', ', ', 0, '0', '€ 5', '€', '👍🏽', '❤', '第', '-1', '***'];
	expect(nothing.filter((value) => !gaveNothing(value, '$json.a'))).toEqual([]);
	expect(values.filter((value) => gaveNothing(value, '$json.a'))).toEqual([]);
});

it('infinity is nothing where the code divides, and else a name', () => {
	expect(gaveNothing('R$ Infinity', "'R$ ' + $json.a / $json.b")).toBe(true);
	expect(gaveNothing('-Infinity', 'Math.max(...$json.prices)')).toBe(true);
	expect(gaveNothing('Infinity Ltd', '$json.name')).toBe(false);
});

it.each(['€ ', ', ', '\u2800-\u3164'])(
	'"%s" around an expression that gave nothing is nothing',
	(text) => {
		expect(hasContent(text)).toBe(false);
	},
);
