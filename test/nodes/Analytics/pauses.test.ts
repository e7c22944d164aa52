import type { INodeParameters } from 'n8n-workflow';
import { query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { serviceForEach } from '../../support/serviceForEach';

/* Each look at the clock is 50 ms later than the one before, so each item and row needs a pause: 0 ms. */

const service = serviceForEach({ rows: 50 });
const ITEMS = 100;
const items = Array.from({ length: ITEMS }, (_, at) => ({ json: { at } }));
const counts = { pauses: 0 };
const clock = performance;

beforeEach(() => {
	counts.pauses = 0;
	let ms = clock.now();
	const now = () => {
		ms += 50;
		return ms;
	};
	Object.defineProperty(globalThis, 'performance', { value: { now }, configurable: true });
	const { setTimeout } = globalThis;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, delay = 0) => {
		if (delay === 0) counts.pauses += 1;
		return setTimeout(run, delay);
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	Object.defineProperty(globalThis, 'performance', { value: clock, configurable: true });
});

const oneRecord = query({ limit: 1 });
const fifty = query({ limit: 50, options: { outputColumns: ['day'] } });
const credential = { apiToken: '' };
const failing: RunOptions = { items, onError: 'continueRegularOutput', credential };

it.each<[string, INodeParameters, RunOptions, number]>([
	['reads, fetches, passes on and copies items', oneRecord, { items }, 4 * ITEMS - 1],
	['reads the records of a query, and their columns', fifty, {}, 2 * 50],
	['returns the error of each item', oneRecord, failing, ITEMS],
])('pauses while it %s', async (_, parameters, options, least) => {
	await runAnalytics(service, { ...parameters, dateRange: 'yesterday' }, options);
	expect(counts.pauses).toBeGreaterThanOrEqual(least);
});
