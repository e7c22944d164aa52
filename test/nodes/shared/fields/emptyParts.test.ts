import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { phone } from '../../../support/notificationsNode';
import { sendingForEach } from '../../../support/sendNotifications';

/*
 * Expressions as people write them, for items with parts that are empty: by design, or by mistake. What is right is what
 * their author expects.
 */

const { send } = sendingForEach();

const ITEM = {
	id: 5,
	name: '',
	middle: '',
	last: 'Lima',
	total: '',
	price: 40,
	due: null,
	tags: [],
	gifts: [],
	lookup: [''],
	blank: ' ',
	dash: '-',
	lines: [
		{ sku: 'A', qty: 2, note: '' },
		{ sku: 'B', qty: 1, note: '' },
	],
	answers: [{ key: 'size', value: '' }],
	items: [{ title: 'A', color: 'red' }, { title: 'B' }],
	names: ['Ana', '', 'Bia'],
	vip: false,
};

/** What becomes of a message with this parameter. */
async function becomes(code: string): Promise<'sent' | 'told' | 'refused'> {
	const assignments = [{ id: '1', name: 'x', value: `={{ ${code} }}`, type: 'string' }];
	return await becomesWith({ templateId: 'other', paramAssignments: { assignments } });
}

async function becomesWith(parameters: INodeParameters) {
	const json: IDataObject = { phone: phone(0), ...structuredClone(ITEM) };
	const { error, items } = await send(parameters, [{ json }]);
	if (error) return 'refused';
	return items[0]?.json.note === null ? 'sent' : 'told';
}

describe('a part that may well be empty', () => {
	it.each([
		"$json.id + ($json.middle ? ' ' + $json.middle : '') + ' ' + $json.last",
		"$json.id + ($json.middle !== '' ? ' ' + $json.middle : '') + ' ' + $json.last",
		"'Order ' + $json.id + ' ' + ($json.middle !== '' ? $json.middle : '')",
		"[$json.id, $json.middle, $json.last].filter(Boolean).join(' ')",
		"[$json.id, $json.middle, $json.last].filter((x) => x !== '').join(' ')",
		"[$json.id, $json.middle, $json.last].compact().join(' ')",
		"$json.id + ' ' + ($json.middle || '')",
		"$json.id + ' ' + ($json.due ?? '')",
		"$json.id + ' ' + ($json.middle.trim() ? $json.middle : '')",
		"'R$ ' + ($json.total === '' ? 0 : $json.total)",
		"$json.total === '' ? '0,00' : Number($json.total).toFixed(2)",
		"(typeof $json.total === 'number' ? $json.total.toFixed(2) : '0.00') + $json.id",
		'$json.price - $json.gifts.reduce((sum, gift) => sum + gift.amount, 0)',
		"'Order ' + $json.id + $json.gifts.map((gift) => ' + ' + gift.name).join('')",
		"'Order ' + $json.id + ': ' + $json.gifts.filter((gift) => gift.paid).length + ' gifts'",
		"'Order ' + $json.id + $json.lines.filter((line) => line.note).map((line) => ' ⭐').join('')",
		'$json.vip && $json.price > 100 ? 10 : 0',
		'$json.lines.filter((line) => line.gift && line.qty > 0).length',
		"(() => { const key = 'size'; const found = $json.lines.find((l) => l.qty === 1 && key); return found.sku; })()",
		'(() => { let sum = 0; $json.lines.forEach((line) => { sum += line.qty; }); return sum; })()',
		"`${$json.middle || '-'} / ${$json.name || '-'}`",
		"'Order ' + $json.id + $json.lines.map((line) => (line.note ? ' + ' + line.note : '')).join('')",
		"$json.total == 0 ? 'free' : 'not free'",
		"$json.names.filter(Boolean).join(', ')",
		"$json.names.compact().join(', ')",
		"$json.items.map((item) => item.color).filter(Boolean).join(', ')",
		"$json.items.map((item) => item.color ?? 'any').join(', ')",
		'$json.names.length',
	])('is left out as it is written: %s', async (code) => {
		expect(await becomes(code)).toBe('sent');
	});
});

