import { gaveNothing } from '../../../../nodes/shared/fields/expressions';

it('a list of nothing is nothing in a text, also if it is joined', () => {
	const nothing = [[undefined, ''], [[]], ', ', ',', '-', ' | ', ' -- ', '\u2800-\u3164'];
	const values = [['a', null], ', a', 0, '0', '€ 5', '👍🏽', '❤', '第', '-1', '***'];
	const code = "[$json.a, $json.b].join($json.c ? '-' : ' | ')";
	expect(nothing.filter((value) => !gaveNothing(value, code))).toEqual([]);
	expect(values.filter((value) => gaveNothing(value, code))).toEqual([]);
});

it('a field that has nothing but punctuation has a value, unlike one that is blank', () => {
	expect(gaveNothing('***', ' $json.rating ')).toBe(false);
	expect(gaveNothing('***', "$('Reviews').first().json['rating']")).toBe(false);
	expect(gaveNothing(' ', '$json.rating')).toBe(true);
	expect(gaveNothing('-', '$json.a + $json.b')).toBe(false);
	expect(gaveNothing('- €', "$json.a + '-' + ' €'")).toBe(true);
	expect(gaveNothing('R$ Infinity', "'R$ ' + $json.a / $json.b")).toBe(true);
	expect(gaveNothing('Infinity Ltd', '$json.name')).toBe(false);
});

it.each([
	"({ EUR: '€', USD: '$' })[$json.currency]",
	"$json.currency === 'EUR' && '€' || '$'",
	"['$', '€'][$json.kind]",
	"$if($json.isEuro, '€', '$')",
])('one of several texts is a value, as the sign of a currency: {{ %s }}', (code) => {
	expect(gaveNothing('€', code)).toBe(false);
});

it.each([
	{ text: '-', code: "$json.tags?.join(', ') || '-'" },
	{ text: '-', code: "$json.x.replaceAll('_', ' ') || '-'" },
	{ text: '€', code: "$json.currency.replace('EUR', '€')" },
])('"$text" is chosen by {{ $code }}', ({ text, code }) => {
	expect(gaveNothing(text, code)).toBe(false);
});

it('what is left around an expression that gave nothing is none', () => {
	expect(gaveNothing('€ ')).toBe(true);
});
