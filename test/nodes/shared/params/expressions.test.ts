import { DateTime } from 'luxon';
import { allowsNothing, gaveNothing, isNothing } from '../../../../nodes/shared/params/expressions';

it.each([
	...[undefined, null, '', ' \u200b', NaN, Infinity, [], new Date('x')],
	DateTime.fromISO('nonsense'),
])('%p is nothing', (value) => {
	expect(isNothing(value)).toBe(true);
});

it.each([0, false, 'N/A', [''], {}, new Date(0), DateTime.utc(2026), 10n])(
	'%p is a value',
	(value) => {
		expect(isNothing(value)).toBe(false);
	},
);

it('a list of nothing is nothing in a text, also if it is joined', () => {
	const nothing = [[undefined, ''], [[]], ', ', ',', '-', ' | ', '/', '$ ', '\u2800-\u3164'];
	const values = [['a', null], ', a', 0, '0', '€ 5', '👍🏽', '❤', '第', '-1'];
	expect(nothing.filter((value) => !gaveNothing(value))).toEqual([]);
	expect(values.filter(gaveNothing)).toEqual([]);
});

it.each([
	...['$json.a ?? "x"', '$json.a || "x"', '$json.vip ? "a" : "b"', ' null ', '`${$json.a ?? "x"}`'],
])('{{ %s }} allows nothing', (code) => {
	expect(allowsNothing(code)).toBe(true);
});

it.each([
	...['$json.a', '$json.a?.b', '$json.a.map(i => i.b)', "$json.a.find(b => b.key === 'c')"],
	...[
		'$json.a.replace(/<[^>]+>/g, "")',
		'$json.a.replace(/x?/, "")',
		'$json.a?.[0]',
		'$json.a != b',
	],
])('{{ %s }} does not', (code) => {
	expect(allowsNothing(code)).toBe(false);
});
