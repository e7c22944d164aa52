import { parseCatalogue, preview } from '../../../../nodes/Notifications/message/catalogue';

const found = (text: string) => [...parseCatalogue(text).values()];
const ORDER = {
	id: 'order_shipped',
	params: ['name', 'order_id'],
	required: ['name'],
	sample: 'Hello {{ name }}, {order_id} is on its way',
};

describe('a catalogue of templates', () => {
	it.each<[string, unknown]>([
		['a list', [ORDER]],
		['one object', ORDER],
		['an object by ID', { order_shipped: { ...ORDER, id: undefined } }],
	])('is read from %s', (_, value) => {
		expect(found(JSON.stringify(value, null, 2))).toEqual([ORDER]);
	});

	it('is read from sample requests, with whatever stands around them', () => {
		const text = `curl -X POST https://example.com -H '{x}' -d '{ "type": "order_shipped", "users": [
			{ "phone": "+1", "nonce": "", "params": { "name": "a } \\" b", "order_id": "1" } } ] }'
			and { "type": "welcome", "users": [{ "params": {} }] }`;
		expect(found(text)).toEqual([
			{ ...ORDER, required: ['name', 'order_id'], sample: '' },
			{ id: 'welcome', params: [], required: [], sample: '' },
		]);
	});

	it('takes as required what all samples of a template have', () => {
		const request = (params: object) => JSON.stringify({ type: 't', users: [{ params }] });
		expect(found(`${request({ a: 1, b: 2 })}\n${request({ a: 1, c: 3 })}`)).toEqual([
			{ id: 't', params: ['a', 'b', 'c'], required: ['a'], sample: '' },
		]);
	});

	it('takes all parameters as required where none are named so', () => {
		expect(found('{ "welcome": ["name"], "bye": { "params": { "day": "" } } }')).toMatchObject([
			{ id: 'welcome', required: ['name'] },
			{ id: 'bye', required: ['day'] },
		]);
	});

	it('may be empty, but not without a template', () => {
		expect(found('  ')).toEqual([]);
		expect(found(undefined as unknown as string)).toEqual([]);
		expect(() => parseCatalogue('order_shipped, welcome')).toThrow('Templates in the credential');
	});
});

it('a preview has the values of a user in the sample text', () => {
	expect(preview(ORDER, { name: 'Ana', order_id: 7 })).toBe('Hello Ana, 7 is on its way');
	expect(preview(ORDER, { name: '$&' })).toBe('Hello $&, {order_id} is on its way');
	expect(preview({ ...ORDER, sample: '{{constructor}}' }, {})).toBe('{{constructor}}');
	expect(preview({ ...ORDER, sample: '' }, {})).toBeUndefined();
});
