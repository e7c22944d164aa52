import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { readField, whole } from '../../../shared/field';
import { numberField, switchField } from '../../../shared/makeField';
import { RowItems } from '../../outputs/items';
import type { QueryBody } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { exportRows, sharedResult } from '../exportRows';
import { optionsField, readOptions } from '../fields/options';
import type { OutputSettings } from '../fields/output';
import { filtersField, readRequests, requestFields } from '../fields/request';
import type { Item, Result } from '../item';
import type { Operation } from '../operation';

/** Records that one answer holds at most (section 8). */
const MAX_RECORDS = 100_000;
const MAX_WAIT_MS = 1_800_000;

const NO_RECORDS =
	'The query has no records for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.';
const EXPORTED =
	'The query returned 100,000 records, the most that the service returns at once, so all rows were fetched by a bulk export.';

const returnAll = switchField('Return All', 'returnAll', false, {
	description: 'Whether to return all results or only up to a given limit',
});

const limit = numberField('Limit', 'limit', 50, {
	typeOptions: { minValue: 1, maxValue: MAX_RECORDS },
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
	schema: whole({ max: MAX_RECORDS }),
});

/** Query > Run: the records of a synchronous query (section 4.1), one item each. */
export const run: Operation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Run query',
		description: 'Get the records of a query at once',
	},
	fields: [...requestFields, returnAll.field, limit.field, filtersField, optionsField('timeZone')],
	prepare(item) {
		const { timeZone } = readOptions(item, 'timeZone');
		const isAll = readField(returnAll, item.parameter('returnAll'));
		const max = isAll ? undefined : readField(limit, item.parameter('limit'));
		const requests = readRequests(item, timeZone);
		const key = { requests, max };
		return async () =>
			await sharedResult(item, key, async () => {
				return max === undefined
					? await allRecords(item, requests)
					: await firstRecords(item, requests, max);
			});
	},
};

/** What the service cuts off comes by a bulk export. */
async function allRecords(item: Item, requests: QueryBody[]): Promise<Result> {
	const api = item.api();
	const parts = await Promise.all(
		requests.map(async (body) => await api.query({ ...body, limit: String(MAX_RECORDS) })),
	);
	if (parts.every((records) => records.length < MAX_RECORDS)) return asItems(item, parts.flat());
	item.hint(EXPORTED);
	const settings: OutputSettings = {
		output: 'items',
		columnNames: 'automatic',
		convertTypes: true,
		excel: 'no',
		fileName: '',
		maxRows: undefined,
		outputColumns: [],
	};
	return await exportRows(item, requests, { settings, maxWaitMs: MAX_WAIT_MS });
}

/** No more parts of the range are asked for than the limit needs. */
async function firstRecords(
	item: Item,
	requests: QueryBody[],
	max: number,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const records: QueryRecord[] = [];
	for (const body of requests) {
		const left = max - records.length;
		if (left === 0) break;
		records.push(...(await api.query({ ...body, limit: String(left) })).slice(0, left));
	}
	return asItems(item, records);
}

function asItems(item: Item, records: QueryRecord[]): INodeExecutionData[] {
	if (records.length === 0) item.hint(NO_RECORDS);
	const items = new RowItems(item);
	for (const record of withOneTypeEach(records)) if (!items.add(record as IDataObject)) break;
	return items.end();
}

/** A column of numbers and text, such as IDs of which some are too long for a number, is text. */
function withOneTypeEach(records: QueryRecord[]): QueryRecord[] {
	const types = new Map<string, Set<string>>();
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			if (value === null || typeof value === 'object') continue;
			types.set(name, (types.get(name) ?? new Set()).add(typeof value));
		}
	}
	const mixed = new Set([...types].filter(([, all]) => all.size > 1).map(([name]) => name));
	if (mixed.size === 0) return records;
	const asText = ([name, value]: [string, unknown]): [string, unknown] => {
		const isText = mixed.has(name) && (typeof value === 'number' || typeof value === 'boolean');
		return [name, isText ? String(value) : value];
	};
	return records.map((record) => Object.fromEntries(Object.entries(record).map(asText)));
}
