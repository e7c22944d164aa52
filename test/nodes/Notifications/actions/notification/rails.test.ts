import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Notifications } from '../../../../../nodes/Notifications/Notifications.node';
import { startService, type Service } from '../../../../service/service';
import { phone, runNotifications, users } from '../../../../support/notificationsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const received = () => service.ledger.entries.map((entry) => entry.phone);
const statuses = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { status: string }).status);

/** Counts how often each field is read, which n8n evaluates anew each time. */
class CountingNode extends Notifications {
	readonly reads = new Map<string, number>();

	constructor() {
		super();
		const { reads } = this;
		// n8n calls it with its own context as `this`.
		this.execute = async function (this: IExecuteFunctions) {
			const getNodeParameter = (name: string, itemIndex: number, fallback: object) => {
				reads.set(name, (reads.get(name) ?? 0) + 1);
				return this.getNodeParameter(name, itemIndex, fallback);
			};
			const context = Object.create(this, {
				getNodeParameter: { value: getNodeParameter },
			}) as IExecuteFunctions;
			return await Notifications.prototype.execute.call(context);
		};
	}

	override execute: () => Promise<INodeExecutionData[][]>;
}

describe('Options > Max per Run', () => {
	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'ends a larger run before anything is sent (on error: %s)',
		async (onError) => {
			const { error } = await runNotifications(
				service,
				{ options: { maxPerRun: 2 } },
				{ items: users(3), ...(onError ? { onError } : {}) },
			);
			expect(error?.message).toBe('There are 3 items, and at most 2 may be sent in one run');
			expect(error?.description).toContain('raise Options > Max per Run to 3');
			expect(service.requests).toEqual([]);
		},
	);

	it('is 10,000 if nothing else is set', async () => {
		const { error } = await runNotifications(service, {}, { items: users(10_001) });
		expect(error?.message).toContain('at most 10000');
		expect(service.requests).toEqual([]);
	});
});

describe('Options > Test Phone', () => {
	const TEST = '+5511900000000';
	const run = async (parameters: INodeParameters = {}, options: INodeParameters = {}) =>
		await runNotifications(
			service,
			{ ...parameters, options: { testPhone: TEST, ...options } },
			{ items: users(5) },
		);

	it('gets the first items, and nobody else gets anything', async () => {
		const { items, hints } = await run();
		expect(received()).toEqual([TEST, TEST, TEST]);
		expect(statuses(items)).toEqual(['accepted', 'accepted', 'accepted', 'skipped', 'skipped']);
		expect(items.map(({ json }) => json.test)).toEqual([true, true, true, undefined, undefined]);
		expect(items[0]?.json.phone).toBe(TEST);
		expect(hints.map(({ message }) => message).join()).toContain('3 went to the test phone');
	});

	it('uses up no nonce of a real run, and is sent again by the next execution', async () => {
		const own = { nonceMode: 'value', nonce: '={{ $json.name }}' };
		for (const parameters of [{}, own]) {
			service.reset();
			await run(parameters);
			await run(parameters);
			expect(received()).toHaveLength(6);
			await runNotifications(service, parameters, { items: users(5) });
			expect(received().slice(6)).toEqual([0, 1, 2, 3, 4].map((index) => phone(index)));
		}
	});

	it('that is no phone is an error before anything is sent', async () => {
		const { error } = await run({}, { testPhone: '12' });
		expect(error?.message).toContain('not a possible number');
		expect(service.requests).toEqual([]);
	});
});

