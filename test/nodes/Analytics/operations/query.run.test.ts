import { type ILoadOptionsFunctions, type INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../../nodes/Analytics/operations/fields/queries';
import { agentTool, query, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const respondWith = (json: string, times = 1) =>
	service.faults.add('query', { kind: 'status', status: 200, body: json }, times);

const sent = () => service.requests.map(({ body }) => body as Record<string, unknown>);

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, query(parameters), options);
	return { ...ran, records: ran.items.map(({ json }) => json) };
}

it('posts the query as the specification shows it, and passes on its records', async () => {
	const queryName = 'messages_by_hour_block';
	const timeZone = 'America/Sao_Paulo';
	const ids = { storeId: '7', userId: 'g', flow: '001' };
	const customFilters = { ...ids, campaignName: 'a', lastStatus: 'c', notificationTemplate: 'd' };
	const { records } = await run({
		queryName: { __rl: true, mode: 'name', value: `={{ " ${queryName} " }}` },
		filters: { ...customFilters, flow: ' 001 ', storeId: '={{ 7 }}' },
		...{ limit: 3, options: { timeZone } },
	});
	const startDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2} 00:00:00$/) as string;
	const endDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2} 23:59:59$/) as string;
	const dates = { timeZone, startDate, endDate };
	expect(sent()).toEqual([{ queryName, limit: '3', ...dates, customFilters }]);
	expect(records.map(({ flow }) => flow)).toEqual(['001', '001', '001']);
});

it.each(['', '={{ $json.none }}', '={{ null }}'])('a filter %j is an error', async (storefront) => {
	const { error } = await run({ filters: { userId: '7', storefront } });
	expect(error?.message).toBe('Filters > Storefront Name has no value');
	expect(sent()).toEqual([]);
});

it.each([
	['DAY messages', ['Messages: By Day']],
	['order', ['Commerce: Summary by Order', 'Commerce Legacy: Summary by Order']],
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
	const pairs = [2, 3, 50].flatMap((limit, item) => Array<object>(limit).fill({ item }));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
	expect(sent().map(({ limit }) => limit)).toEqual(['100000', '2', '3', '50']);
});

it.each([
	[{}, ''],
	[{ dateFormat: 'date', endDateIncluded: false }, ''],
	[
		{ dateFormat: 'date' },
		' The service may leave out the end date: choose Date and Time as the Date Format in the credential (More Settings), or turn off End Date Included there.',
	],
])('without records, a hint names what may leave out the end date: %j', async (credential, why) => {
	respondWith('{"data":[],"message":"OK","status":200}');
	const { hints } = await run({}, { credential });
	expect(hints[0]?.message).toBe(`The query has no records for these dates and filters.${why}`);
});

it.each([
	[5, 'The Limit of 5 was reached, so there may be more rows.'],
	[100, 'The Limit of 100 was reached, so there may be more rows.'],
	[121, expect.stringContaining('Only the first 100 rows are shown') as string],
])('tells an AI agent that there may be more than a Limit of %i', async (limit, note) => {
	service.options.rows = 120;
	const { records } = await run({ dateRange: 'yesterday', limit }, { node: agentTool() });
	expect(records.at(-1)).toEqual({ moreRows: true, note });
	service.options.rows = 4;
	const whole = await run({ dateRange: 'yesterday', limit }, { node: agentTool() });
	expect(whole.records).toHaveLength(4);
});

it('passes records on as sent, up to Limit; numbers that would change are text', async () => {
	const [text, list] = ['{"id":12,"n":[1],"t":""}', '{"id":98765432109876543},{"id":null}'];
	respondWith(`{"data":[${text},${list},${text}],"status":200}`);
	const [{ id, n, t } = {}, ...others] = (await run({ limit: 3 })).records;
	expect([id, n, t, others]).toEqual([12, [1], '', [{ id: '98765432109876543' }, { id: null }]]);
});

describe('with Output Columns', () => {
	const columns = ['Orders', 'day', 'store'];
	const options = { outputColumns: columns };
	const twoItems = { items: [{ json: {} }, { json: { other: true } }] };

	it('returns only these, in this order; what a record leaves out stays so', async () => {
		const other = '{"store":null,"orders":0,"day":"b"}';
		respondWith(`{"data":[{"day":"a","orders":1,"sent":2},${other}],"status":200}`);
		const { records, items } = await run({ options }, twoItems);
		const second = { Orders: 0, day: 'b', store: null };
		const own = [{ Orders: 1, day: 'a' } as object].concat(second);
		expect(records).toEqual([...own, ...own]);
		expect(records.map((record) => Object.keys(record))[1]).toEqual(columns);
		const pairs = [0, 0, 1, 1].map((item) => ({ item }));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
	});

	it('a column that no record has is an error that names what there is', async () => {
		respondWith('{"data":[{"day":"a","orders":1},{"sent":1}],"status":200}');
		const { error } = await run({ options }, twoItems);
		const description = 'The columns are: day, orders, sent. Change Options > Output Columns.';
		expect(error).toMatchObject({ message: 'There is no column "store"', description });
	});
});

describe('of as many records as the service returns at once', () => {
	const records = `{"data":[${Array<string>(100_000).fill('{"id":1}').join()}],"status":200}`;

	it('is an error with Return All, since there may be more', async () => {
		respondWith(records, 2);
		const items = ['1', '2'].map((user) => ({ json: { user } }));
		const all = { returnAll: true, filters: { userId: '={{ $json.user }}' } };
		const { records: failed } = await run(all, { items, onError: 'continueRegularOutput' });
		const words = /^The query returned 100000 records for \S+ to \S+, so there may be more$/;
		const error = expect.stringMatching(words) as string;
		expect(failed).toMatchObject([{ error }, { error }]);
		expect(sent()).toHaveLength(2);
	});

	it('is whole with a Limit of as many, and cut for an AI agent', async () => {
		respondWith(records, 2);
		const all = await run({ limit: 100_000 });
		expect([all.records.length, all.error]).toEqual([100_000, undefined]);
		const { records: shown } = await run({ returnAll: true }, { node: agentTool() });
		expect([shown.length, shown.at(-1)?.moreRows]).toEqual([101, true]);
	});
});
