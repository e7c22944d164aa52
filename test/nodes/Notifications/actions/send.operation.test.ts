import type { INodeParameters } from 'n8n-workflow';
import { Hints } from '../../../../nodes/shared/hints';
import { startService, type Service } from '../../../service/service';
import { credentialFor } from '../../../support/credential';
import { realDate, setDate } from '../../../support/date';
import {
	ON_ERROR,
	phone,
	runNotifications,
	startAfresh,
	startNotifications,
	users,
} from '../../../support/notificationsNode';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => startAfresh(service));

type Output = { json: Record<string, unknown> };
const received = () => service.ledger.entries.map((entry) => entry.phone);
const column = (items: object[], name: string) => (items as Output[]).map(({ json }) => json[name]);
const statuses = (items: object[]) => column(items, 'status');
const hintsOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);
const continuing = { onError: 'continueRegularOutput' } as const;

describe('a run', () => {
	it('posts the request as the specification shows it', async () => {
		const { items, error, hints } = await runNotifications(
			service,
			{
				templateId: 'order_shipped',
				paramAssignments: {
					assignments: [
						{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' },
						{ id: '2', name: 'order_id', value: 1042, type: 'number' },
					],
				},
				labels: {
					values: [
						{ key: 'source', value: 'crm' },
						{ key: 'tier', value: '={{ 1 }}' },
						{ key: 'none', value: '={{ null }}' },
					],
				},
			},
			{ items: users(2) },
		);
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
		expect(service.requests).toHaveLength(1);
		expect(service.requests[0]).toMatchObject({
			method: 'POST',
			url: '/notifications/api/v1/accounts/account-1/bots/flow-1/notifications',
			headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
			body: {
				type: 'order_shipped',
				users: [0, 1].map((index) => ({
					phone: phone(index),
					nonce: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
					params: { name: `User ${index}`, order_id: '1042' },
					labels: [
						{ key_1: 'source', value_1: 'crm' },
						{ key_2: 'tier', value_2: '1' },
						{ key_3: 'none', value_3: '' },
					],
				})),
			},
		});
		expect(items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
			[0, 1].map((item) => ({
				json: {
					status: 'accepted',
					phone: phone(item),
					nonce: expect.any(String) as string,
					template: 'order_shipped',
					requestIndex: 0,
					name: `User ${item}`,
				},
				pairedItem: { item },
			})),
		);
	});

	it('groups by account, flow and template, up to the batch size, and keeps the order', async () => {
		const items = users(7).map(({ json }, index) => ({
			json: {
				...json,
				template: index % 2 ? 'order_shipped' : 'welcome',
				flow: index < 6 ? 'F' : '',
			},
		}));
		const run = await runNotifications(
			service,
			{
				templateId: '={{ $json.template }}',
				paramsMode: 'json',
				paramsJson: '{"name":"a","order_id":"b"}',
				options: { batchSize: '={{ "3" }}', flowId: '={{ $json.flow }}', accountId: 'A 1' },
			},
			{ items },
		);
		expect(column(run.items, 'phone')).toEqual(items.map((_, index) => phone(index)));
		expect(column(run.items, 'requestIndex')).toEqual([0, 1, 0, 1, 0, 1, 2]);
		expect(service.ledger.entries.map((entry) => [entry.accountId, entry.flowId])).toEqual([
			...Array<unknown>(6).fill(['A 1', 'F']),
			['A 1', 'flow-1'],
		]);
	});

	it("goes to the region's address; the path of an endpoint at its end is accepted", async () => {
		const india = { ...credentialFor(service), region: 'india' };
		await runNotifications(service, {}, { items: users(1), credential: india });
		expect(service.ledger.entries).toMatchObject([{ region: 'india' }]);
		const notificationsBaseUrl = `${service.notificationsUrl}/notifications/`;
		const credential = { ...credentialFor(service), notificationsBaseUrl };
		expect(
			statuses((await runNotifications(service, {}, { items: users(2), credential })).items),
		).toEqual(['accepted', 'accepted']);
	});

	it('waits between requests as Batch Interval says', async () => {
		const from = performance.now();
		await runNotifications(
			service,
			{ options: { batchSize: 1, batchInterval: 100 } },
			{ items: users(3) },
		);
		expect(performance.now() - from).toBeGreaterThan(200);
		expect(received()).toHaveLength(3);
	});

	it('keeps what the service said beyond success', async () => {
		service.options.readings = { notification: { successFields: { id: 'x'.repeat(1000) } } };
		const long = await runNotifications(service, {}, { items: users(2) });
		expect(column(long.items, 'response')).toEqual([{ id: 'x'.repeat(1000) }, undefined]);
		service.options.readings = { notification: { successFields: { id: 'batch-7' } } };
		const short = await runNotifications(service, {}, { items: users(2) });
		expect(column(short.items, 'response')).toEqual([{ id: 'batch-7' }, { id: 'batch-7' }]);
	});

	it('Stop ends it between requests and says how many were sent', async () => {
		service.faults.add('notifications', { kind: 'delay', ms: 100 }, 100);
		const { result, stop } = await startNotifications(
			service,
			{ options: { batchSize: 1 } },
			{ items: users(50), ...continuing },
		);
		while (service.ledger.entries.length === 0) await new Promise((go) => setTimeout(go, 20));
		stop();
		const { run } = await result;
		expect(run.status).toBe('canceled');
		const count = service.ledger.entries.length;
		expect(count).toBeGreaterThan(0);
		expect(count).toBeLessThan(50);
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(service.ledger.entries.length).toBeLessThanOrEqual(count + 1);
		expect(JSON.stringify(run.data.resultData)).toMatch(/\d+ of 50 notifications were sent/);
	});

	it.each([200, 400, 403, 404, 422])(
		'shows why the service refused it, in both forms (status %i)',
		async (failureStatus) => {
			service.options.failureStatus = failureStatus;
			const run = async (templateId: string) =>
				(await runNotifications(service, { templateId }, { items: users(1) })).error;
			const [missing, unknown] = [await run('order_shipped'), await run('nonsense')];
			expect(missing?.message).toBe('The service refused the notification');
			expect(missing?.description).toContain('not present in the request: name, order_id');
			expect(unknown?.description).toContain('TEMPLATE_NOT_FOUND: There is no template nonsense');
			// It is about the template, so nothing is tried at another address.
			expect(service.requests).toHaveLength(2);
		},
	);

	it('answers every item, also where sending itself comes to grief', async () => {
		const broken = jest.spyOn(Hints.prototype, 'all').mockImplementation(() => {
			throw new Error('a bug of ours');
		});
		const { items } = await runNotifications(service, {}, { items: users(2), ...continuing });
		broken.mockRestore();
		expect(items.map(({ json }) => [json.error, json.mayHaveBeenSent])).toEqual(
			Array(2).fill(['a bug of ours', true]),
		);
	});

	it('says how many were sent before, if it ends with an error', async () => {
		service.options.invalidPhones = new Set([phone(3)]);
		const { error } = await runNotifications(
			service,
			{ options: { batchSize: 2 } },
			{ items: users(6) },
		);
		expect(error?.message).toBe('The service refused the notification');
		expect(error?.description).toContain('3 of 6 notifications were sent before this failure');
		expect(error?.context.itemIndex).toBe(3);
	});

	it("n8n's own Retry On Fail, which runs all items again, notifies nobody twice", async () => {
		service.options.invalidPhones = new Set([phone(4)]);
		const run = { items: users(6), retryOnFail: true };
		await runNotifications(service, { options: { batchSize: 2 } }, run);
		expect([...received()].sort()).toEqual([0, 1, 2, 3, 5].map(phone));
	});
});

describe('the fields of the input item', () => {
	const items = [
		{ json: { phone: '(11) 98765-4321', name: 'Ana', status: 'new', error: 'of before' } },
		{ json: { phone: '12', name: 'Nobody', status: 'new' } },
		{ json: { phone: '+5511987654321', name: 'Ana again', status: 'new' } },
	];
	const options = { defaultCountry: "={{ 'BR' }}" };

	it("stay on every output item, and the node's own win", async () => {
		const { items: outputs } = await runNotifications(
			service,
			{ options },
			{ items, ...continuing },
		);
		expect(outputs.map(({ json }) => [json.name, json.status, json.phone])).toEqual([
			['Ana', 'accepted', '+5511987654321'],
			['Nobody', 'failed', '12'],
			['Ana again', 'skipped', '+5511987654321'],
		]);
		// n8n would read it as a failure.
		expect(outputs[0]?.json).not.toHaveProperty('error');
		expect(outputs[1]?.json.error).toBe('Phone is not a valid number: …12');
		expect(outputs[2]?.json.reason).toBe(
			'Item 0 has the same ID (nonce), and the service sends each ID once',
		);
	});

	it('stay on items of the error output, with what went wrong in "details"', async () => {
		const { errorItems } = await runNotifications(
			service,
			{ options },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				...items[1]?.json,
				error: 'Phone is not a valid number: …12',
				details: expect.objectContaining({ status: 'failed', mayHaveBeenSent: false }) as object,
			},
		]);
	});
});

