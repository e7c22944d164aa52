import { closestName } from '../../../../nodes/Notifications/message/closestName';

const NAMES = [
	'welcome',
	'order_shipped',
	'order_delivered',
	'payment_reminder',
	'código_de_acesso',
];

it.each([
	{ wanted: 'order_shiped', closest: 'order_shipped', why: 'a letter is missing' },
	{ wanted: 'order_shpiped', closest: 'order_shipped', why: 'two letters are swapped' },
	{ wanted: 'Welcome', closest: 'welcome', why: 'the case differs' },
	{ wanted: 'welcome\u200b', closest: 'welcome', why: 'it has a zero-width space' },
	{
		wanted: 'order shipped',
		closest: 'order_shipped',
		why: 'it has a space instead of an underscore',
	},
	{
		wanted: 'Order-Delivered ',
		closest: 'order_delivered',
		why: 'it has a hyphen, capital letters and a space',
	},
	{ wanted: 'codigo_de_acesso', closest: 'código_de_acesso', why: 'it has no accent' },
	{ wanted: 'reminder_payment', closest: undefined, why: 'the words are in another order' },
	{ wanted: 'follow_up', closest: undefined, why: 'it is another name' },
	{ wanted: 'x', closest: undefined, why: 'it is too short to be close to anything' },
])('the closest name of $wanted is $closest: $why', ({ wanted, closest }) => {
	expect(closestName(wanted, NAMES)).toBe(closest);
});

it('takes the first of two names that are equally close', () => {
	expect(closestName('order_1', ['order_2', 'order_3'])).toBe('order_2');
});

it('finds none if there are no names', () => {
	expect(closestName('order_1', [])).toBeUndefined();
});
