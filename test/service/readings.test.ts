import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import type { Readings } from './readings';
import { startService, type Service } from './service';

/* The simulated service itself: a reading that is none would prove nothing. */

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const PATH = '/dp/data-api/v1/private/analytics';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const QUERY = {
	queryName: 'messages_by_day',
	timeZone: 'UTC',
	startDate: yesterday,
	endDate: yesterday,
};
const USERS = [
	{ phone: '+5511987654321', nonce: 'n-1', params: {} },
	{ phone: '+5511987654322', nonce: 'n-2', params: {} },
];

async function call(url: string, body?: object) {
	const answer = await request(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${service.token}` },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

const textOf = async (answer: ReturnType<typeof call>) => (await answer).bytes.toString();
const query = async (changes: object = {}) =>
	await call(`${service.baseUrl}${PATH}/querying`, { ...QUERY, limit: '5', ...changes });
const start = async () => await call(`${service.baseUrl}${PATH}/querying?bulkCopy=true`, QUERY);
const look = async () => {
	const [jobId] = service.jobs.keys();
	return await call(`${service.baseUrl}${PATH}/bulk-copy/jobs/${jobId}`);
};
const notify = async () =>
	await call(`${service.notificationsUrl}/notifications/api/v1/accounts/a/bots/f/notifications`, {
		type: 'welcome',
		users: USERS,
	});

it.each<[string, Readings, RegExp]>([
	['status as text', { envelope: { status: '200' } }, /"status":"200"/],
	['status null', { envelope: { status: null } }, /"status":null/],
	['no status', { envelope: { without: ['status'] } }, /"message":"OK"}$/],
	['message as a list', { envelope: { message: ['OK'] } }, /"message":\["OK"\]/],
	['an object', { envelope: { listOfOne: 'object' } }, /^{"data":{"day":/],
	['a long number', { records: { fields: { total: '1e400' } } }, /"total":1e400}/],
])('writes the records of a query with %s', async (_, readings, expected) => {
	service.options.readings = readings;
	expect(await textOf(query())).toMatch(expected);
});

it.each([
	['null', 200, '{"data":null,"message":"OK","status":200}'],
	['absent', 200, '{"message":"OK","status":200}'],
	['noContent', 204, ''],
] as const)('writes no records as %s', async (emptyList, status, text) => {
	service.options.rows = 0;
	service.options.readings = { envelope: { emptyList } };
	const answer = await query();
	expect([answer.status, answer.bytes.toString()]).toEqual([status, text]);
});

it('sends a text that is not UTF-8', async () => {
	service.options.readings = { records: { invalidUtf8: true } };
	const { bytes } = await query();
	expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
	expect(JSON.parse(bytes.toString())).toHaveProperty('status', 200);
});

it('writes a new job in a list, under other keys, with a number that is too long', async () => {
	service.options.readings = {
		jobId: 'longNumber',
		envelope: { object: 'list', httpStatus: 201 },
		creation: { keys: { jobId: 'JobId' }, only: ['jobId'] },
	};
	const { status, bytes } = await start();
	const [jobId] = service.jobs.keys();
	expect(status).toBe(201);
	expect(bytes.toString()).toBe(`{"data":[{"JobId":${jobId}}],"message":"OK","status":200}`);
	expect(String(Number(jobId))).not.toBe(jobId);
	expect(await textOf(look())).toContain(`"JobId":${jobId}`);
});

it('goes through the words of a job, look by look', async () => {
	await start();
	service.options.readings = { statusRecord: { running: [null, 'CANCELABLE'], done: 'Done ' } };
	const words = [await look(), await look(), await look()].map(
		({ bytes }) => /"Status":(null|".*?")/.exec(bytes.toString())?.[1],
	);
	expect(words).toEqual(['null', '"CANCELABLE"', '"Done "']);
});

it('gives several records of one job, with the times that are wanted', async () => {
	await start();
	service.options.readings = {
		statusRecord: {
			order: 'last',
			times: ['CreatedAt'],
			jobId: 'upperCase',
			others: [{ Status: 'RUNNING', minutes: -5 }],
		},
	};
	const { data } = JSON.parse(await textOf(look())) as { data: Array<Record<string, string>> };
	const [older, newer] = data;
	expect(data.map(({ Status }) => Status)).toEqual(['RUNNING', 'DONE']);
	expect(Date.parse(newer?.CreatedAt ?? '') - Date.parse(older?.CreatedAt ?? '')).toBe(300_000);
	expect(newer).not.toHaveProperty('UpdatedAt');
	expect(newer?.JobId).toMatch(/^JOB-/);
});

it('names the columns of a file otherwise', async () => {
	service.options.readings = { records: { labels: 'titleCase' } };
	await start();
	const [jobId] = service.jobs.keys();
	const { bytes } = await call(`${service.baseUrl}${PATH}/bulk-copy/jobs/download-file/${jobId}`);
	expect(gunzipSync(bytes).toString()).toContain(
		'Day,Flow,Sent,Received,Read,Failed,Delivery Rate',
	);
});

it.each<[Readings['request'], object, number]>([
	[{ timeZone: 'offset' }, {}, 400],
	[{ timeZone: 'offset' }, { timeZone: '-03:00' }, 200],
	[{ timeZone: 'name' }, { timeZone: '-03:00' }, 400],
	[{ dates: 'withTime' }, {}, 400],
	[
		{ dates: 'withTime' },
		{ startDate: `${yesterday}T00:00:00Z`, endDate: `${yesterday}T23:59:59Z` },
		200,
	],
	[{ dates: 'withoutTime' }, { startDate: `${yesterday}T00:00:00Z` }, 400],
])('is particular about the form of a request: %p, %p', async (reading = {}, changes, status) => {
	service.options.readings = { request: reading };
	expect((await query(changes)).status).toBe(status);
});

it('leaves out the last day', async () => {
	service.options.readings = { request: { endDate: 'excluded' } };
	expect(await textOf(query())).toContain('"data":[]');
});

it('notifies the others, and names the users that it cannot notify', async () => {
	service.options.invalidPhones = new Set(['+5511987654322']);
	service.options.readings = { notification: { perUser: { list: 'failed', by: 'index' } } };
	expect(await textOf(notify())).toMatch(/^{"success":true,"failed":\[{"index":1,"reason":/);
	expect(service.ledger.entries.map(({ nonce }) => nonce)).toEqual(['n-1']);
});

it('refuses a nonce that it knows', async () => {
	const reason = 'Nonce already used';
	service.options.readings = { notification: { knownNonce: { httpStatus: 409, reason } } };
	expect((await notify()).status).toBe(200);
	const again = await notify();
	expect([again.status, again.bytes.toString()]).toEqual([
		409,
		JSON.stringify({ success: false, reason }),
	]);
	expect(service.ledger.entries).toHaveLength(2);
});
