import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../../../nodes/Analytics/queries';
import type { Fault } from '../../../../service/faults';
import { startService, type Service } from '../../../../service/service';
import { credentialFor } from '../../../../support/credential';
import { query, runAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const sent = () => service.requests.map(({ body }) => body as Record<string, unknown>);

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, query(parameters), options);
	return { ...ran, records: ran.items.map(({ json }) => json) };
}

describe('Query > Run', () => {
	it('posts the query as the specification shows it, and passes on its records', async () => {
		const filters = { flow: '001', storeId: '' };
		const options = { timeZone: 'America/Sao_Paulo' };
		const queryName = 'messages_by_hour_block';
		const { records, error } = await run({ queryName, filters, limit: 3, options });
		expect(error).toBeUndefined();
		const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string;
		expect(sent()).toEqual([
			{
				queryName,
				limit: '3',
				timeZone: 'America/Sao_Paulo',
				startDate: date,
				endDate: date,
				customFilters: { flow: '001' },
			},
		]);
		expect(records.map(({ flow }) => flow)).toEqual(['001', '001', '001']);
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
		await run({ filters });
		await run();
		expect(sent()[0]?.customFilters).toEqual({ ...filters, storeId: '7' });
		expect(sent()[1]).not.toHaveProperty('customFilters');
	});

	it.each([
		['an expression', '={{ "usage_by_user" }}'],
		['a name from the list', { __rl: true, mode: 'list', value: 'usage_by_user' }],
		['a name by expression', { __rl: true, mode: 'name', value: '={{ " usage_by_user " }}' }],
	])('takes %s', async (_, queryName) => {
		await run({ queryName });
		expect(sent()).toMatchObject([{ queryName: 'usage_by_user' }]);
	});

	it.each([
		['DAY messages', ['Messages: By Day']],
		['legacy_active', ['Commerce Legacy: Active Stores']],
		['orders', ['Commerce: Summary by Order', 'Commerce Legacy: Summary by Order']],
		['users campaign', ['Campaigns: By User']],
		['weather', []],
	])('is found by any of its words: "%s"', async (filter, names) => {
		const { searchQueries } = new Analytics().methods.listSearch;
		const { results } = await searchQueries.call({} as ILoadOptionsFunctions, filter);
		expect(results.map(({ name }) => name)).toEqual(names);
	});

	it('tells an AI agent all queries, in as many characters as a tool may have', () => {
		const { properties } = new Analytics().description;
		const tool = properties.find(({ name }) => name === 'toolDescription');
		const description = tool?.default as string;
		expect(description).toContain('\nMessages: messages_by_day, messages_by_hour_block\n');
		expect(QUERY_NAMES.filter((queryName) => !description.includes(queryName))).toEqual([]);
		expect(description.length).toBeLessThan(1024);
	});

	it('returns all, or up to the limit of each input item', async () => {
		service.options.rows = 120;
		const { records } = await run({ returnAll: true });
		const limits = { items: [{ json: { limit: 2 } }, { json: { limit: '3' } }, { json: {} }] };
		const { items } = await run({ limit: '={{ $json.limit ?? 50 }}' }, limits);
		expect(records).toHaveLength(120);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[2, 3, 50].flatMap((limit, item) => Array<object>(limit).fill({ item })),
		);
		expect(sent().map(({ limit }) => limit)).toEqual(['100000', '2', '3', '50']);
	});

	it.each([
		[5, 5, ['5']],
		[30, 30, ['30', '10']],
		[70, 60, ['70', '50', '30']],
	])(
		'asks for no more parts of a long range than a limit of %i needs',
		async (limit, count, asked) => {
			service.options.rows = 20;
			const { records } = await run({ dateRange: 'last90Days', limit });
			expect(records).toHaveLength(count);
			expect(sent().map((body) => body.limit)).toEqual(asked);
		},
	);

	it.each([
		['dateTime', /T00:00:00\.000\+05:30$/, /T23:59:59\.999\+05:30$/],
		['yyyy/MM/dd', /^\d{4}\/\d{2}\/\d{2}$/, /^\d{4}\/\d{2}\/\d{2}$/],
	])('takes the time zone of the workflow, and dates as %s', async (dateFormat, start, end) => {
		const credential = { ...credentialFor(service), dateFormat };
		await run({ dateRange: 'yesterday' }, { timeZone: 'Asia/Kolkata', credential });
		const startDate = expect.stringMatching(start) as string;
		const endDate = expect.stringMatching(end) as string;
		expect(sent()).toMatchObject([{ timeZone: 'Asia/Kolkata', startDate, endDate }]);
	});

	it('says which days were used, and where to look if there are no records', async () => {
		service.options.rows = 0;
		const range = {
			dateRange: 'custom',
			startDate: `={{ $today.minus(2, 'days').set({ hour: 10 }) }}`,
			endDate: `={{ $today.minus(1, 'days').set({ hour: 18, minute: 30 }) }}`,
		};
		const { records, hints } = await run(range, { timeZone: 'America/Sao_Paulo' });
		expect(records).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^The data is for \d+ \w+ \d{4} 10:00 to \d+ \w+ \d{4} 18:30, America\/Sao_Paulo\.$/,
			),
			'The query has no records for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.',
		]);
	});

	it.each<[string, string, object[]]>([
		[
			'one type to a column: IDs of which some are too long for a number are text',
			'{"data":[{"id":12,"n":1},{"id":98765432109876543,"n":2.5}],"status":200}',
			[
				{ id: '12', n: 1 },
				{ id: '98765432109876543', n: 2.5 },
			],
		],
		[
			'fields that the specification does not name',
			'{"data":[{"a":{"b":[1,null]}}],"message":"OK","status":200,"extra":true}',
			[{ a: { b: [1, null] } }],
		],
	])('gives %s', async (_, body, expected) => {
		service.faults.add('query', { kind: 'status', status: 200, body });
		expect((await run()).records).toEqual(expected);
	});
});

