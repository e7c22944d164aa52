import type { ItemContext } from '../../../../nodes/Notifications/fields/context';
import { otherItems } from '../../../../nodes/Notifications/fields/otherItems';
import { loopOver } from '../../../support/loopOver';
import { definedBelow, users } from '../../../support/notificationsNode';
import { sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

const { service, send } = sendingForEach();

it.each([
	{ code: "$('Input').first().json.name", own: "$('Input').item.json.name" },
	{ code: '$input.first().json.name', own: '$input.item.json.name' },
	{ code: '$input.all()[0].json.name', own: '$input.item.json.name' },
	{ code: "$('Input').itemMatching(0).json['name']", own: "$('Input').item.json['name']" },
	{ code: '$items("Input")[0].json.name', own: '$("Input").item.json.name' },
	{ code: '$item(0).$node["Input"].json.name', own: '$("Input").item.json.name' },
])('$code of a second item is said to be of another one', async ({ code, own }) => {
	const { items } = await send(definedBelow({ x: `=Hi {{ ${code} }}` }), users(2));
	expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
	expect(valuesOf(items, 'note')).toEqual([
		null,
		`{{ ${code} }} has the value of another item. If this is not meant, write {{ ${own} }}.`,
	]);
});

it.each([
	{
		what: 'Phone',
		parameters: {
			...definedBelow({ x: '=Hi {{ $json.name }}' }),
			phone: '={{ $input.first().json.phone }}',
		},
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
])('the item of another message in $what is said in a warning', async ({ parameters }) => {
	const { hints } = await send(parameters, users(2));
	expect(hints).toContainEqual(expect.stringMatching(/^Item 1: .* has the value of another item/));
});

describe('in a loop with one item each time', () => {
	/** The notes of three messages with this code. */
	const notesOf = async (code: string) => {
		const parameters = { ...definedBelow({ x: `={{ ${code} }}` }), sendTo: 'everyone' };
		return valuesOf((await loopOver(service, users(3), parameters)).items, 'note');
	};

	it.each([
		{ code: "$('Input').first().json.name", isOther: [false, true, true] },
		{ code: '$items("Input")[0].json.name', isOther: [false, true, true] },
		// The first one may be that of all, as one with settings.
		{ code: "$('Input').last().json.name", isOther: [false, true, false] },
		{ code: "$('Input').all()[1].json.name", isOther: [false, false, true] },
	])('$code is said to be of another item', async ({ code, isOther }) => {
		const said: unknown = expect.stringContaining('has the value of another item');
		expect(await notesOf(code)).toEqual(isOther.map((is) => (is ? said : null)));
	});

	it.each(['$json.name', "$('Input').item.json.name", '$input.first().json.name'])(
		'%s is its own',
		async (code) => {
			expect(await notesOf(code)).toEqual([null, null, null]);
		},
	);
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
	const run = await send({ ...definedBelow({ x: `={{ ${code} }}` }), sendTo: 'nobody' }, items);
	expect(run.hints.filter((hint) => hint.includes('another item'))).toEqual([]);
});

describe('a fixed place of a node before', () => {
	const code = "$('Days').all()[1].json.x";
	/** The warnings for the second message, whose own item has the second of these values. */
	const warningsWith = (ofItems: string[]) => {
		const fields = {
			lastIndex: 1,
			codesOf: () => [code],
			evaluate: (asked: string, index: number) => (asked === code ? 'Day 2' : ofItems[index]),
		};
		return otherItems({ fields, itemIndex: 1 } as unknown as ItemContext);
	};

	it('says nothing if one item belongs to all messages', () => {
		expect(warningsWith(['Day 1', 'Day 1'])).toEqual([]);
	});

	it('is said if each message has its own item', () => {
		expect(warningsWith(['Day 1', 'Day 3'])).toEqual([expect.stringContaining(code)]);
	});
});
