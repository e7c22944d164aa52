import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { OWN_FIELDS } from '../../../../nodes/Notifications/actions/outputItems';
import { NotificationsApi } from '../../../../nodes/Notifications/transport/notificationsApi';
import type { RunOptions } from '../../../support/nodeRuns';
import { ON_ERROR, phone, runNotifications, users } from '../../../support/notificationsNode';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const send = async (parameters: INodeParameters, items: object[], options: RunOptions = {}) => {
	const given = items as INodeExecutionData[];
	const run = await runNotifications(service, parameters, { items: given, ...options });
	return { ...run, hints: run.hints.map(({ message }) => message) };
};
const goOn = { onError: 'continueRegularOutput' } as const;
const to = (...phones: string[]) => phones.map((each) => ({ json: { phone: each } }));
const received = () => service.ledger.entries.map((entry) => entry.phone);
const column = (items: INodeExecutionData[], name: string) => items.map(({ json }) => json[name]);
const statuses = (items: INodeExecutionData[]) => column(items, 'status');

describe('a run', () => {
	it('groups by account, flow and template, up to the batch size, and keeps the order', async () => {
		const items = users(7).map(({ json }, at) => {
			const [template, flow] = [at % 2 ? 'order_shipped' : 'welcome', at < 6 ? 'F' : ''];
			return { json: { ...json, template, flow } };
		});
		const parameters = {
			templateId: '={{ $json.template }}',
			paramsMode: 'json',
			paramsJson: '{"name":"a","order_id":"b"}',
			options: { batchSize: '={{ "3" }}', flowId: '={{ $json.flow }}', accountId: 'A 1' },
		};
		const run = await send(parameters, items);
		expect(column(run.items, 'phone')).toEqual(items.map((_, at) => phone(at)));
		expect(column(run.items, 'requestIndex')).toEqual([0, 1, 0, 1, 0, 1, 2]);
		expect(service.ledger.entries.map((entry) => [entry.accountId, entry.flowId])).toEqual([
			...Array<unknown>(6).fill(['A 1', 'F']),
			['A 1', 'flow-1'],
		]);
	});

	it('keeps what the service said beyond success, long words once, and a hint says so', async () => {
		const more = [expect.stringContaining('said more than that'), expect.any(String)] as string[];
		const [short, long] = [{ ids: [1] }, { id: 'x'.repeat(1000) }];
		service.options.readings = { notification: { successFields: short } };
		const { items, hints } = await send({}, users(2));
		const [one, other] = column(items, 'response');
		expect([one, other]).toEqual([short, short]);
		expect(hints).toEqual(more);
		// The next node may change its own.
		(one as typeof short).ids.push(2);
		expect(other).toEqual(short);
		service.options.readings = { notification: { successFields: long } };
		expect(column((await send({}, users(2))).items, 'response')).toEqual([long, undefined]);
	});

	it.each([
		['ready', 'a bug of ours', false],
		['request', 'n8n could not send the request, but the notification may have been sent', true],
	] as const)('answers every item, also where %s has a bug', async (name, error, mayBeSent) => {
		const broken = jest.spyOn(NotificationsApi.prototype, name).mockImplementation(() => {
			throw new Error('a bug of ours');
		});
		const { items } = await send({}, users(2), goOn);
		broken.mockRestore();
		expect(column(items, 'error')).toEqual([error, error]);
		expect(column(items, 'mayHaveBeenSent')).toEqual([mayBeSent, mayBeSent]);
		expect(JSON.stringify(items[0]?.json)).toContain('a bug of ours');
	});

	it('says how many were sent before, if it ends with an error of its first bad item', async () => {
		service.options.invalidPhones = new Set([phone(2), phone(3)]);
		const knownNonce = { httpStatus: 409, reason: 'Nonce already used' };
		service.options.readings = { notification: { knownNonce } };
		await send({}, users(1));
		const { error } = await send({ options: { batchSize: 2 } }, users(6));
		expect(error).toMatchObject({
			message: 'The service refused the notification',
			description: expect.stringContaining(
				'Of 6 notifications, 2 were confirmed; up to 2 more may have been sent.',
			) as string,
			context: { itemIndex: 2 },
		});
	});

	it('one hint counts all items by status', async () => {
		service.options.invalidPhones = new Set([phone(1)]);
		const items = [...users(4), ...users(1), ...to('12')];
		const silent =
			'The service does not say when it skips a notification that it has already sent.';
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const { hints } = await send({ options: { doNotSendTo: phone(3) } }, items, { onError });
			expect(hints).toEqual([`2 accepted, 2 skipped, 2 failed, in 5 requests. ${silent}`]);
		}
		const once = await send({ sendOnce: 'always' }, users(1));
		expect(once.hints).toEqual(['1 accepted, in 1 request.']);
		const bad = await send({}, to('12'), goOn);
		expect(bad.hints).toEqual(['1 failed. Nothing was sent.']);
	});

	it("n8n's own Retry On Fail, which runs all items again, notifies nobody twice", async () => {
		service.options.invalidPhones = new Set([phone(4)]);
		await send({ options: { batchSize: 2 } }, users(6), { retryOnFail: true });
		expect([...received()].sort()).toEqual([0, 1, 2, 3, 5].map(phone));
	});

	it.each([
		['continueRegularOutput', '"mayHaveBeenSent":true'],
		['continueErrorOutput', '"mayHaveBeenSent":true'],
		['stopWorkflow', 'up to 2 more may have been sent'],
	] as const)(
		'a try of it knows whom an earlier one may have notified: %s',
		async (onError, says) => {
			service.faults.add('notifications', { kind: 'noContent', apply: true });
			service.faults.add('notifications', { kind: 'refusal', status: 401 });
			const run = await send({}, users(2), { onError, retryOnFail: true });
			expect(received()).toEqual([0, 1].map(phone));
			const outputs = JSON.stringify([...run.items, ...run.errorItems, run.error?.description]);
			expect(outputs).toContain(says);
			expect(outputs).not.toContain('"mayHaveBeenSent":false');
		},
	);

	it('a try of it knows the first one with Execute Once, too', async () => {
		service.faults.add('notifications', { kind: 'noContent', apply: true });
		service.faults.add('notifications', { kind: 'refusal', status: 401 });
		const retried = { retryOnFail: true, executeOnce: true };
		const { items } = await send({}, users(2), { ...goOn, ...retried });
		expect(column(items, 'mayHaveBeenSent')).toEqual([true]);
	});

	it.each([403, 429])('after %i that was waited for in vain, no more is sent', async (status) => {
		service.faults.add('notifications', { kind: 'stall' });
		const later = { kind: 'status', status, headers: { 'Retry-After': '120' } } as const;
		service.faults.add('notifications', later, Infinity);
		const from = performance.now();
		const options = { batchSize: 2, batchInterval: 9e6 };
		const { items } = await send({ options }, users(6), goOn);
		expect(column(items, 'mayHaveBeenSent')).toEqual([true, true, false, false, false, false]);
		expect(items[2]?.json.description).toContain('This request was not sent');
		const [first, ...others] = service.requests.map(({ body }) => body);
		expect(others).toEqual(others.map(() => first));
		expect(performance.now() - from).toBeLessThan(9e6);
	});
});

