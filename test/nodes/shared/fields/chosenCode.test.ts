import { runInNewContext } from 'node:vm';
import { chosenCode, hasChoice, isConstant } from '../../../../nodes/shared/fields/chosenCode';

const ITEM = { name: '', city: 'Lima', due: null, vip: false, lines: [] };

/** As n8n evaluates the code. Its own $ifEmpty takes an empty list for nothing as well. */
function evaluate(code: string): unknown {
	const $ifEmpty = (value: unknown, fallback: unknown) =>
		[undefined, null, ''].includes(value as null) || String(value) === '' ? fallback : value;
	return runInNewContext(code, { $json: ITEM, $ifEmpty }) as unknown;
}

it.each([
	{ code: "$json.name || 'customer'", chosen: "('customer')" },
	{ code: "$json.name ?? 'customer'", chosen: '($json.name)' },
	{ code: "$json.due ?? 'soon'", chosen: "('soon')" },
	{ code: "'In ' + ($json.city ? $json.city : '-')", chosen: "'In ' + (($json.city))" },
	{ code: "`${$json.due ? $json.due : $json.city || 'x'}!`", chosen: '`${(($json.city))}!`' },
	{ code: "'Hi' + ($json.vip && ' VIP')", chosen: "'Hi' + ((false))" },
	{ code: "$json.name && ', ' + $json.name", chosen: "('')" },
	{ code: '$json.city && $json.city.trim()', chosen: '($json.city.trim())' },
	{ code: "$if($json.vip, 'VIP', $json.city)", chosen: '($json.city)' },
	{ code: "$ifEmpty($json.lines, 'none')", chosen: "('none')" },
	{
		code: '$json.lines.map((line) => line.a || line.b)',
		chosen: '$json.lines.map((line) => line.a || line.b)',
	},
	{ code: '$json.city', chosen: '$json.city' },
	{ code: '$json.city +', chosen: '$json.city +' },
])('$code has chosen $chosen', ({ code, chosen }) => {
	expect(chosenCode(code, evaluate)).toBe(chosen);
	expect(chosenCode(chosen, evaluate)).toBe(chosen);
});

it.each(['$json.a?.b', "$json.a + '?'", '$json.a // b ? c', '/a?b|c/.test($json.a)'])(
	'%s makes no choice',
	(code) => {
		expect(hasChoice(code)).toBe(false);
	},
);

it('code is constant if it takes nothing from n8n', () => {
	expect(isConstant("[('')].concat(String('$json')).join()")).toBe(true);
	expect(isConstant("'' + $vars.name")).toBe(false);
});
