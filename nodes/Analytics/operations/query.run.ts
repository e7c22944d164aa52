import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { partsOf, shownDays } from '../../shared/dates/dateRange';
import { InputError } from '../../shared/errors';
import { whole } from '../../shared/fields/field';
import { numberField, switchField } from '../../shared/fields/makeField';
import { outputColumns } from '../table/outputColumns';
import type { ItemToRun } from '../context';
import { RowItems } from '../outputs/items';
import { type AnalyticsApi, type AnalyticsRequest, MAX_RECORDS } from '../api/analyticsApi';
import { optionsField } from './fields/options';
import { filtersField } from './fields/filters';
import { aboutRequest, readRequest, requestFields } from './fields/request';
import type { Operation } from './operation';

const NO_RECORDS = 'The query has no records for these dates and filters.';
const ALL_ROWS =
	'Use Bulk Export > Run, which returns up to 3 million rows for each 30 days, or choose fewer days.';

const returnAll = switchField('Return All', 'returnAll', false, {
	description: 'Whether to return all results or only up to a given limit',
});

const limit = numberField('Limit', 'limit', 50, {
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
	schema: whole({ max: MAX_RECORDS }),
});

const options = optionsField(['outputColumns', 'timeZone'], { hasOutputField: false });

interface QueryTask {
	request: AnalyticsRequest;
	/** The Limit; undefined for Return All. */
	max: number | undefined;
	columns: string[];
}

/** Query > Run: sends a synchronous query (section 4.1), and outputs one item for each record. */
export const queryRun: Operation<QueryTask> = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run query',
		description: 'Get the records of a query immediately',
	},

	properties: [...requestFields, returnAll, limit, filtersField, options],

	async read(item) {
		const { outputColumns: columns, timeZone } = item.readCollection(options);
		const max = item.read(returnAll) ? undefined : item.read(limit);
		const request = await readRequest(item, timeZone);
		return { request, max, columns };
	},

	async run({ request, max, columns }, item): Promise<INodeExecutionData[]> {
		const records =
			max === undefined
				? await allRecords(item.api, request)
				: await firstRecords(item.api, request, max);
		if (records.length === 0) item.hint(NO_RECORDS);
		const pick = await columnPicker(item, records, columns);
		const items = new RowItems(item);
		for (const record of records) {
			await item.yieldToEventLoop();
			if (!items.addAll([record], pick)) break;
		}
		const reached = records.length === max ? max : undefined;
		return items.end({ about: aboutRequest(request), reached });
	},
};

/** All records. @throws InputError if the service may have left records out */
async function allRecords(api: AnalyticsApi, request: AnalyticsRequest): Promise<IDataObject[]> {
	const parts = await Promise.all(
		partsOf(request).map(async (part) => {
			const records = await api.query(part, { limit: MAX_RECORDS });
			if (records.length < MAX_RECORDS) return records;
			throw new InputError(
				`The query returned ${records.length} records for ${shownDays(part)}, so there may be more`,
				`The service returns at most 100,000 records in one response. ${ALL_ROWS}`,
			);
		}),
	);
	return parts.flat();
}

/** The first records. It queries only as many parts as the limit needs. */
async function firstRecords(
	api: AnalyticsApi,
	request: AnalyticsRequest,
	max: number,
): Promise<IDataObject[]> {
	let records: IDataObject[] = [];
	for (const part of partsOf(request)) {
		const left = max - records.length;
		if (left === 0) break;
		const ofPart = await api.query(part, { limit: left });
		records = records.concat(ofPart.slice(0, left));
	}
	return records;
}

/**
 * Selects the columns that the user wants. A record may lack a key that has no value in it, so the columns
 * are those of all records together.
 * @throws InputError for a column that no record has
 */
async function columnPicker(
	item: ItemToRun,
	records: IDataObject[],
	wanted: string[],
): Promise<(record: IDataObject) => IDataObject> {
	if (wanted.length === 0) return (record) => record;
	const keys = new Set<string>();
	for (const record of records) {
		await item.yieldToEventLoop();
		for (const key of Object.keys(record)) keys.add(key);
	}
	const { names, pick } = outputColumns([...keys], wanted);
	const columns = pick([...keys]).map((key, at) => [names[at]!, key] as const);
	return (record) => {
		const present = columns.filter(([, key]) => Object.hasOwn(record, key));
		return Object.fromEntries(present.map(([name, key]) => [name, record[key]]));
	};
}
