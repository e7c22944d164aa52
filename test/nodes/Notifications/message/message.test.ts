import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { nonceOfContent, nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { checkRequired, toParams, untyped } from '../../../../nodes/Notifications/message/params';

const date = new Date('2026-11-21T12:00:00Z');

describe('params', () => {
	it('are text, less those without a value, and lists and objects as they are; dates are in UTC', () => {
		const read = { a: 'x', b: '7', c: '1.5', d: 'true', e: '', f: '10', g: '0' };
		const values = { a: 'x', b: 7, c: 1.5, d: true, e: '', f: 10n, g: 0, h: null, i: undefined };
		const nested = { j: [1, { k: false }] };
		const pairs = Object.entries({ ...values, ...nested });
		expect(toParams(pairs.map(untyped))).toEqual({ ...read, ...nested });
		const dates = { date, luxon: DateTime.fromJSDate(date).toUTC() };
		const iso = '2026-11-21T12:00:00.000Z';
		expect(toParams(Object.entries(dates).map(untyped))).toEqual({ date: iso, luxon: iso });
	});

	const circle: Record<string, unknown> = {};
	circle['self'] = circle;

	it.each<[unknown, RegExp]>([
		[new Date('x'), /"key" is an object/],
		[DateTime.fromISO('nonsense'), /"key" is an object/],
		[Number.NaN, /"key" is not a text/],
		[Symbol('x'), /"key" is not a text/],
		[2 ** 53, /"key" is a number that has lost its last digits/],
		[{ a: [2 ** 60] }, /"key" is a number that has lost its last digits/],
		[() => 1, /"key" is not a text/],
		[new Map(), /"key" is an object/],
		[{ a: new Set([1]) }, /"key" is an object/],
		[{ a: [NaN] }, /"key" is not a text/],
		[circle, /contains itself/],
	])('refuse %p, naming the key', (value, message) => {
		expect(() => toParams([['key', value]])).toThrow(message);
		expect(() => toParams([untyped(['key', value])])).toThrow(message);
	});

	it('have names, each once', () => {
		for (const name of [' ', '\u200b']) {
			expect(() => toParams([[name, 'x']])).toThrow('A parameter has no name');
		}
		expect(() => toParams(Array(2).fill(['a', 'x']))).toThrow('"a" appears twice');
	});

	it('may not have the traces of an expression in the names inside of them, unless these are data', () => {
		const buttons = [{ parameters: [{ text_undefined: 'x' }] }];
		expect(() => toParams([['buttons', buttons]])).toThrow(
			'A name in the parameter "buttons" contains "undefined": text_undefined',
		);
		expect(toParams([['buttons', buttons]], () => true)).toEqual({ buttons });
	});

	const ADD = 'Add them under Parameters, or correct a name.';
	const CHECK = 'If the value is an expression, check that it gives a value.';
	const BOTH = 'name, constructor';

	it.each<[Record<string, unknown>, string, string]>([
		[{ name: undefined, constructor: null }, `empty: ${BOTH}`, `${CHECK} The node has: ${BOTH}.`],
		[{ name: '' }, 'missing: constructor; empty: name', `${ADD} The node has: name.`],
		[{}, `missing: ${BOTH}`, `${ADD} The node has: none.`],
	])('that a template needs are an error if they are not there: %j', (values, problem, advice) => {
		const check = () => checkRequired(Object.entries(values), ['name', 'constructor']);
		const message = `The template needs parameters that are ${problem}`;
		const description = `${advice} The template needs those in the braces of its text, which the credential lists under Templates.`;
		expect(check).toThrow(expect.objectContaining({ message, description }) as Error);
		expect(() => checkRequired([...Object.entries(values), ['a', 0]], ['a'])).not.toThrow();
	});
});

it('a nonce is the same on every version of this package', () => {
	// If one changes, users are notified twice after an update.
	const hashOf = (json: string) => createHash('sha256').update(json).digest('hex');
	const to = {
		accountId: 'account-1',
		flowId: 'flow-1',
		template: 'order_shipped',
		recipientKey: '+1',
	};
	const labels = [{ key_1: 'source', value_1: 'crm' }];
	const content = { ...to, params: { name: 'Ana', order_id: '1042' }, labels };
	expect([nonceOfContent(content, 'day 2026-11-21'), nonceOfId(to, 'o-1')]).toEqual([
		'eb87998de8d09e59a1b4b761d04df8f85c9ceee805b91e256d12a14f573445a9',
		'5ff359ad894e093cc47e03a31d09ad990475247c59725da26be1a44a640b0341',
	]);
	const ofId = '["v1","id","account-1","flow-1","order_shipped","+1","o-1"]';
	expect(nonceOfId(to, 'o-1')).toBe(hashOf(ofId));
	const names = ['b', 'a', 'B', 'aa', '10', '9', 'é'];
	const params = Object.fromEntries(names.map((key) => [key, key]));
	const other = { ...to, labels: [] };
	expect(nonceOfContent({ ...other, params }, 'content')).toBe(
		'4b5164bb4b520cdd9e6cdc8b4690936a506765c379f3387f49abc50b23d5b183',
	);
	const nested = { v: { b: [{ d: 1, c: 2 }, 3], a: null }, u: true };
	expect(nonceOfContent({ ...other, params: nested }, 'content')).toBe(
		hashOf(
			'["v1","content","account-1","flow-1","order_shipped","+1",[["u",true],["v",{"a":null,"b":[{"c":2,"d":1},3]}]],[]]',
		),
	);
});
