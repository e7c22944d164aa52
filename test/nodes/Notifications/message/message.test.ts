import { DateTime } from 'luxon';
import { toLabels } from '../../../../nodes/Notifications/message/labels';
import { autoNonce, type OwnId, ownNonce } from '../../../../nodes/Notifications/message/nonce';
import { checkRequired, toParams } from '../../../../nodes/Notifications/message/params';
import { toE164 } from '../../../../nodes/Notifications/message/phone';

const AS_TEXT = { leaveOutNulls: false, valuesAs: 'text' } as const;

describe('phone', () => {
	it.each([
		['+55 11 98765-4321', '', '+5511987654321'],
		['+55 (11) 98765.4321', '', '+5511987654321'],
		['0055 11 98765 4321', '', '+5511987654321'],
		['+55\u00a011\u00a098765\u20114321', '', '+5511987654321'],
		['(11) 98765-4321', 'BR', '+5511987654321'],
		['011 98765-4321', 'BR', '+5511987654321'],
		[11987654321, 'BR', '+5511987654321'],
		['098765 43210', 'IN', '+919876543210'],
		['+44 20 7946 0018', 'BR', '+442079460018'],
	])('%p with default country %p is %s', (text, country, e164) => {
		expect(toE164(text, country)).toBe(e164);
	});

	it.each<[unknown, string, string]>([
		['', '', 'Phone is empty'],
		[undefined, '', 'Phone is empty'],
		[{ a: 1 }, '', 'Phone is empty'],
		['11987654321', '', 'Phone is not a possible number: …4321'],
		['+55 12', '', 'Phone is not a possible number: …5512'],
		['call me', 'BR', 'Phone is not a possible number: …'],
		['+5511987654321x<script>', '', 'not a possible number'],
		['11987654321', 'XX', 'Default Country is unknown'],
	])('refuses %p with default country %p', (text, country, message) => {
		expect(() => toE164(text, country)).toThrow(message);
	});
});

describe('params', () => {
	it('are all text', () => {
		const date = new Date('2026-11-21T12:00:00Z');
		const values = {
			a: 'x',
			b: 7,
			c: 1.5,
			d: true,
			e: date,
			f: DateTime.fromJSDate(date).toUTC(),
			g: '',
		};
		expect(toParams(Object.entries(values), AS_TEXT)).toEqual({
			a: 'x',
			b: '7',
			c: '1.5',
			d: 'true',
			e: '2026-11-21T12:00:00.000Z',
			f: '2026-11-21T12:00:00.000Z',
			g: '',
		});
	});

	it.each<[unknown, string]>([
		[null, '"key" has no value'],
		[undefined, '"key" has no value'],
		[{ a: 1 }, '"key" is an object or a list'],
		[[1], '"key" is an object or a list'],
		[Number.NaN, '"key" is not a text'],
		[new Date('x'), '"key" is an object'],
	])('refuse %p, naming the key', (value, message) => {
		expect(() => toParams([['key', value]], AS_TEXT)).toThrow(message);
	});

	it('leave out what has no value, if that is wanted', () => {
		expect(
			toParams(
				[
					['a', null],
					['b', 'x'],
					['c', undefined],
				],
				{ ...AS_TEXT, leaveOutNulls: true },
			),
		).toEqual({ b: 'x' });
	});

	it('keep hostile names harmless', () => {
		const params = toParams(
			[
				['__proto__', 'x'],
				['constructor', 'y'],
			],
			AS_TEXT,
		);
		expect(Object.entries(params)).toEqual([
			['__proto__', 'x'],
			['constructor', 'y'],
		]);
		expect(() => checkRequired({}, ['constructor'])).toThrow('missing: constructor');
	});

	it('must hold what the template needs', () => {
		expect(() => checkRequired({ a: 'x', b: '' }, ['a', 'b', 'c'])).toThrow('missing: b, c');
	});
});

