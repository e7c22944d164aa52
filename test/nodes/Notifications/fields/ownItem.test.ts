import type { INodeParameters } from 'n8n-workflow';
import type { ItemContext } from '../../../../nodes/Notifications/fields/context';
import { otherItems } from '../../../../nodes/Notifications/fields/ownItem';
import { users } from '../../../support/notificationsNode';
import { sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

const { send } = sendingForEach();

function withParam(value: string): INodeParameters {
	return { paramAssignments: { assignments: [{ name: 'x', value, type: 'string' }] } };
}

it.each([
	{ code: "$('Input').first().json.name", own: "$('Input').item.json.name" },
	{ code: '$input.first().json.name', own: '$input.item.json.name' },
	{ code: '$input.all()[0].json.name', own: '$input.item.json.name' },
	{ code: "$('Input').itemMatching(0).json['name']", own: "$('Input').item.json['name']" },
	{ code: '$items("Input")[0].json.name', own: '$("Input").item.json.name' },
])('$code of a second item is said to be of another one', async ({ code, own }) => {
	const { items } = await send(withParam(`=Hi {{ ${code} }}`), users(2));
	expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
	expect(valuesOf(items, 'note')).toEqual([
		null,
		`{{ ${code} }} has the value of another item. If this is not meant, write {{ ${own} }}.`,
	]);
});

it.each([
	{
		what: 'Phone',
		parameters: { ...withParam('=Hi {{ $json.name }}'), phone: '={{ $input.first().json.phone }}' },
	},
	{
		what: 'Link Buttons',
		parameters: {
			options: {
				buttons: { values: [{ position: 1, value: '=/{{ $input.first().json.name }}' }] },
			},
		},
	},
	{
		what: 'an ID',
		parameters: { sendOnce: 'perId', eventId: '={{ $input.first().json.name }}' },
	},
])('so is one in $what', async ({ parameters }) => {
	const { hints } = await send(parameters, users(2));
	expect(hints).toContainEqual(expect.stringMatching(/^Item 1: .* has the value of another item/));
});

it.each([
	'$json.name',
	"$('Input').item.json.name",
	"$('Input').itemMatching($itemIndex).json.name",
	"$('Input').all()[$itemIndex].json.name",
	"$('Input').all().map((item) => item.json.name).join(' and ')",
	"$('Input').first().json.shop",
	"$('Other').first().json.name ?? 'nobody'",
	'$input.first().json.coupon',
])('%s is its own, or the same for all', async (code) => {
	const items = users(2).map(({ json }) => ({ json: { ...json, shop: 'A Shop', coupon: '' } }));
	items[0]!.json.coupon = 'X10';
	const run = await send({ ...withParam(`={{ ${code} }}`), sendTo: 'nobody' }, items);
	expect(run.hints.filter((hint) => hint.includes('another item'))).toEqual([]);
});

it.each([
	{ what: 'belongs to all', ofItems: ['Ana', 'Ana'], warnings: [] },
	{
		what: 'belongs to one',
		ofItems: ['Ana', 'Bia'],
		warnings: [
			"{{ $('Days').all()[1].json.x }} has the value of another item. If this is not meant, write {{ $('Days').item.json.x }}",
		],
	},
])('an item that $what is $warnings.length times said', ({ ofItems, warnings }) => {
	const code = "$('Days').all()[1].json.x";
	const fields = {
		lastIndex: 1,
		codesOf: () => [code],
		evaluate: (asked: string, index: number) => (asked === code ? 'Day 2' : ofItems[index]),
	};
	const item = { fields, itemIndex: 1 } as unknown as ItemContext;
	expect(otherItems(item)).toEqual(warnings);
});
