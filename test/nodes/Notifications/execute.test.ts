import type { IExecuteFunctions } from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { OWN_FIELDS } from '../../../nodes/Notifications/ownFields';
import { NotificationsApi } from '../../../nodes/Notifications/api/notificationsApi';
import { RateLimiter } from '../../../nodes/shared/http/rateLimiter';
import { ON_ERROR, phone, startNotifications, users } from '../../support/notificationsNode';
import { column, goOn, sendsTo, statuses, to } from './send';
import { refusal } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendsTo(service);
const SILENT = 'If this message was already sent to this phone today, it was not sent again.';
const allOf = (count: number) => Array.from({ length: count }, (_, at) => phone(at));
const sent = () => service.notifications.requests.flatMap((request) => request.users);

describe('the requests of a run', () => {
	it('are one for each user, 16 at a time, in the order of the input; then nothing listens to Stop', async () => {
		service.notifications.answer = ({ index }) => ({ waitMs: 900 - (index % 16) * 10 });
		const listening = jest.spyOn(AbortSignal, 'any');
		const { items, hints } = await send({}, users(100));
		expect(listening.mock.results[0]?.value).toHaveProperty('aborted', true);
		listening.mockRestore();
		expect(column(items, 'phone')).toEqual(allOf(100));
		const pairs = allOf(100).map((_, item) => ({ item }));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
		expect(service.notifications.requests.map((request) => request.users.length)).toEqual(
			Array(100).fill(1),
		);
		expect(service.notifications.mostUnderWay).toBe(16);
		expect(hints).toEqual([`100 accepted, in 100 requests. ${SILENT}`]);
	});

	it('have up to as many users as Users per Request says, of one account, flow and template', async () => {
		const items = users(7).map(({ json }, at) => {
			const template = at % 2 === 0 ? 'welcome' : 'order_shipped';
			const flow = at < 6 ? 'F' : 'G';
			return { json: { ...json, template, flow } };
		});
		const options = { batchSize: '={{ "2" }}', flowId: '={{ $json.flow }}', accountId: 'A 1' };
		const run = await send({ templateId: '={{ $json.template }}', options }, items);
		expect(column(run.items, 'phone')).toEqual(allOf(7));
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
		expect(requests).toHaveLength(expected.length);
		expect(requests).toEqual(expect.arrayContaining(expected));
		for (const { url } of service.requests) expect(url).toContain('/accounts/A%201/');
	});

	it('of all executions of an account are 40 a second at most', async () => {
		const times: number[] = [];
		const { acquire } = RateLimiter.prototype;
		const started = jest.spyOn(RateLimiter.prototype, 'acquire');
		started.mockImplementation(async function (this: RateLimiter, options) {
			const call = await acquire.call(this, options);
			times.push(performance.now());
			return call;
		});
		const templates = ['welcome', 'order_shipped', 'follow_up'];
		const runs = templates.map(async (templateId) => await send({ templateId }, users(60)));
		await Promise.all(runs);
		started.mockRestore();
		expect(times).toHaveLength(180);
		expect(service.notifications.requests).toHaveLength(180);
		const most = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
		expect(Math.max(...most)).toBeLessThanOrEqual(40);
		expect(times.at(-1)! - times[0]!).toBeLessThan(6_000);
	});
});

it('each account has its own turns', async () => {
	const acquired = jest.spyOn(RateLimiter.prototype, 'acquire');
	await send({ options: { accountId: '={{ $itemIndex % 2 ? "A" : "B" }}' } }, users(6));
	expect(acquired.mock.contexts).toHaveLength(6);
	expect(new Set(acquired.mock.contexts).size).toBe(2);
	acquired.mockRestore();
});

