import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../../service/service';
import { bulkExport, query } from '../../../support/analyticsNode';
import { dailyNode } from '../../../support/dailyNode';
import { realDate } from '../../../support/date';
import type { RunOptions } from '../../../support/nodeRuns';

/* Date Range > Since Last Run, run after run, as n8n keeps what the node remembers. */

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => {
	realDate();
	await service.close();
});

const SINCE: INodeParameters = { dateRange: 'sinceLastRun', returnAll: true };

const nodeOf = (parameters: INodeParameters, always?: RunOptions) =>
	dailyNode(service, parameters, always);

const NOTHING_NEW = 'Nothing is new: earlier runs got all days up to yesterday, UTC.';
const FIRST_RUN = expect.stringMatching(/^This is the first run for this query/) as string;
const NOT_COUNTED =
	'A manual or test run does not count: the next production run gets these days again.';

describe.each([
	['Query > Run', query(SINCE)],
	['Bulk Export > Run', bulkExport({ dateRange: 'sinceLastRun' })],
	['Bulk Export > Run, CSV file', bulkExport({ dateRange: 'sinceLastRun', output: 'csvFile' })],
])('%s', (_, parameters) => {
	it('gets the days that no earlier run has got, up to yesterday', async () => {
		const node = nodeOf({ ...parameters, firstRunDays: 7 });
		const first = await node.on('2026-11-21');
		expect(first.error).toBeUndefined();
		expect(first.asked).toEqual(['11-14 to 11-20']);
		expect(first.items.length).toBeGreaterThan(0);
		expect(first.hints).toEqual([FIRST_RUN, 'The data is for 14 to 20 November 2026, UTC.']);
		const second = await node.on('2026-11-22');
		expect(second.asked).toEqual(['11-21 to 11-21']);
		expect(second.hints).toEqual(['The data is for 21 November 2026, UTC.']);
		expect((await node.on('2026-11-25')).asked).toEqual(['11-22 to 11-24']);
	});

	it('gives no items, a hint, and makes no call, where nothing is new', async () => {
		const node = nodeOf(parameters);
		await node.on('2026-11-21');
		const { items, hints, error } = await node.on('2026-11-21T23:59:00Z', { lookBackDays: 3 });
		expect({ items, hints, error }).toEqual({ items: [], hints: [NOTHING_NEW], error: undefined });
		expect(service.requests).toEqual([]);
	});

	it('gets the days of a run that failed once more', async () => {
		const node = nodeOf(parameters);
		await node.on('2026-11-21');
		service.faults.add('any', { kind: 'refusal', status: 403 });
		const failed = await node.on('2026-11-22');
		expect(failed.error).toBeDefined();
		expect(failed.items).toEqual([]);
		expect((await node.on('2026-11-23')).asked).toEqual(['11-21 to 11-22']);
	});

	it('reads in a manual run, and writes nothing', async () => {
		const node = nodeOf(parameters);
		await node.on('2026-11-21');
		const before = node.saved();
		const manual = await node.on('2026-11-23', {}, { mode: 'manual' });
		expect(manual.asked).toEqual(['11-21 to 11-22']);
		expect(manual.hints).toContain(NOT_COUNTED);
		expect(node.saved()).toEqual(before);
		const test = await node.on('2026-11-23', {}, { mode: 'evaluation' });
		expect(test.hints).toContain(NOT_COUNTED);
		expect((await node.on('2026-11-23')).asked).toEqual(['11-21 to 11-22']);
	});
});

const QUERY = query({ ...SINCE, queryName: 'messages_by_hour_block' });
const EXPORT = bulkExport({ dateRange: 'sinceLastRun' });

describe('which days', () => {
	it('Look Back gets days again, together with new ones', async () => {
		const node = nodeOf({ ...QUERY, firstRunDays: 10, lookBackDays: 2 });
		expect((await node.on('2026-11-21')).asked).toEqual(['11-11 to 11-20']);
		const { asked, hints } = await node.on('2026-11-22');
		expect(asked).toEqual(['11-19 to 11-21']);
		expect(hints).toContain('Got again, as Look Back says: 19 to 20 November 2026.');
	});

	it('after more than 90 days, what still exists, and the hint names the days that are lost', async () => {
		const node = nodeOf(EXPORT);
		await node.on('2026-08-01');
		const { asked, hints, error } = await node.on('2026-11-21');
		expect(error).toBeUndefined();
		expect(asked).toEqual(['08-23 to 09-21', '09-22 to 10-21', '10-22 to 11-20']);
		expect(hints[0]).toBe(
			'No run got 1 to 22 August 2026, and the service keeps 90 days only: this data is lost.',
		);
		expect((await node.on('2026-11-22')).asked).toEqual(['11-21 to 11-21']);
	});

	it('are whole days of the time zone', async () => {
		const node = nodeOf({ ...QUERY, timeZone: 'America/Sao_Paulo', firstRunDays: 1 });
		expect((await node.on('2026-11-21T02:30:00Z')).asked).toEqual(['11-19 to 11-19']);
		expect((await node.on('2026-11-21T02:59:00Z')).asked).toEqual([]);
		expect((await node.on('2026-11-21T03:00:00Z')).asked).toEqual(['11-20 to 11-20']);
	});

	it.each<[string, INodeParameters, RunOptions?]>([
		['query', { queryName: 'usage_by_user' }],
		['filters', { filters: { flow: '001' } }],
		['time zone', { timeZone: 'Asia/Kolkata' }],
		['time zone of the workflow', {}, { timeZone: 'Asia/Kolkata' }],
		['credential', {}, { credentialId: '2' }],
	])(
		'a change of %s starts anew, and leaves the days of the other as they are',
		async (...given) => {
			const [, changes, options] = given;
			const node = nodeOf({ ...QUERY, firstRunDays: 3 });
			await node.on('2026-11-20');
			const other = await node.on('2026-11-22', changes, options);
			expect(other.asked).toEqual(['11-19 to 11-21']);
			expect(other.hints).toContainEqual(FIRST_RUN);
			expect((await node.on('2026-11-22')).asked).toEqual(['11-20 to 11-21']);
		},
	);

	it('a change of output, First Run or other settings does not start anew', async () => {
		const node = nodeOf(EXPORT);
		await node.on('2026-11-20');
		const changes = { output: 'csvFile', firstRunDays: 90, options: { maxWait: 60 } };
		expect((await node.on('2026-11-21', changes)).asked).toEqual(['11-20 to 11-20']);
		const asQuery = { resource: 'query', returnAll: true };
		expect((await node.on('2026-11-22', asQuery)).asked).toEqual(['11-21 to 11-21']);
	});
});