it("the node's own fields come first, and win over those of the input, which stay", async () => {
	const E164 = '+5511987654321';
	const before = { status: 'new', mayHaveBeenSent: 'of before' };
	const [ana, nobody, again] = [
		// By `error`, n8n would read an item that was sent as a failure.
		{ ...before, phone: '(11) 98765-4321', name: 'Ana', error: 'of before' },
		{ ...before, phone: '12', name: 'Nobody' },
		{ ...before, phone: E164, name: 'Ana again' },
	];
	const options = { defaultCountry: "={{ 'BR' }}" };
	const outputs = async (onError: (typeof ON_ERROR)[number]) => {
		const items = [ana, nobody, again].map((json) => ({ json }));
		const run = await send({ options }, items, { onError });
		return [run.items, run.errorItems].map((list) => list.map(({ json }) => json));
	};
	const own = { phone: E164, nonce: expect.any(String) as string, template: 'welcome' };
	const accepted = { ...own, name: 'Ana', status: 'accepted', requestIndex: 0 };
	const reason = 'Item 0 has the same ID (nonce), and the service sends each ID once';
	const skipped = { ...own, name: 'Ana again', status: 'skipped', reason };
	const description = expect.any(String) as string;
	const failed = { description, status: 'failed', mayHaveBeenSent: false };
	const error = 'Phone is not a valid number: …12';
	const [regular = [], none] = await outputs('continueRegularOutput');
	expect([regular, none]).toEqual([[accepted, { ...nobody, ...failed, error }, skipped], []]);
	expect(regular.map((json) => Object.keys(json).join(' '))).toEqual([
		'status phone template nonce requestIndex name',
		'status error description mayHaveBeenSent phone name',
		'status phone reason template nonce name',
	]);
	expect(await outputs('continueErrorOutput')).toEqual([
		[accepted, skipped],
		[{ ...nobody, error, details: failed }],
	]);
});