describe('after a failure', () => {
	it('without Continue, no more is started, and its error counts what was under way', async () => {
		let hasFailed = () => {};
		const failed = new Promise<void>((resolve) => {
			hasFailed = resolve;
		});
		let areThere = () => {};
		const others = new Promise<void>((resolve) => {
			areThere = resolve;
		});
		service.notifications.answer = ({ index }) => {
			if (index < 20) return undefined;
			if (index === 27) areThere();
			// Of those under way with it, 13 are accepted, and of two it is not known.
			if (index === 26 || index === 27) return { body: 'what?', after: failed };
			if (index !== 25) return { after: failed };
			void others.then(() => setTimeout(hasFailed, 500));
			return { ...refusal('No credit left'), after: others };
		};
		const { error, items } = await send({}, users(100));
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service refused the notification');
		expect(error?.context.itemIndex).toBe(25);
		const started = service.notifications.requests.length;
		expect(started).toBeLessThanOrEqual(41);
		const said = `Of 100 notifications, ${started - 3} were confirmed; up to 2 more may have been sent.`;
		expect(error?.description).toBe(`It said: No credit left. ${said}`);
	});

	it('what waits for its turn, or was refused as too many, was not sent', async () => {
		service.notifications.answer = ({ index, users: [user] }) => {
			if (user?.phone === phone(3)) return { ...refusal('No'), waitMs: 500 };
			return index < 10 ? { status: 429, body: '', headers: { 'Retry-After': '60' } } : {};
		};
		const { error } = await send({}, users(30));
		expect(service.notifications.requests.length).toBeLessThan(20);
		const confirmed = service.ledger.phones.length;
		const told =
			confirmed > 0 ? `Of 30 notifications, ${confirmed} were confirmed.` : 'Nothing was sent.';
		expect(error?.description).toBe(`It said: No. ${told}`);
	});

	it('what an earlier try may have done counts, also of a user who was then one too many', async () => {
		const tries = new Map<string, number>();
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(1)) return { ...refusal('No'), waitMs: 9_000 };
			tries.set(user!.phone, (tries.get(user!.phone) ?? 0) + 1);
			if (tries.get(user!.phone) === 1) return { breaks: true, notifies: 1 };
			return { status: 429, body: '', headers: { 'Retry-After': '60' } };
		};
		const { error } = await send({}, users(2));
		expect(error?.description).toContain('0 were confirmed; up to 1 more may have been sent.');
	});

	it('with Continue, the others are sent, and one hint counts all items by status', async () => {
		service.notifications.answer = ({ users: [user] }) =>
			user?.phone === phone(1) ? refusal('No') : undefined;
		const items = [...users(4), ...users(1), ...to('12')];
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const options = { doNotSendTo: phone(3) };
			const run = await send({ options }, items, { onError });
			expect(run.hints).toEqual([`2 accepted, 2 skipped, 2 failed, in 3 requests. ${SILENT}`]);
			const hasErrorOutput = onError === 'continueErrorOutput';
			expect(run.items).toHaveLength(hasErrorOutput ? 4 : 6);
			expect(run.errorItems).toHaveLength(hasErrorOutput ? 2 : 0);
		}
		const { hints } = await send({ sendOnce: 'always' }, users(1));
		expect(hints).toEqual(['1 accepted, in 1 request.']);
		expect((await send({}, to('12'), goOn)).hints).toEqual(['1 failed. Nothing was sent.']);
	});

	it('that is a bug tells whether the request had been started', async () => {
		const failing = () => {
			throw new TypeError(`a bug with ${service.token}`);
		};
		const outcome = { error: expect.stringContaining('n8n failed to send the request') as string };
		const broken = jest.spyOn(NotificationsApi.prototype, 'httpRequest');
		broken.mockImplementation(failing);
		const before = await send({}, users(1), goOn);
		broken.mockRestore();
		expect(before.items[0]?.json).toMatchObject({ ...outcome, mayHaveBeenSent: false });

		const { description, execute } = new Notifications();
		const node = {
			description,
			async execute(this: IExecuteFunctions) {
				const helpers = { ...this.helpers, httpRequestWithAuthentication: async () => failing() };
				const context = Object.create(this, { helpers: { value: helpers } }) as IExecuteFunctions;
				return await execute.call(context);
			},
		};
		const { items } = await send({}, users(2), { ...goOn, node });
		expect(column(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json).toMatchObject(outcome);
		expect(items[1]?.json.description).toContain('a bug with *****');
	});

	it('bad items are named together before anything is sent, and hide no others', async () => {
		const message = 'Phone is not a valid number: 12';
		const one = await send({}, to(phone(0), '12', phone(2)));
		expect(one.error).toMatchObject({ message, context: { itemIndex: 1 } });
		const all = await send({}, to(phone(0), '12', phone(2), ''));
		const said = `2 of 4 items cannot be used: items 1 and 3. Item 1: ${message}`;
		expect(all.error?.message).toBe(said);
		expect(service.notifications.requests).toEqual([]);
	});

	it.each(ON_ERROR)("n8n's Retry On Fail is refused: %s", async (onError) => {
		const retried = { onError, retryOnFail: true };
		const { items, errorItems, error } = await send({}, users(2), retried);
		const said = error?.message ?? [...items, ...errorItems][0]?.json.error;
		expect(said).toContain('cannot be combined with Retry On Fail');
		expect(service.notifications.requests).toEqual([]);
	});
});

