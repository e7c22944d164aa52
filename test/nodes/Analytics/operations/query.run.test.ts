import '../../../support/quickWaits';
import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import type { ItemToRun } from '../../../../nodes/Analytics/context';
import { QUERY_NAMES } from '../../../../nodes/Analytics/api/queries';
import { queryRun } from '../../../../nodes/Analytics/operations/query.run';
import { agentTool, query, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const daysAgo = (days: number): string => DateTime.utc().minus({ days }).toISODate();
const YESTERDAY = daysAgo(1);

/** The service answers the next queries with this body. */
function respondWith(json: string, times = 1): void {
	service.faults.add('query', { kind: 'status', status: 200, body: json }, times);
}

/** The bodies of all requests so far. */
function sent(): Array<Record<string, unknown>> {
	return service.requests.map(({ body }) => body as Record<string, unknown>);
}

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, query(parameters), options);
	return { ...ran, records: ran.items.map(({ json }) => json) };
}

describe('the list of queries', () => {
	async function found(filter?: string): Promise<string[]> {
		const { searchQueries } = new Analytics().methods.listSearch;
		const { results } = await searchQueries.call({} as ILoadOptionsFunctions, filter);
		return results.map(({ name }) => name);
	}

	it.each([
		{ filter: 'DAY message' },
		{ filter: 'Message: By Day' },
		{ filter: 'messages_by_day' },
		{ filter: 'orders legacy', name: 'Commerce Legacy: Summary by Order' },
	])(
		'has what each word of "$filter" is a part of',
		async ({ filter, name = 'Messages: By Day' }) => {
			expect(await found(filter)).toEqual([name]);
		},
	);

	it.each([undefined, ' ', 'sales'])(
		'has all queries if nothing matches, or nothing is searched: %p',
		async (filter) => {
			expect(await found(filter)).toHaveLength(QUERY_NAMES.length);
		},
	);
});

it.each([
	{ limit: 1, says: true },
	{ limit: 100, says: false },
])('says whether a Limit of $limit was reached', async ({ limit, says }) => {
	respondWith(JSON.stringify({ data: [{ day: YESTERDAY }], status: 200 }));
	const { hints } = await run({ limit });
	const shown = JSON.stringify(hints);
	expect(shown.includes(`The Limit of ${limit} was reached, so there may be more rows.`)).toBe(
		says,
	);
});

describe('a call by an AI agent', () => {
	const chosen = { queryName: 'usage_by_user', dateRange: 'yesterday' };

	it.each([
		{ rows: 0, limit: 5, counted: '0 rows', says: '', moreRows: false },
		{ rows: 4, limit: 5, counted: '4 rows', says: '', moreRows: false },
		{
			rows: 120,
			limit: 100,
			counted: '100 rows',
			says: ' The Limit of 100 was reached, so there may be more rows.',
			moreRows: true,
		},
		{
			rows: 120,
			limit: 121,
			counted: '100 rows',
			says: ' The Limit of 100 was reached, and there are more rows.',
			moreRows: true,
		},
	])(
		'is told what the rows are, and whether there may be more: $rows rows, Limit $limit',
		async ({ rows, limit, counted, says, moreRows }) => {
			service.options.rows = rows;
			const { records } = await run({ ...chosen, limit }, { node: agentTool() });
			const note = `${counted} of usage_by_user, ${YESTERDAY}, UTC, without filters.${says}`;
			expect(records).toHaveLength(Math.min(rows, limit, 100) + 1);
			expect(records.at(-1)).toEqual({ moreRows, note });
		},
	);

	it('is told the filters, and the days from the first part to the last', async () => {
		const days = { dateRange: 'custom', startDate: daysAgo(40), endDate: daysAgo(1) };
		const filters = { storeId: '7', flow: 'bot' };
		const { records } = await run({ ...chosen, ...days, filters }, { node: agentTool() });
		expect(records.at(-1)?.note).toContain(
			` of usage_by_user, ${daysAgo(40)} to ${YESTERDAY}, UTC, only flow = bot, storeId = 7.`,
		);
	});
});

it('passes records on as they were sent, up to Limit; a number that would change is text', async () => {
	const first = '{"id":12,"n":[1],"t":""}';
	const second = '{"id":98765432109876543}';
	const third = '{"id":null}';
	respondWith(`{"data":[${first},${second},${third},${first}],"status":200}`);
	const { records } = await run({ limit: 3 });
	expect(records).toEqual([{ id: 12, n: [1], t: '' }, { id: '98765432109876543' }, { id: null }]);
});

it('returns only the Output Columns, in their order; a record without one of them has one less', async () => {
	const withAll = '{"store":null,"orders":0,"day":"b"}';
	respondWith(`{"data":[{"day":"a","orders":1,"sent":2},${withAll}],"status":200}`);
	const { records } = await run({ options: { outputColumns: ['Orders', 'day', 'store'] } });
	expect(records).toEqual([
		{ Orders: 1, day: 'a' },
		{ Orders: 0, day: 'b', store: null },
	]);
	expect(Object.keys(records[1] ?? {})).toEqual(['Orders', 'day', 'store']);
});

it('100,000 records, as many as the service returns, are an error with Return All, since there may be more', async () => {
	const days = { startDate: '2026-11-01', endDate: '2026-11-02' };
	const request = { queryName: 'usage', timeZone: 'UTC', ...days };
	const task = { request, max: undefined, columns: [] };
	// It would take long to send so many.
	const api = { query: async () => Array(100_000).fill({ id: 1 }) as object[] };
	const item = { api } as unknown as ItemToRun;
	await expect(queryRun.run(task, item)).rejects.toThrow(
		'The query returned 100000 records for 2026-11-01 to 2026-11-02, so there may be more',
	);
});

it('Query Name may be any name, and is sent as it is', async () => {
	respondWith('{"data":[],"status":200}');
	await run({ queryName: 'By Day ' });
	expect(sent()).toMatchObject([{ queryName: 'By Day' }]);
});

it.each([
	{ queryName: 'Messages by day', says: 'none of campaigns_by_day, ' },
	{ queryName: 'messages_by_day', says: 'Check Query Name, the dates and the filters.' },
])(
	'a query that the service refuses is checked for its name: $queryName',
	async ({ queryName, says }) => {
		service.faults.add('query', { kind: 'refusal', status: 400 });
		const { error } = await run({ queryName });
		expect(error?.description).toContain(says);
	},
);
