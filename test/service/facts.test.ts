import type { IncomingHttpHeaders } from 'node:http';
import { request as send } from 'undici';
import { serviceForEach } from '../support/serviceForEach';

/*
 * The simulated service behaves as the real one is known to behave, where the specification leaves it open. The letter
 * before a name says how sure that is. A: the service's own public documentation says so. B: public programs that call
 * the service show it, or a single page does. That it is as the assumptions of `npm run check` say is tested in
 * check.test.ts.
 */

const service = serviceForEach();

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

async function notify(user: object, body: object = {}, token?: string): Promise<Response> {
	const url = `${service.notificationsUrl}/notifications/api/v1/accounts/a/bots/b/notifications`;
	const users = [{ phone: PHONE, nonce: '', params: {}, ...user }];
	return await call(url, { type: 'welcome', users, ...body }, token);
}

describe('Errors', () => {
	it('A: a notification with a bad token is a 500 that passes on a 401', async () => {
		const { status, body } = await notify({}, {}, 'another-token');
		expect(status).toBe(500);
		expect(body.reason).toBe('Request failed with status code 401');
	});

	it('B: the gateway answers for a path that it does not know', async () => {
		const { status, body } = await call(`${service.baseUrl}/v2/querying`, {});
		expect(status).toBe(404);
		expect(body).toEqual({ message: 'no Route matched with those values' });
	});

	it('B: the gateway says how long to wait after too many calls', async () => {
		service.options.callsPerMinute = 1;
		await call(`${service.baseUrl}${ANALYTICS}/querying`, {});
		const { status, headers, body } = await call(`${service.baseUrl}${ANALYTICS}/querying`, {});
		expect(status).toBe(429);
		expect(body).toEqual({ message: 'API rate limit exceeded' });
		expect(Number(headers['retry-after'])).toBeGreaterThan(50);
		expect(headers['ratelimit-reset']).toBe(headers['retry-after']);
	});
});

describe('Notifications', () => {
	it('an unknown key is refused, since it is a mistake of ours', async () => {
		service.notifications.answer = () => ({ body: { success: true } });
		expect((await notify({ type: 'a' })).body).toMatchObject({ success: false });
		expect((await notify({}, { a: 1 })).body).toMatchObject({ success: false });
		expect(service.ledger.entries).toEqual([]);
	});

	it('B: a button without a text is refused', async () => {
		const buttons = [{ sub_type: 'url', index: 0, parameters: [{ text: '' }] }];
		const { body } = await notify({ params: { name: 'Ana', buttons } }, { type: 'order_tracking' });
		expect(body).toMatchObject({ success: false, id: '', message_ids: null });
	});
});
