import '../../support/quickWaits';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { NotificationsApi } from '../../../nodes/Notifications/api/notificationsApi';
import { RateLimiter } from '../../../nodes/shared/http/rateLimiter';
import {
	notificationsTool,
	phone,
	startNotifications,
	users,
} from '../../support/notificationsNode';
import {
	itemsOf,
	receivedUsers,
	sendingForEach,
	statusesOf,
	valuesOf,
} from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { deferred } from '../../support/deferred';
import { CONTINUE, ON_ERROR } from '../../support/onError';

const { service, send } = sendingForEach();

/** What the summary adds for Send Once > Once a Day, because "accepted" may mean either. */
const NOT_SENT_AGAIN =
	'If this message was already sent to this phone today, it was not sent again.';

/** The phones of `users(count)`. */
function phonesOfUsers(count: number): string[] {
	return users(count).map(({ json }) => json.phone);
}

describe('the requests of a run', () => {
	/** Of 16 requests that begin together, those that begin later get their responses earlier. */
	beforeEach(() => {
		service.notifications.answer = ({ index }) => ({ waitMs: 900 - (index % 16) * 10 });
	});

	it('have one user each, and are sent 16 at a time; output and one hint have them all', async () => {
		const { items, hints } = await send({}, users(100));
		const counts = service.notifications.requests.map((request) => request.users.length);
		expect(counts).toEqual(Array(100).fill(1));
		expect(service.notifications.mostUnderWay).toBe(16);
		expect(hints).toEqual([`100 accepted, in 100 requests. ${NOT_SENT_AGAIN}`]);
		// In the order of the input.
		expect(valuesOf(items, 'phone')).toEqual(phonesOfUsers(100));
		const pairs = items.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual(Array.from({ length: 100 }, (_, item) => ({ item })));
	});

	it('leave nothing behind that still listens to Stop', async () => {
		const combined = jest.spyOn(AbortSignal, 'any');
		await send({}, users(20));
		const signal = combined.mock.results[0]?.value as AbortSignal;
		combined.mockRestore();
		// A combined signal that was aborted has taken its listeners off the signal of Stop.
		expect(signal.aborted).toBe(true);
	});
});

it('a request has up to as many users as Users per Request says, of one account, flow and template', async () => {
	const items = [
		{ json: { phone: phone(0), flow: 'F', template: 'welcome' } },
		{ json: { phone: phone(1), flow: 'F', template: 'order_shipped' } },
		{ json: { phone: phone(2), flow: 'F', template: 'welcome' } },
		{ json: { phone: phone(3), flow: 'F', template: 'order_shipped' } },
		{ json: { phone: phone(4), flow: 'F', template: 'welcome' } },
		{ json: { phone: phone(5), flow: 'F', template: 'order_shipped' } },
		{ json: { phone: phone(6), flow: 'G', template: 'welcome' } },
	];
	const run = await send(
		{
			templateId: '={{ $json.template }}',
			options: { batchSize: '={{ "2" }}', flowId: '={{ $json.flow }}', accountId: 'A 1' },
		},
		items,
	);
	const requests = service.notifications.requests.map((request) => ({
		flowId: request.flowId,
		type: request.type,
		phones: request.users.map((user) => user.phone),
	}));
	const expected = [
		{ flowId: 'F', type: 'welcome', phones: [phone(0), phone(2)] },
		{ flowId: 'F', type: 'order_shipped', phones: [phone(1), phone(3)] },
		{ flowId: 'F', type: 'welcome', phones: [phone(4)] },
		{ flowId: 'F', type: 'order_shipped', phones: [phone(5)] },
		{ flowId: 'G', type: 'welcome', phones: [phone(6)] },
	];
	// They are sent together, so they may arrive in any order.
	expect(requests).toHaveLength(expected.length);
	expect(requests).toEqual(expect.arrayContaining(expected));
	for (const { url } of service.requests) expect(url).toContain('/accounts/A%201/');
	expect(valuesOf(run.items, 'phone')).toEqual(phonesOfUsers(7));
});

