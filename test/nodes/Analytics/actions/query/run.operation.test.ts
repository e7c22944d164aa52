import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../../../nodes/Analytics/queries';
import { agentTool, query, runAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';
import { serviceForEach } from '../../../../support/serviceForEach';

const service = serviceForEach();

const addFile = (...lines: string[]) =>
	service.faults.add('download', { kind: 'status', status: 200, body: `x\n${lines.join('\n')}\n` });

const sent = () => service.requests.map(({ body }) => body as Record<string, unknown>);

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, query(parameters), options);
	return { ...ran, records: ran.items.map(({ json }) => json) };
}

describe('Query > Run', () => {
	it('posts the query as the specification shows it, and passes on its records', async () => {
		const queryName = 'messages_by_hour_block';
		const filters = {
			campaignName: 'a',
			flow: '001',
			lastStatus: 'c',
			notificationTemplate: 'd',
			storeId: '={{ 7 }}',
			userId: 'g',
		};
		const { records, error, hints } = await run({
			queryName: { __rl: true, mode: 'name', value: `={{ " ${queryName} " }}` },
			filters: { ...filters, flow: ' 001 ', storefront: ' ' },
			limit: 3,
			options: { timeZone: 'America/Sao_Paulo' },
		});
		expect(error).toBeUndefined();
		const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string;
		expect(sent()).toEqual([
			{
				queryName,
				limit: '3',
				timeZone: 'America/Sao_Paulo',
				startDate: date,
				endDate: date,
				customFilters: { ...filters, storeId: '7' },
			},
		]);
		expect(records.map(({ flow }) => flow)).toEqual(['001', '001', '001']);
		expect(hints[0]?.message).toBe('Filters without a value were left out: Storefront Name.');
		const none = { storefront: '', storeId: '={{ $json.none }}', userId: '={{ null }}' };
		const unfiltered = await run({ filters: none });
		expect(unfiltered.hints[0]?.message).toContain(': Store ID, Storefront Name, User ID.');
		expect(sent()[1]).not.toHaveProperty('customFilters');
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
			const { records } = await run({ dateRange: 'lastDays', days: 90, limit });
			expect(records).toHaveLength(count);
			expect(sent().map((body) => body.limit)).toEqual(asked);
		},
	);

	it('says which days were used, and where to look if there are no records', async () => {
		service.options.rows = 0;
		const range = {
			dateRange: 'custom',
			startDate: `={{ $today.minus(2, 'days').set({ hour: 10 }) }}`,
			endDate: `={{ $today.minus(1, 'days').set({ hour: 18, minute: 30 }) }}`,
		};
		const timeZone = 'America/Sao_Paulo';
		const credential = { dateFormat: 'dateTime' };
		const { records, hints } = await run(range, { timeZone, credential });
		expect(sent()).toMatchObject([{ timeZone }]);
		expect(records).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'The query has no records for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.',
			expect.stringMatching(
				/^The data is for \d+ \w+ \d{4} 10:00 to \d+ \w+ \d{4} 18:30, America\/Sao_Paulo\.$/,
			),
		]);
	});

	it('says that only whole days were used, where the credential sends no times', async () => {
		const range = { startDate: '={{ $today }}', endDate: '={{ $today.set({ hour: 10 }) }}' };
		const { hints } = await run({ dateRange: 'custom', ...range });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('only days are sent'),
			expect.stringMatching(/^The data is for \d+ \w+ \d{4}, /),
		]);
	});

	it('says that an End Date in the future was cut', async () => {
		const range = { startDate: '={{ $today }}', endDate: "={{ $today.plus(3, 'days') }}" };
		const { hints } = await run({ dateRange: 'custom', ...range });
		expect(hints[0]?.message).toBe('End Date is in the future, so the data ends with today.');
		expect(sent()[0]?.endDate).toBe(sent()[0]?.startDate);
	});

	it.each([1, 8, '8', 30])('the last %p days are that many, until yesterday', async (days) => {
		await run({ dateRange: 'lastDays', days });
		const [start, end] = [sent()[0]?.startDate, sent()[0]?.endDate].map((day) =>
			Date.parse(String(day)),
		);
		expect((end! - start!) / 86_400_000).toBe(Number(days) - 1);
	});

	it.each([0, 91, 1.5, 'all'])('Days cannot be %p', async (days) => {
		const { error } = await run({ dateRange: 'lastDays', days });
		expect(error?.message).toContain('Days is not valid');
		expect(sent()).toEqual([]);
	});

	it.each([
		['Query timed out', ' The service said "Query timed out".'],
		[`Bearer ${'x'.repeat(20)} has no rows!`, ' The service said "Bearer ***** has no rows!".'],
		['Success.', ''],
		[null, ''],
	])('shows what the service says beside no records: %j', async (message, said) => {
		const body = JSON.stringify({ data: [], message, status: 200 });
		service.faults.add('query', { kind: 'status', status: 200, body });
		expect((await run()).hints[0]?.message.split('end date.')[1]).toBe(said);
	});

	it.each([
		[5, 'The Limit of 5 was reached, so there may be more rows.'],
		[100, 'The Limit of 100 was reached, so there may be more rows.'],
		[
			121,
			'Only the first 100 rows are shown, there are more. Narrow the query by dates or filters.',
		],
	])('tells an AI agent that there may be more than a Limit of %i', async (limit, note) => {
		service.options.rows = 120;
		const { records } = await run({ dateRange: 'yesterday', limit }, { node: agentTool() });
		expect(records.at(-1)).toEqual({ moreRows: true, note });
		service.options.rows = 4;
		const whole = await run({ dateRange: 'yesterday', limit }, { node: agentTool() });
		expect(whole.records).toHaveLength(4);
	});

	it('gives one type to a column: IDs of which some are too long for a number are text', async () => {
		const body =
			'{"data":[{"id":12,"n":[1]},{"id":98765432109876543,"n":2.5},{"id":null,"n":""}],"status":200}';
		service.faults.add('query', { kind: 'status', status: 200, body });
		expect((await run()).records).toEqual([
			{ id: '12', n: [1] },
			{ id: '98765432109876543', n: 2.5 },
			{ id: null, n: null },
		]);
	});

	describe('of more records than the service returns at once', () => {
		beforeEach(() => {
			const record = { id: '12', sent: 1, long: 1, late: 1, isRead: true };
			const data = Array.from({ length: 100_000 }, () => record);
			const body = JSON.stringify({ data, status: 200 });
			service.faults.add('query', { kind: 'status', status: 200, body }, 2);
		});

		it('gives all rows the names and types of the records', async () => {
			const first = ['1.50,0.9333333333333333,12.50,true,1,007', ',1234567890123456,,,2,8'];
			const more = Array<string>(99_997).fill('1,1e-7,1,false,,');
			const rows = [...first, ...more, '1,1,N/A,true,1,1'];
			addFile('sent,long,late,isRead,more,id', ...rows);
			const { records, error } = await run({ returnAll: true });
			expect(error).toBeUndefined();
			expect(records.slice(0, 3)).toEqual([
				{ id: '007', sent: 1.5, long: 0.9333333333333333, late: '12.50', isRead: true },
				{ id: '8', sent: null, long: 1234567890123456, late: '', isRead: null },
				{ id: '', sent: 1, long: 1e-7, late: '1', isRead: false },
			]);
		});

		it('never gives fewer rows than the query', async () => {
			addFile('id,sent,long,late,isRead', '1,1,1,1,true');
			const { items, error } = await run({ returnAll: true });
			expect([items, error?.message]).toEqual([
				[],
				'The bulk export has fewer rows (1) than the query has records (100000)',
			]);
		});

		it('says where the options are that a bulk export needs', async () => {
			service.options.jobDurationMs = 1e9;
			const { error } = await run({ returnAll: true });
			expect(error?.description).toContain('raise Bulk Export > Run > Options > Max Wait');
		});
	});
});

describe('items that cannot be used', () => {
	const itemsOf = (...limits: Array<number | string>) => ({
		items: limits.map((limit) => ({ json: { limit } })),
	});
	const limit = '={{ $json.limit }}';

	it('are passed on with their error, beside the records of the others', async () => {
		const given = itemsOf(0, 2);
		const regular = await run({ limit }, { ...given, onError: 'continueRegularOutput' });
		expect(regular.items).toHaveLength(3);
		const failed = { json: { error: 'Limit is not valid' }, pairedItem: { item: 0 } };
		expect(regular.items[0]).toMatchObject(failed);
		const split = await run({ limit }, { ...given, onError: 'continueErrorOutput' });
		expect([split.items.length, split.errorItems.length]).toEqual([2, 1]);
	});

	it('are named before a call is spent, where they stop the workflow', async () => {
		const { error } = await run({ limit }, itemsOf(1, 0, 2, 'many', -1));
		expect(error).toMatchObject({
			message: '3 of 5 items cannot be used: items 1, 3 and 4. Item 1: Limit is not valid',
			description: expect.stringContaining('Enter 1 or more') as string,
			context: { itemIndex: 1 },
		});
		expect(service.requests).toEqual([]);
	});
});
