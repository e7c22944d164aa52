import '../../support/quickWaits';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { RateLimiter } from '../../../nodes/shared/http/rateLimiter';
import {
	notificationsTool,
	phone,
	startNotifications,
	users,
} from '../../support/notificationsNode';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { deferred } from '../../support/deferred';
import { CONTINUE, ON_ERROR } from '../../support/onError';

const { service, send } = sendingForEach();

/** What the summary adds for Send Once > Once a Day, because "accepted" may mean either. */
const NOT_SENT_AGAIN =
	'A message that was already sent (see Send Once) is accepted as well, but not sent again.';

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
		expect(hints).toEqual([`100 accepted. ${NOT_SENT_AGAIN}`]);
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

it('a request has one user, and goes to the account and the flow of its item', async () => {
	const items = [
		{ json: { phone: phone(0), flow: 'F', template: 'welcome' } },
		{ json: { phone: phone(1), flow: 'G', template: 'order_shipped' } },
	];
	const options = { flowId: '={{ $json.flow }}', accountId: 'A 1' };
	await send({ templateId: '={{ $json.template }}', options }, items);
	const requests = service.notifications.requests.map(({ flowId, type, users: [user] }) => {
		return { flowId, type, phone: user?.phone };
	});
	// They are sent together, so they may arrive in any order.
	expect(requests).toHaveLength(2);
	expect(requests).toContainEqual({ flowId: 'F', type: 'welcome', phone: phone(0) });
	expect(requests).toContainEqual({ flowId: 'G', type: 'order_shipped', phone: phone(1) });
	for (const { url } of service.requests) expect(url).toContain('/accounts/A%201/');
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
		expect(error?.message).toBe('The service refused the notification');
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
			`2 accepted, 2 skipped, 2 failed. Item 1 failed: The service refused the notification. ${NOT_SENT_AGAIN}`,
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
		const broken = jest.spyOn(RateLimiter.prototype, 'acquire').mockImplementation(fail);
		const { items } = await send({}, users(1), CONTINUE);
		broken.mockRestore();
		expect(items[0]?.json.errorMessage).toContain(FAILED);
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
		expect(items[1]?.json.errorMessage).toContain(FAILED);
		expect(items[1]?.json.errorMessage).toContain('a bug with *****');
	});
});

it('a credential that n8n cannot read again means that nothing was sent', async () => {
	const { description, execute } = new Notifications();
	const node: INodeType = {
		description,
		async execute(this: IExecuteFunctions) {
			const getCredentials = async (name: string, itemIndex?: number): Promise<unknown> => {
				// Before a request, n8n asks for the credential without an item.
				if (itemIndex !== undefined) return await this.getCredentials(name, itemIndex);
				throw Object.assign(new Error(`read ECONNRESET ${service.token}`), { code: 'ECONNRESET' });
			};
			const own = { getCredentials: { value: getCredentials } };
			return await execute.call(Object.create(this, own) as IExecuteFunctions);
		},
	};
	const { items } = await send({}, users(1), { ...CONTINUE, node });
	expect(items[0]?.json.mayHaveBeenSent).toBe(false);
	expect(items[0]?.json.errorMessage).toContain('n8n could not read the credential');
	expect(items[0]?.json.errorMessage).toContain('read ECONNRESET *****');
	expect(service.notifications.requests).toEqual([]);
});

it.each(ON_ERROR)("refuses n8n's Retry On Fail, with On Error at %s", async (onError) => {
	const { items, errorItems, error } = await send({}, users(2), { onError, retryOnFail: true });
	const [failed] = [...items, ...errorItems];
	const message = error?.message ?? failed?.json.errorMessage;
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
	expect(items[39]?.json.errorMessage).toContain('This request was not sent, because');
	const minutes = (performance.now() - from) / 60_000;
	expect(minutes).toBeGreaterThan(28);
	expect(minutes).toBeLessThan(34);
});