describe('the rate', () => {
	it('is at most 40 requests a second for all executions of an account together', async () => {
		const times: number[] = [];
		const { acquire } = RateLimiter.prototype;
		const acquired = jest.spyOn(RateLimiter.prototype, 'acquire');
		acquired.mockImplementation(async function (this: RateLimiter, options) {
			const call = await acquire.call(this, options);
			times.push(performance.now());
			return call;
		});
		await Promise.all([
			send({ templateId: 'welcome' }, users(60)),
			send({ templateId: 'order_shipped' }, users(60)),
			send({ templateId: 'follow_up' }, users(60)),
		]);
		acquired.mockRestore();
		expect(times).toHaveLength(180);
		expect(service.notifications.requests).toHaveLength(180);
		const countsPerSecond = times.map((from) => {
			return times.filter((time) => time >= from && time < from + 1000).length;
		});
		expect(Math.max(...countsPerSecond)).toBeLessThanOrEqual(40);
		// It is no slower than it has to be.
		expect(times.at(-1)! - times[0]!).toBeLessThan(6_000);
	});

	it('is limited for each account separately', async () => {
		const acquired = jest.spyOn(RateLimiter.prototype, 'acquire');
		await send({ options: { accountId: '={{ $itemIndex % 2 ? "A" : "B" }}' } }, users(6));
		const limiters = acquired.mock.contexts;
		acquired.mockRestore();
		expect(limiters).toHaveLength(6);
		expect(new Set(limiters).size).toBe(2);
	});
});

describe('after a failure without Continue', () => {
	it('nothing more is started, and the error counts what was under way', async () => {
		const refused = 25;
		const notUnderstood = [26, 27];
		const othersUnderWay = deferred();
		const afterRefusal = deferred();
		service.notifications.answer = ({ index }) => {
			if (index < 20) return undefined;
			if (index === 27) othersUnderWay.resolve();
			if (index === refused) {
				void othersUnderWay.promise.then(() => setTimeout(afterRefusal.resolve, 500));
				return { ...refusedAnswer('No credit left'), after: othersUnderWay.promise };
			}
			if (notUnderstood.includes(index)) return { body: 'what?', after: afterRefusal.promise };
			// The other 13 that are under way with it are accepted.
			return { after: afterRefusal.promise };
		};
		const { error, items } = await send({}, users(100));
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service refused the notification: No credit left');
		expect(error?.context.itemIndex).toBe(refused);
		const started = service.notifications.requests.length;
		expect(started).toBeLessThanOrEqual(41);
		const confirmed = started - 1 - notUnderstood.length;
		expect(error?.description).toBe(
			`It said: No credit left. Of 100 notifications, ${confirmed} were confirmed; up to 2 more may have been sent.`,
		);
	});

	it('what still waits for its turn, because there are too many requests, does not count as sent', async () => {
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(3)) return { ...refusedAnswer('No'), waitMs: 500 };
			return { status: 429, body: '', headers: { 'Retry-After': '60' } };
		};
		const { error } = await send({}, users(30));
		expect(service.notifications.requests.length).toBeLessThan(20);
		expect(error?.description).toBe('It said: No. Nothing was sent.');
	});

	it('what an earlier try may have sent counts, even if the next try was one too many', async () => {
		const tries = new Map<string, number>();
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(1)) return { ...refusedAnswer('No'), waitMs: 9_000 };
			const count = (tries.get(user!.phone) ?? 0) + 1;
			tries.set(user!.phone, count);
			if (count === 1) return { breaks: true, notifies: 1 };
			return { status: 429, body: '', headers: { 'Retry-After': '60' } };
		};
		const { error } = await send({}, users(2));
		expect(error?.description).toContain('0 were confirmed; up to 1 more may have been sent.');
	});
});

describe('with Continue', () => {
	it.each([
		{ onError: 'continueRegularOutput' as const, itemCount: 6, errorItemCount: 0 },
		{ onError: 'continueErrorOutput' as const, itemCount: 4, errorItemCount: 2 },
	])('the others are sent, and one hint counts all items by status: $onError', async (row) => {
		service.notifications.answer = ({ users: [user] }) =>
			user?.phone === phone(1) ? refusedAnswer('No') : undefined;
		const items = itemsOf(
			phone(0),
			phone(1), // is refused
			phone(2),
			phone(3), // is in Do Not Send To
			phone(0), // is the same notification as the first one
			'12', // is no valid phone
		);
		const parameters = { options: { doNotSendTo: phone(3) } };
		const run = await send(parameters, items, { onError: row.onError });
		expect(run.hints).toEqual([
			`2 accepted, 2 skipped, 2 failed, in 3 requests. ${NOT_SENT_AGAIN}`,
		]);
		expect(run.items).toHaveLength(row.itemCount);
		expect(run.errorItems).toHaveLength(row.errorItemCount);
	});
});