it.each([5, 30])(
	'Stop after %i answers ends it at once, and says what was sent',
	async (answered) => {
		let reached = () => {};
		const there = new Promise<void>((resolve) => {
			reached = resolve;
		});
		service.notifications.answer = ({ index }) => {
			if (index < answered) return undefined;
			if (index === answered + 3) reached();
			return { waitMs: 9e6, notifies: 1 };
		};
		const { result, stop } = await startNotifications(service, {}, { items: users(50) });
		await there;
		stop();
		const { run, items } = await result;
		expect(run.status).toBe('canceled');
		expect(items).toEqual([]);
		const said = JSON.stringify(run.data.resultData);
		const [, confirmed, more] =
			/Of 50 notifications, (\d+) were confirmed; up to (\d+) more/.exec(said) ?? [];
		expect(Number(confirmed)).toBeLessThanOrEqual(answered);
		expect(Number(confirmed) + Number(more)).toBeGreaterThanOrEqual(service.ledger.phones.length);
		expect(Number(more)).toBeLessThanOrEqual(16);
	},
);

it('too many requests that were waited for in vain for half an hour keep the others from waiting as long', async () => {
	service.notifications.answer = () => ({
		status: 429,
		body: { message: 'API rate limit exceeded' },
	});
	const from = performance.now();
	const { items } = await send({}, users(40), goOn);
	expect(column(items, 'mayHaveBeenSent')).toEqual(Array(40).fill(false));
	expect(items[39]?.json.description).toContain('This request was not sent, because');
	expect(performance.now() - from).toBeLessThan(34 * 60_000);
});

it("the node's own fields come first, and win over those of the input, which stay", async () => {
	const before = { status: 'new', mayHaveBeenSent: 'of before' };
	// Because of `error`, n8n would take an item that was sent for a failure.
	const ana = { ...before, phone: '(11) 98765-4321', name: 'Ana', error: 'of before' };
	const nobody = { ...before, phone: '12', name: 'Nobody' };
	const again = { ...before, phone: '+5511987654321', name: 'Ana again' };
	const options = { defaultCountry: "={{ 'BR' }}" };
	const outputs = async (onError: (typeof ON_ERROR)[number]) => {
		const given = [ana, nobody, again].map((json) => ({ json }));
		const run = await send({ options }, given, { onError });
		return {
			items: run.items.map(({ json }) => json),
			errorItems: run.errorItems.map(({ json }) => json),
		};
	};
	const own = { phone: '+5511987654321', nonce: expect.any(String) as string, template: 'welcome' };
	const accepted = { ...own, name: 'Ana', status: 'accepted' };
	const reason = 'Item 0 has the same nonce, and the service sends each nonce once';
	const skipped = { ...own, name: 'Ana again', status: 'skipped', reason };
	const description = expect.any(String) as string;
	const failed = { description, status: 'failed', mayHaveBeenSent: false };
	const error = 'Phone is not a valid number: 12';
	const regular = await outputs('continueRegularOutput');
	expect(regular.items).toEqual([accepted, { ...nobody, ...failed, error }, skipped]);
	expect(regular.errorItems).toEqual([]);
	expect(regular.items.map((json) => Object.keys(json).join(' '))).toEqual([
		'status phone template nonce name',
		'status error description mayHaveBeenSent phone name',
		'status phone reason template nonce name',
	]);
	const separate = await outputs('continueErrorOutput');
	expect(separate.items).toEqual([accepted, skipped]);
	expect(separate.errorItems).toEqual([{ ...nobody, error, details: failed }]);
});