describe('Options > Do Not Send To', () => {
	it.each<[string, unknown]>([
		['a text', '(11) 91000-0001; +55 11 91000 0003'],
		[
			'a list',
			`={{ ['${phone(1)}', '${phone(3)}'.slice(1) * 1, '', null].map((p) => p && '+' + String(p).replace('+', '')) }}`,
		],
	])('skips its phones, given as %s', async (_, doNotSendTo) => {
		const { items } = await runNotifications(
			service,
			{ options: { doNotSendTo: doNotSendTo as string, defaultCountry: 'BR' } },
			{ items: users(4) },
		);
		expect(statuses(items)).toEqual(['accepted', 'skipped', 'accepted', 'skipped']);
		expect(items[1]?.json.reason).toContain('Do Not Send To');
		expect(received()).toEqual([phone(0), phone(2)]);
	});

	it('is read once for a list that all items share, however many they are', async () => {
		const node = new CountingNode();
		const list = `={{ $('Input').all().slice(1, 2).map((item) => item.json.phone) }}`;
		const { items } = await runNotifications(
			service,
			{ options: { doNotSendTo: list, defaultCountry: "={{ 'BR' }}" } },
			{ items: users(3), node },
		);
		expect(statuses(items)).toEqual(['accepted', 'skipped', 'accepted']);
		expect(node.reads.get('options')).toBe(1);
		expect(node.reads.get('options.doNotSendTo')).toBeUndefined();
		expect(node.reads.get('options.defaultCountry')).toBe(2);
	});

	it.each([
		['of the item', "={{ $json.name === 'User 1' ? $json.phone : '' }}"],
		[
			'of an item that is linked to it',
			"={{ $('Input').item.json.name === 'User 1' ? [$json.phone] : [] }}",
		],
		['of a field of the node', `={{ $parameter.phone === '${phone(1)}' ? $parameter.phone : '' }}`],
	])('may be an expression %s', async (_, doNotSendTo) => {
		const { items } = await runNotifications(
			service,
			{ options: { doNotSendTo } },
			{ items: users(3) },
		);
		expect(statuses(items)).toEqual(['accepted', 'skipped', 'accepted']);
		expect(received()).toEqual([phone(0), phone(2)]);
	});

	it('may be a list of nobody', async () => {
		const options = { doNotSendTo: '={{ [undefined] }}' };
		const { items } = await runNotifications(service, { options }, { items: users(2) });
		expect(statuses(items)).toEqual(['accepted', 'accepted']);
	});

	it('is not quietly a list of nobody where its field is misspelled', async () => {
		const doNotSendTo = "={{ $('Input').all().map((item) => item.json.telephone) }}";
		const { error } = await runNotifications(
			service,
			{ options: { doNotSendTo } },
			{ items: users(2) },
		);
		expect(error?.message).toBe('Options > Do Not Send To has 2 values, and all are empty');
		expect(service.requests).toEqual([]);
	});

	it.each(['12', '={{ ({}) }}', '={{ [{}] }}'])(
		'%s is an error before anything is sent',
		async (doNotSendTo) => {
			const { error } = await runNotifications(
				service,
				{ options: { doNotSendTo } },
				{ items: users(1) },
			);
			expect(error?.message).toContain('Options > Do Not Send To');
			expect(service.requests).toEqual([]);
		},
	);
});

describe('an ID of the user’s own', () => {
	const own = { nonceMode: 'value', nonce: 'order-1' };
	const twoTemplates = async (parameters: INodeParameters, typeVersion = 1.1) => {
		for (const templateId of ['welcome', 'order_shipped']) {
			const params = { paramsMode: 'json', paramsJson: '{ "name": "a", "order_id": "b" }' };
			const options = { items: users(1), typeVersion };
			await runNotifications(service, { ...own, ...parameters, ...params, templateId }, options);
			await runNotifications(service, { ...own, ...parameters, ...params, templateId }, options);
		}
		return service.ledger.entries.map(({ type }) => type);
	};

	it('is unique with phone and template in new nodes', async () => {
		expect(await twoTemplates({})).toEqual(['welcome', 'order_shipped']);
	});

	it('is unique alone in nodes that were saved before', async () => {
		expect(await twoTemplates({}, 1)).toEqual(['welcome']);
		expect(service.ledger.entries[0]?.nonce).toBe('order-1');
	});

	it('can be unique alone, or with the phone', async () => {
		expect(await twoTemplates({ nonceUnique: 'id' })).toEqual(['welcome']);
		service.reset();
		expect(await twoTemplates({ nonceUnique: 'idPhone' })).toEqual(['welcome']);
		const { items } = await runNotifications(
			service,
			{ ...own, nonceUnique: 'idPhone' },
			{ items: users(2) },
		);
		expect(statuses(items)).toEqual(['accepted', 'accepted']);
		expect(received()).toEqual([phone(0), phone(1)]);
	});

	it.each([1, 1.1])(
		'that two phones share is an error in words, not a quiet skip (version %p)',
		async (typeVersion) => {
			const parameters = { ...own, ...(typeVersion === 1 ? {} : { nonceUnique: 'id' }) };
			const stopped = await runNotifications(service, parameters, { items: users(2), typeVersion });
			expect(stopped.error?.message).toBe(
				'The ID "order-1" is that of item 0 too, which has another phone or template',
			);
			expect(service.requests).toEqual([]);
			const { items } = await runNotifications(service, parameters, {
				items: [...users(2), ...users(1)],
				typeVersion,
				onError: 'continueRegularOutput',
			});
			expect(statuses(items)).toEqual(['accepted', 'failed', 'skipped']);
		},
	);
});

it('Options > Send Values > As They Are sends numbers, true and false, and lists', async () => {
	await runNotifications(
		service,
		{
			paramsMode: 'json',
			paramsJson: '{ "n": 7, "b": false, "l": [1, "x"] }',
			options: { valuesAs: 'asTheyAre' },
		},
		{ items: users(1) },
	);
	expect(service.ledger.entries[0]?.params).toEqual({ n: 7, b: false, l: [1, 'x'] });
});