describe('a bug', () => {
	const FAILED = 'n8n failed to send the request';

	function fail(): never {
		throw new TypeError(`a bug with ${service.token}`);
	}

	it('before a request is started means that it was not sent', async () => {
		const broken = jest.spyOn(NotificationsApi.prototype, 'httpRequest').mockImplementation(fail);
		const { items } = await send({}, users(1), CONTINUE);
		broken.mockRestore();
		expect(items[0]?.json.error).toContain(FAILED);
		expect(items[0]?.json.mayHaveBeenSent).toBe(false);
	});

	it('while a request is sent means that it may have been sent, and its error hides the token', async () => {
		const { description, execute } = new Notifications();
		const node: INodeType = {
			description,
			async execute(this: IExecuteFunctions) {
				const helpers = { ...this.helpers, httpRequestWithAuthentication: async () => fail() };
				const context = Object.create(this, { helpers: { value: helpers } }) as IExecuteFunctions;
				return await execute.call(context);
			},
		};
		const { items } = await send({}, users(2), { ...CONTINUE, node });
		expect(valuesOf(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json.error).toContain(FAILED);
		expect(items[1]?.json.description).toContain('a bug with *****');
	});
});

it.each(ON_ERROR)("refuses n8n's Retry On Fail, with On Error at %s", async (onError) => {
	const { items, errorItems, error } = await send({}, users(2), { onError, retryOnFail: true });
	const [failed] = [...items, ...errorItems];
	const message = error?.message ?? failed?.json.error;
	expect(message).toContain('cannot be combined with Retry On Fail');
	expect(service.notifications.requests).toEqual([]);
});

it.each([5, 30])(
	'Stop after %i responses ends the run at once, and says what was sent',
	async (responseCount) => {
		const othersUnderWay = deferred();
		service.notifications.answer = ({ index }) => {
			if (index < responseCount) return undefined;
			if (index === responseCount + 3) othersUnderWay.resolve();
			return { waitMs: 9e6, notifies: 1 };
		};
		const { result, stop } = await startNotifications(service, {}, { items: users(50) });
		await othersUnderWay.promise;
		stop();
		const { run, items } = await result;
		expect(run.status).toBe('canceled');
		expect(items).toEqual([]);
		const progress =
			/Of 50 notifications, (?<confirmed>\d+) were confirmed; up to (?<more>\d+) more/;
		const numbers = progress.exec(JSON.stringify(run.data.resultData))?.groups;
		const confirmed = Number(numbers?.confirmed);
		const mayHaveBeenSent = Number(numbers?.more);
		expect(confirmed).toBeLessThanOrEqual(responseCount);
		expect(mayHaveBeenSent).toBeLessThanOrEqual(16);
		expect(confirmed + mayHaveBeenSent).toBeGreaterThanOrEqual(service.ledger.phones.length);
	},
);

it('if there are too many requests for half an hour, all items wait for it together, not one after the other', async () => {
	service.notifications.answer = () => ({
		status: 429,
		body: { message: 'API rate limit exceeded' },
	});
	const from = performance.now();
	const { items } = await send({}, users(40), CONTINUE);
	expect(valuesOf(items, 'mayHaveBeenSent')).toEqual(Array(40).fill(false));
	expect(items[39]?.json.description).toContain('This request was not sent, because');
	const minutes = (performance.now() - from) / 60_000;
	expect(minutes).toBeGreaterThan(28);
	expect(minutes).toBeLessThan(34);
});

describe("the node's own fields come first and win over those of the input, which stay", () => {
	const usual = { status: 'new', mayHaveBeenSent: 'earlier' };
	const input = [
		// By the field "error", n8n would take the item for one that failed.
		{ json: { ...usual, error: 'earlier', phone: '(11) 98765-4321', name: 'Ana' } },
		{ json: { ...usual, phone: '12', name: 'Nobody' } },
		{ json: { ...usual, phone: '+5511987654321', name: 'Ana again' } },
	];
	const parameters = { options: { defaultCountry: "={{ 'BR' }}" } };

	const nothing = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, null]));
	const accepted = {
		...nothing,
		phone: '+5511987654321',
		status: 'accepted',
		template: 'welcome',
		nonce: expect.any(String) as string,
		name: 'Ana',
	};
	const skipped = {
		...accepted,
		status: 'skipped',
		reason: 'Item 0 has the same nonce, and the service sends each nonce once',
		name: 'Ana again',
	};
	const failed = {
		...nothing,
		phone: '12',
		status: 'failed',
		error: 'Phone is not a valid number: 12',
		description: expect.any(String) as string,
		mayHaveBeenSent: false,
		name: 'Nobody',
	};

	it('with an error output', async () => {
		const run = await send(parameters, input, { onError: 'continueErrorOutput' });
		expect(run.items.map(({ json }) => json)).toEqual([accepted, skipped]);
		expect(run.errorItems.map(({ json }) => json)).toEqual([failed]);
	});

	it('with an error output, where n8n itself puts the fields of the input first', async () => {
		const run = await send({}, itemsOf('12'), { onError: 'continueErrorOutput' });
		expect(Object.keys(run.errorItems[0]?.json ?? {})).toEqual([...OUTPUT_FIELDS]);
	});
});

