import {
	allowsNothing,
	fieldsIn,
	isPosition,
} from '../../../../nodes/shared/params/expressionCode';

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
	{ code: "$('Hook').first().json.id", fields: ["$('Hook').first().json.id"] },
	{ code: "$('Hook')?.all()[0]?.json?.id", fields: ["$('Hook')?.all()[0]?.json?.id"] },
	{
		code: '$input.last().json["id"] + $json?.id',
		fields: ['$input.last().json["id"]', '$json?.id'],
	},
	{ code: '$node["My Hook"].json.id', fields: ['$node["My Hook"].json.id'] },
	{ code: '$node.Hook.json.id', fields: ['$node.Hook.json.id'] },
	{ code: '$items("Hook")[0].json.id', fields: ['$items("Hook")[0].json.id'] },
	{
		code: '$(`Hook`).itemMatching($itemIndex).json.id',
		fields: ['$(`Hook`).itemMatching($itemIndex).json.id'],
	},
])('the fields of {{ $code }} are $fields', ({ code, fields }) => {
	expect(fieldsIn(code)).toEqual(fields);
});

it.each([
	...['$itemIndex', '$json.row_number', '$json?.["row_number"]', '$runIndex', '$position'],
	...["$('Input').item.json.row_number", '$input.item.json.row_number', '$thisItemIndex'],
	...["$('Loop').context.currentRunIndex", '$input.context.currentRunIndex'],
])('%s is the position of the item, and nothing else', (code) => {
	expect(isPosition(`"a" + ${code}`)).toBe(true);
	expect(isPosition(`${code} + $json.id`)).toBe(false);
	expect(fieldsIn(code)).toEqual([]);
});

it('a field of another name is no position, and neither is a text alone', () => {
	for (const code of [
		'"a"',
		'$json.row_number_of_order',
		'$json.itemIndex',
		'$json.row_number.id',
	]) {
		expect(isPosition(code)).toBe(false);
	}
});
