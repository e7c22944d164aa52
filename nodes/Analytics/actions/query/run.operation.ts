import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { numeric } from '../../../shared/numeric';
import { parseField } from '../../../shared/parseField';
import { together } from '../../../shared/together';
import { exportRecords } from './exportRecords';
import type { QueryBody } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { filtersField, queryRequestFields } from '../fields/queryRequest.fields';
import { optionsField } from '../fields/options.fields';
import { readQueryRequests } from '../fields/queryRequest';
import { apiOf } from '../fields/requestTimeout';
import { rowItems } from '../rowItems';
import type { ItemRun, Operation } from '../operation';

/** Records that one answer holds at most (section 8). */
const MOST_RECORDS = 100_000;

const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_RECORDS },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

const limitSchema = numeric(
	z
		.number()
		.int('Enter a whole number')
		.min(1, 'Enter 1 or more')
		.max(MOST_RECORDS, 'Enter 100,000 or less, or use Bulk Export'),
);
const optionsSchema = z
	.object({
		onLimitReached: z.enum(['hint', 'bulkExport']).default('hint'),
		rowsPerItem: z.number().int().min(1).default(1),
	})
	.passthrough();

/** Query > Run: the records of a synchronous query (section 4.1), one item each. */
export const run: Operation = {
	fields: [
		...queryRequestFields,
		...limitFields,
		filtersField,
		optionsField(
			'dateFormat',
			'onLimitReached',
			'requestTimeout',
			'rowsPerItem',
			'splitLongRanges',
		),
	],

	async execute(itemRun: ItemRun): Promise<INodeExecutionData[]> {
		const options = parseField(optionsSchema, itemRun.parameter('options', {}), 'Options');
		const returnAll = itemRun.parameter('returnAll', false) === true;
		const limit = returnAll
			? MOST_RECORDS
			: parseField(limitSchema, itemRun.parameter('limit', 50), 'Limit');
		const requests = readQueryRequests(itemRun);

		const parts = await together(
			requests.map((request) => async (signal) => {
				const records = await apiOf(itemRun, signal).query({ ...request, limit: String(limit) });
				if (records.length < MOST_RECORDS) return records;
				return options.onLimitReached === 'bulkExport'
					? await exportInstead({ ...itemRun, signal }, request, records)
					: hintAtMore(itemRun, records);
			}),
			itemRun.signal,
		);
		const records = parts.flat();
		return rowItems(itemRun, {
			rows: (returnAll ? records : records.slice(0, limit)) as IDataObject[],
			rowsPerItem: options.rowsPerItem,
		});
	},
};

function hintAtMore(itemRun: ItemRun, records: QueryRecord[]): QueryRecord[] {
	itemRun.hint(
		'The query brought exactly 100,000 records, as many as the service gives at once, so some may be missing. Use Bulk Export, or Options > On 100,000 Records.',
	);
	return records;
}

/** The whole of what a query cut off, by a bulk copy job of the same request. */
async function exportInstead(
	itemRun: ItemRun,
	request: QueryBody,
	records: QueryRecord[],
): Promise<QueryRecord[]> {
	itemRun.hint(
		'The query brought 100,000 records, as many as the service gives at once, so everything was fetched by a bulk export.',
	);
	return await exportRecords(itemRun, request, records);
}