it('files of the input are passed on, wherever its fields are', async () => {
	const binary = { data: { data: 'YQ==', mimeType: 'text/csv', fileName: 'report.csv' } };
	const input = itemsOf(phone(0), phone(0), '12').map((item) => ({ ...item, binary }));
	const regular = await send({}, input, CONTINUE);
	expect(statusesOf(regular.items)).toEqual(['accepted', 'skipped', 'failed']);
	expect(regular.items.map((item) => item.binary)).toEqual([binary, binary, binary]);
	const separate = await send({}, input, { onError: 'continueErrorOutput' });
	expect(separate.errorItems.map((item) => item.binary)).toEqual([binary]);
});

describe('the fields that the node writes', () => {
	/** A run in which each status comes up, and each field has a value in some item. */
	async function outputs(): Promise<INodeExecutionData[]> {
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(1)) return refusedAnswer('No');
			if (user?.phone === phone(3)) return refusedAnswer('duplicate nonce');
			return { body: { success: true, id: 'n', message_ids: ['m'], more: { list: [1] } } };
		};
		const items = itemsOf(phone(0), phone(0), phone(1), phone(3), '12');
		const preview = {
			sendTo: 'nobody',
			paramsMode: 'json',
			paramsJson: JSON.stringify({ name: '\t' }),
		};
		const credential = { templates: '[{ "id": "welcome", "text": "Hello" }]' };
		const test = { sendTo: 'testPhone', testPhone: phone(2) };
		const failedTest = { sendTo: 'testPhone', testPhone: phone(1) };
		const runs = [
			await send(preview, items, { ...CONTINUE, credential }),
			await send({}, items, { onError: 'continueErrorOutput' }),
			await send({}, items, CONTINUE),
			await send(test, items, CONTINUE),
			await send(failedTest, items, CONTINUE),
		];
		return runs.flatMap((run) => [...run.items, ...run.errorItems]);
	}

	/** For each status, the fields that have a value. Another one would be in the output where nobody expects it. */
	const FIELDS_OF_STATUS = {
		accepted: ['messageIds', 'notificationId', 'response', 'sentTo'],
		alreadySent: ['reason'],
		skipped: ['reason'],
		failed: ['description', 'error', 'mayHaveBeenSent', 'sentTo'],
		preview: ['preview', 'reason', 'request', 'user', 'warnings'],
	};

	it('are the same in all items, flat outside of a preview, and filled only where their status has a value', async () => {
		const fields: Record<string, Set<string>> = {};
		for (const { json } of await outputs()) {
			expect(Object.keys(json)).toEqual(OUTPUT_FIELDS);
			const filled = Object.keys(json).filter((name) => json[name] !== null);
			const ofStatus = (fields[json.status as string] ??= new Set());
			filled.forEach((name) => ofStatus.add(name));
			// Every table can store a text, a number, true or false, and null.
			const nested = filled.filter((name) => typeof json[name] === 'object');
			expect(json.status === 'preview' ? [] : nested).toEqual([]);
		}
		for (const name of ['phone', 'status', 'template', 'nonce']) {
			for (const ofStatus of Object.values(fields)) expect(ofStatus.delete(name)).toBe(true);
		}
		const sorted = Object.entries(fields).map(([status, names]) => [status, [...names].sort()]);
		expect(Object.fromEntries(sorted)).toEqual(FIELDS_OF_STATUS);
	});
});

