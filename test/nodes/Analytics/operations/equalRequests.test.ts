import '../../../support/quickWaits';
import type { INodeExecutionData, INodeParameters, IPairedItemData } from 'n8n-workflow';
import { OUTPUT_NAMES } from '../../../../nodes/Analytics/outputs/outputs';
import { bulkExport, query, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';
import { startFinishedJob } from '../../../support/startedJobs';

/* Items with equal fields share the calls and the job of the first one of them. */

const service = serviceForEach();

/** Automatic would ask for the names of the columns. */
const options = { columnNames: 'secondRow' };

async function run(parameters: INodeParameters, runOptions: RunOptions) {
	const before = service.requests.length;
	const ran = await runAnalytics(service, parameters, runOptions);
	const calls = service.requests.slice(before).map(({ endpoint }) => endpoint);
	return { ...ran, calls };
}

const EQUAL_ITEMS = Array.from({ length: 3 }, () => ({ json: { own: true } }));

/** Adds the ID of a job that is done, for an operation that needs one. */
async function withJobId(parameters: INodeParameters): Promise<INodeParameters> {
	const needsJob = ['getStatus', 'getResult'].includes(parameters.operation as string);
	if (!needsJob) return parameters;
	const { jobId } = await startFinishedJob(service);
	return { ...parameters, jobId };
}

const CALLS_OF_RUN = ['bulkStart', 'status', 'status', 'status', 'download'];

/** The calls that equal items make together, in each operation and for each output. */
const SHARED_CALLS = [
	...OUTPUT_NAMES.flatMap((output) => {
		const parameters = bulkExport({ output, options });
		return [
			{
				operation: `Bulk Export > Run for ${output}`,
				parameters,
				calls: CALLS_OF_RUN,
			},
			{
				operation: `Bulk Export > Get Result for ${output}`,
				parameters: { ...parameters, operation: 'getResult' },
				calls: ['status', 'download'],
			},
		];
	}),
	{
		operation: 'Bulk Export > Start',
		parameters: bulkExport({ operation: 'start' }),
		calls: ['bulkStart'],
	},
	{
		operation: 'Bulk Export > Get Status',
		parameters: bulkExport({ operation: 'getStatus' }),
		calls: ['status'],
	},
	{ operation: 'Query > Run', parameters: query(), calls: ['query'] },
];

/** The input item that an output item is paired with. */
function itemOf({ pairedItem }: INodeExecutionData): unknown {
	return (pairedItem as IPairedItemData | undefined)?.item;
}

it.each(SHARED_CALLS)(
	'equal items share the calls of $operation, and each has its own result',
	async ({ parameters, calls }) => {
		const given = await withJobId(parameters);
		const ran = await run(given, { items: EQUAL_ITEMS });
		expect(ran.calls).toEqual(calls);
		const first = ran.items.filter((one) => itemOf(one) === 0);
		expect(first).not.toEqual([]);
		const expected = EQUAL_ITEMS.flatMap((_, item) =>
			first.map((one) => ({ ...one, pairedItem: { item } })),
		);
		expect(ran.items).toEqual(expected);

		// A node that follows may change an item, so no object is part of two items.
		const jsons = ran.items.map(({ json }) => json);
		expect(new Set(jsons).size).toBe(jsons.length);
		const binaries = ran.items.map(({ binary }) => binary).filter((binary) => binary !== undefined);
		expect(new Set(binaries).size).toBe(binaries.length);
	},
);
