import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { Fault } from './faults';
import { startService, type Service } from './service';

/* The simulated service itself: a fault that does not do what it says would prove nothing. */

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const PATH = '/dp/data-api/v1/private/analytics';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const QUERY = { queryName: 'messages_by_day', timeZone: 'UTC' };
const dates = { startDate: yesterday, endDate: yesterday };

const call = async (url: string, body?: object) =>
	await request(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${service.token}` },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
const query = async () =>
	await call(`${service.baseUrl}${PATH}/querying`, { ...QUERY, ...dates, limit: '5' });
const notify = async (baseUrl = service.notificationsUrl) =>
	await call(`${baseUrl}/notifications/api/v1/accounts/a/bots/f/notifications`, {
		type: 'welcome',
		users: [{ phone: '+5511987654321', nonce: '', params: {} }],
	});

async function download() {
	const started = await call(`${service.baseUrl}${PATH}/querying?bulkCopy=true`, {
		...QUERY,
		...dates,
	});
	const { data } = (await started.body.json()) as { data: { jobId: string } };
	return await call(`${service.baseUrl}${PATH}/bulk-copy/jobs/download-file/${data.jobId}`);
}

it.each<Fault>([
	{ kind: 'chunked', bytes: 7 },
	{ kind: 'drip', bytesPerSecond: 1000 },
])('keeps the headers and the bytes of the answer: %p', async (fault) => {
	const right = await query();
	service.faults.add('query', fault);
	const { headers, body } = await query();
	expect(headers['content-type']).toBe('application/json');
	expect(await body.text()).toBe(await right.body.text());
});

it.each([401, 429])('shapes a %p as the endpoint shapes its errors', async (status) => {
	const refusal: Fault = { kind: 'refusal', status, retryAfter: 'seconds', seconds: 2 };
	service.faults.add('query', refusal);
	service.faults.add('notifications', refusal);
	const answers = [await query(), await notify()];
	expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
		[status, '2'],
		[status, '2'],
	]);
	expect(await answers[0]?.body.json()).toMatchObject({ data: null, status });
	expect(await answers[1]?.body.json()).toMatchObject({
		success: false,
		reason: { error: `ERROR_${status}` },
	});
});

it('damages the compression of a file, and compresses what has none', async () => {
	const right = gunzipSync(await bytesOf(await download()));
	for (const damage of ['members', 'twice', 'truncated', 'flippedBit'] as const) {
		service.faults.add('download', { kind: 'gzip', damage });
	}
	const [members, twice, ...broken] = [
		await bytesOf(await download()),
		await bytesOf(await download()),
		await bytesOf(await download()),
		await bytesOf(await download()),
	];
	expect(gunzipSync(members)).toEqual(right);
	expect(gunzipSync(gunzipSync(twice))).toEqual(right);
	for (const bytes of broken) expect(() => gunzipSync(bytes)).toThrow();

	service.faults.add('query', { kind: 'gzip', damage: 'members' });
	const { headers } = await query();
	expect(headers['content-encoding']).toBe('gzip');
});

it('breaks off at the byte that is asked for', async () => {
	service.faults.add('query', { kind: 'resetMidBody', atByte: -1 });
	const { headers, body } = await query();
	let bytes = 0;
	await expect(async () => {
		for await (const chunk of body) bytes += (chunk as Buffer).length;
	}).rejects.toThrow();
	expect(bytes).toBe(Number(headers['content-length']) - 1);
});

it('has its endpoints at their own addresses only', async () => {
	expect((await notify()).statusCode).toBe(200);
	expect((await notify(service.baseUrl)).statusCode).toBe(404);
	expect(service.ledger.entries).toHaveLength(1);
});

async function bytesOf({ body }: Awaited<ReturnType<typeof call>>): Promise<Buffer> {
	return Buffer.from(await body.arrayBuffer());
}

it('a line ends after as many bytes as are asked for, all of which arrive', async () => {
	const whole = Buffer.from(await (await download()).body.arrayBuffer());
	service.faults.add('download', { kind: 'breakOff', afterBytes: whole.length - 1 });
	service.faults.add('download', { kind: 'breakOff', afterBytes: whole.length });
	await expect((await download()).body.arrayBuffer()).rejects.toThrow('other side closed');
	expect(await (await download()).body.arrayBuffer()).toHaveProperty('byteLength', whole.length);
});