describe('a call by an AI agent', () => {
	const parameters = { paramsMode: 'allFields', excludeFields: 'phone' };
	const input = { phone: phone(0), chatInput: 'Tell Ana' };

	it('that is repeated notifies once', async () => {
		const node = notificationsTool();
		await send(parameters, [{ json: { ...input, toolCallId: 'call-0' } }], { node });
		await send(parameters, [{ json: { ...input, toolCallId: 'call-1' } }], { node });
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(receivedUsers(service)[0]?.params).toEqual({ chatInput: 'Tell Ana' });
	});

	it('gives its model no fields of the agent, such as the ID of the call', async () => {
		const items = [{ json: { ...input, toolCallId: 'call-0' } }];
		const run = await send(parameters, items, { node: notificationsTool() });
		expect(Object.keys(run.items[0]?.json ?? {})).toEqual(['phone', 'status', 'template', 'nonce']);
	});

	it.each([
		{
			failure: 'a wrong number',
			number: '12',
			message: 'Phone is not a valid number: 12.',
			mayHaveBeenSent: false,
		},
		{
			failure: 'a refusal',
			number: phone(0),
			message: 'refused the notification: No credit left. It said: No credit left.',
			mayHaveBeenSent: false,
		},
		{
			failure: 'a response that is not understood',
			number: phone(1),
			message: 'but the notification may have been sent',
			mayHaveBeenSent: true,
		},
	])('tells the model of $failure, and is no error', async (row) => {
		service.notifications.answer = ({ users: [user] }) =>
			user?.phone === phone(0) ? refusedAnswer('No credit left') : { body: 'what?' };
		const node = notificationsTool();
		const { items, error } = await send({}, itemsOf(row.number), { node });
		expect(error).toBeUndefined();
		expect(items[0]?.json.status).toBe('failed');
		expect(items[0]?.json.mayHaveBeenSent).toBe(row.mayHaveBeenSent);
		expect(items[0]?.json.error).toContain(row.message);
	});
});

describe('Send To > Test Phone', () => {
	const TEST_PHONE = '+5511900000000';
	const test = { sendTo: 'testPhone', testPhone: TEST_PHONE };

	it('gets the first 3 items, and nobody else gets anything', async () => {
		const { items, hints } = await send(test, users(5));
		expect(service.ledger.phones).toEqual([TEST_PHONE, TEST_PHONE, TEST_PHONE]);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'skipped', 'skipped']);
		// The phone stays that of the user, so that a node that follows can send to everyone.
		expect(valuesOf(items, 'phone')).toEqual(phonesOfUsers(5));
		expect(valuesOf(items, 'sentTo')).toEqual([TEST_PHONE, TEST_PHONE, TEST_PHONE, null, null]);
		expect(hints).toEqual([
			'3 accepted, 2 skipped, in 3 requests. Nobody but the test phone received anything.',
		]);
	});

	it('gets two items that are equal both times with Send Once > Always', async () => {
		await send({ ...test, sendOnce: 'always' }, itemsOf(phone(0), phone(0)));
		expect(service.ledger.phones).toEqual([TEST_PHONE, TEST_PHONE]);
	});

	it('must be a valid number', async () => {
		const { error } = await send({ ...test, testPhone: '12' }, users(1));
		expect(error?.message).toBe('Test Phone is not a valid number: 12');
	});

	it.each([
		{ sendOnce: 'Once a Day', parameters: {} },
		{
			sendOnce: 'Once per Order or Event ID',
			parameters: { sendOnce: 'perId', nonce: '={{ $json.name }}' },
		},
	])('uses up no nonce of the users, with Send Once > $sendOnce', async ({ parameters }) => {
		await send({ ...parameters, ...test }, users(4));
		await send({ ...parameters, ...test }, users(4));
		expect(service.ledger.phones).toEqual(Array(6).fill(TEST_PHONE));
		await send(parameters, users(4));
		expect(service.ledger.phones.slice(6).toSorted()).toEqual(phonesOfUsers(4));
	});
});

