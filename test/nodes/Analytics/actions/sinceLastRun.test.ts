import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../support/analyticsNode';
import { realDate, setDate } from '../../../support/date';
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

/** A node of a workflow, which runs in production unless `mode` says otherwise. */
function nodeOf(parameters: INodeParameters, always: RunOptions = {}) {
	let saved: IDataObject = {};
	return {
		saved: () => saved,
		/** Runs it on a day. @returns the days that it asked the service for, and what came out */
		async on(day: string, changes: INodeParameters = {}, options: RunOptions = {}) {
			const time = day.includes('T') ? day : `${day}T06:00:00Z`;
			setDate(time);
			service.requests.length = 0;
			const run = await runAnalytics(
				service,
				{ ...parameters, ...changes },
				{ mode: 'trigger', staticData: saved, ...always, ...options },
			);
			saved = run.staticData;
			return {
				...run,
				asked: asked(),
				hints: run.hints.map(({ message }) => message),
			};
		},
	};
}

function asked(): string[] {
	return service.requests
		.filter(({ endpoint }) => endpoint === 'query' || endpoint === 'bulkStart')
		.map(({ body }) => {
			const { startDate, endDate } = body as Record<string, string>;
			return `${startDate?.slice(5)} to ${endDate?.slice(5)}`;
		});
}

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
