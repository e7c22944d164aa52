import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../../../nodes/Analytics/queries';
import { startService, type Service } from '../../../../service/service';
import { credentialFor } from '../../../../support/credential';
import { query, runAnalytics, startAnalytics } from '../../../../support/analyticsNode';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const sent = () => service.requests.map(({ body }) => body as Record<string, unknown>);

describe('Query > Run', () => {
	it('posts the query as the specification shows it, and passes on its records', async () => {
		const { items, error } = await runAnalytics(
			service,
			query({
				filters: { flow: '001', storeId: '' },
				limit: 3,
				options: { timeZone: 'America/Sao_Paulo' },
			}),
		);
		expect(error).toBeUndefined();
		expect(service.requests[0]).toMatchObject({
			method: 'POST',
			url: '/dp/data-api/v1/private/analytics/querying',
			headers: {
				authorization: `Bearer ${service.token}`,
				'content-type': 'application/json',
			},
			body: {
				queryName: 'messages_by_day',
				limit: '3',
				timeZone: 'America/Sao_Paulo',
				startDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
				endDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
				customFilters: { flow: '001' },
			},
		});
		expect(items.every(({ json }) => json.flow === '001')).toBe(true);
	});

	it('sends all seven filters as strings, and none where none is given', async () => {
		const filters = {
			campaignName: 'a',
			flow: 'b',
			lastStatus: 'c',
			notificationTemplate: 'd',
			storeId: '={{ 7 }}',
			storefront: 'f',
			userId: 'g',
		};
		await runAnalytics(service, query({ filters }));
		await runAnalytics(service, query());
		expect(sent()[0]?.customFilters).toEqual({ ...filters, storeId: '7' });
		expect(sent()[1]).not.toHaveProperty('customFilters');
	});

	it.each([
		['an expression', '={{ "usage_by_user" }}'],
		['a name from the list', { __rl: true, mode: 'list', value: 'usage_by_user' }],
		['a name by expression', { __rl: true, mode: 'name', value: '={{ " usage_by_user " }}' }],
	])('takes %s', async (_, queryName) => {
		const { error } = await runAnalytics(service, query({ queryName }));
		expect(error).toBeUndefined();
		expect(sent()[0]).toMatchObject({ queryName: 'usage_by_user' });
	});

	it('lists the queries by domain, and finds them by any of their words', async () => {
		const { searchQueries } = new Analytics().methods.listSearch;
		const found = async (filter?: string) => {
			const { results } = await searchQueries.call({} as ILoadOptionsFunctions, filter);
			return results.map(({ name }) => name);
		};
		expect(await found()).toHaveLength(17);
		expect(await found('DAY messages')).toEqual(['Messages: By Day']);
		expect(await found('legacy_active')).toEqual(['Commerce Legacy: Active Stores']);
		expect(await found('orders')).toEqual([
			'Commerce: Summary by Order',
			'Commerce Legacy: Summary by Order',
		]);
		expect(await found('users campaign')).toEqual(['Campaigns: By User']);
		expect(await found('weather')).toEqual([]);
	});

	it('tells an AI agent all queries, in as many characters as a tool may have', () => {
		const { properties } = new Analytics().description;
		const tool = properties.find(({ name }) => name === 'toolDescription');
		const description = tool?.default as string;
		expect(description).toContain('\nMessages: messages_by_day, messages_by_hour_block\n');
		expect(QUERY_NAMES.filter((queryName) => !description.includes(queryName))).toEqual([]);
		expect(description.length).toBeLessThan(1024);
	});

	it('returns all, or up to the limit', async () => {
		service.options.rows = 120;
		const all = await runAnalytics(service, query({ returnAll: true }));
		const some = await runAnalytics(service, query({ limit: 7 }));
		const byDefault = await runAnalytics(service, query());
		expect([all, some, byDefault].map(({ items }) => items.length)).toEqual([120, 7, 50]);
		expect(sent().map(({ limit }) => limit)).toEqual(['100000', '7', '50']);
	});

	it('runs for each input item, with its own values and pairing', async () => {
		const { items } = await runAnalytics(service, query({ limit: '={{ $json.limit }}' }), {
			items: [{ json: { limit: 2 } }, { json: { limit: '3' } }],
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
			{ item: 1 },
		]);
	});

	it('asks for no more parts of a long range than the limit needs', async () => {
		service.options.rows = 20;
		const of = async (limit: number) => {
			service.requests.length = 0;
			const { items } = await runAnalytics(service, query({ dateRange: 'last90Days', limit }));
			return [items.length, sent().map((body) => body.limit)];
		};
		expect(await of(5)).toEqual([5, ['5']]);
		expect(await of(30)).toEqual([30, ['30', '10']]);
		expect(await of(70)).toEqual([60, ['70', '50', '30']]);
	});

	it('takes the time zone of the workflow, and dates in the format of the credential', async () => {
		const yesterday = query({ dateRange: 'yesterday' });
		for (const dateFormat of ['dateTime', 'yyyy/MM/dd']) {
			const credential = { ...credentialFor(service), dateFormat };
			await runAnalytics(service, yesterday, { timeZone: 'Asia/Kolkata', credential });
		}
		expect(sent()[0]).toMatchObject({
			timeZone: 'Asia/Kolkata',
			startDate: expect.stringMatching(/T00:00:00\.000\+05:30$/) as string,
			endDate: expect.stringMatching(/T23:59:59\.999\+05:30$/) as string,
		});
		expect(sent()[1]?.startDate).toMatch(/^\d{4}\/\d{2}\/\d{2}$/);
	});

	it('says which days were used, and where to look if there are no records', async () => {
		service.options.rows = 0;
		const { items, hints } = await runAnalytics(
			service,
			query({
				dateRange: 'custom',
				startDate: `={{ $today.minus(2, 'days').set({ hour: 10 }) }}`,
				endDate: `={{ $today.minus(1, 'days').set({ hour: 18, minute: 30 }) }}`,
				options: { timeZone: 'America/Sao_Paulo' },
			}),
			{ timeZone: 'America/Sao_Paulo' },
		);
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^The data is for \d+ \w+ \d{4} 10:00 to \d+ \w+ \d{4} 18:30, America\/Sao_Paulo\.$/,
			),
			'The query has no records for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.',
		]);
	});

	it('returns all by a bulk export where the service cuts the query off, with the same types', async () => {
		const cut = { data: Array(100_000).fill({ cut: 1 }), message: 'OK', status: 200 };
		service.faults.add('query', { kind: 'wrongShape', body: cut });
		const parameters = query({ queryName: 'messages_by_hour_block', returnAll: true });
		const { items, hints, error } = await runAnalytics(service, parameters);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(7 * 24);
		expect(typeof items[0]?.json.sent).toBe('number');
		expect(hints.map(({ message }) => message).join()).toContain('fetched by a bulk export');
		expect(service.jobs.size).toBe(1);
	});

	it('gives a column one type: IDs of which some are too long for a number are text', async () => {
		const body = '{"data":[{"id":12,"n":1},{"id":98765432109876543,"n":2.5}],"status":200}';
		service.faults.add('query', { kind: 'status', status: 200, body });
		const { items } = await runAnalytics(service, query());
		expect(items.map(({ json }) => json)).toEqual([
			{ id: '12', n: 1 },
			{ id: '98765432109876543', n: 2.5 },
		]);
	});

	it('passes on fields that the specification does not name', async () => {
		service.faults.add('query', {
			kind: 'wrongShape',
			body: { data: [{ a: { b: [1, null] } }], message: 'OK', status: 200, extra: true },
		});
		const { items } = await runAnalytics(service, query());
		expect(items.map(({ json }) => json)).toEqual([{ a: { b: [1, null] } }]);
	});
});