describe("the node's own fields come first and win over those of the input, which stay", () => {
	const usual = { status: 'new', mayHaveBeenSent: 'earlier' };
	const input = [
		{ json: { ...usual, phone: '(11) 98765-4321', name: 'Ana' } },
		{ json: { ...usual, phone: '12', name: 'Nobody' } },
		{ json: { ...usual, phone: '+5511987654321', name: 'Ana again' } },
	];
	const parameters = { options: { defaultCountry: "={{ 'BR' }}" } };

	const nothing = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, null]));
	const accepted = {
		...nothing,
		phone: '+5511987654321',
		status: 'accepted',
		text: '',
		template: 'welcome',
		nonce: expect.any(String) as string,
		name: 'Ana',
	};
	const skipped = {
		...accepted,
		status: 'skipped',
		reason: 'To Send Once, it is the same message as item 0',
		name: 'Ana again',
	};
	const failed = {
		...nothing,
		phone: '12',
		status: 'failed',
		template: 'welcome',
		errorMessage: expect.stringMatching(/^Phone is not a valid number: 12\. /) as string,
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
			return { body: { success: true, id: 'n', message_ids: ['m'], more: { list: [1] } } };
		};
		const items = itemsOf(phone(0), phone(0), phone(1), '12');
		const preview = {
			sendTo: 'nobody',
			paramsMode: 'json',
			paramsJson: JSON.stringify({ name: 'a\tb' }),
		};
		const credential = { templates: 'welcome: Hello' };
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
		accepted: ['messageIds', 'notificationId', 'reason'],
		skipped: ['reason', 'warnings'],
		failed: ['errorMessage', 'mayHaveBeenSent'],
		preview: ['warnings'],
	};
	const OF_ALL = ['phone', 'status', 'text', 'template', 'nonce'];

	it('are the same in all items, flat, and filled only where their status has a value', async () => {
		const fields: Record<string, Set<string>> = {};
		for (const { json } of await outputs()) {
			expect(Object.keys(json)).toEqual([...OUTPUT_FIELDS]);
			const filled = Object.keys(json).filter((name) => json[name] !== null);
			// Every table can store a text, a number, true or false, and null.
			expect(filled.filter((name) => typeof json[name] === 'object')).toEqual([]);
			const ofStatus = (fields[json.status as string] ??= new Set());
			const others = filled.filter((name) => !OF_ALL.includes(name));
			others.forEach((name) => ofStatus.add(name));
		}
		const sorted = Object.entries(fields).map(([status, names]) => [status, [...names].sort()]);
		expect(Object.fromEntries(sorted)).toEqual(FIELDS_OF_STATUS);
	});
});

it('a call by an AI agent is a run like any other', async () => {
	const node = notificationsTool();
	const run = await send({}, itemsOf(phone(0)), { node });
	expect(statusesOf(run.items)).toEqual(['accepted']);
	const { error } = await send({}, itemsOf('12'), { node });
	expect(error?.message).toBe('Phone is not a valid number: 12');
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
		expect(hints).toEqual(['3 accepted, 2 skipped. Nobody but the test phone received anything.']);
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

it('Send To > Nobody shows texts and bad items, and sends nothing', async () => {
	const { items, hints, error } = await send(
		{
			sendTo: 'nobody',
			sendOnce: 'ever',
			paramsMode: 'json',
			paramsJson: '={{ ({ name: $json.name }) }}',
			options: { maxPerRun: 1 },
		},
		[...users(2), ...users(1), { json: { phone: '12', name: 'Bad' } }],
		{ credential: { templates: 'welcome: Hello {{name}}' } },
	);
	expect(service.notifications.requests).toEqual([]);
	expect(error).toBeUndefined();
	expect(statusesOf(items)).toEqual(['preview', 'preview', 'skipped', 'failed']);
	expect(valuesOf(items, 'text').slice(0, 2)).toEqual(['Hello User 0', 'Hello User 1']);
	expect(valuesOf(items, 'reason').slice(0, 2)).toEqual([null, null]);
	expect(hints.at(-1)).toMatch(
		/^Nothing would be sent to any of the 4 items, because item 3 cannot be used\. .*at most 1 may be sent in one run\. .*This is a preview: nothing was sent\.$/,
	);
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
