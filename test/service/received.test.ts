import { DateTime } from 'luxon';
import { request } from 'undici';
import { startService, type Service } from './service';

/* The simulated service itself: what it says became of notifications is what it was sent. */

let service: Service;
beforeEach(async () => {
	service = await startService({ rows: 3 });
});
afterEach(async () => await service.close());

async function post(url: string, body: object) {
	const answer = await request(url, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.token}` },
		body: JSON.stringify(body),
	});
	return (await answer.body.json()) as { data: Array<Record<string, unknown>> };
}

async function notify(...phones: string[]) {
	const path = '/notifications/api/v1/accounts/a/bots/flow-7/notifications';
	const users = phones.map((phone) => ({ phone, nonce: phone, params: { name: 'Ana' } }));
	await post(`${service.notificationsUrl}${path}`, { type: 'welcome', users });
}

async function query({ zone = 'UTC', daysAgo = 0, queryName = 'notifications_by_user' } = {}) {
	const day = DateTime.now().setZone(zone).minus({ days: daysAgo }).toISODate();
	const { data } = await post(`${service.baseUrl}/dp/data-api/v1/private/analytics/querying`, {
		queryName,
		limit: '100',
		timeZone: zone,
		startDate: day,
		endDate: day,
	});
	return data;
}

it('a query tells who read what was sent, behind its other records', async () => {
	await notify('+5511987650002', '+5511987650003');
	const records = await query();
	expect(records).toHaveLength(5);
	expect(records.slice(3)).toMatchObject([
		{ phone: '+5511987650002', last_status: 'read', user_name: 'Ana', flow: 'flow-7' },
		{ phone: '+5511987650003', last_status: 'delivered', notification_template: 'welcome' },
	]);
});

it.each(['UTC', '+13:00', '-11:00', 'America/Sao_Paulo'])(
	'only on the day of sending, in %s',
	async (zone) => {
		await notify('+5511987650002');
		expect(await query({ zone })).toHaveLength(4);
		expect(await query({ zone, daysAgo: 1 })).toHaveLength(3);
	},
);

it('no other query tells it', async () => {
	await notify('+5511987650002');
	expect(await query({ queryName: 'usage_by_user' })).toHaveLength(3);
});

it.each([
	['digits', '5511987650002'],
	['number', 5511987650002],
	['spaced', '+55 11 987650002'],
] as const)('phones can be written as %s', async (phones, written) => {
	service.options.readings = { records: { phones } };
	await notify('+5511987650002');
	const records = await query();
	expect(records.at(-1)?.phone).toBe(written);
	expect(
		records.map(({ phone }) => phone).filter((phone) => /^\+\d+$/.test(String(phone))),
	).toEqual([]);
});
