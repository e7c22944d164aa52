import { request } from 'undici';
import { QUERY_NAMES } from '../../nodes/Analytics/queries';
import { csvText } from './bulkFile';
import { PLAUSIBLE } from './columns';
import type { Readings } from './readings';
import { startService, type Service } from './service';

/*
 * What the simulated service does not do as it says would prove nothing elsewhere. Here is what the
 * matrices of faults and readings would not notice: there, most readings work as if there were none.
 */

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
const PHONES = ['+5511987650002', '+5511987650003'];

async function call(url: string, body?: object) {
	const {
		statusCode,
		headers,
		body: answer,
	} = await request(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${service.token}` },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	return { statusCode, length: Number(headers['content-length']), answer };
}
async function textOf(url: string, body?: object): Promise<string> {
	const { statusCode, answer } = await call(url, body);
	return `${statusCode} ${await answer.text()}`;
}

const query = async (changes: object = {}) =>
	await textOf(`${service.baseUrl}${PATH}/querying`, { ...QUERY, limit: '100', ...changes });
const start = async () => await textOf(`${service.baseUrl}${PATH}/querying?bulkCopy=true`, QUERY);
const look = async () => {
	await start();
	return await textOf(`${service.baseUrl}${PATH}/bulk-copy/jobs/${[...service.jobs.keys()][0]}`);
};
const notify = async (baseUrl = service.notificationsUrl) =>
	await textOf(`${baseUrl}/notifications/api/v1/accounts/a/bots/flow-7/notifications`, {
		type: 'welcome',
		users: PHONES.map((phone) => ({ phone, nonce: phone, params: { name: 'Ana' } })),
	});

it('has its endpoints at their own addresses only', async () => {
	expect(await notify(service.baseUrl)).toMatch(/^404 /);
	expect(service.ledger.entries).toEqual([]);
	expect(await notify()).toBe('200 {"success":true}');
	expect(service.ledger.entries.map(({ phone }) => phone)).toEqual(PHONES);
});

it.each([
	[{ kind: 'resetMidBody', atByte: -1 }, 'ECONNRESET'],
	[{ kind: 'breakOff', afterBytes: 50 }, 'other side closed'],
] as const)('breaks off at the byte that is asked for: %j', async (fault, message) => {
	service.faults.add('query', fault);
	const asked = { ...QUERY, limit: '5' };
	const { length, answer } = await call(`${service.baseUrl}${PATH}/querying`, asked);
	let bytes = 0;
	const all = (async () => {
		for await (const chunk of answer) bytes += (chunk as Buffer).length;
	})();
	await expect(all).rejects.toThrow(message);
	expect(bytes).toBe(fault.kind === 'breakOff' ? 50 : length - 1);
});

const MIDNIGHT = `${yesterday}T00:00:00Z`;

it.each<[Readings, () => Promise<string>, RegExp]>([
	[{ envelope: { status: '200' } }, query, /"status":"200"/],
	[{ envelope: { status: null } }, query, /"status":null/],
	[{ envelope: { status: undefined } }, query, /"message":"OK"}$/],
	[{ envelope: { message: ['OK'] } }, query, /"message":\["OK"\]/],
	[{ envelope: { httpStatus: 201 } }, start, /^201 {"data":{"jobId":"job-/],
	[{ records: { fields: { total: '1e400' } } }, query, /"total":1e400}/],
	[{ request: { dates: 'withoutTime' } }, () => query({ startDate: MIDNIGHT }), /^400 /],
	[{ request: { timeZone: 'name' } }, () => query({ timeZone: '-03:00' }), /^400 /],
	[{ statusRecord: { otherJob: true } }, look, /"Status":"FAILED".*"Status":"DONE"/],
])('reads the specification as %j', async (readings, ask, expected) => {
	Object.assign(service.options, { readings });
	expect(await ask()).toMatch(expected);
});

it('columns are made up only for queries that there are', () => {
	expect(QUERY_NAMES).toEqual(expect.arrayContaining(Object.keys(PLAUSIBLE)));
});

describe('the records of a day', () => {
	const day = (daysAgo: number) =>
		new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
	const recordsFrom = async (daysAgo: number, queryName: string) => {
		const text = await query({ queryName, startDate: day(daysAgo), limit: '100000' });
		return (JSON.parse(text.slice(4)) as { data: object[] }).data;
	};

	it.each(QUERY_NAMES)('are the same in each range: %s', async (queryName) => {
		const [one, all] = [await recordsFrom(1, queryName), await recordsFrom(7, queryName)];
		expect(one.length).toBeGreaterThan(0);
		expect(all).toHaveLength(7 * one.length);
		expect(all.slice(-one.length)).toEqual(one);
	});

	it('have IDs of their own', async () => {
		const orders = await recordsFrom(30, 'commerce_summary_by_order');
		const ids = orders.map((order) => (order as { order_id: string }).order_id);
		expect(new Set(ids).size).toBe(30 * 20);
	});

	it('are those of a file, with the columns in the same order', async () => {
		const [record = {}] = await recordsFrom(1, 'messages_by_day');
		await start();
		const [job] = service.jobs.values();
		const [, names, first] = [...csvText(service.options, job!.request)].join('').split('\n');
		expect(names).toBe(Object.keys(record).join(','));
		expect(first).toBe(Object.values(record).join(','));
	});
});