it('its own fields are all named where All Fields of the Item leaves them out, and are not sent', async () => {
	service.options.templates = { welcome: [], follow_up: [] };
	service.options.invalidPhones = new Set([phone(1)]);
	service.options.readings = { notification: { successFields: { id: 7 } } };
	const templates = '[{ "id": "welcome", "sample": "Hello" }]';
	const people = to(phone(0), phone(0), phone(1), '12');
	const onError = 'continueErrorOutput';
	const test = { sendTo: 'testPhone', testPhone: phone(2) };
	const runs = [
		await send({ sendTo: 'nobody' }, people, { onError, credential: { templates } }),
		await send({}, people, { onError }),
		await send({}, people, goOn),
		await send(test, people, goOn),
	];
	const outputs = runs.flatMap((run) => [...run.items, ...run.errorItems]);
	const names = new Set(outputs.flatMap(({ json }) => Object.keys(json)));
	const panel = JSON.stringify(new Notifications().description.properties);
	expect(panel).toContain(`that this node itself returns: ${OWN_FIELDS.join(', ')}`);
	expect([...names].sort()).toEqual([...OWN_FIELDS, 'phone'].sort());

	const own = { ...outputs.at(-1)?.json, phone: phone(7), name: 'Ana', response: 'x' };
	await send({ templateId: 'follow_up', paramsMode: 'allFields' }, [{ json: own }]);
	const sent = service.ledger.entries.filter(({ type }) => type === 'follow_up');
	expect(sent.map(({ params }) => params)).toEqual([{ phone: phone(7), name: 'Ana' }]);
});

it('the same tool call twice notifies once, and its model gets no fields of the agent', async () => {
	const { description, execute } = new Notifications();
	const node = { description: { ...description, name: 'notificationsTool' }, execute };
	const parameters = { paramsMode: 'allFields', excludeFields: 'phone' };
	for (const toolCallId of ['call-0', 'call-1']) {
		const chat = { phone: phone(0), chatInput: 'Tell Ana', toolCallId };
		const { items } = await send(parameters, [{ json: chat }], { node });
		const own = ['nonce', 'phone', 'requestIndex', 'status', 'template'];
		expect(Object.keys(items[0]?.json ?? {}).sort()).toEqual(own);
	}
	expect(service.ledger.entries.map(({ params }) => params)).toEqual([{ chatInput: 'Tell Ana' }]);
});