describe('several items', () => {
	/** Equal ones differ in what they make of the records, or they would share one call. */
	const items = ['001', '002', '001'].map((flow, at) => ({ json: { flow, rowsPerItem: at + 1 } }));
	const FILTERED = {
		...QUERY,
		firstRunDays: 3,
		filters: { flow: '={{ $json.flow }}' },
		options: { rowsPerItem: '={{ $json.rowsPerItem }}' },
	};

	it('each have the days of their own query and filters', async () => {
		const node = nodeOf(FILTERED);
		await node.on('2026-11-20', {}, { items: items.slice(0, 1) });
		const { asked } = await node.on('2026-11-21', {}, { items });
		expect(asked.sort()).toEqual(['11-18 to 11-20', '11-20 to 11-20', '11-20 to 11-20']);
		expect((await node.on('2026-11-21', {}, { items })).asked).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'that fail get their days again, also what equal ones got (%s)',
		async (onError) => {
			const node = nodeOf(FILTERED, { items, onError });
			await node.on('2026-11-20');
			service.faults.add('query', { kind: 'refusal', status: 403 });
			const failed = await node.on('2026-11-21');
			expect(failed.error).toBeUndefined();
			expect(failed.asked).toHaveLength(3);

			const { body } = service.requests.find(({ fault }) => fault) ?? {};
			const { flow } = (body as { customFilters: IDataObject }).customFilters;
			const again = (await node.on('2026-11-22')).asked.sort();
			const [old, fresh] = ['11-20 to 11-21', '11-21 to 11-21'];
			expect(again).toEqual(flow === '001' ? [old, old, fresh] : [old, fresh, fresh]);
		},
	);

	it('without Continue, one that fails moves the days of none', async () => {
		const node = nodeOf(FILTERED, { items });
		await node.on('2026-11-20');
		const before = node.saved();
		service.faults.add('query', { kind: 'refusal', status: 403 });
		expect((await node.on('2026-11-21')).error).toBeDefined();
		expect(node.saved()).toEqual(before);
	});
});

describe('several runs of the node in one execution', () => {
	it('a loop gets nothing new in its second round', async () => {
		const node = nodeOf(QUERY);
		const { run, asked } = await node.on('2026-11-21', {}, { runsTwice: true });
		const counts = run.data.resultData.runData['Node']?.map(({ data }) => data?.main?.[0]?.length);
		expect(counts).toEqual([30 * 24, 0]);
		expect(asked).toHaveLength(1);
	});

	// n8n runs the node again for all items, and drops what it gave before.
	it('a further try of Retry On Fail gets the days of the dropped one again', async () => {
		const items = ['001', '002'].map((flow) => ({ json: { flow } }));
		const node = nodeOf(
			{ ...QUERY, filters: { flow: '={{ $json.flow }}' } },
			{ items, retryOnFail: true, onError: 'continueRegularOutput' },
		);
		await node.on('2026-11-20');
		const before = node.saved();
		service.faults.add('query', { kind: 'refusal', status: 403 });
		const { items: output, asked } = await node.on('2026-11-21');
		expect(asked).toEqual(Array(4).fill('11-20 to 11-20'));
		expect(new Set(output.map(({ json }) => json.flow))).toEqual(new Set(['001', '002']));
		expect(node.saved()).not.toEqual(before);
		expect((await node.on('2026-11-21')).asked).toEqual([]);
	});

	it('a further try that fails takes back what the dropped one has moved', async () => {
		const node = nodeOf(QUERY, { retryOnFail: true });
		await node.on('2026-11-20');
		// n8n takes a first row with a field "error" for a failure, and tries again.
		service.options.readings = { records: { fields: { error: '"none"' } } };
		service.faults.add('query', { kind: 'delay', ms: 1 });
		service.faults.add('query', { kind: 'refusal', status: 403 });
		const failed = await node.on('2026-11-21');
		expect(failed.asked).toHaveLength(2);
		expect(failed.error).toBeDefined();
		expect((await node.on('2026-11-22')).asked).toEqual(Array(2).fill('11-20 to 11-21'));
	});
});

describe('two executions at once', () => {
	it('may get days twice, and never miss one, whichever is saved last', async () => {
		const node = nodeOf({ ...QUERY, firstRunDays: 3 });
		await node.on('2026-11-20');
		const before = node.saved();
		const late = await node.on('2026-11-21');
		const early = nodeOf(QUERY);
		const two = await early.on('2026-11-22', {}, { staticData: before });
		expect(two.asked).toEqual(['11-20 to 11-21']);
		// The execution of the 21st is saved after that of the 22nd.
		const next = await early.on('2026-11-23', {}, { staticData: late.staticData });
		expect(next.asked).toEqual(['11-21 to 11-22']);
	});
});
