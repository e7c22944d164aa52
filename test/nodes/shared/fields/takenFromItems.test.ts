import { fieldsIn } from '../../../../nodes/shared/fields/takenFromItems';

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
