import type { INodeParameters } from 'n8n-workflow';
import { query, runAnalytics } from '../../support/analyticsNode';
import type { RunOptions } from '../../support/nodeRuns';
import { countPauses, slowClockForEach } from '../../support/slowClock';
import { serviceForEach } from '../../support/serviceForEach';

/* However many items or rows there are, n8n can do other work meanwhile, such as hearing Stop or serving the editor. */

const RECORDS = 50;
const ITEMS = 100;
const service = serviceForEach({ rows: RECORDS });
const items = Array.from({ length: ITEMS }, (_, at) => ({ json: { at } }));

/** The node lets n8n do other work once it has worked for 40 ms. */
slowClockForEach(50);

interface Work {
	/** Completes the sentence "It pauses while it …". */
	what: string;
	parameters: INodeParameters;
	options?: RunOptions;
	/** How many items or records there are. */
	steps: number;
	/** It pauses as often as this at least, and fewer than `steps` times more often. */
	minPauses: number;
}

it.each<Work>([
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
		options: { items, onError: 'continueRegularOutput', credential: { apiToken: '' } },
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
