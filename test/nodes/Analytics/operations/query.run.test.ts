import '../../../support/quickWaits';
import { type ILoadOptionsFunctions, type INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../../nodes/Analytics/operations/fields/queries';
import { agentTool, query, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

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

it('posts the query as the specification shows it, and passes on its records', async () => {
	const queryName = 'messages_by_hour_block';
	const timeZone = 'America/Sao_Paulo';
	const customFilters = {
		storeId: '7',
		userId: 'g',
		flow: '001',
		campaignName: 'a',
		lastStatus: 'c',
		notificationTemplate: 'd',
	};
	const { records } = await run({
		queryName: { __rl: true, mode: 'name', value: `={{ " ${queryName} " }}` },
		filters: { ...customFilters, flow: ' 001 ', storeId: '={{ 7 }}' },
		limit: 3,
		options: { timeZone },
	});
	const startDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2} 00:00:00$/) as string;
	const endDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2} 23:59:59$/) as string;
	const dates = { timeZone, startDate, endDate };
	expect(sent()).toEqual([{ queryName, limit: '3', ...dates, customFilters }]);
	expect(records.map(({ flow }) => flow)).toEqual(['001', '001', '001']);
});

it.each([
	{ storefront: '', problem: ' has no value' },
	{ storefront: '={{ null }}', problem: ' has no value' },
	{ storefront: '={{ $json.none }}', problem: ': {{ $json.none }} gave no value' },
	{ storefront: '=store-{{ $json.none }}', problem: ': {{ $json.none }} gave no value' },
	{ storefront: '={{ "store-" + $json.none }}', problem: ': {{ $json.none }} gave no value' },
	{
		storefront: '{{ $json.store }}',
		problem: ' contains the text of an expression: {{ $json.store }}',
	},
])(
	'refuses a filter that was added but has no value, before it calls the service: $storefront',
	async ({ storefront, problem }) => {
		const { error } = await run({ filters: { userId: '7', storefront } });
		expect(error?.message).toBe(`Filters > Storefront Name${problem}`);
		expect(sent()).toEqual([]);
	},
);

