import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../../../service/service';
import { credentialFor } from '../../../../support/credential';
import { realDate, setDate } from '../../../../support/date';
import {
	phone,
	runNotifications,
	startNotifications,
	users,
} from '../../../../support/notificationsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const bodies = () => service.requests.map(({ body }) => body as { type: string; users: object[] });
const received = () => service.ledger.entries.map((entry) => entry.phone);
const statuses = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { status: string }).status);

describe('Notification > Send', () => {
	it('posts the request as the specification shows it', async () => {
		const { items, error } = await runNotifications(
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
						{ key: 'tier', value: '1' },
					],
				},
			},
			{ items: users(2) },
		);
		expect(error).toBeUndefined();
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
		expect(service.ledger.entries).toHaveLength(2);
	});

	it('still reads the rows of workflows that were saved before', async () => {
		const paramFields = { values: [{ name: 'name', value: '={{ $json.name }}' }] };
		for (const [typeVersion, mode] of [
			[1, {}],
			[1.1, { paramsMode: 'fields' }],
		] as const) {
			service.reset();
			await runNotifications(service, { ...mode, paramFields }, { items: users(1), typeVersion });
			expect(service.ledger.entries[0]?.params).toEqual({ name: 'User 0' });
		}
	});

	it.each([
		['json', { paramsMode: 'json', paramsJson: '={{ { name: $json.name, n: 1 } }}' }],
		['json text', { paramsMode: 'json', paramsJson: '{"name":"User 0","n":"1"}' }],
		['all fields', { paramsMode: 'allFields', excludeFields: 'phone, secret' }],
	])('takes params from %s', async (_, parameters) => {
		await runNotifications(service, parameters, {
			items: [{ json: { phone: phone(0), name: 'User 0', n: 1, secret: { a: 1 } } }],
		});
		expect(service.ledger.entries[0]?.params).toEqual({ name: 'User 0', n: '1' });
	});

	it("takes account and flow from the node, else the credential's, and the region's address", async () => {
		await runNotifications(
			service,
			{ accountId: 'A 1', flowId: 'F/'.slice(0, 1) },
			{ items: users(1) },
		);
		const india = { ...credentialFor(service), region: 'india', accountId: 'in' };
		await runNotifications(service, {}, { items: users(2).slice(1), credential: india });
		expect(service.ledger.entries).toMatchObject([
			{ accountId: 'A 1', flowId: 'F', region: 'global' },
			{ accountId: 'in', flowId: 'flow-1', region: 'india' },
		]);
	});

	it('accepts a base URL that ends in /notifications', async () => {
		const credential = {
			...credentialFor(service),
			notificationsBaseUrl: `${service.notificationsUrl}/notifications/`,
		};
		const { items } = await runNotifications(service, {}, { items: users(1), credential });
		expect(statuses(items)).toEqual(['accepted']);
	});

	it('groups by template, up to the batch size, and keeps the order of the items', async () => {
		const items = users(7).map(({ json }, index) => ({
			json: { ...json, template: index % 2 === 0 ? 'welcome' : 'order_shipped' },
		}));
		const run = await runNotifications(
			service,
			{
				templateId: '={{ $json.template }}',
				paramsMode: 'json',
				paramsJson: '{"name":"a","order_id":"b"}',
				options: { batchSize: 3 },
			},
			{ items },
		);
		expect(bodies().map((body) => [body.type, body.users.length])).toEqual([
			['welcome', 3],
			['order_shipped', 3],
			['welcome', 1],
		]);
		expect(run.items.map(({ json }) => [json.phone, json.requestIndex])).toEqual(
			[0, 1, 0, 1, 0, 1, 2].map((request, index) => [phone(index), request]),
		);
	});

	it('skips a nonce that another item has, and says so', async () => {
		const { items } = await runNotifications(service, {}, { items: [...users(2), ...users(1)] });
		expect(statuses(items)).toEqual(['accepted', 'accepted', 'skipped']);
		expect(items[2]?.json.reason).toContain('Item 0 has the same nonce');
		expect(service.ledger.entries).toHaveLength(2);
	});

	it('shows the requests of a dry run, and sends nothing', async () => {
		const { items, hints } = await runNotifications(
			service,
			{ options: { dryRun: true } },
			{ items: users(2) },
		);
		expect(service.requests).toEqual([]);
		expect(statuses(items)).toEqual(['dryRun', 'dryRun']);
		expect(items[0]?.json.request).toMatchObject({
			method: 'POST',
			url: `${service.notificationsUrl}/notifications/api/v1/accounts/account-1/bots/flow-1/notifications`,
			body: { type: 'welcome', users: [{ phone: phone(0) }, { phone: phone(1) }] },
		});
		expect(items.map(({ json }) => json.user)).toEqual(
			(items[0]?.json.request as { body: { users: object[] } }).body.users,
		);
		expect(items[1]?.json).not.toHaveProperty('request');
		expect(hints.map(({ message }) => message)).toEqual([
			'Dry run: nothing was sent. 2 notifications would have been.',
		]);
		expect(JSON.stringify(items)).not.toContain(service.token);
	});

	it('sends 5,000 items in requests of 100, some at the same time', async () => {
		const { items } = await runNotifications(
			service,
			{ options: { concurrency: 5 } },
			{ items: users(5_000) },
		);
		expect(items).toHaveLength(5_000);
		expect(service.requests).toHaveLength(50);
		expect(new Set(received()).size).toBe(5_000);
	});
});