describe('Send Once', () => {
	const notified = async (parameters: INodeParameters, ...lists: object[][]) => {
		const outputs = [];
		for (const items of lists) {
			const run = await runNotifications(service, parameters, { items, ...continuing });
			outputs.push(...run.items);
		}
		return { times: service.ledger.entries.length, items: outputs };
	};

	it.each([
		['perDay', {}, 1],
		['ever', {}, 1],
		['perId', { nonce: 'purchase-7' }, 1],
		['nonce', { nonce: 'purchase-7' }, 1],
		['always', {}, 2],
	])('%s, in two runs', async (sendOnce, own, times) => {
		const run = await notified({ sendOnce, ...own }, users(1), users(1));
		expect(run.times).toBe(times);
		expect(column(run.items, 'nonce')[0]).toMatch(
			{ nonce: /^purchase-7$/, always: /^$/ }[sendOnce] ?? /^[0-9a-f]{64}$/,
		);
	});

	it('perDay: again on the next day of the workflow’s time zone; ever: not', async () => {
		for (const [sendOnce, times] of [
			['perDay', 2],
			['ever', 1],
		] as const) {
			startAfresh(service);
			for (const time of ['2026-11-21T02:30:00Z', '2026-11-21T02:59:00Z', '2026-11-21T03:01:00Z']) {
				setDate(time);
				const timeZone = 'America/Sao_Paulo';
				await runNotifications(service, { sendOnce }, { items: users(1), timeZone });
				realDate();
			}
			expect(service.ledger.entries).toHaveLength(times);
		}
	});

	it('perId: each phone gets each template once for an ID', async () => {
		const own = { sendOnce: 'perId', nonce: 'order-1', paramsMode: 'json' };
		const params = { paramsJson: '{ "name": "a", "order_id": "b" }' };
		await notified({ ...own, ...params, templateId: 'welcome' }, users(2), users(2));
		await notified({ ...own, ...params, templateId: 'order_shipped' }, users(1));
		expect(service.ledger.entries.map(({ type }) => type)).toEqual([
			'welcome',
			'welcome',
			'order_shipped',
		]);
	});

	it('nonce: one that two phones share is an error in words, not a quiet skip', async () => {
		const own = { sendOnce: 'nonce', nonce: 'order-1' };
		const stopped = await runNotifications(service, own, { items: users(2) });
		expect(stopped.error?.message).toBe(
			'The ID "order-1" is also used by item 0 with a different phone or template',
		);
		expect(service.requests).toEqual([]);
		const { items } = await notified(own, [...users(2), ...users(1)]);
		expect(statuses(items)).toEqual(['accepted', 'failed', 'skipped']);
	});

	it.each([
		['+5531987654321', '553187654321@c.us'],
		['+5491123456789', '+541123456789'],
	])('takes %s and %s as the same phone', async (one, other) => {
		const { times, items } = await notified({}, [
			{ json: { phone: one } },
			{ json: { phone: other } },
		]);
		expect([times, statuses(items)]).toEqual([1, ['accepted', 'skipped']]);
		expect((await notified({}, [{ json: { phone: other } }])).times).toBe(1);
	});

	it('a duplicate of an item that may have been sent does not say that it was not', async () => {
		service.faults.add('notifications', {
			kind: 'status',
			status: 200,
			body: 'what?',
			apply: true,
		});
		const { items } = await notified({}, [...users(1), ...users(1)]);
		expect(items.map(({ json }) => [json.status, json.mayHaveBeenSent])).toEqual([
			['failed', true],
			['failed', true],
		]);
		expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same ID (nonce) failed');
	});
});