it('Send To > Nobody shows users, requests, sample texts and bad items, and sends nothing', async () => {
	const { items, hints, error } = await send(
		{
			sendTo: 'nobody',
			sendOnce: 'ever',
			paramsMode: 'json',
			paramsJson: '={{ ({ name: $json.name }) }}',
			options: { maxPerRun: 1, batchSize: 2 },
		},
		[
			{ json: { phone: phone(0), name: 'User 0' } },
			{ json: { phone: phone(1), name: 'User 1' } },
			{ json: { phone: phone(0), name: 'User 0' } },
			{ json: { phone: '12', name: 'Bad' } },
		],
		{ credential: { templates: '[{ "id": "welcome", "text": "Hello {{name}}" }]' } },
	);
	expect(service.notifications.requests).toEqual([]);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(4);
	const [first, second, duplicate, bad] = items.map(({ json }) => json);

	const firstUser = { phone: phone(0), nonce: first?.nonce, params: { name: 'User 0' } };
	const secondUser = { phone: phone(1), nonce: second?.nonce, params: { name: 'User 1' } };
	expect(first).toMatchObject({
		preview: 'Hello User 0',
		user: firstUser,
		// Of the whole request, whose second user is the next item.
		request: {
			method: 'POST',
			url: `${service.notificationsUrl}/notifications/api/v1/accounts/account-1/bots/flow-1/notifications`,
			body: { type: 'welcome', users: [firstUser, secondUser] },
		},
		reason: 'Nothing was sent, because Send To is Nobody (Preview)',
	});
	expect(second).toMatchObject({ preview: 'Hello User 1', user: secondUser });
	expect(second?.request).toBeNull();
	expect(duplicate).toMatchObject({ status: 'skipped' });
	expect(bad).toMatchObject({ status: 'failed', error: 'Phone is not a valid number: 12' });
	expect(hints).toEqual([
		'Item 3: Phone is not a valid number: 12',
		'Nothing would be sent to any of the 4 items, because item 3 cannot be used. Correct what is wrong, or set Settings > On Error to Continue, which sends to all others. Nothing would be sent: There are 2 notifications to send, and at most 1 may be sent in one run. To send this many, raise Options > Max per Run to 2. This is a preview: nothing was sent.',
	]);
});

it('more notifications than Options > Max per Run are an error that says how to send that many', async () => {
	const { error } = await send({ options: { maxPerRun: 1 } }, users(2));
	expect(error?.message).toBe(
		'There are 2 notifications to send, and at most 1 may be sent in one run',
	);
	expect(error?.description).toBe(
		'Nothing was sent. To send this many, raise Options > Max per Run to 2.',
	);
	expect(service.notifications.requests).toEqual([]);
});

describe('a service whose path lacks /notifications', () => {
	it('is not tried, but the error names the address and the setting', async () => {
		service.notifications.answer = ({ index }) =>
			index === 0 ? { status: 404, body: { message: 'no Route matched' } } : {};
		const { error } = await send({}, users(1));
		expect(error?.description).toContain('Check Notifications Base URL in the credential');
		expect(error?.description).toContain('/notifications/api/v1/accounts/account-1/bots/flow-1');
	});

	it('is used if Notifications Base URL contains the rest of the path', async () => {
		service.faults.add('unknown', { kind: 'status', status: 200, body: '{"success":true}' });
		const credential = { notificationsBaseUrl: `${service.notificationsUrl}/api/v1` };
		const { items } = await send({}, users(1), { credential });
		expect(statusesOf(items)).toEqual(['accepted']);
		const [request] = service.requests;
		expect(request?.url).toBe('/api/v1/accounts/account-1/bots/flow-1/notifications');
	});
});