it('labels count from 1 within a user', () => {
	expect(
		toLabels([
			{ key: 'source', value: 'crm' },
			{ key: 'tier', value: '' },
		]),
	).toEqual([
		{ key_1: 'source', value_1: 'crm' },
		{ key_2: 'tier', value_2: '' },
	]);
	expect(() => toLabels([{ key: ' ', value: 'x' }])).toThrow('Label 1 has no key');
});

describe('nonce', () => {
	const content = {
		template: 'order_shipped',
		phone: '+5511987654321',
		params: { name: 'Ana', order_id: '1042' },
		labels: [{ key_1: 'source', value_1: 'crm' }],
		scope: 'day 2026-11-21',
	};

	it('is the same on every version of this package', () => {
		// If this changes, users are notified twice after an update.
		expect(autoNonce(content)).toBe(
			'35fb0c385e598c2bf83c41997e776d9935c6c6528e6263c11ef1f761038ea727',
		);
	});

	it('does not depend on the order of params', () => {
		expect(autoNonce({ ...content, params: { order_id: '1042', name: 'Ana' } })).toBe(
			autoNonce(content),
		);
	});

	it.each([
		{ template: 'x' },
		{ phone: '+5511987654322' },
		{ params: { name: 'Ana' } },
		{ params: { name: 'Ana', order_id: '1043' } },
		{ labels: [] },
		{ scope: 'content' },
	])('differs with %p', (change) => {
		expect(autoNonce({ ...content, ...change })).not.toBe(autoNonce(content));
	});
});

describe('values as they are', () => {
	const asTheyAre = { leaveOutNulls: false, valuesAs: 'asTheyAre' } as const;

	it('stay numbers, true and false, lists and objects; dates are text', () => {
		const date = new Date('2026-11-21T00:00:00Z');
		const values = { a: 7, b: false, c: ['x', 1], d: { e: null }, f: 'x', g: date };
		expect(toParams(Object.entries(values), asTheyAre)).toEqual({
			...values,
			g: '2026-11-21T00:00:00.000Z',
		});
	});

	it.each([NaN, Infinity, () => {}, null])('refuse %p', (value) => {
		expect(() => toParams([['key', value]], asTheyAre)).toThrow('"key"');
	});

	it('have the same nonce whatever the order of their keys', () => {
		const nonceOf = (value: unknown) =>
			autoNonce({ template: 't', phone: '+1', params: { value }, labels: [], scope: 'content' });
		expect(nonceOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(nonceOf({ b: [{ d: 3, c: 2 }], a: 1 }));
		expect(nonceOf(1)).not.toBe(nonceOf('1'));
	});
});

describe('a nonce of the user’s own', () => {
	const own = (changes: Partial<OwnId>) =>
		ownNonce({ id: 'o-1', phone: '+1', template: 't', unique: 'idPhoneTemplate', ...changes });

	it('is the ID itself where it is unique alone', () => {
		expect(own({ unique: 'id' })).toBe('o-1');
		expect(own({ unique: 'id', phone: '+2', template: 'u' })).toBe('o-1');
	});

	it('is the same in every version of this package', () => {
		expect([own({}), own({ unique: 'idPhone' })]).toMatchInlineSnapshot(`
		[
		  "5f63767c2204393a4596bb1effe1dcdd6c604153bb9533b23d6e3b64fae094d2",
		  "89cd0fd67b44beb1e821961927d65986ca767f5aad57097e671c39b4a1e7b436",
		]
	`);
	});

	it('differs by what it is unique with', () => {
		expect(own({ phone: '+2' })).not.toBe(own({}));
		expect(own({ template: 'u' })).not.toBe(own({}));
		expect(own({ unique: 'idPhone', template: 'u' })).toBe(own({ unique: 'idPhone' }));
		expect(own({ unique: 'idPhone', phone: '+2' })).not.toBe(own({ unique: 'idPhone' }));
	});
});