describe('bad input is an error before a call is spent', () => {
	it.each<[string, Record<string, unknown>, string]>([
		['limit 0', { limit: 0 }, 'Limit is not valid'],
		['limit too high', { limit: 100_001 }, 'Limit is not valid'],
		['limit no number', { limit: '={{ "many" }}' }, 'Limit is not valid'],
		['limit NaN', { limit: '={{ NaN }}' }, 'Limit is not valid'],
		['unknown time zone', { options: { timeZone: 'Mars/Olympus' } }, 'Time Zone is unknown'],
		['no query', { queryName: '={{ "" }}' }, 'Query Name is empty'],
		[
			'unknown range',
			{ dateRange: '={{ "never" }}', startDate: '2026-01-01', endDate: '2026-01-01' },
			'Date Range is not valid',
		],
		[
			'no dates',
			{ dateRange: 'custom', startDate: '={{ "" }}', endDate: '={{ "" }}' },
			'Start Date is empty',
		],
		[
			'object as filter',
			{ filters: { flow: '={{ ({ a: 1 }) }}' } },
			'Filters > Flow ID is not valid',
		],
	])('%s', async (_, parameters, message) => {
		const { error } = await runAnalytics(service, query(parameters as INodeParameters));
		expect(error?.message).toContain(message);
		expect(error?.description).toBeTruthy();
		expect(service.requests).toEqual([]);
	});

	it.each([
		['ftp://example.com', 'must begin with https://'],
		['http://example.com', 'must begin with https://'],
		['https://user:secret@example.com', 'must not contain a user name'],
		['https://example.com?x=1', 'must not contain a question mark'],
		['', 'is empty'],
	])('the base URL %p', async (analyticsBaseUrl, message) => {
		const credential = { ...credentialFor(service), analyticsBaseUrl };
		const { error } = await runAnalytics(service, query(), { credential });
		expect(error?.message).toContain(message);
		expect(error?.name).toBe('NodeOperationError');
	});
});