describe('a part that is missing beside others', () => {
	it.each([
		"'Hello ' + $json.name + ' ' + $json.last",
		"($json.name + ' ' + $json.last).trim()",
		"[$json.name, $json.last].join(' ')",
		"`Hello ${$json.name}! ${$json.name}, your code: ${$json.id || 'none'}`",
		"$json.name !== undefined ? 'Hello ' + $json.name + ' ' + $json.id : 'Hello'",
		"'Hello ' + $json.name.trim() + ($json.id ? ' VIP' : '')",
		"$json.id + ': ' + $json.blank + ($json.vip ? '' : '!')",
		'Number($json.price) + Number($json.total || 0) - $json.due',
		'$json.price - $json.total',
		"$json.id + ': ' + $json.answers.find((answer) => answer.key === 'size').value",
		"(() => { const key = 'size'; return $json.id + ': ' + $json.answers.find((a) => a.key === key).value; })()",
		"$json.id + ': ' + $json.lines.map((line) => line.name).join('')",
		"$json.id + ': ' + $json.lookup",
		"$json.due + 'x ' + $json.last",
		"$json.id + ' at ' + $json.total.slice(0, 10)",
		"$json.id + ': ' + $json.total.replace(/\\D/g, '')",
		"$now.plus({ days: $json.due }).toFormat('dd/MM') + ' ' + $json.id",
		'JSON.stringify({ id: $json.id, name: $json.missing })',
		"$json.names.join(', ')",
		"$json.items.map((item) => item.color).join(', ')",
		"'Colors: ' + $json.items.map((item) => item.color).join(', ')",
	])('is said in a warning: %s', async (code) => {
		expect(await becomes(code)).toBe('told');
	});

	it.each([
		'$json.total * ($json.id || 1)',
		'Number($json.total) * $json.id',
		"Number($json.total) + 'x ' + ($json.vip ? 'VIP' : '')",
		"'R$ ' + Number($json.total).toFixed(2) + ' ' + ($json.currency || 'BRL')",
		"Number($json.answers.find((answer) => answer.key === 'size').value).toFixed(2)",
		'Number($json.lookup).toFixed(2)',
		"'Order ' + $json.name",
		"'Arrives at ' + $json.total.slice(0, 10)",
	])('is an error, if nothing but a zero or nothing at all is left: %s', async (code) => {
		expect(await becomes(code)).toBe('refused');
	});
});

describe('a part of a key', () => {
	it.each([
		"$json.id + '-' + ($json.middle || 0)",
		"$json.id + '-' + ($json.due ?? 0)",
		"$json.id + '-' + ($json.middle == '' ? 'n' : 'y')",
		"$json.id + '-' + $json.lines.map((line) => line.sku).join('-')",
		"$json.id + '-' + $json.lines.filter((line) => line.gift).length",
	])('may be empty, if something stands for it: %s', async (code) => {
		expect(await becomesWith({ sendOnce: 'perId', eventId: `={{ ${code} }}` })).toBe('sent');
	});

	it.each([
		"$json.id + '-' + ($json.middle || '')",
		"$json.id + '-' + ($json.middle !== '' ? $json.middle : '')",
		"$json.last + '-' + $json.name + '-' + $json.name + ($json.vip ? '-vip' : '')",
		"$json.last + '-' + $json.blank + '-' + ($json.middle || 'new')",
		"$json.last + '-' + $json.lines.map((line) => line.id).join('')",
		"$json.last + '-' + $json.tags.map((tag) => tag.id).join('-')",
		"$json.items.map((item) => item.color).join('-')",
	])('must be there, if nothing stands for it: %s', async (code) => {
		expect(await becomesWith({ sendOnce: 'perId', eventId: `={{ ${code} }}` })).toBe('refused');
	});
});

describe('a parameter of JSON', () => {
	it.each([
		"{ x: $json.lines.map((line) => line.none).join(', ') }",
		"{ x: $json.name.slice(8) + '/' + $json.name.slice(5, 7) }",
		"{ x: $json.price / 0 + '%' }",
		"{ x: 'Hello ' + ($json.vip && 'VIP') }",
		"{ id: $json.id, x: $json.due + 'x tea' }",
		"JSON.stringify({ id: $json.id, x: $json.due + 'x tea' })",
	])('is judged as one of Define Below is: %s', async (code) => {
		expect(await becomesWith({ paramsMode: 'json', paramsJson: `={{ ${code} }}` })).toBe('told');
	});

	it.each([
		'{ vip: $json.vip && $json.price > 100 }',
		"{ x: $json.none ?? 'none', list: [$json.id, false] }",
		'{ x: $json.dash }',
		"{ x: $json.last, y: '-' + $json.id }",
	])('may be false, or what the item has: %s', async (code) => {
		expect(await becomesWith({ paramsMode: 'json', paramsJson: `={{ ${code} }}` })).toBe('sent');
	});
});