it('its own fields are all named where All Fields of the Item leaves them out, and are not sent', async () => {
	service.notifications.answer = ({ users: [user] }) => {
		if (user?.phone === phone(1)) return refusal('No');
		return { body: { success: true, id: 'n', message_ids: ['m'], more: 1 } };
	};
	const templates = '[{ "id": "welcome", "text": "Hello" }]';
	const people = to(phone(0), phone(0), phone(1), '12');
	const withTab = { paramsMode: 'json', paramsJson: JSON.stringify({ name: '\t' }) };
	const onError = 'continueErrorOutput';
	const test = { sendTo: 'testPhone', testPhone: phone(2) };
	const runs = [
		await send({ ...withTab, sendTo: 'nobody' }, people, { onError, credential: { templates } }),
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
	expect(sent().at(-1)?.params).toEqual({ phone: phone(7), name: 'Ana' });
});

describe('a call by an AI agent', () => {
	const { description, execute } = new Notifications();
	const node = { description: { ...description, name: 'notificationsTool' }, execute };

	it('twice notifies once, and its model gets no fields of the agent', async () => {
		const parameters = { paramsMode: 'allFields', excludeFields: 'phone' };
		for (const toolCallId of ['call-0', 'call-1']) {
			const chat = { phone: phone(0), chatInput: 'Tell Ana', toolCallId };
			const { items } = await send(parameters, [{ json: chat }], { node });
			expect(Object.keys(items[0]?.json ?? {})).toEqual(['status', 'phone', 'template', 'nonce']);
		}
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(sent()[0]?.params).toEqual({ chatInput: 'Tell Ana' });
	});

	it.each([
		{
			failure: 'a wrong number',
			number: '12',
			said: 'Phone is not a valid number: 12.',
			mayHaveBeenSent: false,
		},
		{
			failure: 'a refusal',
			number: phone(0),
			said: 'refused the notification. It said: No credit left.',
			mayHaveBeenSent: false,
		},
		{
			failure: 'an answer that is lost',
			number: phone(1),
			said: 'but the notification may have been sent',
			mayHaveBeenSent: true,
		},
	])('$failure is told to the model', async ({ number, said, mayHaveBeenSent }) => {
		service.notifications.answer = ({ users: [user] }) =>
			user?.phone === phone(0) ? refusal('No credit left') : { body: 'what?' };
		const { items, error } = await send({}, to(number), { node });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'failed', mayHaveBeenSent });
		expect(items[0]?.json.error).toContain(said);
	});
});