describe('Send Once', () => {
	it.each([
		['nonce', 'purchase-7', 1],
		['always', '', 2],
	])('%s sends the nonce "%s", in two runs', async (sendOnce, nonce, times) => {
		for (let run = 0; run < 2; run++) await send({ sendOnce, nonce: 'purchase-7' }, users(1));
		expect(service.ledger.entries.map((entry) => entry.nonce)).toEqual(Array(times).fill(nonce));
	});

	/** All but the date, which Jest would fake too. */
	const doNotFake: FakeableAPI[] = [
		...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
		...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
		...(['setTimeout', 'clearTimeout'] as const),
	];

	it.each([
		['perDay: again', 'perDay', 2],
		['ever: not', 'ever', 1],
	])("%s on the next day of the workflow's time zone", async (_, sendOnce, times) => {
		for (const time of ['02:30', '02:59', '03:01']) {
			jest.useFakeTimers({ now: Date.parse(`2026-11-21T${time}:00Z`), doNotFake });
			await send({ sendOnce }, users(1), { timeZone: 'America/Sao_Paulo' });
			jest.useRealTimers();
		}
		expect(received()).toHaveLength(times);
	});

	it("perDay: not by a try of n8n's Retry On Fail after midnight", async () => {
		jest.useFakeTimers({ now: Date.parse('2026-11-21T23:59:58Z'), doNotFake });
		service.faults.add('notifications', { kind: 'resetAfterRead', apply: true }, 4);
		const { requests } = service;
		jest.spyOn(requests, 'push').mockImplementation((request) => {
			if (requests.length === 3) jest.setSystemTime(Date.parse('2026-11-22T00:00:05Z'));
			requests[requests.length] = request;
			return requests.length;
		});
		const { items } = await send({}, users(1), { retryOnFail: true, timeZone: 'UTC' });
		jest.useRealTimers();
		expect([statuses(items), requests.length]).toEqual([['accepted'], 5]);
		expect(received()).toEqual([phone(0)]);
	});

	it("perDay in a time zone that does not exist is an error, as the day isn't known", async () => {
		const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
		expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
	});

	it.each(ON_ERROR)("always is an error with n8n's Retry On Fail: %s", async (onError) => {
		const own = { sendOnce: 'always', testPhone: phone(0) };
		const options = { onError, retryOnFail: true };
		const { items, errorItems, error } = await send(own, users(2), options);
		const said = error?.message ?? [...items, ...errorItems][0]?.json.error;
		expect(said).toContain('Send Once > Off cannot be combined with Retry On Fail');
		for (const sendTo of ['nobody', 'testPhone']) await send({ ...own, sendTo }, users(2), options);
		expect(received()).toEqual([phone(0), phone(0)]);
	});

	it.each(['perDay', 'ever', 'perId'])(
		'%s takes the same phone of two accounts or flows as two, where nonces are global',
		async (sendOnce) => {
			const senders = [
				{ account: 'A', flow: 'F' },
				{ account: 'B', flow: 'F' },
				{ account: 'A', flow: 'G' },
			];
			const items = senders.map((json) => ({ json: { phone: phone(0), ...json } }));
			const options = { accountId: '={{ $json.account }}', flowId: '={{ $json.flow }}' };
			const run = await send({ sendOnce, nonce: 'order-1', options }, [...items, items[0]!]);
			expect(statuses(run.items)).toEqual([...Array<string>(3).fill('accepted'), 'skipped']);
			expect(service.ledger.entries.map((entry) => [entry.accountId, entry.flowId])).toEqual(
				senders.map(({ account, flow }) => [account, flow]),
			);
		},
	);

	it.each([
		['Nonce already used', 'alreadySent'],
		['Nonce must be unique', 'failed'],
	])('a refusal "%s" is read by Already Sent Words: %s', async (reason, status) => {
		const knownNonce = { httpStatus: 409, reason };
		service.options.readings = { notification: { knownNonce } };
		// Its response is lost, so it is sent again.
		service.faults.add('notifications', { kind: 'resetAfterRead', apply: true });
		expect(statuses((await send({}, users(1), goOn)).items)).toEqual([status]);
		const { items } = await send({}, users(2), goOn);
		expect(statuses(items)).toEqual([status, 'accepted']);
		const credential = { alreadySentWords: 'must be UNIQUE' };
		const own = await send({}, users(2), { ...goOn, credential });
		const again = status === 'failed' ? 'alreadySent' : 'failed';
		expect(statuses(own.items)).toEqual([again, again]);
	});

	it('takes two phones of one person as the same', async () => {
		const [one, other] = to('+5531987654321', '553187654321@c.us');
		expect(statuses((await send({}, [one!, other!])).items)).toEqual(['accepted', 'skipped']);
		await send({}, [other!]);
		expect(received()).toHaveLength(1);
	});

	it('a duplicate of an item that may have been sent does not say that it was not', async () => {
		const fault = { kind: 'status', status: 200, body: 'what?', apply: true } as const;
		service.faults.add('notifications', fault);
		const { items } = await send({}, [...users(1), ...users(1)], goOn);
		expect(statuses(items)).toEqual(['failed', 'failed']);
		expect(column(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same ID (nonce) failed');
	});
});

describe('Send To', () => {
	const TEST = '+5511900000000';
	const test = { sendTo: 'testPhone', testPhone: TEST };

	it('Test Phone gets the first 3 items, and nobody else gets anything', async () => {
		const { items, hints } = await send(test, users(5));
		expect(received()).toEqual([TEST, TEST, TEST]);
		expect(items.map(({ json }) => [json.phone, json.status, json.test])).toEqual([
			...Array<unknown>(3).fill([TEST, 'accepted', true]),
			[phone(3), 'skipped', undefined],
			[phone(4), 'skipped', undefined],
		]);
		expect(hints).toEqual([
			'3 accepted, 2 skipped, in 1 request. Nobody but the test phone received anything.',
		]);
	});

	it.each([{}, { sendOnce: 'perId', nonce: '={{ $json.name }}' }])(
		'a test uses up no nonce of a real run, and is sent again by the next execution: %j',
		async (parameters) => {
			for (const real of [test, test, {}]) await send({ ...parameters, ...real }, users(4));
			const tests = Array<string>(6).fill(TEST);
			expect(received()).toEqual([...tests, ...[0, 1, 2, 3].map(phone)]);
		},
	);

	it.each(['everyone', 'testPhone', 'nobody'])(
		'%s: an ID that two phones share is an error in words, not a quiet skip',
		async (sendTo) => {
			const own = { ...test, sendTo, sendOnce: 'nonce', nonce: 'order-1' };
			const message =
				'The ID "order-1" is also used by item 0 with a different phone, template, account or flow';
			expect((await send(own, users(2))).error?.message).toBe(message);
			expect(service.requests).toEqual([]);
			const { items } = await send(own, [...users(2), ...users(1)], goOn);
			expect([items[1]?.json.error, items[2]?.json.status]).toEqual([message, 'skipped']);
		},
	);

	it('Nobody shows users, requests and sample texts, and sends nothing', async () => {
		const templates = '[{ "id": "welcome", "params": ["name"], "sample": "Hello {{name}}" }]';
		const params = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}' };
		const { items, hints } = await send(
			{ ...params, sendTo: 'nobody', sendOnce: 'ever', options: { maxPerRun: 1 } },
			[...users(2), ...users(1)],
			{ credential: { templates } },
		);
		expect(service.requests).toEqual([]);
		const user = (at: number) => ({
			phone: phone(at),
			nonce: items[at]?.json.nonce,
			params: { name: `User ${at}` },
			labels: [],
		});
		const request = {
			method: 'POST',
			url: `${service.notificationsUrl}/notifications/api/v1/accounts/account-1/bots/flow-1/notifications`,
			body: { type: 'welcome', users: [user(0), user(1)] },
		};
		expect(items.map(({ json }) => json)).toMatchObject([
			{ status: 'preview', preview: 'Hello User 0', user: user(0), request },
			{ status: 'preview', preview: 'Hello User 1', user: user(1) },
			{ status: 'skipped' },
		]);
		expect(items[1]?.json).not.toHaveProperty('request');
		expect(hints).toEqual([
			'There are 2 notifications to send, and at most 1 may be sent in one run, so a run that sends is an error.',
			'2 would be sent, 1 skipped, in 1 request. This is a preview: nothing was sent.',
		]);
	});
});

it('Options > Max per Run says how to send that many', async () => {
	const { error } = await send({ options: { maxPerRun: 1 } }, users(2));
	expect(error).toMatchObject({
		message: 'There are 2 notifications to send, and at most 1 may be sent in one run',
		description: 'Nothing was sent. To send this many, raise Options > Max per Run to 2.',
	});
});

const NO_TEXT = '={{ $json.own }}';
const inBrazil = { defaultCountry: 'BR', doNotSendTo: '11 91000-0008' };

it.each<[INodeParameters, testPhone: string]>([
	[{ accountId: NO_TEXT, ...inBrazil }, phone(9)],
	[{ flowId: NO_TEXT, ...inBrazil }, '11 91000-0009'],
	[{ defaultCountry: NO_TEXT, doNotSendTo: phone(8) }, phone(9)],
	[{ flowId: "={{ $('Input').itemMatching($json.own ? 9 : 1).json.own ?? '' }}" }, phone(9)],
])('%j fails the item alone that has no text; null is empty', async (options, testPhone) => {
	const given = [{}, null, ''].map((own, at) => ({ json: { phone: phone(at), own } }));
	const { items } = await send({ sendTo: 'testPhone', testPhone, options }, given, goOn);
	expect(statuses(items)).toEqual(['failed', 'accepted', 'accepted']);
});

it('a bad item fails the run before anything is sent, and does not hide the others', async () => {
	const message = 'Phone is not a valid number: …12';
	const one = await send({}, to(phone(0), '12', phone(2)));
	expect(one.error).toMatchObject({ message, context: { itemIndex: 1 } });
	const all = await send({}, to(phone(0), '12', phone(2), ''));
	expect(all.error?.message).toBe(`2 of 4 items cannot be used: items 1 and 3. Item 1: ${message}`);
	expect(service.requests).toEqual([]);
});

describe('Options > Do Not Send To', () => {
	it('that names the item is an error of no item alone', async () => {
		const doNotSendTo = '={{ $json.isOut ? $json.phone : "" }}';
		const { error } = await send({ options: { doNotSendTo } }, users(2));
		expect(error?.message).toContain('is one list for the run');
		expect(error?.context.itemIndex).toBeUndefined();
		expect(service.requests).toEqual([]);
	});

	it('skips phones that go by all items, and reads them by the Default Country of each', async () => {
		const given = [
			{ phone: '11987654321', country: 'BR' },
			{ phone: '2125551234', country: 'US', isOut: true },
			{ phone: '0151 23456789', country: 'DE', isOut: true },
		].map((json) => ({ json }));
		const doNotSendTo = `={{ $('Input').all().filter(({ json }) => json.isOut).map(({ json }) => json.phone) }}`;
		const options = { defaultCountry: '={{ $json.country }}', doNotSendTo };
		const { items } = await send({ options }, given);
		const reason = 'Options > Do Not Send To contains this phone';
		expect(column(items, 'reason')).toEqual([undefined, reason, reason]);
		expect(received()).toEqual(['+5511987654321']);
	});

	it('finds an item whose phone is a chat address without the ninth digit', async () => {
		const items = to('553187654321@c.us', '541123456789@c.us', '553133334444@c.us', phone(0));
		const doNotSendTo = '+55 31 98765-4321, +54 9 11 2345-6789, +55 31 3333-4444';
		await send({ options: { doNotSendTo } }, items);
		expect(received()).toEqual([phone(0)]);
	});
});

it('a path without /notifications is not tried, but the error names the setting', async () => {
	service.faults.add('notifications', { kind: 'refusal', status: 404 });
	const { error } = await send({}, users(1));
	expect(error?.description).toContain('Check Account ID, Flow ID and Template');
	expect(error?.description).toContain('up to /api/v1');
	const credential = { notificationsBaseUrl: `${service.notificationsUrl}/api/v1` };
	expect(statuses((await send({}, users(1), { credential })).items)).toEqual(['accepted']);
	expect(service.requests.map(({ status }) => status)).toEqual([404, 200]);
});

it('of an endless response, the error names a setting of this node', async () => {
	service.faults.add('notifications', { kind: 'endless', everyMs: 100 });
	const { error } = await send({}, users(1), { credential: { requestTimeout: 1 } });
	expect(error?.description).toContain('raise Request Timeout in the credential (More Settings). ');
});
