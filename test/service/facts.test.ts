import { request as send } from 'undici';
import { serviceForEach } from '../support/serviceForEach';

/* The simulated service behaves as the service's public documentation (A) and its clients (B) show. */

const ANALYTICS = '/dp/data-api/v1/private/analytics';
const DAYS = { timeZone: 'UTC', ...datesOf(7) };
const PASSED_ON = 'Request failed with status code';

const service = serviceForEach({ refusesOneIn: 0 });

function datesOf(days: number) {
	const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
	return { startDate: day(days), endDate: day(1) };
}

async function call(url: string, body?: object, token = service.token) {
	const response = await send(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	const { statusCode: status, headers } = response;
	return { status, headers, body: (await response.body.json()) as Record<string, unknown> };
}

const query = async (changes: object = {}, token?: string) => {
	const body = { queryName: 'messages_by_day', limit: '100', ...DAYS, ...changes };
	return await call(`${service.baseUrl}${ANALYTICS}/querying`, body, token);
};

const notify = async (user: object, type = 'welcome', token?: string) => {
	const url = `${service.notificationsUrl}/notifications/api/v1/accounts/a/bots/b/notifications`;
	const users = [{ phone: '+5511987654321', nonce: '', params: {}, ...user }];
	return await call(url, { type, users }, token);
};

it.each([
	['analytics', async () => await query({}, 'another')],
	['notifications', async () => await notify({}, 'welcome', 'another')],
])('A: a bad token is a 500 that passes on a 401: %s', async (_, refused) => {
	const { status, body } = await refused();
	expect([status, body.message ?? body.reason]).toEqual([500, `${PASSED_ON} 401`]);
});

it.each([
	['', '', 7],
	[' 00:00:00', ' 23:59:59', 7],
	// Of the last day, with a time, there is what is before it.
	[' 00:00:00', ' 00:00:00', 6],
])('A: both forms of dates are accepted: "%s" to "%s"', async (from, to, days) => {
	const { startDate, endDate } = DAYS;
	const dates = { startDate: `${startDate}${from}`, endDate: `${endDate}${to}` };
	const { status, body } = await query(dates);
	expect([status, body.data]).toEqual([200, Array(days).fill(expect.any(Object))]);
});

it('A: filters can be left out, and the limit is a quoted text', async () => {
	expect(await query()).toMatchObject({ status: 200 });
	expect(await query({ limit: 100 })).toMatchObject({ status: 400 });
});

/** Of a new job, at so many looks; none of them tells of the future. */
async function looksAtJob(count: number) {
	const body = { queryName: 'messages_by_day', ...DAYS };
	const started = await call(`${service.baseUrl}${ANALYTICS}/querying?bulkCopy=true`, body);
	const { jobId } = started.body.data as { jobId: string };
	const looks: Array<[Status: unknown, HasError: unknown]> = [];
	while (looks.length < count) {
		const { body } = await call(`${service.baseUrl}${ANALYTICS}/bulk-copy/jobs/${jobId}`);
		const [record = {}] = body.data as Array<Record<string, unknown>>;
		expect(Date.parse(record['EndTime'] as string)).toBeLessThanOrEqual(Date.now());
		looks.push([record['Status'], record['HasError']]);
	}
	return looks;
}

it('C: a job is PENDING and RUNNING before it is DONE', async () => {
	const looks = await looksAtJob(3);
	expect(looks.map(([status]) => status)).toEqual(['PENDING', 'RUNNING', 'DONE']);
	Object.assign(service.options, { jobDurationMs: 60_000 });
	expect(await looksAtJob(1)).toEqual([['RUNNING', false]]);
});

it('C: a job that fails is DONE, with an error', async () => {
	Object.assign(service.options, { states: [], failJob: { message: 'No', description: 'No' } });
	expect(await looksAtJob(1)).toEqual([['DONE', true]]);
});

it('C: a job that there is not is a 404, passed on', async () => {
	const unknown = await call(`${service.baseUrl}${ANALYTICS}/bulk-copy/jobs/1`);
	expect(unknown).toMatchObject({ status: 500, body: { message: `${PASSED_ON} 404` } });
});

it('B: the gateway knows no other path', async () => {
	const unknown = await call(`${service.baseUrl}/v2/querying`, {});
	const message = 'no Route matched with those values';
	expect(unknown).toMatchObject({ status: 404, body: { message } });
});

it('B: the gateway says how long to wait', async () => {
	service.options.callsPerMinute = 1;
	await query();
	const { status, headers, body } = await query();
	expect([status, body]).toEqual([429, { message: 'API rate limit exceeded' }]);
	expect(Number(headers['retry-after'])).toBeGreaterThan(50);
	expect(headers['ratelimit-reset']).toBe(headers['retry-after']);
});

it('A: notifications by day have fourteen columns, in this order', async () => {
	const { body } = await query({ queryName: 'notifications_by_day' });
	const [record = {}] = body.data as object[];
	expect(Object.keys(record).join(', ')).toBe(
		'Created Date, Customer Name, Flow, Notification Template, Notification Category, Notification Status, Invalid Numbers, Omitted, Sent, Delivered, Read, Error, Sent To Whatsapp, Created',
	);
});

it('A, B: a success has IDs, each another one', async () => {
	const [{ body }, other] = [await notify({}), await notify({})];
	const [id, messageId] = [expect.any(String) as string, expect.any(String) as string];
	const success = { success: true, id, message_ids: [messageId] };
	expect(body).toEqual(success);
	expect(other.body.id).not.toBe(body.id);
});

it('A: a reason is a text, or a code with a description', async () => {
	const missing = await notify({}, 'order_shipped');
	const text = 'Required parameters are not present in the request: name, order_id';
	expect(missing.body).toMatchObject({ success: false, reason: text });
	const unknown = await notify({}, 'nonsense');
	const reason = { error: 'TEMPLATE_NOT_FOUND', description: 'There is no template nonsense' };
	expect(unknown.body).toMatchObject({ success: false, reason });
});

it('A, B: without labels, and without a nonce or with an empty one, users are notified each time', async () => {
	for (const nonce of ['', undefined, '', 'a', 'a']) await notify({ nonce });
	expect(service.ledger.entries.map(({ nonce }) => nonce)).toEqual(['', '', '', 'a']);
});

it('B: a refusal names the user and the parameter at fault', async () => {
	const phone = '+5511987654321';
	const buttonOf = (text: string) => ({ sub_type: 'url', index: 0, parameters: [{ text }] });
	const sent = (text: string) => ({ phone, params: { name: 'Ana', buttons: [buttonOf(text)] } });
	expect((await notify(sent('/track/1'), 'order_tracking')).body).toMatchObject({ success: true });
	const { body } = await notify(sent(''), 'order_tracking');
	const parameter = 'buttons.0.parameters.text';
	const description = expect.any(String) as string;
	const detail = { phone, type: 'invalid-button-param', parameter, description };
	expect(body).toMatchObject({
		...{ success: false, id: '', message_ids: null },
		reason: { error: 'validation_error', details: [detail] },
	});
});

it.each(['messages_by_day', 'notifications_by_day'])('%s: read < received', async (queryName) => {
	const today = new Date().toISOString().slice(0, 10);
	const { body } = await query({ queryName, ...datesOf(25), endDate: today });
	const records = body.data as Array<Record<string, number | string>>;
	expect(records.length).toBeGreaterThan(20);
	for (const { read, received, sent, Read, Delivered, Sent, ...rest } of records) {
		expect(Number(read ?? Read)).toBeLessThanOrEqual(Number(received ?? Delivered));
		expect(Number(read ?? Delivered)).toBeLessThanOrEqual(Number(sent ?? Sent));
		expect(String(rest.day ?? rest['Created Date']) <= today).toBe(true);
	}
});
