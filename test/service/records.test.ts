import { request } from 'undici';
import { csvText } from './bulkFile';
import { QUERIES } from './columns';
import { defaultOptions } from './options';
import { jsonRecords, type RecordsRequest } from './records';
import { isRefused, phoneInRio } from './refusedUsers';
import { startService } from './service';

/* The simulated service itself: it is as awkward as a real one, and what it tells makes sense. */

const requestOf = (queryName: string): RecordsRequest => ({
	seed: 1,
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
	})
		.filter(([, isTrue]) => isTrue)
		.map(([what]) => what);
}

it.each(Object.keys(QUERIES))('the numbers of %s make sense', (queryName) => {
	expect(recordsOf(queryName).flatMap(nonsense)).toEqual([]);
	expect(recordsOf(queryName)).toHaveLength(500);
});

it('a file writes prices with both decimals, and its columns are in another order than the keys', () => {
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

it('one user in a hundred is refused, none of those in the examples', () => {
	const refused = Array.from({ length: 10_000 }, (_, index) => phoneInRio(index)).filter((phone) =>
		isRefused(phone, 100),
	);
	expect(refused.length).toBeGreaterThan(70);
	expect(refused.length).toBeLessThan(130);
	const inExamples = ['+5521998765432', '+919876543216', '+819012340153', '+819012340154'];
	expect(inExamples.filter((phone) => isRefused(phone, 100))).toEqual([]);
});

it('the others of its request are notified, and it is named', async () => {
	const service = await startService();
	const phones = Array.from({ length: 300 }, (_, index) => phoneInRio(index));
	const refused = phones.filter((phone) => isRefused(phone, 100));
	const url = `${service.notificationsUrl}/notifications/api/v1/accounts/a/bots/f/notifications`;
	const users = phones.map((phone) => ({ phone, nonce: phone, params: {} }));
	const { body } = await request(url, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.token}` },
		body: JSON.stringify({ type: 'welcome', users }),
	});
	const answer = await body.json();
	const notified = service.ledger.entries.length;
	await service.close();
	const reason = {
		error: 'INVALID_PHONE',
		description: 'The phone is not known to the messaging app',
	};
	expect(refused.length).toBeGreaterThan(0);
	expect(answer).toEqual({ success: true, errors: refused.map((phone) => ({ phone, reason })) });
	expect(notified).toBe(phones.length - refused.length);
});

it('a job is not done before so many looks', async () => {
	const service = await startService({ looksBeforeDone: 2 });
	const base = `${service.baseUrl}/dp/data-api/v1/private/analytics`;
	const headers = { authorization: `Bearer ${service.token}` };
	const day = new Date().toISOString().slice(0, 10);
	const query = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: day, endDate: day };
	const started = await request(`${base}/querying?bulkCopy=true`, {
		method: 'POST',
		headers,
		body: JSON.stringify(query),
	});
	await started.body.dump();
	const words: unknown[] = [];
	for (let look = 0; look < 3; look++) {
		const [jobId] = service.jobs.keys();
		const { body } = await request(`${base}/bulk-copy/jobs/${jobId}`, { headers });
		const { data } = (await body.json()) as { data: Array<{ Status: string }> };
		words.push(data[0]?.Status);
	}
	await service.close();
	expect(words).toEqual(['QUEUED', 'RUNNING', 'DONE']);
});
