import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import { startService, type Service } from '../../../service/service';
import { bulkExport, query } from '../../../support/analyticsNode';
import { credentialFor } from '../../../support/credential';
import { dailyNode } from '../../../support/dailyNode';
import { realDate } from '../../../support/date';
import type { RunOptions } from '../../../support/nodeRuns';

/* Date Range > Since Last Run passes on all rows of its days, or none: where that cannot be, it is an error. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.reset();
	service.options.rows = undefined;
	service.options.jobDurationMs = 0;
	service.options.readings = {};
});
afterEach(realDate);

const SINCE = { dateRange: 'sinceLastRun' };
const QUERY = query({ ...SINCE, returnAll: true });
const EXPORT = bulkExport(SINCE);
const nodeOf = (parameters: INodeParameters, always?: RunOptions) =>
	dailyNode(service, parameters, always);

describe('is an error before a call', () => {
	it.each<[string, INodeParameters, RegExp, RunOptions?]>([
		[
			'with a Limit',
			query({ ...SINCE, limit: 50 }),
			/does not go together with Limit.*Turn on Return All, or choose another Date Range/,
		],
		[
			'with Max Rows',
			bulkExport({ ...SINCE, options: { maxRows: 5 } }),
			/does not go together with Options > Max Rows.*Remove Options > Max Rows/,
		],
		[
			'for Start, which does not see the rows',
			bulkExport({ ...SINCE, operation: 'start' }),
			/not available for Start.*Use Run, or choose another Date Range/,
		],
		['with First Run 0', { ...QUERY, firstRunDays: 0 }, /First Run .* not valid.*1 or more/],
		['with First Run 91', { ...QUERY, firstRunDays: 91 }, /First Run .* not valid.*90 or less/],
		['with half a day', { ...QUERY, firstRunDays: 1.5 }, /First Run .* not valid.*whole number/],
		['with Look Back below 0', { ...QUERY, lookBackDays: -1 }, /Look Back .* not valid.*0 or more/],
		['with Look Back in words', { ...QUERY, lookBackDays: 'two' }, /Look Back .* not valid/],
		['of an unknown time zone', { ...QUERY, timeZone: 'Mars' }, /Mars/],
	])('%s', async (_, parameters, words) => {
		const { error, items } = await nodeOf(parameters).on('2026-11-21');
		expect(`${error?.message} ${error?.description}`).toMatch(words);
		expect(items).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('of an AI agent, also where n8n names the node as its tool', async () => {
		const node = new Analytics();
		const description = { ...node.description, name: 'analyticsTool' };
		const tool = { ...node, execute: node.execute, description };
		const { error } = await nodeOf(QUERY, { node: tool }).on('2026-11-21');
		expect(error?.message).toBe('Date Range > Since Last Run is not available to AI agents');
		expect(service.requests).toEqual([]);
	});

	it('where the days of too many requests would have to be remembered', async () => {
		const items = Array.from({ length: 1001 }, (_, flow) => ({ json: { flow } }));
		const filters = { flow: '={{ $json.flow }}' };
		const { error } = await nodeOf({ ...QUERY, filters }, { items }).on('2026-11-21');
		expect(error?.message).toMatch(/at most 1,000 different requests/);
		expect(service.requests).toEqual([]);
	});

	it('where what n8n has saved cannot be read, and n8n keeps it as it is', async () => {
		for (const state of odd) {
			const staticData = { 'node:Node': { sinceLastRun: state } };
			const { error, staticData: after } = await nodeOf(QUERY).on('2026-11-21', {}, { staticData });
			expect(error?.message).toBe('Since Last Run cannot read which days earlier runs have got');
			expect(error?.description).toMatch(/rename it in the workflow/);
			expect(after).toEqual(staticData);
		}
		expect(service.requests).toEqual([]);
	});
	const odd: IDataObject[keyof IDataObject][] = [
		null,
		'2026-11-20',
		{},
		{ version: 2, requests: [] },
		{ version: 1, requests: [{ queryName: 'messages_by_day' }] },
		{ version: 1, requests: [entryThrough('2026-02-30')] },
	];
});

function entryThrough(through: string): IDataObject {
	return {
		queryName: 'messages_by_day',
		filters: {},
		timeZone: 'UTC',
		credential: '1',
		from: '2026-10-01',
		through,
		on: '2026-11-20',
		run: '7:0',
	};
}

it('takes First Run and Look Back as text, as expressions give them', async () => {
	const node = nodeOf({ ...QUERY, firstRunDays: '={{ "7" }}', lookBackDays: '={{ "1" }}' });
	expect((await node.on('2026-11-21')).asked).toEqual(['11-14 to 11-20']);
	expect((await node.on('2026-11-22')).asked).toEqual(['11-20 to 11-21']);
});

it('what is remembered is readable, and holds no token', async () => {
	const node = nodeOf({ ...QUERY, filters: { flow: '001', storeId: 7 } });
	await node.on('2026-11-21');
	expect(node.saved()).toEqual({
		'node:Node': {
			sinceLastRun: {
				version: 1,
				requests: [
					{
						queryName: 'messages_by_day',
						filters: { flow: '001', storeId: '7' },
						timeZone: 'UTC',
						credential: '1',
						from: '2026-10-22',
						through: '2026-11-20',
						on: '2026-11-21',
						run: expect.stringMatching(/^\d+:0$/) as string,
					},
				],
			},
		},
	});
	expect(JSON.stringify(node.saved())).not.toContain(service.token);
});

it('forgets what was not asked for in half a year, but nothing that is asked for', async () => {
	const node = nodeOf({ ...QUERY, firstRunDays: 1 });
	const names = () => JSON.stringify(node.saved()).match(/messages_by_\w+/g);
	await node.on('2026-01-01', { queryName: 'messages_by_hour_block' });
	await node.on('2026-01-02');
	await node.on('2026-06-30');
	expect(names()).toEqual(['messages_by_hour_block', 'messages_by_day']);
	await node.on('2026-07-02');
	expect(names()).toEqual(['messages_by_day']);
	const { hints } = await node.on('2027-07-02');
	expect(hints[0]).toMatch(/^No run got 2 July 2026 to 2 April 2027.* this data is lost/);
});

it('a query that hits the 100,000 records is an error, as some may be missing', async () => {
	const node = nodeOf(QUERY);
	service.options.rows = 100_000;
	const { error, items, staticData } = await node.on('2026-11-21');
	expect(error?.message).toMatch(/exactly 100,000 records/);
	expect(error?.description).toMatch(/all rows of its days, or none.*On 100,000 Records/);
	expect(items).toEqual([]);
	expect(staticData).toEqual({});
});

it('a job that is passed on instead of its rows does not count', async () => {
	service.options.jobDurationMs = 3_600_000;
	const options = { maxWait: 0.05, onTimeout: 'outputJob' };
	const node = nodeOf({ ...EXPORT, firstRunDays: 2 });
	const { items, hints } = await node.on('2026-11-21', { options });
	expect(items).toMatchObject([{ json: { timedOut: true } }]);
	expect(hints).toContain(
		'The job was passed on instead of its rows, so its days do not count as passed on: the next run gets them again.',
	);
	service.options.jobDurationMs = 0;
	expect((await node.on('2026-11-22')).asked).toEqual(['11-20 to 11-21']);
});

describe('a last day without rows, which may be late', () => {
	const LEFT = /The next run gets this day again\./;

	it.each([
		['Query', QUERY],
		['items', EXPORT],
		['CSV file', { ...EXPORT, output: 'csvFile' }],
	])('is left to the next run, and only that day (%s)', async (_, parameters) => {
		const node = nodeOf(parameters);
		await node.on('2026-11-20');
		service.options.rows = 0;
		const empty = await node.on('2026-11-21');
		expect(empty.error).toBeUndefined();
		expect(empty.hints.join('\n')).toMatch(LEFT);
		service.options.rows = undefined;
		const { asked, hints } = await node.on('2026-11-22');
		expect(asked).toEqual(['11-20 to 11-21']);
		expect(hints.join('\n')).not.toMatch(LEFT);
		expect((await node.on('2026-11-23')).asked).toEqual(['11-22 to 11-22']);
	});

	it('is there where the service leaves out the end date, and then no day is missing', async () => {
		service.options.readings = { request: { endDate: 'excluded' } };
		const node = nodeOf({ ...EXPORT, firstRunDays: 3 });
		const days = new Set<unknown>();
		for (const day of [21, 22, 23, 24]) {
			const { items } = await node.on(`2026-11-${day}`);
			for (const { json } of items) days.add(json.day);
		}
		expect([...days]).toEqual([18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
	});

	it('is not looked for where the credential says that the end date is left out', async () => {
		service.options.readings = { request: { endDate: 'excluded' } };
		const node = nodeOf(QUERY, {
			credential: { ...credentialFor(service), serviceDetails: true, endDateIncluded: false },
		});
		await node.on('2026-11-20');
		service.options.rows = 0;
		const { asked, hints } = await node.on('2026-11-21');
		// The day after the last one is not part of it.
		expect(asked).toEqual(['11-20 to 11-21']);
		expect(hints.join('\n')).not.toMatch(LEFT);
		expect((await node.on('2026-11-22')).asked).toEqual(['11-21 to 11-22']);
	});
});
