import {
	isOfEvent,
	isOtherwiseOfEvent,
	positionsIn,
	textsInCode,
} from '../../../../nodes/Notifications/fields/identifies';
import { fieldsIn } from '../../../../nodes/shared/fields/takenFromItems';

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

it.each([
	{ code: "`o-${$json.id}-${$('A b').item.json.no}-x`", texts: ['o-', '-', '-x'] },
	{ code: '$json["order id"].replace("", \'#\')', texts: ['#'] },
	{ code: '$json.id', texts: [] },
])('the texts in {{ $code }} are $texts', ({ code, texts }) => {
	expect(textsInCode(code)).toEqual(texts);
});
