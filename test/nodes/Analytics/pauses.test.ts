import { bulkExport, query, runAnalytics, startAnalytics } from '../../support/analyticsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * Long lists of items must not keep n8n from answering. Each look at the clock is 50 ms later than the one
 * before, so the node must pause for each item and row; a pause is a timer of 0 ms.
 */

const service = serviceForEach({ rows: 1 });
const ITEMS = 100;
const items = Array.from({ length: ITEMS }, (_, at) => ({ json: { at } }));
const counts = { pauses: 0 };
const clock = performance;
let onPause = () => {};

beforeEach(() => {
	counts.pauses = 0;
	onPause = () => {};
	let ms = clock.now();
	const now = () => (ms += 50);
	Object.defineProperty(globalThis, 'performance', { value: { now }, configurable: true });
	const { setTimeout } = globalThis;
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, delay = 0) => {
		if (delay === 0) {
			counts.pauses += 1;
			onPause();
		}
		return setTimeout(run, delay);
	});
});
afterEach(() => {
	jest.restoreAllMocks();
	Object.defineProperty(globalThis, 'performance', { value: clock, configurable: true });
});

it('pauses while it reads, fetches, passes on, copies and returns items', async () => {
	const { items: output } = await runAnalytics(service, query({ dateRange: 'yesterday' }), {
		items,
	});
	expect(output).toHaveLength(ITEMS);
	expect(counts.pauses).toBeGreaterThanOrEqual(5 * ITEMS - 1);
});

it('pauses for each record of a query, and for its columns', async () => {
	service.options.rows = ITEMS;
	const parameters = query({ dateRange: 'yesterday', options: { outputColumns: ['day'] } });
	const { items: output } = await runAnalytics(service, parameters, {});
	expect(output.length).toBeGreaterThan(40);
	expect(counts.pauses).toBeGreaterThanOrEqual(2 * output.length);
});

it('pauses while it returns the error of each item', async () => {
	const onError = 'continueRegularOutput';
	const credential = { apiToken: '' };
	await runAnalytics(service, query(), { items, onError, credential });
	expect(counts.pauses).toBeGreaterThanOrEqual(ITEMS);
});

it.each([query(), bulkExport()])(
	'hears Stop while it reads items, and makes no call',
	async (of) => {
		const filters = { userId: '={{ $json.at }}' };
		const { result, stop } = await startAnalytics(service, { ...of, filters }, { items });
		onPause = () => counts.pauses === 5 && stop();
		const { run } = await result;
		expect([run.status, service.requests]).toEqual(['canceled', []]);
	},
);