const answer = (data: unknown, status = 200): Fault => ({
	kind: 'wrongShape',
	body: { data, message: 'Not today', status },
});
const says = (status: number, body = ''): Fault => ({ kind: 'status', status, body });
const redirect: Fault = { kind: 'redirect', status: 307, location: 'https://elsewhere.example/x' };
const NOT_THE_SERVICE = /did not come from the service/;

it.each<[string, Fault, RegExp, RegExp]>([
	['html', says(200, '<html>Login</html>'), NOT_THE_SERVICE, /Login/],
	['cut JSON', { kind: 'cutJson' }, NOT_THE_SERVICE, /"data":\[/],
	['no envelope', says(200, '[1]'), /unexpected response/, /The response: \[1\]/],
	['no records', answer('x'), /unexpected response instead of the records/, /"data":"x"/],
	['an envelope of 400', answer(null, 400), /^Not today$/, /refused .*\(status 400\)/],
	['deep JSON', { kind: 'deepJson', megabytes: 10 }, /unexpected response/, /too deeply nested/],
	['400', says(400, '{"message":"Bad dates"}'), /^Bad dates$/, /\(status 400\).*Service > Check/],
	['403', says(403), /does not allow/, /certain customers/],
	['a redirect of a post', redirect, /redirected/, /elsewhere\.example/],
])('an answer of %s is an error in words', async (_, fault, message, description) => {
	service.faults.add('query', fault);
	const { error, records } = await run();
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
	expect([records, service.requests.length]).toEqual([[], 1]);
});

const CUSTOM = { dateRange: 'custom', endDate: '2026-11-01' };

describe('bad input is an error before a call is spent', () => {
	it.each<[string, INodeParameters, string]>([
		['limit 0', { limit: 0 }, 'Limit is not valid'],
		['limit too high', { limit: 100_001 }, 'Limit is not valid'],
		['no query', { queryName: '={{ "" }}' }, 'Query Name is empty'],
		['no date', { ...CUSTOM, startDate: '={{ "" }}' }, 'Start Date is empty'],
		['an unknown time zone', { options: { timeZone: 'Mars/Moon' } }, 'Time Zone is unknown'],
	])('%s', async (_, parameters, message) => {
		const { error } = await run(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(/^(Enter|Choose|Use) /);
		expect(service.requests).toEqual([]);
	});

	const itemsOf = (...limits: Array<number | string>) => ({
		items: limits.map((limit) => ({ json: { limit } })),
	});
	const limit = '={{ $json.limit }}';

	it('passes on the good items, and the failed one with its error', async () => {
		const given = itemsOf(0, 2);
		const regular = await run({ limit }, { ...given, onError: 'continueRegularOutput' });
		expect(regular.items).toHaveLength(3);
		const failed = { json: { error: 'Limit is not valid' }, pairedItem: { item: 0 } };
		expect(regular.items[0]).toMatchObject(failed);
		const split = await run({ limit }, { ...given, onError: 'continueErrorOutput' });
		expect([split.items.length, split.errorItems.length]).toEqual([2, 1]);
	});

	it.each([
		['the item', itemsOf(2, 0), 'Limit is not valid'],
		[
			'all bad items',
			itemsOf(1, 0, 2, 'many', -1),
			'3 of 5 items cannot be used: items 1, 3 and 4. Item 1: Limit is not valid',
		],
	])('otherwise fails, and names %s', async (_, given, message) => {
		const { error } = await run({ limit }, given);
		expect([error?.message, error?.context.itemIndex]).toEqual([message, 1]);
		expect(error?.description).toContain('Enter 1 or more');
		expect(service.requests).toEqual([]);
	});
});
