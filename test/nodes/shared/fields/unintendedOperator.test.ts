import { unintendedOperatorIn } from '../../../../nodes/shared/fields/unintendedOperator';

it.each([
	{ code: '$json.id | trim', operator: '|' },
	{ code: '$json.a & $json.b', operator: '&' },
	{ code: '$json.vip ??= true', operator: '??=' },
	{ code: "'Olá ' + $json.name | title", operator: '|' },
	{ code: "$json.lines.find((line) => line.sku = 'B').title", operator: '=' },
	{
		code: "$('Orders').all().filter((item) => item.json.id = $json.id)[0].json.name",
		operator: '=',
	},
	{ code: "(() => { const { vip } = $json; if (vip = true) return 'VIP'; })()", operator: '=' },
	// Whoever means it can calculate in a Code node.
	{ code: '$json.flags.reduce((a, b) => a | b)', operator: '|' },
])('{{ $code }} has the operator $operator, which nobody means', ({ code, operator }) => {
	expect(unintendedOperatorIn(code)).toBe(operator);
});

it.each([
	...['$json.a || "b | c"', '$json.a && $json.b', '$json.a === "="', '$json.a | 0'],
	...['$json.a.replace(/a|b=c&d/g, "")', '$json.lines.map(l => l.id)', "$json['a|b']"],
	...['(() => { const total = 1; return total; })()', '`${$json.tags.join(" | ")}`'],
	...['(() => { return /a|b/.test($json.a); })()', '[/a|b/].some((each) => each.test($json.a))'],
	'`/t/${$json.id}${$json.utm ? `?utm=${$json.utm}&src=a|b` : ""}`',
	...['$json.tel.split(/[/;|]/)[0]', "$json.s.split(/[/']/)[0] + ' | '.trim()"],
	'`${$json.lines.map(({ name, qty }) => `${name} | ${qty}`).join("; ")}`',
	...['/^(a|b)$/.test($json.a)', "$json.a.replace(/'/g, '').split('|')", '$json.a == 1'],
	...['$json.a.trim().length | 0', "$json.ok && /a|b/.test($json.a) ? 'a | b' : ''"],
	...['`a=${$json.a}&b=${$json.b}`', '"https://x.example/?a=" + $json.a + "&b=1"'],
])('{{ %s }} has none', (code) => {
	expect(unintendedOperatorIn(code)).toBeUndefined();
});