describe('Send To', () => {
	const TEST = '+5511900000000';
	const test = { sendTo: 'testPhone', testPhone: TEST };

	it('Test Phone gets the first 3 items, and nobody else gets anything', async () => {
		const run = await runNotifications(service, test, { items: users(5) });
		expect(received()).toEqual([TEST, TEST, TEST]);
		expect(statuses(run.items)).toEqual(['accepted', 'accepted', 'accepted', 'skipped', 'skipped']);
		expect(column(run.items, 'test')).toEqual([true, true, true, undefined, undefined]);
		expect(column(run.items, 'phone').slice(0, 4)).toEqual([TEST, TEST, TEST, phone(3)]);
		expect(hintsOf(run)).toEqual([
			'Test: 3 notifications went to the test phone, and nobody else received anything.',
		]);
	});

	it.each([{}, { sendOnce: 'perId', nonce: '={{ $json.name }}' }])(
		'a test uses up no nonce of a real run, and is sent again by the next execution: %j',
		async (parameters) => {
			for (let run = 0; run < 2; run++) {
				await runNotifications(service, { ...parameters, ...test }, { items: users(4) });
			}
			expect(received()).toHaveLength(6);
			await runNotifications(service, parameters, { items: users(4) });
			expect(received().slice(6)).toEqual([0, 1, 2, 3].map(phone));
		},
	);

	it.each([
		['={{ "" }}', 'Test Phone is empty'],
		['12', 'Test Phone is not a valid number: …12'],
	])('a test phone of %j is an error, and nothing is sent', async (testPhone, message) => {
		for (const onError of ON_ERROR) {
			const run = await runNotifications(
				service,
				{ ...test, testPhone },
				{ items: users(2), onError },
			);
			const outputs = [...run.items, ...run.errorItems];
			const isStopped = onError === 'stopWorkflow';
			expect(isStopped ? run.error?.message : column(outputs, 'error')).toEqual(
				isStopped ? message : [message, message],
			);
			// No item is at fault.
			expect(run.error?.context.itemIndex).toBeUndefined();
			expect(service.requests).toEqual([]);
		}
	});

	it('Nobody shows users, requests and sample texts, and sends nothing', async () => {
		const templates = '[{ "id": "welcome", "params": ["name"], "sample": "Hello {{name}}" }]';
		const credential = { ...credentialFor(service), serviceDetails: true, templates };
		const parameters = {
			sendTo: 'nobody',
			paramsMode: 'json',
			paramsJson: '={{ ({ name: $json.name }) }}',
		};
		const run = await runNotifications(
			service,
			{ ...parameters, options: { maxPerRun: 1 } },
			{ items: [...users(2), ...users(1)], credential },
		);
		expect(service.requests).toEqual([]);
		expect(statuses(run.items)).toEqual(['preview', 'preview', 'skipped']);
		expect(column(run.items, 'preview')).toEqual(['Hello User 0', 'Hello User 1', undefined]);
		const [request] = column(run.items, 'request') as Array<{ body: { users: object[] } }>;
		expect(request).toMatchObject({
			method: 'POST',
			url: `${service.notificationsUrl}/notifications/api/v1/accounts/account-1/bots/flow-1/notifications`,
			body: { type: 'welcome', users: [{ phone: phone(0) }, { phone: phone(1) }] },
		});
		expect(column(run.items, 'user').slice(0, 2)).toEqual(request?.body.users);
		expect(column(run.items, 'request')[1]).toBeUndefined();
		expect(hintsOf(run)).toEqual([
			'There are 2 notifications to send, and at most 1 may be sent in one run, so a run that sends is an error.',
			'Preview: nothing was sent. 2 notifications would have been sent.',
		]);
		expect(JSON.stringify(run.items)).not.toContain(service.token);
	});
});

