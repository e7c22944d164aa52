import { type Expression, writtenTexts } from '../../../../nodes/shared/params/writtenText';

/** The expressions of a text. */
function expressionsIn(text: string): Expression[] {
	const parts = writtenTexts(text).flatMap((each) => each.parts);
	return parts.filter((part) => typeof part !== 'string');
}

it('finds the texts of a field at any depth, each with its place', () => {
	const labels = { values: [{ key: 'a', value: '=b {{ 1 }}' }] };
	expect(writtenTexts(labels)).toMatchObject([
		{ path: ['values', '0', 'key'], isExpression: false, parts: ['a'] },
		{ path: ['values', '0', 'value'], isExpression: true, parts: ['b ', { written: '{{ 1 }}' }] },
	]);
});

it.each([
	{ text: 'a', isSingle: false },
	{ text: '=a', isSingle: false },
	{ text: '={{ a }}', isSingle: true },
	{ text: '={{ a }} ', isSingle: false },
	{ text: '={{ a }}{{ b }}', isSingle: false },
])('knows whether "$text" is one single expression', ({ text, isSingle }) => {
	expect(writtenTexts(text)).toMatchObject([{ isSingle }]);
});

it.each([
	{ code: '$json.a', references: ['$json.a'] },
	{ code: '$json.a?.b[0]["c d"]', references: ['$json.a?.b[0]["c d"]'] },
	{ code: "$json['a b']", references: ["$json['a b']"] },
	{ code: '$json.endereço.rua', references: ['$json.endereço.rua'] },
	{ code: '$json.total.toFixed(2)', references: ['$json.total'] },
	{ code: '$json.keys()', references: [] },
	{ code: 'Object.keys($json)', references: [] },
	{ code: '`o-${$json.id}-${$json.at}`', references: ['$json.id', '$json.at'] },
	{ code: '$input.item.json.id', references: ['$input.item.json.id'] },
	{ code: "$('Orders').item.json.id", references: ["$('Orders').item.json.id"] },
	{ code: '$("Orders").first().json["id"]', references: ['$("Orders").first().json["id"]'] },
	{ code: '$node["Orders"].json.id', references: ['$node["Orders"].json.id'] },
	{ code: '$now.toISODate()', references: [] },
])('finds the data that {{ $code }} refers to', ({ code, references }) => {
	const [expression] = expressionsIn(`={{ ${code} }}`);
	expect(expression?.references.map(({ written }) => written)).toEqual(references);
});

it('knows which data are fields of the item, and their keys', () => {
	const [own] = expressionsIn('={{ $json.a?.["b c"][0] }}');
	expect(own).toMatchObject({
		isReference: true,
		references: [{ keys: ['a', 'b c', '0'], isOfThisItem: true }],
	});
	const [other] = expressionsIn("={{ $('Orders').item.json.id }}");
	expect(other?.references).toMatchObject([{ keys: ['id'], isOfThisItem: false }]);
});

it.each([
	{ code: '$json.a ?? "x"', handles: true },
	{ code: '$json.a || "x"', handles: true },
	{ code: '$json.vip ? "a" : "b"', handles: true },
	{ code: '$json.a === undefined', handles: true },
	{ code: '$ifEmpty($json.a, "x")', handles: true },
	{ code: '$json.a.isEmpty()', handles: true },
	{ code: '[$json.a, $json.b].filter(Boolean).join(" ")', handles: true },
	{ code: 'null', handles: true },
	{ code: '$json.a?.b', handles: false },
	{ code: '$json.a + " -> who? || "', handles: false },
	{ code: '`${$json.a} -> who?`', handles: false },
	{ code: '`${$json.a ?? "x"}`', handles: true },
	{ code: 'Number($json.a)', handles: false },
])('knows whether {{ $code }} says what happens without a value: $handles', ({ code, handles }) => {
	expect(expressionsIn(`={{ ${code} }}`)).toMatchObject([{ handlesMissing: handles }]);
});
