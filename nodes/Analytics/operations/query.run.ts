import type { IDataObject } from 'n8n-workflow';
import { aboutEndDate } from '../../shared/dates/requestDates';
import { InputError } from '../../shared/errors';
import { whole } from '../../shared/params/param';
import { numberParam, switchParam } from '../../shared/params/makeParam';
import { outputColumns } from '../table/outputColumns';
import type { ItemContext } from '../context';
import { RowItems } from '../outputs/items';
import { type AnalyticsApi, MAX_RECORDS } from '../api/analyticsApi';
import type { QueryRecord } from '../api/schemas';
import { optionsField } from './fields/options';
import { type AnalyticsRequest, filtersField, readRequests, requestFields } from './fields/request';
import type { Operation } from './operation';

const NO_RECORDS = 'The query has no records for these dates and filters.';
const ALL_ROWS = 'Use Bulk Export > Run, which returns any number of rows, or choose fewer days.';

const returnAll = switchParam('Return All', 'returnAll', false, {
	description: 'Whether to return all results or only up to a given limit',
});

const limit = numberParam('Limit', 'limit', 50, {
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
	schema: whole({ max: MAX_RECORDS }),
});

const options = optionsField('outputColumns', 'timeZone');

/** Query > Run: the records of a synchronous query (section 4.1), one item each. */
export const run: Operation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run query',
		description: 'Get the records of a query at once',
	},
	fields: [...requestFields, returnAll, limit, filtersField, options],
	async read(item) {
		const { outputColumns: columns, timeZone } = item.readAll(options);
		const isAll = item.read(returnAll);
		const max = isAll ? undefined : item.read(limit);
		const requests = await readRequests(item, timeZone);
		return {
			key: { requests, max, columns },
			async fetch() {
				const records = await (max === undefined
					? allRecords(item, requests)
					: firstRecords(item.api(), requests, max));
				const why = aboutEndDate(item.connection.details);
				if (records.length === 0) item.hint(`${NO_RECORDS}${why}`);
				const items = await asItems(item, { records, columns, max });
				return async () => items;
			},
		};
	},
};

/** @throws InputError where the service may have left records out; a model gets fewer anyway */
async function allRecords(item: ItemContext, requests: AnalyticsRequest[]): Promise<QueryRecord[]> {
	const api = item.api();
	const parts = await Promise.all(
		requests.map(async ({ body, content }) => {
			const records = await api.query({ ...body, limit: String(MAX_RECORDS) });
			if (records.length < MAX_RECORDS || item.isToolCall) return records;
			const { startDate, endDate } = content;
			throw new InputError(
				`The query returned ${records.length} records for ${startDate} to ${endDate}, so there may be more`,
				`The service returns at most 100,000 records at once. ${ALL_ROWS}`,
			);
		}),
	);
	return parts.flat();
}

/** No more parts of the range are queried than the limit needs. */
async function firstRecords(api: AnalyticsApi, requests: AnalyticsRequest[], max: number) {
	let records: QueryRecord[] = [];
	for (const { body } of requests) {
		const left = max - records.length;
		if (left === 0) break;
		const part = await api.query({ ...body, limit: String(left) });
		records = records.concat(part.slice(0, left));
	}
	return records;
}

type Wanted = { records: QueryRecord[]; columns: string[]; max: number | undefined };

async function asItems(item: ItemContext, { records, columns, max }: Wanted) {
	const items = new RowItems(item);
	const pick = await columnPicker(item, records, columns);
	for (const record of records) {
		await item.yieldToEventLoop();
		const row = pick(record) as IDataObject;
		if (!items.hasRoomFor(row)) {
			items.leaveOutTheRest();
			break;
		}
		items.add(row);
	}
	return items.end(records.length === max ? max : undefined);
}

/** Keys without a value may be left out of a record. @throws InputError for a column that none has */
async function columnPicker(
	{ yieldToEventLoop }: ItemContext,
	records: QueryRecord[],
	wanted: string[],
) {
	const whole = (record: QueryRecord) => record;
	if (wanted.length === 0) return whole;
	const keys = new Set<string>();
	for (const record of records) {
		await yieldToEventLoop();
		for (const key of Object.keys(record)) keys.add(key);
	}
	const { names, pick, isAll } = outputColumns([...keys], wanted);
	if (isAll) return whole;
	const columns = pick([...keys]).map((key, at) => [names[at]!, key] as const);
	return (record: QueryRecord): QueryRecord => {
		const has = columns.filter(([, key]) => Object.hasOwn(record, key));
		return Object.fromEntries(has.map(([name, key]) => [name, record[key]]));
	};
}
