import type { INodeParameters } from 'n8n-workflow';
import { query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * While the node works on many items or rows, it pauses now and then (a time-out of 0 ms), so that n8n can do other work.
 * It goes by the clock. In these tests, each look at the clock is 50 ms later than the one before, as if each item and
 * each row took long, so there must be a pause for each of them.
 */

const RECORDS = 50;
const ITEMS = 100;
const service = serviceForEach({ rows: RECORDS });
const items = Array.from({ length: ITEMS }, (_, at) => ({ json: { at } }));

const realClock = performance;
let pauses = 0;

beforeEach(() => {
	pauses = 0;
	let ms = realClock.now();
	const now = () => {
		ms += 50;
		return ms;
	};
	Object.defineProperty(globalThis, 'performance', { value: { now }, configurable: true });
	const { setTimeout } = globalThis;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, delay = 0) => {
		if (delay === 0) pauses += 1;
		return setTimeout(run, delay);
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	Object.defineProperty(globalThis, 'performance', { value: realClock, configurable: true });
});

interface Work {
	/** Completes the sentence "It pauses while it …". */
	what: string;
	parameters: INodeParameters;
	options?: RunOptions;
	minPauses: number;
}

it.each<Work>([
	{
		what: 'reads, runs, copies and returns items',
		parameters: query({ dateRange: 'yesterday', limit: 1 }),
		options: { items },
		// The result of the first item is not copied.
		minPauses: 4 * ITEMS - 1,
	},
	{
		what: 'looks for the columns of records, and makes items of the records',
		parameters: query({
			dateRange: 'yesterday',
			limit: RECORDS,
			options: { outputColumns: ['day'] },
		}),
		minPauses: 2 * RECORDS,
	},
	{
		what: 'returns the error of each item',
		parameters: query({ dateRange: 'yesterday', limit: 1 }),
		options: { items, onError: 'continueRegularOutput', credential: { apiToken: '' } },
		minPauses: ITEMS,
	},
])('pauses while it $what', async ({ parameters, options, minPauses }) => {
	await runAnalytics(service, parameters, options);
	expect(pauses).toBeGreaterThanOrEqual(minPauses);
});
