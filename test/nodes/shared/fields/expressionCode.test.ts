import { textsInCode, unintendedOperatorIn } from '../../../../nodes/shared/fields/expressionCode';
import {
	fieldsIn,
	isOfEvent,
	isOtherwiseOfEvent,
	positionsIn,
} from '../../../../nodes/shared/fields/takenFromItems';

it.each([
	{ code: '$json.a?.b[0]["c d"]', fields: ['$json.a?.b[0]["c d"]'] },
	{ code: "$('A b').item.json.id ?? $json.id", fields: ["$('A b').item.json.id", '$json.id'] },
	{ code: '$json.keys() + $json.row_number', fields: [] },
	{ code: "$('Hook')?.all()[0]?.json?.id", fields: ["$('Hook')?.all()[0]?.json?.id"] },
	{ code: '$node["A"].json.id + $node.B.json.x', fields: ['$node["A"].json.id', '$node.B.json.x'] },
	{
		code: '$(`A`).itemMatching($itemIndex).json.id',
		fields: ['$(`A`).itemMatching($itemIndex).json.id'],
	},
])('the fields of {{ $code }} are $fields', ({ code, fields }) => {
	expect(fieldsIn(code)).toEqual(fields);
});

it.each([
	{ code: "`o-${$json.id}-${$('A b').item.json.no}-x`", texts: ['o-', '-', '-x'] },
	{ code: '$json["order id"].replace("", \'#\')', texts: ['#'] },
	{ code: '$json.id', texts: [] },
])('the texts in {{ $code }} are $texts', ({ code, texts }) => {
	expect(textsInCode(code)).toEqual(texts);
});

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

it.each([
	...['$itemIndex', '$json.row_number', '$json?.["row_number"]', '$runIndex', '$position'],
	...["$('Input').item.json.row_number", '$input.item.json.row_number', '$thisItemIndex'],
	...["$('My Loop').context.currentRunIndex", '$input.context.currentRunIndex'],
	...['$node["Input"].json.row_number', "$('Input').itemMatching($itemIndex).json['row_number']"],
])('%s is the position of the item, and nothing else', (code) => {
	expect(positionsIn(`"a" + ${code}`)).toEqual([code]);
	expect(fieldsIn(`"a" + ${code}`)).toEqual([]);
	expect(isOfEvent(code)).toBe(true);
	expect(isOtherwiseOfEvent(code)).toBe(false);
});

it.each([
	...['$json.row_number_of_order', '$json.itemIndex', '$json.row_number.id', '$input.item.json.id'],
	...["$('Hook').first().json.id", '$node["Hook"].json.id', '$items("Hook")[0].json.id'],
	...['$data.id', '$json.context'],
])('%s is a field', (code) => {
	expect(positionsIn(code)).toEqual([]);
	expect(fieldsIn(code)).toEqual([code]);
	expect(isOfEvent(code)).toBe(true);
	expect(isOtherwiseOfEvent(code)).toBe(false);
});

it.each(['$execution.id', "$fromAI('key')", '$jmespath($json, "id")', '$binary.data.fileName'])(
	'%s is something else of an order or event',
	(code) => {
		expect([...positionsIn(code), ...fieldsIn(code)]).toEqual([]);
		expect(isOtherwiseOfEvent(code)).toBe(true);
	},
);

it.each(['"a"', '$workflow.id', '$execution.mode'])('%s is of no order or event', (code) => {
	expect(isOfEvent(code)).toBe(false);
});
