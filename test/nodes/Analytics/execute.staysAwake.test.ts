import { query, runAnalytics } from '../../support/analyticsNode';
import { CONTINUE } from '../../support/onError';
import { countPauses, slowClockForEach } from '../../support/slowClock';
import { serviceForEach } from '../../support/serviceForEach';

/* However many items or rows there are, n8n can do other work meanwhile, such as hearing Stop or serving the editor. */

const RECORDS = 20;
const ITEMS = 30;
const service = serviceForEach({ rows: RECORDS });
const items = Array.from({ length: ITEMS }, (_, at) => ({ json: { at } }));

/** The node lets n8n do other work once it has worked for 20 ms. */
slowClockForEach(50);

/* It pauses as often as `minPauses` at least, and fewer than `steps` times more often. */
it.each([
	{
		what: 'reads, runs, copies and returns items',
		parameters: query({ dateRange: 'yesterday', limit: 1 }),
		options: { items },
		steps: ITEMS,
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
		steps: RECORDS,
		minPauses: 2 * RECORDS,
	},
	{
		what: 'reads and runs items, and returns the error of each',
		parameters: query({ dateRange: 'yesterday', limit: 1 }),
		options: { items, ...CONTINUE, credential: { apiToken: '' } },
		steps: ITEMS,
		minPauses: 3 * ITEMS,
	},
])('pauses while it $what', async ({ parameters, options, steps, minPauses }) => {
	const pauses = await countPauses(async () => {
		await runAnalytics(service, parameters, options);
	});
	expect(pauses).toBeGreaterThanOrEqual(minPauses);
	expect(pauses).toBeLessThan(minPauses + steps);
});
