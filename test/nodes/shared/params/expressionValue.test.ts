import { DateTime } from 'luxon';
import {
	allowsNothing,
	fieldsIn,
	gaveNothing,
	isNothing,
} from '../../../../nodes/shared/params/expressionValue';

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
	const values = [[undefined, ''], [[]], ', ', ',', ['a', null], ', a', '-', 0];
	expect(values.map(gaveNothing)).toEqual([true, true, true, true, false, false, false, false]);
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

it.each([
	{ code: '$json.a?.b[0]["c d"]', fields: ['$json.a?.b[0]["c d"]'] },
	{ code: "$json['a b']?.['c']", fields: ["$json['a b']?.['c']"] },
	{ code: '$json.preço.toFixed(2)', fields: ['$json.preço'] },
	{
		code: "$('Orders').item.json.id ?? $json.id",
		fields: ["$('Orders').item.json.id", '$json.id'],
	},
	{ code: '$json.keys()', fields: [] },
])('the fields of {{ $code }} are $fields', ({ code, fields }) => {
	expect(fieldsIn(code)).toEqual(fields);
});