describe('the fields of the input item', () => {
	const items = [
		{ json: { phone: '(11) 98765-4321', name: 'Ana', status: 'new', error: 'of before' } },
		{ json: { phone: '12', name: 'Nobody', status: 'new' } },
		{ json: { phone: '+5511987654321', name: 'Ana again', status: 'new' } },
	];
	const run = async (
		options: INodeParameters,
		onError: 'continueRegularOutput' | 'continueErrorOutput',
	) =>
		await runNotifications(
			service,
			{ options: { defaultCountry: 'BR', ...options } },
			{ items, onError },
		);

	it("stay on every output item, and the node's own win", async () => {
		const { items: outputs } = await run({}, 'continueRegularOutput');
		expect(outputs.map(({ json }) => [json.name, json.status, json.phone])).toEqual([
			['Ana', 'accepted', '+5511987654321'],
			['Nobody', 'failed', '12'],
			['Ana again', 'skipped', '+5511987654321'],
		]);
		// n8n would read it as a failure.
		expect(outputs[0]?.json).not.toHaveProperty('error');
		expect(outputs[1]?.json.error).toContain('Phone is not a possible number');
	});

	it('stay on items of the error output, with what went wrong in "details"', async () => {
		const { errorItems } = await run({}, 'continueErrorOutput');
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				...items[1]?.json,
				error: expect.stringContaining('Phone is not') as string,
				details: expect.objectContaining({ status: 'failed' }) as object,
			},
		]);
	});

	it('can be left out', async () => {
		const { items: outputs } = await run({ includeInputFields: false }, 'continueRegularOutput');
		for (const { json } of outputs) expect(json).not.toHaveProperty('name');
	});
});

describe('the path of the service', () => {
	const short = async (changes: object = {}, parameters: INodeParameters = {}) =>
		await runNotifications(service, parameters, {
			items: users(4),
			credential: { ...credentialFor(service), ...changes },
		});

	it('without /notifications is found in the first request, and a hint names the base URL', async () => {
		service.options.acceptPrefix = false;
		const { items, hints } = await short({}, { options: { batchSize: 1 } });
		expect(statuses(items)).toEqual(Array(4).fill('accepted'));
		expect(service.requests.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200]);
		const hint = hints.map(({ message }) => message).join(' ');
		expect(hint).toContain(`Base URL in the credential to ${service.notificationsUrl}/api/v1,`);

		service.reset();
		await short({ notificationsBaseUrl: `${service.notificationsUrl}/api/v1` });
		expect(service.requests.map(({ status }) => status)).toEqual([200]);
	});

	it('is found once also by requests at the same time', async () => {
		service.options.acceptPrefix = false;
		const { items, hints } = await short({}, { options: { batchSize: 1, concurrency: 4 } });
		expect(statuses(items)).toEqual(Array(4).fill('accepted'));
		expect(hints.filter(({ message }) => message.includes('/api/v1'))).toHaveLength(1);
		expect(received()).toHaveLength(4);
	});

	it('that is not known at all is an error that names what to check', async () => {
		service.options.acceptPrefix = false;
		service.options.acceptNoPrefix = false;
		const { error } = await short({}, { options: { batchSize: 1 } });
		expect(error?.description).toContain('Check Account ID and Flow ID');
		expect(service.requests).toHaveLength(2);
	});
});

