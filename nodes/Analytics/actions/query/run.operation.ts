import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { type Field, numeric, readField, toggle } from '../../../shared/field';
import { inParallel } from '../../../shared/inParallel';
import type { QueryRecord } from '../../transport/schemas';
import { filtersField } from '../fields/filters';
import { type Options, optionsField, readOptions } from '../fields/options';
import { type QueryRequest, queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import { ALL_OR_NONE, isSinceLastRun, refuseToCut } from '../fields/sinceLastRun';
import type { ItemContext } from '../itemContext';
import { LastDay } from '../lastDay';
import { operation } from '../operation';
import { rowItems } from '../rowItems';
import { sharedResult } from '../sharedResult';
import { exportRecords, type ExportOptions } from './exportRecords';

/** Records that one answer holds at most (section 8). */
const MAX_RECORDS = 100_000;

const NO_RECORDS = 'The query has no records for these dates and filters.';

const returnAll: Field<boolean> = {
	field: {
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	schema: toggle,
};

const limit: Field<number> = {
	field: {
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
	schema: numeric(
		z
			.number()
			.int('Enter a whole number')
			.min(1, 'Enter 1 or more')
			.max(MAX_RECORDS, 'Enter 100,000 or less, or use Bulk Export'),
	),
};

/** Query > Run: the records of a synchronous query (section 4.1), one item each. */
export const run = operation({
	fields: [
		...queryRequestFields,
		returnAll.field,
		limit.field,
		filtersField,
		optionsField(
			'dateFormat',
			'onLimitReached',
			'requestTimeout',
			'rowsPerItem',
			'splitLongRanges',
		),
	],

	read(item: ItemContext) {
		const options = readOptions(item.parameter('options', {}), 'onLimitReached', 'rowsPerItem');
		const isAll = readField(returnAll, item.parameter('returnAll', false));
		const max = isAll ? MAX_RECORDS : readField(limit, item.parameter('limit', 50));
		if (!isAll) refuseToCut(item, 'Limit', 'Turn on Return All');
		return { options, isAll, max, requests: readQueryRequests(item) };
	},

	async execute(item, settings): Promise<INodeExecutionData[]> {
		const { options, max, requests } = settings;
		if (requests.length === 0) return [];
		const key = { requests: requests.map(({ body }) => body), options, max };
		return await sharedResult(item, key, async (first) => await resultOf(first, settings));
	},
});

interface Settings {
	/** One for each part of the range. */
	requests: QueryRequest[];
	options: Options<'onLimitReached' | 'rowsPerItem'>;
	isAll: boolean;
	/** Records of one answer. */
	max: number;
}

async function resultOf(
	item: ItemContext,
	{ requests, options, isAll, max }: Settings,
): Promise<INodeExecutionData[]> {
	const parts = await inParallel(
		requests,
		{ signal: item.signal, onFailure: 'stopOthers' },
		async (request, signal) => {
			const part = item.withSignal(signal);
			const records = await part.api().query({ ...request.body, limit: String(max) });
			if (records.length < max) return hintAtLastDay(item, request, records);
			if (records.length < MAX_RECORDS) return records;
			if (options.onLimitReached === 'hint') return hintAtMore(item, records);
			return await exportInstead(part, { request: request.body, records });
		},
	);
	const records = parts.flat();
	if (records.length === 0) item.hint(NO_RECORDS);
	return rowItems(item, {
		rows: (isAll ? records : records.slice(0, max)) as IDataObject[],
		rowsPerItem: options.rowsPerItem,
	});
}

function hintAtLastDay(
	item: ItemContext,
	{ days }: QueryRequest,
	records: QueryRecord[],
): QueryRecord[] {
	const lastDay = new LastDay(item, days);
	for (const record of records) lastDay.see(record);
	lastDay.end(records.length);
	return records;
}

function hintAtMore(item: ItemContext, records: QueryRecord[]): QueryRecord[] {
	const message =
		'The query returned exactly 100,000 records, the most that the service returns at once, so some may be missing';
	const advice = 'Use Bulk Export, or Options > On 100,000 Records.';
	if (isSinceLastRun(item)) throw new InputError(message, `${ALL_OR_NONE} ${advice}`);
	item.hint(`${message}. ${advice}`);
	return records;
}

/** The whole of what a query cut off, by a bulk copy job of the same request. */
async function exportInstead(item: ItemContext, options: ExportOptions): Promise<QueryRecord[]> {
	item.hint(
		'The query returned 100,000 records, the most that the service returns at once, so everything was fetched by a bulk export.',
	);
	return await exportRecords(item, options);
}
