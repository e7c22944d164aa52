import type { IncomingHttpHeaders } from 'node:http';
import { request as send } from 'undici';
import { serviceForEach } from '../support/serviceForEach';

/*
 * The simulated service behaves as the real one is known to behave, where the specification leaves it open. The letter
 * before a name says how sure that is. A: the service's own public documentation says so. B: public programs that call
 * the service show it, or a single page does. C: nothing shows it, and it is concluded from what A and B say. The nodes
 * may rely on A and B; C decides at most what they try first, or what an error advises. `npm run check` is tested with
 * this service as one that is as expected.
 */

const service = serviceForEach({ refusesOneIn: 0 });

const ANALYTICS = '/dp/data-api/v1/private/analytics';
const PHONE = '+5511987654321';

interface Response {
	status: number;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** A POST if there is a body, else a GET. */
async function call(url: string, body?: object, token = service.token): Promise<Response> {
	const { statusCode, headers, ...response } = await send(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: body ? JSON.stringify(body) : null,
	});
	const received = (await response.body.json()) as Record<string, unknown>;
	return { status: statusCode, headers, body: received };
}

function dayBefore(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const LAST_WEEK = { timeZone: 'UTC', startDate: dayBefore(7), endDate: dayBefore(1) };

async function query(changes: object = {}): Promise<Response> {
	const body = { queryName: 'messages_by_day', limit: '100', ...LAST_WEEK, ...changes };
	return await call(`${service.baseUrl}${ANALYTICS}/querying`, body);
}

async function notify(user: object, type = 'welcome', token?: string): Promise<Response> {
	const url = `${service.notificationsUrl}/notifications/api/v1/accounts/a/bots/b/notifications`;
	const users = [{ phone: PHONE, nonce: '', params: {}, ...user }];
	return await call(url, { type, users }, token);
}

describe('Errors', () => {
	it('A: a notification with a bad token is a 500 that passes on a 401', async () => {
		const { status, body } = await notify({}, 'welcome', 'another-token');
		expect(status).toBe(500);
		expect(body.reason).toBe('Request failed with status code 401');
	});

	it('B: the gateway answers for a path that it does not know', async () => {
		const unknown = await call(`${service.baseUrl}/v2/querying`, {});
		expect(unknown.status).toBe(404);
		expect(unknown.body).toEqual({ message: 'no Route matched with those values' });
	});

	it('B: the gateway says how long to wait after too many calls', async () => {
		service.options.callsPerMinute = 1;
		await query();
		const { status, headers, body } = await query();
		expect(status).toBe(429);
		expect(body).toEqual({ message: 'API rate limit exceeded' });
		expect(Number(headers['retry-after'])).toBeGreaterThan(50);
		expect(headers['ratelimit-reset']).toBe(headers['retry-after']);
	});
});

describe('Queries', () => {
	it.each([
		{ form: 'without a time', startTime: '', endTime: '', days: 7 },
		{ form: 'with a time', startTime: ' 00:00:00', endTime: ' 23:59:59', days: 7 },
		// The end is a moment, so of a last day that ends at its beginning there is nothing.
		{ form: 'that end at midnight', startTime: ' 00:00:00', endTime: ' 00:00:00', days: 6 },
	])('A: dates $form are accepted', async ({ startTime, endTime, days }) => {
		const startDate = `${LAST_WEEK.startDate}${startTime}`;
		const endDate = `${LAST_WEEK.endDate}${endTime}`;
		const { status, body } = await query({ startDate, endDate });
		expect(status).toBe(200);
		expect(body.data).toHaveLength(days);
	});

	it('A: the limit is a quoted text', async () => {
		expect(await query({ limit: '100' })).toMatchObject({ status: 200 });
		expect(await query({ limit: 100 })).toMatchObject({ status: 400 });
	});

	it('A: notifications by day have fourteen columns, in this order', async () => {
		const { body } = await query({ queryName: 'notifications_by_day' });
		const [record = {}] = body.data as object[];
		expect(Object.keys(record)).toEqual([
			'Created Date',
			'Customer Name',
			'Flow',
			'Notification Template',
			'Notification Category',
			'Notification Status',
			'Invalid Numbers',
			'Omitted',
			'Sent',
			'Delivered',
			'Read',
			'Error',
			'Sent To Whatsapp',
			'Created',
		]);
	});
});

describe('Jobs', () => {
	async function startJob(): Promise<string> {
		const body = { queryName: 'messages_by_day', ...LAST_WEEK };
		const started = await call(`${service.baseUrl}${ANALYTICS}/querying?bulkCopy=true`, body);
		return (started.body.data as { jobId: string }).jobId;
	}

	async function lookAt(jobId: string): Promise<Record<string, unknown>> {
		const { body } = await call(`${service.baseUrl}${ANALYTICS}/bulk-copy/jobs/${jobId}`);
		const [record = {}] = body.data as Array<Record<string, unknown>>;
		return record;
	}

	it('C: a job that fails is DONE, with an error', async () => {
		service.options.states = [];
		service.options.failJob = { message: 'No', description: 'No' };
		const jobId = await startJob();
		expect(await lookAt(jobId)).toMatchObject({ Status: 'DONE', HasError: true });
	});

	it('C: an unknown job is a 404 that is passed on', async () => {
		const unknown = await call(`${service.baseUrl}${ANALYTICS}/bulk-copy/jobs/1`);
		expect(unknown.status).toBe(500);
		expect(unknown.body.message).toBe('Request failed with status code 404');
	});
});

describe('Notifications', () => {
	it('A, B: a success has IDs, and each notification has other ones', async () => {
		const first = await notify({});
		const second = await notify({});
		const success = {
			success: true,
			id: expect.any(String) as string,
			message_ids: [expect.any(String)],
		};
		expect(first.body).toEqual(success);
		expect(second.body).toEqual(success);
		expect(second.body.id).not.toBe(first.body.id);
	});

	it('A: the reason of a refusal can be a text', async () => {
		const { body } = await notify({}, 'order_shipped');
		expect(body).toMatchObject({
			success: false,
			reason: 'Required parameters are not present in the request: name, order_id',
		});
	});

	it('A, B: labels can be left out, and without a nonce, users are notified each time', async () => {
		await notify({ nonce: '' });
		await notify({ nonce: undefined });
		await notify({ nonce: '' });
		await notify({ nonce: 'a' });
		await notify({ nonce: 'a' });
		expect(service.ledger.entries.map(({ nonce }) => nonce)).toEqual(['', '', '', 'a']);
	});

	it('B: a refusal names the user and the parameter at fault', async () => {
		const buttons = [{ sub_type: 'url', index: 0, parameters: [{ text: '' }] }];
		const { body } = await notify({ params: { name: 'Ana', buttons } }, 'order_tracking');
		expect(body).toMatchObject({
			success: false,
			id: '',
			message_ids: null,
			reason: {
				error: 'validation_error',
				details: [
					{
						phone: PHONE,
						type: 'invalid-button-param',
						parameter: 'buttons.0.parameters.text',
						description: expect.any(String) as string,
					},
				],
			},
		});
	});
});