it('a hint sums up the run, and says what "accepted" means', async () => {
	service.options.invalidPhones = new Set([phone(1)]);
	const { hints } = await runNotifications(
		service,
		{},
		{ items: [...users(3), ...users(1)], onError: 'continueErrorOutput' },
	);
	expect(hints.map(({ message }) => message)).toEqual([
		'Notifications: 2 accepted, 1 skipped, 1 failed, in 5 requests. Users who already got this message today do not get it again.',
	]);
});

describe('the same message', () => {
	const once = async (parameters: INodeParameters) => {
		await runNotifications(service, parameters, { items: users(1) });
		await runNotifications(service, parameters, { items: users(1) });
		return service.ledger.entries.length;
	};

	it.each([
		['by content once a day', { nonceScope: 'day' }, 1],
		['by content once ever', { nonceScope: 'content' }, 1],
		['by content once an execution', { nonceScope: 'execution' }, 2],
		['by an ID', { nonceMode: 'value', nonce: 'purchase-7' }, 1],
		['without protection', { nonceMode: 'none' }, 2],
	])('%s', async (_, parameters, times) => {
		expect(await once(parameters)).toBe(times);
	});

	it('is sent again on the next day of the workflow’s time zone', async () => {
		setDate('2026-11-21T02:30:00Z');
		const run = async () =>
			await runNotifications(service, {}, { items: users(1), timeZone: 'America/Sao_Paulo' });
		await run();
		setDate('2026-11-21T02:59:00Z');
		await run();
		expect(service.ledger.entries).toHaveLength(1);
		setDate('2026-11-21T03:01:00Z');
		await run();
		realDate();
		expect(service.ledger.entries).toHaveLength(2);
	});
});