describe('Options > Max per Run', () => {
	const MESSAGE = 'There are 3 notifications to send, and at most 2 may be sent in one run';
	const exceed = async (onError: (typeof ON_ERROR)[number]) => {
		const options = { maxPerRun: 2, doNotSendTo: phone(3) };
		const run = await runNotifications(
			service,
			{ options },
			{ items: [...users(4), ...users(1)], onError },
		);
		expect(service.requests).toEqual([]);
		return run;
	};
	const answers = (items: object[]) =>
		(items as Output[]).map(({ json }) => {
			const { status, mayHaveBeenSent } = (json.details ?? json) as Output['json'];
			return [json.phone, status, mayHaveBeenSent];
		});
	const failed = (at: number) => [phone(at), 'failed', false];

	it('is an error of the run, and nothing is sent', async () => {
		const { error } = await exceed('stopWorkflow');
		expect(error?.message).toBe(MESSAGE);
		expect(error?.description).toContain('raise Options > Max per Run to 3');
		expect(error?.context.itemIndex).toBeUndefined();
	});

	it('is an error of each item, in their order, if others are to go on', async () => {
		const { items } = await exceed('continueRegularOutput');
		const skipped = [phone(3), 'skipped', undefined];
		expect(answers(items)).toEqual([failed(0), failed(1), failed(2), skipped, failed(0)]);
		expect(items[0]?.json.error).toBe(MESSAGE);
		const { items: regular, errorItems } = await exceed('continueErrorOutput');
		expect(statuses(regular)).toEqual(['skipped']);
		expect(answers(errorItems)).toEqual([failed(0), failed(1), failed(2), failed(0)]);
	});

	it('is 10,000 if nothing else is set', async () => {
		// Without an expression and a nonce, so that it takes no time.
		const parameters = { phone: phone(0), sendOnce: 'always' };
		const { error } = await runNotifications(service, parameters, { items: users(10_001) });
		expect(error?.message).toContain('at most 10000');
	});
});

