import { gunzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import { request } from 'undici';
import { csvText } from './bulkFile';
import { QUERIES } from './columns';
import type { Fault } from './faults';
import { isRefused } from './notifications';
import { defaultOptions } from './options';
import type { Readings } from './readings';
import { jsonRecords, type RecordsRequest } from './records';
import { startService, type Service } from './service';

/* The simulated service itself: what it does not do as it says would prove nothing elsewhere. */

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
	const answer = await request(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${service.token}` },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	const bytes = Buffer.from(await answer.body.arrayBuffer());
	return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
}

const query = async (changes: object = {}) =>
	await call(`${service.baseUrl}${PATH}/querying`, { ...QUERY, limit: '100', ...changes });
const start = async () => await call(`${service.baseUrl}${PATH}/querying?bulkCopy=true`, QUERY);
const ofLastJob = async (path: string) =>
	await call(`${service.baseUrl}${PATH}/bulk-copy/jobs/${path}${[...service.jobs.keys()].at(-1)}`);
const look = async () => await ofLastJob('');
const download = async () => (await start(), await ofLastJob('download-file/'));
const notify = async (phones = PHONES, baseUrl = service.notificationsUrl) =>
	await call(`${baseUrl}/notifications/api/v1/accounts/a/bots/flow-7/notifications`, {
		type: 'welcome',
		users: phones.map((phone) => ({ phone, nonce: phone, params: { name: 'Ana' } })),
	});
const json = ({ text }: { text: string }) =>
	JSON.parse(text) as { data: Array<Record<string, unknown>> };

it('has its endpoints at their own addresses only', async () => {
	expect((await notify()).status).toBe(200);
	expect((await notify(['+5511987650004'], service.baseUrl)).status).toBe(404);
	expect(service.ledger.entries.map(({ phone }) => phone)).toEqual(PHONES);
});

describe('a fault', () => {
	it.each<Fault>([
		{ kind: 'chunked', bytes: 7 },
		{ kind: 'drip', bytesPerSecond: 1000 },
	])('keeps the headers and the bytes of the answer: %p', async (fault) => {
		const right = await query();
		service.faults.add('query', fault);
		const { headers, text } = await query();
		expect([headers['content-type'], text]).toEqual(['application/json', right.text]);
	});

	it.each([401, 429])('is a %p in the shape that the endpoint has for it', async (status) => {
		const refusal: Fault = { kind: 'refusal', status, retryAfter: 'seconds', seconds: 2 };
		service.faults.add('any', refusal, 2);
		const answers = [await query(), await notify()];
		const shown = answers.map((answer) => [answer.status, answer.headers['retry-after']]);
		expect(shown).toEqual(answers.map(() => [status, '2']));
		expect(json(answers[0]!)).toMatchObject({ data: null, status });
		const reason = { error: `ERROR_${status}` };
		expect(json(answers[1]!)).toMatchObject({ success: false, reason });
	});

	it('damages the compression of a file, and compresses what has none', async () => {
		const right = gunzipSync((await download()).bytes);
		const damaged = async (damage: (Fault & { kind: 'gzip' })['damage']) => {
			service.faults.add('download', { kind: 'gzip', damage });
			return (await download()).bytes;
		};
		expect(gunzipSync(await damaged('members'))).toEqual(right);
		expect(gunzipSync(gunzipSync(await damaged('twice')))).toEqual(right);
		const [truncated, flipped] = [await damaged('truncated'), await damaged('flippedBit')];
		expect(() => gunzipSync(truncated)).toThrow('unexpected end of file');
		expect(() => gunzipSync(flipped)).toThrow(/incorrect|invalid/);

		service.faults.add('query', { kind: 'gzip', damage: 'members' });
		expect((await query()).headers['content-encoding']).toBe('gzip');
	});

	it('breaks off at the byte that is asked for', async () => {
		service.faults.add('query', { kind: 'resetMidBody', atByte: -1 });
		const { headers, body } = await request(`${service.baseUrl}${PATH}/querying`, {
			method: 'POST',
			headers: { authorization: `Bearer ${service.token}` },
			body: JSON.stringify({ ...QUERY, limit: '5' }),
		});
		let bytes = 0;
		const all = (async () => {
			for await (const chunk of body) bytes += (chunk as Buffer).length;
		})();
		await expect(all).rejects.toThrow('ECONNRESET');
		expect(bytes).toBe(Number(headers['content-length']) - 1);

		const { length } = (await download()).bytes;
		service.faults.add('download', { kind: 'breakOff', afterBytes: length - 1 });
		service.faults.add('download', { kind: 'breakOff', afterBytes: length });
		await expect(download()).rejects.toThrow('other side closed');
		expect((await download()).bytes).toHaveLength(length);
	});
});

describe('a reading', () => {
	it.each<[Readings, RegExp]>([
		[{ envelope: { status: '200' } }, /"status":"200"/],
		[{ envelope: { status: null } }, /"status":null/],
		[{ envelope: { without: ['status'] } }, /"message":"OK"}$/],
		[{ envelope: { message: ['OK'] } }, /"message":\["OK"\]/],
		[{ envelope: { listOfOne: 'object' } }, /^{"data":{"day":/],
		[{ records: { fields: { total: '1e400' } } }, /"total":1e400}/],
		[{ request: { endDate: 'excluded' } }, /"data":\[\]/],
	])('writes the records of a query otherwise: %j', async (readings, expected) => {
		service.options.readings = readings;
		expect((await query()).text).toMatch(expected);
	});

	it.each([
		['null', 200, '{"data":null,"message":"OK","status":200}'],
		['absent', 200, '{"message":"OK","status":200}'],
		['noContent', 204, ''],
	] as const)('writes no records as %s', async (emptyList, status, text) => {
		Object.assign(service.options, { rows: 0, readings: { envelope: { emptyList } } });
		expect(await query()).toMatchObject({ status, text });
	});

	it('sends a text that is not UTF-8', async () => {
		service.options.readings = { records: { invalidUtf8: true } };
		const { bytes, text } = await query();
		expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow('not valid');
		expect(JSON.parse(text)).toHaveProperty('status', 200);
	});

	it('writes a new job in a list, under other keys, with a number that is too long', async () => {
		service.options.readings = {
			jobId: 'longNumber',
			envelope: { object: 'list', httpStatus: 201 },
			creation: { keys: { jobId: 'JobId' }, only: ['jobId'] },
		};
		const created = await start();
		const [jobId] = service.jobs.keys();
		const text = `{"data":[{"JobId":${jobId}}],"message":"OK","status":200}`;
		expect(created).toMatchObject({ status: 201, text });
		expect(String(Number(jobId))).not.toBe(jobId);
		expect((await look()).text).toContain(`"JobId":${jobId}`);
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
		const { data } = json(await look());
		const [older, newer] = data.map(({ CreatedAt }) => Date.parse(String(CreatedAt)));
		expect(data.map(({ Status }) => Status)).toEqual(['RUNNING', 'DONE']);
		expect(newer! - older!).toBe(300_000);
		expect(data[1]).not.toHaveProperty('UpdatedAt');
		expect(data[1]?.JobId).toMatch(/^JOB-/);
	});

	it('names the columns of a file otherwise', async () => {
		service.options.readings = { records: { labels: 'titleCase' } };
		const names = 'Day,Flow,Sent,Received,Read,Failed,Delivery Rate';
		expect(gunzipSync((await download()).bytes).toString()).toContain(names);
	});

	const startAtMidnight = { startDate: `${yesterday}T00:00:00Z` };
	it.each<[Readings['request'], object, number]>([
		[{ timeZone: 'offset' }, {}, 400],
		[{ timeZone: 'offset' }, { timeZone: '-03:00' }, 200],
		[{ timeZone: 'name' }, { timeZone: '-03:00' }, 400],
		[{ dates: 'withTime' }, {}, 400],
		[{ dates: 'withTime' }, { ...startAtMidnight, endDate: `${yesterday}T23:59:59Z` }, 200],
		[{ dates: 'withoutTime' }, startAtMidnight, 400],
	])('is particular about the form of a request: %p, %p', async (reading, changes, status) => {
		service.options.readings = reading ? { request: reading } : {};
		expect((await query(changes)).status).toBe(status);
	});

	it('notifies the others, and names the users that it cannot notify', async () => {
		service.options.invalidPhones = new Set([PHONES[1]!]);
		service.options.readings = { notification: { perUser: { list: 'failed', by: 'index' } } };
		expect((await notify()).text).toMatch(/^{"success":true,"failed":\[{"index":1,"reason":/);
		expect(service.ledger.entries.map(({ phone }) => phone)).toEqual([PHONES[0]]);
	});

	it('refuses a nonce that it knows', async () => {
		const reason = 'Nonce already used';
		service.options.readings = { notification: { knownNonce: { httpStatus: 409, reason } } };
		expect((await notify()).status).toBe(200);
		const text = JSON.stringify({ success: false, reason });
		expect(await notify()).toMatchObject({ status: 409, text });
		expect(service.ledger.entries).toHaveLength(2);
	});
});

describe('a job', () => {
	it.each([
		[{ looksBeforeDone: 2 }, ['QUEUED', 'RUNNING', 'DONE']],
		[
			{ readings: { statusRecord: { running: [null, 'CANCELABLE'], done: 'Done ' } } },
			[null, 'CANCELABLE', 'Done '],
		],
	])('goes through its words, look by look: %j', async (options, words) => {
		Object.assign(service.options, options);
		await start();
		const records = [json(await look()), json(await look()), json(await look())];
		expect(records.map(({ data }) => data[0]?.Status)).toEqual(words);
	});
});

describe('records', () => {
	const requestOf = (queryName: string): RecordsRequest => ({
		queryName,
		startDate: '2026-11-01',
		days: 30,
		count: 500,
		filters: {},
	});
	const recordsOf = (queryName: string) =>
		[...jsonRecords(requestOf(queryName))].map(
			(fields) => Object.fromEntries(fields) as Record<string, number>,
		);
	const linesOf = (queryName: string) =>
		[...csvText(defaultOptions(), requestOf(queryName))].join('').split('\n');

	/** What cannot be, of the numbers of one record. */
	function nonsense(record: Record<string, number | undefined>): string[] {
		const { sent, delivered, read, clicked, failed, orders, items } = record;
		const { new_users: fresh, returning_users: known, total_users: all } = record;
		const { notified_users: notified, orders_after: after } = record;
		const funnel = [clicked, read, delivered, sent].filter((count) => count !== undefined);
		return Object.entries({
			'more read than delivered, or delivered than sent':
				sent !== undefined && funnel.some((count, at) => count > (funnel[at + 1] ?? sent)),
			'failed and delivered are not those sent':
				failed !== undefined && delivered !== undefined && failed + delivered !== sent,
			'more orders than items': (items ?? Infinity) < (orders ?? 0),
			'new and returning users are not all': all !== undefined && fresh! + known! !== all,
			'more orders than notified users': (after ?? 0) > (notified ?? Infinity),
			'less than none': Object.values(record).some((value) => value! < 0),
		}).flatMap(([what, isTrue]) => (isTrue ? [what] : []));
	}

	it.each(Object.keys(QUERIES))('the numbers of %s make sense', (queryName) => {
		expect(recordsOf(queryName).flatMap(nonsense)).toEqual([]);
		expect(recordsOf(queryName)).toHaveLength(500);
	});

	it('a file writes prices with both decimals, and its columns in another order than the keys', () => {
		const [, names = '', ...lines] = linesOf('commerce_summary_by_day');
		const prices = lines.slice(0, -1).map((line) => line.split(',').at(-2) ?? '');
		expect(prices.filter((price) => !/^\d+\.\d\d$/.test(price))).toEqual([]);
		expect(prices.filter((price) => price.endsWith('0')).length).toBeGreaterThan(50);
		const keys = Object.keys(recordsOf('commerce_summary_by_day')[0] ?? {});
		expect(keys).not.toEqual(names.split(','));
		expect(keys.toSorted()).toEqual(names.split(',').toSorted());
	});

	it('some queries write a day with its time', () => {
		expect(linesOf('commerce_summary_by_day')[2]).toMatch(/^2026-11-01T00:00:00\.000Z,/);
		expect(linesOf('messages_by_day')[2]).toMatch(/^2026-11-01,/);
	});
});

describe('users', () => {
	/** Mobiles of Rio de Janeiro in a row. */
	const inRio = (count: number) =>
		Array.from({ length: count }, (_, index) => `+55219${90_000_000 + index}`);

	it('one in a hundred is refused, none of those in the examples', () => {
		const refused = inRio(10_000).filter((phone) => isRefused(phone, 100));
		expect(Math.round(refused.length / 50)).toBe(2);
		const inExamples = ['+5521998765432', '+919876543216', '+819012340153', '+819012340154'];
		expect(inExamples.filter((phone) => isRefused(phone, 100))).toEqual([]);
	});

	it('the others of its request are notified, and it is named', async () => {
		const phones = inRio(300);
		const refused = phones.filter((phone) => isRefused(phone, 100));
		const description = 'The phone is not known to the messaging app';
		const reason = { error: 'INVALID_PHONE', description };
		const errors = refused.map((phone) => ({ phone, reason }));
		expect(json(await notify(phones))).toEqual({ success: true, errors });
		expect([refused.length > 0, service.ledger.entries.length + refused.length]).toEqual([
			true,
			300,
		]);
	});

	const received = async ({
		zone = 'UTC',
		daysAgo = 0,
		queryName = 'notifications_by_user',
	} = {}) => {
		const day = DateTime.now().setZone(zone).minus({ days: daysAgo }).toISODate();
		const range = { startDate: day, endDate: day, timeZone: zone };
		return json(await query({ queryName, ...range })).data;
	};

	it('a query tells who read what was sent, behind its other records', async () => {
		service.options.rows = 3;
		await notify();
		expect((await received()).slice(3)).toMatchObject([
			{ phone: PHONES[0], last_status: 'read', user_name: 'Ana', flow: 'flow-7' },
			{ phone: PHONES[1], last_status: 'delivered', notification_template: 'welcome' },
		]);
		expect(await received({ queryName: 'usage_by_user' })).toHaveLength(3);
	});

	it.each(['UTC', '+13:00', '-11:00', 'America/Sao_Paulo'])(
		'only on the day of sending, in %s',
		async (zone) => {
			service.options.rows = 0;
			await notify();
			expect(await received({ zone })).toHaveLength(2);
			expect(await received({ zone, daysAgo: 1 })).toEqual([]);
		},
	);

	it.each([
		['digits', '5511987650002'],
		['number', 5511987650002],
		['spaced', '+55 11 987650002'],
	] as const)('phones can be written as %s', async (phones, written) => {
		Object.assign(service.options, { rows: 3, readings: { records: { phones } } });
		await notify(PHONES.slice(0, 1));
		const all = (await received()).map(({ phone }) => String(phone));
		expect(all.at(-1)).toBe(String(written));
		expect(all.filter((phone) => /^\+\d+$/.test(phone))).toEqual([]);
	});
});