describe('a bad item', () => {
	const mixed = [
		{ json: { phone: phone(0) } },
		{ json: { phone: '12' } },
		{ json: { phone: phone(2) } },
	];

	it('fails the run before anything is sent', async () => {
		const { error } = await runNotifications(service, {}, { items: mixed });
		expect(error?.message).toBe('Phone is not a possible number: …12');
		expect(error?.context.itemIndex).toBe(1);
		expect(service.requests).toEqual([]);
	});

	it('does not hide the other bad items', async () => {
		const items = [
			...mixed,
			{ json: { phone: '' } },
			...Array<object>(9).fill({ json: { phone: '13' } }),
		];
		const { error } = await runNotifications(service, {}, { items });
		expect(error?.message).toBe(
			'11 of 13 items cannot be used: items 1, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more. Item 1: Phone is not a possible number: …12',
		);
		expect(error?.description).toContain('Nothing was sent for any item.');
		expect(error?.context.itemIndex).toBe(1);
		expect(service.requests).toEqual([]);
	});

	it('does not cost the others, if they are to go on', async () => {
		const regular = await runNotifications(
			service,
			{},
			{ items: mixed, onError: 'continueRegularOutput' },
		);
		expect(statuses(regular.items)).toEqual(['accepted', 'failed', 'accepted']);
		expect(regular.items[1]).toMatchObject({
			json: { error: 'Phone is not a possible number: …12' },
			pairedItem: { item: 1 },
		});
		service.reset();
		const split = await runNotifications(
			service,
			{},
			{ items: mixed, onError: 'continueErrorOutput' },
		);
		expect(statuses(split.items)).toEqual(['accepted', 'accepted']);
		expect(split.errorItems.map(({ json }) => json)).toMatchObject([
			{ phone: '12', error: 'Phone is not a possible number: …12', details: { status: 'failed' } },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['without a template', { templateId: '={{ "" }}' }, 'Template is empty'],
		['without its own nonce', { nonceMode: 'value', nonce: '={{ "" }}' }, 'Nonce is empty'],
		['with JSON that is no object', { paramsMode: 'json', paramsJson: '[1]' }, 'is not an object'],
		['with broken JSON', { paramsMode: 'json', paramsJson: '{' }, 'is not an object'],
		['with an object as param', { paramsMode: 'json', paramsJson: '{"a":{}}' }, '"a" is an object'],
		['without a required param', { options: { requiredParams: 'name' } }, 'missing: name'],
		['with a path as account', { accountId: '../x' }, 'Account ID is not valid'],
		['with a batch size of 0', { options: { batchSize: 0 } }, 'Options > Batch Size is not valid'],
	])('%s', async (_, parameters, message) => {
		const { error } = await runNotifications(service, parameters, { items: users(2) });
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

describe('a request that the service refuses', () => {
	it.each([200, 400, 422])('shows the reason, in both forms (status %p)', async (failureStatus) => {
		service.options.failureStatus = failureStatus;
		const missing = await runNotifications(
			service,
			{ templateId: 'order_shipped' },
			{ items: users(1) },
		);
		expect(missing.error?.description).toContain('not present in the request: name, order_id');
		const unknown = await runNotifications(
			service,
			{ templateId: 'nonsense' },
			{ items: users(1) },
		);
		expect(unknown.error?.description).toContain(
			'TEMPLATE_NOT_FOUND: There is no template nonsense',
		);
	});

	it('is split until the users at fault stand alone', async () => {
		service.options.invalidPhones = new Set([phone(3), phone(90)]);
		const { items, errorItems } = await runNotifications(
			service,
			{},
			{ items: users(100), onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(98);
		expect(errorItems.map(({ json }) => json)).toMatchObject(
			[3, 90].map((index) => ({
				// The fields of the input item are still there.
				phone: phone(index),
				name: `User ${index}`,
				error: 'The service refused the notification',
				details: { status: 'failed', phone: phone(index), template: 'welcome' },
			})),
		);
		expect(new Set(received()).size).toBe(98);
		expect(received()).toHaveLength(98);
		expect(service.requests.length).toBeLessThan(40);
	});

	it.each([
		['a redirect', { kind: 'redirect', status: 307, location: 'https://elsewhere.example/' }, 1],
		['a time-out of the service', { kind: 'refusal', status: 408 }, 4],
	] as const)('%s is not about users, so nothing is split', async (_, fault, requests) => {
		service.faults.add('notifications', fault, 99);
		const { error } = await runNotifications(service, {}, { items: users(8) });
		expect(error).toBeDefined();
		expect(service.requests).toHaveLength(requests);
	});

	it('with JSON nested too deeply to be shown is an error in words', async () => {
		service.faults.add('notifications', { kind: 'deepJson', megabytes: 1, status: 400 }, 99);
		const { error } = await runNotifications(service, {}, { items: users(2) });
		expect(error?.message).toBe('The service refused the request');
		expect(error?.description).toContain('too deeply nested');
	});

	it('is never split where the service may have notified some, without a nonce', async () => {
		service.options.partialCreate = true;
		service.options.invalidPhones = new Set([phone(3)]);
		const { items } = await runNotifications(
			service,
			{ nonceMode: 'none' },
			{ items: users(5), onError: 'continueRegularOutput' },
		);
		expect(service.requests).toHaveLength(1);
		expect(statuses(items)).toEqual(Array(5).fill('failed'));
		expect(received()).toEqual([phone(0), phone(1), phone(2)]);
	});

	it('notifies nobody twice where the service notified some', async () => {
		service.options.partialCreate = true;
		service.options.invalidPhones = new Set([phone(3)]);
		await runNotifications(service, {}, { items: users(9), onError: 'continueRegularOutput' });
		expect([...received()].sort()).toEqual(
			[0, 1, 2, 4, 5, 6, 7, 8].map((index) => phone(index)).sort(),
		);
	});

	it('says how many were sent before, if the run ends with it', async () => {
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
});

describe('when it is unknown whether the service got a request', () => {
	it.each([
		{ kind: 'resetAfterRead', apply: true },
		{ kind: 'status', status: 500, apply: true },
		{ kind: 'resetMidBody', fraction: 0.5 },
	] as const)('without nonces it is not sent again, and says so: %p', async (fault) => {
		service.faults.add('notifications', fault);
		const { items } = await runNotifications(
			service,
			{ nonceMode: 'none' },
			{ items: users(2), onError: 'continueRegularOutput' },
		);
		expect(service.requests).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			status: 'failed',
			mayHaveBeenSent: true,
			error: expect.stringContaining('may have been sent') as string,
		});
		expect(received()).toHaveLength(2);
	});

	it.each([
		{ kind: 'resetBeforeRead' },
		{ kind: 'resetAfterRead', apply: true },
		{ kind: 'status', status: 500, apply: false },
		{ kind: 'status', status: 502, apply: true, body: '<html>' },
		{ kind: 'status', status: 429, headers: { 'Retry-After': '0' } },
		{ kind: 'resetMidBody', fraction: 0.5 },
	] as const)('with nonces it is sent again, and nobody is notified twice: %p', async (fault) => {
		service.faults.add('notifications', fault);
		const { items } = await runNotifications(service, {}, { items: users(3) });
		expect(statuses(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(received()).toEqual([0, 1, 2].map((index) => phone(index)));
		expect(service.requests.length).toBeGreaterThan(1);
	});

	it('a refused connection or a 429 never carried anything, so it is sent again without a nonce', async () => {
		service.faults.add('notifications', {
			kind: 'status',
			status: 429,
			headers: { 'Retry-After': '0' },
		});
		const { items } = await runNotifications(service, { nonceMode: 'none' }, { items: users(2) });
		expect(statuses(items)).toEqual(['accepted', 'accepted']);
		expect(received()).toHaveLength(2);
	});
});

it("n8n's own Retry On Fail, which runs all items again, notifies nobody twice", async () => {
	service.options.invalidPhones = new Set([phone(4)]);
	const { error } = await runNotifications(
		service,
		{ options: { batchSize: 2 } },
		{ items: users(6), retryOnFail: true },
	);
	expect(error?.message).toBe('The service refused the notification');
	expect(service.requests.length).toBeGreaterThan(6);
	expect(new Set(received()).size).toBe(received().length);
	expect([...received()].sort()).toEqual([0, 1, 2, 3, 5].map((index) => phone(index)).sort());
});

it('Stop ends between requests and says how many were sent', async () => {
	service.faults.add('notifications', { kind: 'delay', ms: 150 }, 100);
	const { result, stop } = await startNotifications(
		service,
		{ options: { batchSize: 1 } },
		{ items: users(50) },
	);
	setTimeout(stop, 700);
	const { run } = await result;
	expect(run.status).toBe('canceled');
	const count = service.ledger.entries.length;
	expect(count).toBeGreaterThan(0);
	expect(count).toBeLessThan(20);
	await new Promise((resolve) => setTimeout(resolve, 400));
	expect(service.ledger.entries.length).toBeLessThanOrEqual(count + 1);
	expect(JSON.stringify(run.data.resultData)).toMatch(/\d+ of 50 notifications were sent/);
});

it('under any schedule of faults and reruns, every valid user is notified exactly once', async () => {
	const faults = fc.constantFrom(
		{ kind: 'resetBeforeRead' as const },
		{ kind: 'resetAfterRead' as const, apply: true },
		{ kind: 'resetAfterRead' as const, apply: false },
		{ kind: 'status' as const, status: 500, apply: true, headers: { 'Retry-After': '0' } },
		{ kind: 'status' as const, status: 503, apply: false, headers: { 'Retry-After': '0' } },
		{ kind: 'status' as const, status: 429, headers: { 'Retry-After': '0' } },
		{ kind: 'resetMidBody' as const, fraction: 0.5 },
		{ kind: 'cutJson' as const },
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(faults, { maxLength: 3 }),
			fc.integer({ min: 1, max: 12 }),
			fc.integer({ min: 1, max: 5 }),
			fc.integer({ min: 0, max: 11 }),
			async (schedule, count, batchSize, invalid) => {
				service.reset();
				service.options.invalidPhones = new Set([phone(invalid)]);
				for (const fault of schedule) service.faults.add('notifications', fault);
				const options = { items: users(count), onError: 'continueRegularOutput' as const };
				await runNotifications(service, { options: { batchSize } }, options);
				service.faults.clear();
				await runNotifications(service, { options: { batchSize } }, options);

				const valid = users(count)
					.map(({ json }) => json.phone)
					.filter((each) => each !== phone(invalid));
				expect([...received()].sort()).toEqual([...valid].sort());
			},
		),
		{ seed: 7, numRuns: 25 },
	);
}, 60_000);