describe('a bad item', () => {
	const mixed = [
		{ json: { phone: phone(0) } },
		{ json: { phone: '12' } },
		{ json: { phone: phone(2) } },
	];

	it('fails the run before anything is sent, and does not hide the others', async () => {
		const { error } = await runNotifications(service, {}, { items: mixed });
		expect([error?.message, error?.context.itemIndex]).toEqual([
			'Phone is not a valid number: …12',
			1,
		]);
		const more = [...mixed, { json: { phone: '' } }];
		const all = await runNotifications(service, {}, { items: more });
		expect(all.error?.message).toBe(
			'2 of 4 items cannot be used: items 1 and 3. Item 1: Phone is not a valid number: …12',
		);
		expect(service.requests).toEqual([]);
	});

	it('does not cost the others, if they are to go on', async () => {
		const regular = await runNotifications(service, {}, { items: mixed, ...continuing });
		expect(statuses(regular.items)).toEqual(['accepted', 'failed', 'accepted']);
		expect(regular.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});

	it.each<[string, INodeParameters, string]>([
		['without a template', { templateId: '={{ "" }}' }, 'Template is empty'],
		['with a list as phone', { phone: '={{ [1] }}' }, 'Phone must be one number, but is a list'],
		['without its ID', { sendOnce: 'perId', nonce: '={{ "" }}' }, 'ID is empty'],
		['with JSON that is no object', { paramsMode: 'json', paramsJson: '[1]' }, 'is not an object'],
		['with broken JSON', { paramsMode: 'json', paramsJson: '{' }, 'is not an object'],
		['with a Map', { paramsMode: 'json', paramsJson: '={{ new Map() }}' }, 'is not an object'],
		[
			'with an object as label',
			{ labels: { values: [{ key: 'a', value: '={{ ({ x: 1 }) }}' }] } },
			'Label 1 > Value is an object or a list',
		],
		[
			'with a label without a key',
			{ labels: { values: [{ key: ' ', value: 'x' }] } },
			'Label 1 has no key',
		],
		['with a path as account', { options: { accountId: '../x' } }, 'Account ID is not valid'],
		['with a batch size of 0', { options: { batchSize: 0 } }, 'Options > Batch Size is not valid'],
		['with an unknown operation', { operation: 'nonsense' }, 'There is no operation "nonsense"'],
		['with an unknown Send To', { sendTo: 'me' }, 'Send To is not valid'],
		['with an unknown Send Once', { sendOnce: 'daily' }, 'Send Once is not valid'],
	])('%s', async (_, parameters, message) => {
		const { error } = await runNotifications(service, parameters, { items: users(2) });
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('what is wrong for all is an error of each, and of no item if the run stops', async () => {
		const credential = { ...credentialFor(service), apiToken: '' };
		const run = await runNotifications(service, {}, { items: users(2), credential, ...continuing });
		expect(statuses(run.items)).toEqual(['failed', 'failed']);
		const { error } = await runNotifications(service, {}, { items: users(2), credential });
		expect(error?.context.itemIndex).toBeUndefined();
	});
});

describe('Options > Do Not Send To', () => {
	it.each<[string, unknown]>([
		['a text', '(11) 91000-0001; +55 11 91000 0003'],
		['chat addresses without the ninth digit', '551110000001@c.us, 551110000003@s.whatsapp.net'],
		['a list', `={{ ['${phone(1)}', ${phone(3).slice(1)}, '', null] }}`],
		[
			'a list that goes by other items',
			`={{ $('Input').all().filter((item, at) => at % 2).map((item) => item.json.phone) }}`,
		],
		[
			'an expression of the item',
			"={{ ['User 1', 'User 3'].includes($json.name) ? $json.phone : '' }}",
		],
		[
			'a list of each linked item',
			"={{ $('Input').item.json.name.match(/[13]/) ? [$json.phone] : [] }}",
		],
	])('skips its phones, given as %s', async (_, doNotSendTo) => {
		const options = { doNotSendTo: doNotSendTo as string, defaultCountry: 'BR' };
		const { items } = await runNotifications(service, { options }, { items: users(4) });
		expect(statuses(items)).toEqual(['accepted', 'skipped', 'accepted', 'skipped']);
		expect(items[1]?.json.reason).toBe('Options > Do Not Send To contains this phone');
		expect(received()).toEqual([phone(0), phone(2)]);
	});

	it('finds an item whose phone is a chat address without the ninth digit', async () => {
		const phones = ['553187654321@c.us', '541123456789@c.us', '553133334444@c.us', phone(0)];
		const items = phones.map((each) => ({ json: { phone: each } }));
		const doNotSendTo = '+55 31 98765-4321, +54 9 11 2345-6789, +55 31 3333-4444';
		const run = await runNotifications(service, { options: { doNotSendTo } }, { items });
		expect(statuses(run.items)).toEqual(['skipped', 'skipped', 'skipped', 'accepted']);
	});

	it('may be a list of nobody', async () => {
		const options = { doNotSendTo: '={{ [undefined] }}' };
		expect(
			statuses((await runNotifications(service, { options }, { items: users(1) })).items),
		).toEqual(['accepted']);
	});

	it.each([
		['12', 'contains an invalid phone number: …12'],
		['={{ ({}) }}', 'is not a list of phones'],
		['={{ [{}] }}', 'contains an invalid phone number: an object'],
		[
			"={{ $('Input').all().map((item) => item.json.telephone) }}",
			'has 2 values, and all are empty',
		],
	])('%s is an error before anything is sent', async (doNotSendTo, problem) => {
		const { error } = await runNotifications(
			service,
			{ options: { doNotSendTo } },
			{ items: users(2) },
		);
		expect(error?.message).toBe(`Options > Do Not Send To ${problem}`);
		expect(service.requests).toEqual([]);
	});
});

describe('the path of the service', () => {
	const short = async (changes: object = {}) =>
		await runNotifications(
			service,
			{ options: { batchSize: 1 } },
			{ items: users(3), credential: { ...credentialFor(service), ...changes } },
		);

	it('without /notifications is found in the first request, and a hint names the base URL', async () => {
		service.options.acceptPrefix = false;
		const run = await short();
		expect(statuses(run.items)).toEqual(Array(3).fill('accepted'));
		expect(service.requests.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
		expect(hintsOf(run).join()).toContain(
			`Base URL in the credential to ${service.notificationsUrl}/api/v1,`,
		);
		service.requests.length = 0;
		await short({ notificationsBaseUrl: `${service.notificationsUrl}/api/v1` });
		expect(service.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	it('that is not known at all is an error that names what to check', async () => {
		service.options.acceptPrefix = false;
		service.options.acceptNoPrefix = false;
		const { error } = await short();
		expect(error?.description).toContain('Check Account ID and Flow ID');
		expect(service.requests).toHaveLength(2);
	});
});