it.each([
	{ filter: 'DAY messages', names: ['Messages: By Day'] },
	{ filter: 'order', names: ['Commerce: Summary by Order', 'Commerce Legacy: Summary by Order'] },
	{ filter: 'weather', names: [] },
])('a query is found in the list by any of its words: "$filter"', async ({ filter, names }) => {
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

describe('Limit and Return All', () => {
	it('Return All returns all records', async () => {
		service.options.rows = 120;
		const { records } = await run({ returnAll: true });
		expect(records).toHaveLength(120);
		expect(sent().map(({ limit }) => limit)).toEqual(['100000']);
	});

	it('each input item has its own limit, 50 by default', async () => {
		service.options.rows = 120;
		const items = [{ json: { limit: 2 } }, { json: { limit: '3' } }, { json: {} }];
		const { items: output } = await run({ limit: '={{ $json.limit ?? 50 }}' }, { items });
		const recordsOf = (item: number) =>
			output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item);
		expect(recordsOf(0)).toHaveLength(2);
		expect(recordsOf(1)).toHaveLength(3);
		expect(recordsOf(2)).toHaveLength(50);
		expect(sent().map(({ limit }) => limit)).toEqual(['2', '3', '50']);
	});
});

describe('if there are no records, a hint', () => {
	beforeEach(() => respondWith('{"data":[],"message":"OK","status":200}'));
	const NO_RECORDS = 'The query has no records for these dates and filters.';

	it.each([
		{ form: 'Date and Time', credential: {} },
		{
			form: 'Date without the end date',
			credential: { dateFormat: 'date', endDateIncluded: false },
		},
	])('says so: $form', async ({ credential }) => {
		const { hints } = await run({}, { credential });
		expect(hints[0]?.message).toBe(NO_RECORDS);
	});

	it('names what may leave out the end date, where the form of dates leaves a doubt', async () => {
		const { hints } = await run({}, { credential: { dateFormat: 'date' } });
		expect(hints[0]?.message).toBe(
			`${NO_RECORDS} The service may leave out the end date: choose Date and Time as the Date Format in the credential (More Settings), or turn off End Date Included there.`,
		);
	});
});

describe('a call by an AI agent', () => {
	it.each([
		{ limit: 5, note: 'The Limit of 5 was reached, so there may be more rows.' },
		{ limit: 100, note: 'The Limit of 100 was reached, so there may be more rows.' },
		{
			limit: 121,
			note: 'Only the first 100 rows are shown, there are more. Narrow the query by dates or filters.',
		},
	])('is told that there may be more than a Limit of $limit', async ({ limit, note }) => {
		service.options.rows = 120;
		const { records } = await run({ dateRange: 'yesterday', limit }, { node: agentTool() });
		expect(records.at(-1)).toEqual({ moreRows: true, note });
	});

	it('gets no such note if there are fewer records than the Limit', async () => {
		service.options.rows = 4;
		const { records } = await run({ dateRange: 'yesterday', limit: 5 }, { node: agentTool() });
		expect(records).toHaveLength(4);
		expect(records.at(-1)).not.toHaveProperty('moreRows');
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

describe('with Output Columns', () => {
	const options = { outputColumns: ['Orders', 'day', 'store'] };
	const items = [{ json: {} }, { json: { other: true } }];

	it('returns only these, in this order; a record without one of them has one less', async () => {
		const withAll = '{"store":null,"orders":0,"day":"b"}';
		respondWith(`{"data":[{"day":"a","orders":1,"sent":2},${withAll}],"status":200}`);
		const { records, items: output } = await run({ options }, { items });
		const ofEachItem = [
			{ Orders: 1, day: 'a' },
			{ Orders: 0, day: 'b', store: null },
		];
		expect(records).toEqual([...ofEachItem, ...ofEachItem]);
		expect(Object.keys(records[1] ?? {})).toEqual(['Orders', 'day', 'store']);
		const pairedItems = output.map(({ pairedItem }) => pairedItem);
		expect(pairedItems).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }, { item: 1 }]);
	});

	it('a column that no record has is an error that names the columns there are', async () => {
		respondWith('{"data":[{"day":"a","orders":1},{"sent":1}],"status":200}');
		const { error } = await run({ options }, { items });
		expect(error?.message).toBe('There is no column "store"');
		expect(error?.description).toBe(
			'The columns are: day, orders, sent. Change Options > Output Columns.',
		);
	});
});

describe('100,000 records, as many as the service returns in one response,', () => {
	const body = `{"data":[${Array<string>(100_000).fill('{"id":1}').join()}],"status":200}`;

	it('are an error of each item with Return All, since there may be more', async () => {
		respondWith(body, 2);
		const items = ['1', '2'].map((user) => ({ json: { user } }));
		const parameters = { returnAll: true, filters: { userId: '={{ $json.user }}' } };
		const { records } = await run(parameters, { items, onError: 'continueRegularOutput' });
		const message = /^The query returned 100000 records for \S+ to \S+, so there may be more$/;
		expect(records).toHaveLength(2);
		expect(records[0]?.error).toMatch(message);
		expect(records[1]?.error).toMatch(message);
		expect(sent()).toHaveLength(2);
	});

	it('are returned with a Limit of 100,000', async () => {
		respondWith(body);
		const { records, error } = await run({ limit: 100_000 });
		expect(error).toBeUndefined();
		expect(records).toHaveLength(100_000);
	});

	it('are cut for an AI agent', async () => {
		respondWith(body);
		const { records } = await run({ returnAll: true }, { node: agentTool() });
		expect(records).toHaveLength(101);
		expect(records.at(-1)?.moreRows).toBe(true);
	});
});

it('says that columns named by whole numbers come first, whatever their order in Output Columns', async () => {
	respondWith('{"data":[{"day":"2026-11-01","7":"a"}],"status":200}', 2);
	const chosen = await run({ options: { outputColumns: ['day', '7'] } });
	expect(chosen.hints.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('Columns named by whole numbers come first in an item'),
	);
	const inOrder = await run({ options: { outputColumns: ['7', 'day'] } });
	expect(inOrder.hints.map(({ message }) => message).join()).not.toContain('whole numbers');
});

describe('Query Name', () => {
	it.each([
		{ what: 'a label of the list', given: 'Messages: By Day' },
		{ what: 'another writing', given: 'messages-by-day ' },
		{ what: 'capital letters', given: 'MESSAGES_BY_DAY' },
	])('may be $what', async ({ given }) => {
		const { error } = await runAnalytics(service, query({ queryName: given }));
		expect(error).toBeUndefined();
		expect(service.requests[0]?.body).toMatchObject({ queryName: 'messages_by_day' });
	});

	it('is sent as it is if no documented query has this name', async () => {
		service.faults.add('query', { kind: 'status', status: 200, body: '{"data":[],"status":200}' });
		await runAnalytics(service, query({ queryName: 'By Day' }));
		expect(service.requests[0]?.body).toMatchObject({ queryName: 'By Day' });
	});
});

it('a refused query whose Last Status is in another language names the states', async () => {
	service.faults.add('query', { kind: 'status', status: 400 });
	const { error } = await runAnalytics(service, query({ filters: { lastStatus: 'Lido' } }));
	expect(error?.description).toContain(
		'Last Status is Lido, which is none of the known states: Created, Sent To Whatsapp,',
	);
});