describe('Send To', () => {
	const TEST = '+5511900000000';
	const test = { sendTo: 'testPhone', testPhone: TEST };

	it('Test Phone gets the first 3 items, and nobody else gets anything', async () => {
		const { items, hints } = await send(test, users(5));
		expect(service.ledger.phones).toEqual([TEST, TEST, TEST]);
		// The phone stays that of the user, so that a node that follows can send to everyone.
		expect(column(items, 'phone')).toEqual(allOf(5));
		expect(column(items, 'sentTo')).toEqual([TEST, TEST, TEST, undefined, undefined]);
		expect(column(items, 'test')).toEqual([true, true, true, undefined, undefined]);
		expect(statuses(items)).toEqual(['accepted', 'accepted', 'accepted', 'skipped', 'skipped']);
		const only = 'Nobody but the test phone received anything.';
		expect(hints).toEqual([`3 accepted, 2 skipped, in 3 requests. ${only}`]);
		const bad = await send({ ...test, testPhone: '12' }, users(1));
		expect(bad.error?.message).toBe('Test Phone is not a valid number: 12');
		await send({ ...test, sendOnce: 'always' }, [...users(1), ...users(1)]);
		expect(service.ledger.phones).toHaveLength(5);
	});

	it.each([
		{ sendOnce: 'as by default', parameters: {} },
		{ sendOnce: 'per ID', parameters: { sendOnce: 'perId', nonce: '={{ $json.name }}' } },
	])('Test Phone uses up no nonce, with Send Once $sendOnce', async ({ parameters }) => {
		await send({ ...parameters, ...test }, users(4));
		await send({ ...parameters, ...test }, users(4));
		await send(parameters, users(4));
		expect([...service.ledger.phones].sort()).toEqual([
			...Array<string>(6).fill(TEST),
			...allOf(4),
		]);
	});

	it('Nobody shows users, requests, sample texts and bad items, and sends nothing', async () => {
		const templates = '[{ "id": "welcome", "text": "Hello {{name}}" }]';
		const params = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}' };
		const { items, hints, error } = await send(
			{ ...params, sendTo: 'nobody', sendOnce: 'ever', options: { maxPerRun: 1, batchSize: 2 } },
			[...users(2), ...users(1), { json: { phone: '12', name: 'Bad' } }],
			{ credential: { templates } },
		);
		expect(service.notifications.requests).toEqual([]);
		expect(error).toBeUndefined();
		const user = (at: number) => {
			return { phone: phone(at), nonce: items[at]?.json.nonce, params: { name: `User ${at}` } };
		};
		const request = {
			method: 'POST',
			url: `${service.notificationsUrl}/notifications/api/v1/accounts/account-1/bots/flow-1/notifications`,
			body: { type: 'welcome', users: [user(0), user(1)] },
		};
		const reason = 'Nothing was sent, because Send To is Nobody (Preview)';
		expect(items[1]?.json).not.toHaveProperty('request');
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ preview: 'Hello User 0', user: user(0), request, reason }),
			expect.objectContaining({ preview: 'Hello User 1', user: user(1) }),
			expect.objectContaining({ status: 'skipped' }),
			expect.objectContaining({ status: 'failed', error: 'Phone is not a valid number: 12' }),
		]);
		expect(hints).toEqual([
			'Item 3: Phone is not a valid number: 12',
			'There are 2 notifications to send, and at most 1 may be sent in one run, so a run that sends is an error.',
			'2 would be sent, 1 skipped, 1 failed, in 1 request. This is a preview: nothing was sent.',
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

it('a path without /notifications is not tried, but the error names address and setting', async () => {
	service.notifications.answer = ({ index }) =>
		index === 0 ? { status: 404, body: { message: 'no Route matched' } } : {};
	const { error } = await send({}, users(1));
	expect(error?.description).toContain('Check Notifications Base URL in the credential');
	expect(error?.description).toContain('/notifications/api/v1/accounts/account-1/bots/flow-1');
	service.faults.add('unknown', { kind: 'status', status: 200, body: '{"success":true}' });
	const credential = { notificationsBaseUrl: `${service.notificationsUrl}/api/v1` };
	const corrected = await send({}, users(1), { credential });
	expect(statuses(corrected.items)).toEqual(['accepted']);
	const { url } = service.requests.at(-1)!;
	expect(url).toBe('/api/v1/accounts/account-1/bots/flow-1/notifications');
});