describe('what the service answers', () => {
	it.each<[string, Parameters<Service['faults']['add']>[1], RegExp, RegExp]>([
		[
			'html',
			{ kind: 'status', status: 200, body: '<html>Login</html>' },
			/did not come from the service/,
			/Login/,
		],
		['nothing', { kind: 'emptyBody' }, /did not come from the service/, /nothing/],
		['cut JSON', { kind: 'cutJson' }, /did not come from the service/, /queryName|data/],
		[
			'no envelope',
			{ kind: 'wrongShape', body: [1] },
			/unexpected response/,
			/The response: \[1\]/,
		],
		[
			'no records',
			{ kind: 'wrongShape', body: { data: 'x', message: '', status: 200 } },
			/unexpected response instead of the records of the query/,
			/"data":"x"/,
		],
		[
			'another status in the envelope',
			{ kind: 'wrongShape', body: { data: null, message: 'Not today', status: 400 } },
			/^Not today$/,
			/refused the request \(status 400\)/,
		],
		['deep JSON', { kind: 'deepJson', megabytes: 10 }, /unexpected response/, /too deeply nested/],
		[
			'400',
			{ kind: 'status', status: 400, body: '{"message":"Bad dates"}' },
			/^Bad dates$/,
			/refused the request \(status 400\).*run Service > Check/,
		],
		['403', { kind: 'status', status: 403 }, /does not allow/, /certain customers/],
		['404', { kind: 'status', status: 404 }, /has nothing at this address/, /base URL/],
		['413', { kind: 'status', status: 413 }, /too large/, /Status 413/],
		[
			'a redirect of a post',
			{ kind: 'redirect', status: 307, location: 'https://elsewhere.example/x' },
			/redirected/,
			/elsewhere\.example/,
		],
	])('%s is an error in words', async (_, fault, message, description) => {
		service.faults.add('query', fault);
		const { error, items } = await runAnalytics(service, query());
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(service.requests).toHaveLength(1);
	});

	it('401 is an error that never shows the token, even if the service echoes it', async () => {
		service.faults.add('query', {
			kind: 'status',
			status: 401,
			body: `{"message":"Bad token Bearer ${service.token} (${service.token})"}`,
		});
		const { error, run } = await runAnalytics(service, query());
		expect(error?.message).toBe('The service refused the API token');
		expect(error?.httpCode).toBe('401');
		expect(JSON.stringify([error, run.data.resultData])).not.toContain(service.token);
	});

	it.each([
		{ kind: 'status', status: 500 },
		{ kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
		{ kind: 'resetBeforeRead' },
		{ kind: 'resetAfterRead' },
		{ kind: 'resetMidBody', atByte: 1 },
		{ kind: 'resetMidBody', atByte: -1 },
		{ kind: 'wrongContentLength', delta: 10 },
		{ kind: 'wrongShape', body: { data: null, message: 'Not today', status: 500 } },
		{ kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
	] as const)('passing trouble is sat out: %p', async (fault) => {
		service.faults.add('query', fault);
		const { items, error } = await runAnalytics(service, query());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(7);
		expect(service.requests).toHaveLength(2);
	});

	it('too many calls, which the envelope alone tells, are waited for', async () => {
		const body = { data: null, message: 'Too many calls', status: 429 };
		service.faults.add('query', { kind: 'wrongShape', body });
		const { result, stop } = await startAnalytics(service, query());
		const timer = setTimeout(stop, 400);
		const { run } = await result.finally(() => clearTimeout(timer));
		expect(run.status).toBe('canceled');
		expect(service.requests).toHaveLength(1);
	});

	it('204 is no records', async () => {
		service.faults.add('query', { kind: 'noContent' });
		const { items, error } = await runAnalytics(service, query());
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	it('numbers that JavaScript cannot hold stay as they are', async () => {
		service.options.readings.records = { fields: { id: '9007199254740993' } };
		const { items } = await runAnalytics(service, query());
		expect(items[0]?.json.id).toBe('9007199254740993');
	});

	it('lasting trouble is an error after four tries', async () => {
		service.faults.add(
			'query',
			{ kind: 'status', status: 500, headers: { 'Retry-After': '0' } },
			9,
		);
		const { error } = await runAnalytics(service, query());
		expect(error?.message).toBe('The service failed to process the request');
		expect(service.requests).toHaveLength(4);
	});

	it.each([
		['silence', { kind: 'stall' }],
		['silence in the middle', { kind: 'stallBody', fraction: 0.5 }],
		['an answer that drips', { kind: 'drip', bytesPerSecond: 40 }],
	] as const)('%s is an error', async (_, fault) => {
		service.faults.add('query', fault, 9);
		const credential = { ...credentialFor(service), requestTimeout: 0.04 };
		const { error } = await runAnalytics(service, query(), { credential });
		// On a slow machine, which of them comes first is a matter of luck.
		expect(error?.message).toMatch(
			/did not respond in time|stopped sending|had not finished its response/,
		);
	});

	it('an unreachable service is an error in words', async () => {
		const credential = { ...credentialFor(service), analyticsBaseUrl: 'http://127.0.0.1:9' };
		const { error } = await runAnalytics(service, query(), { credential });
		expect(error?.message).toBe('The host of the service refused the connection');
	});
});

describe('continue on fail', () => {
	const items = [{ json: { limit: 0 } }, { json: { limit: 2 } }];
	const parameters = query({ limit: '={{ $json.limit }}' });

	it('passes on the good items, and the failed one with its error', async () => {
		const regular = await runAnalytics(service, parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(regular.items).toHaveLength(3);
		expect(regular.items[0]).toMatchObject({
			json: { error: 'Limit is not valid' },
			pairedItem: { item: 0 },
		});
		const split = await runAnalytics(service, parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect([split.items.length, split.errorItems.length]).toEqual([2, 1]);
	});

	it('otherwise fails, naming the item', async () => {
		const { error } = await runAnalytics(service, parameters, { items: [...items].reverse() });
		expect(error?.message).toBe('Limit is not valid');
		expect(error?.context.itemIndex).toBe(1);
		expect(service.requests).toEqual([]);
	});

	it('otherwise names all bad items, before a call is made for the good ones', async () => {
		const limits = [1, 0, 2, 'many', -1];
		const { error } = await runAnalytics(service, parameters, {
			items: limits.map((limit) => ({ json: { limit } })),
		});
		expect(error?.message).toBe(
			'3 of 5 items cannot be used: items 1, 3 and 4. Item 1: Limit is not valid',
		);
		expect(error?.description).toContain('Enter 1 or more');
		expect(error?.context.itemIndex).toBe(1);
		expect(service.requests).toEqual([]);
	});

	it('does not put it on the items when the credential is at fault', async () => {
		const credential = { ...credentialFor(service), analyticsBaseUrl: '' };
		const { error } = await runAnalytics(service, query(), { items: [{}, {}], credential });
		expect(error?.message).not.toContain('items');
	});
});
