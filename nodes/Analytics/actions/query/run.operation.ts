import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { readField, whole } from '../../../shared/field';
import { parseJson } from '../../../shared/http/json';
import { numberField, switchField } from '../../../shared/makeField';
import { saysMore } from '../../../shared/shownText';
import { RowItems } from '../../outputs/items';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { exportRows, sharedResult } from '../exportRows';
import { optionsField, readOptions } from '../fields/options';
import {
	type AnalyticsRequest,
	filtersField,
	readRequests,
	requestFields,
} from '../fields/request';
import type { Item } from '../item';
import type { Operation } from '../operation';

/** Records that one answer holds at most (section 8). */
const MAX_RECORDS = 100_000;
const MAX_WAIT_MS = 1_800_000;

const NO_RECORDS =
	'The query has no records for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.';
const FEWER_ROWS =
	'Nothing was passed on. Try again. If it happens every time, ask whoever runs the service which of the two is complete.';
const EXPORTED =
	'The query returned 100,000 records, the most that the service returns at once, so all rows were fetched by a bulk export.';

/** As text: the columns get the types of the records. */
const ROWS_AS_TEXT = {
	output: 'items',
	columnNames: 'automatic',
	convertTypes: false,
	excel: 'no',
	fileName: '',
	maxRows: undefined,
} as const;

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

/** What the service cuts off comes by a bulk export. A model gets less than that of it. */
async function allRecords(item: Item, requests: AnalyticsRequest[]): Promise<INodeExecutionData[]> {
	const api = item.api();
	const parts = await Promise.all(
		requests.map(async ({ body }) => await api.query({ ...body, limit: String(MAX_RECORDS) })),
	);
	const isCut = parts.some((records) => records.length >= MAX_RECORDS);
	const records = parts.flat();
	if (!isCut || item.isToolCall) return asItems(item, { api, records });

	item.hint(EXPORTED);
	const types = typesOf(records);
	const settings = { ...ROWS_AS_TEXT, outputColumns: [...types.keys()] };
	const exported = exportRows(item, requests, { settings, maxWaitMs: MAX_WAIT_MS });
	const items = (await exported.catch(asOfBulkExport)) as INodeExecutionData[];
	if (items.length < records.length) {
		const message = `The bulk export has fewer rows (${items.length}) than the query has records (${records.length})`;
		throw new ServiceError({ kind: 'badAnswer', message, description: FEWER_ROWS });
	}
	const rows = items.map(({ json }) => json);
	for (const [name, type = 'string'] of types) if (type !== 'string') giveType(rows, name, type);
	return items;
}

/** Query has no such options. */
function asOfBulkExport(error: unknown): never {
	if (!(error instanceof ServiceError)) throw asError(error);
	throw error.mapTexts((text) => text.replaceAll('Options >', 'Bulk Export > Run > Options >'));
}

/** No more parts of the range are asked for than the limit needs. */
async function firstRecords(
	item: Item,
	requests: AnalyticsRequest[],
	max: number,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const records: QueryRecord[] = [];
	for (const { body } of requests) {
		const left = max - records.length;
		if (left === 0) break;
		records.push(...(await api.query({ ...body, limit: String(left) })).slice(0, left));
	}
	return asItems(item, { api, records, max });
}

type Records = { api: AnalyticsApi; records: QueryRecord[]; max?: number };

function asItems(item: Item, { api, records, max }: Records): INodeExecutionData[] {
	const words = [...api.said].filter(saysMore);
	const quoted = words.map((text) => ` The service said "${api.shown(text)}".`).join('');
	if (records.length === 0) item.hint(NO_RECORDS + quoted);
	giveTypes(records);
	const items = new RowItems(item);
	for (const record of records) if (items.isFull() || !items.add(record as IDataObject)) break;
	return items.end(records.length === max ? max : undefined);
}

/** A column of numbers and text, such as IDs of which some are too long for a number, is text. */
function typesOf(records: QueryRecord[]) {
	const types = new Map<string, string | undefined>();
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			const known = types.get(name);
			const type = value === '' || typeof value === 'object' ? known : typeof value;
			types.set(name, known === undefined || known === type ? type : 'string');
		}
	}
	return types;
}

/** Its cells are read as those of the records are. If one is of another type, all stay text. */
function giveType(rows: IDataObject[], name: string, type: string): void {
	const cells = rows.map((row) => row[name] as string);
	try {
		const values = cells.map((cell) => (cell === '' ? null : parseJson(cell)));
		if (values.some((value, at) => typeof value !== type && cells[at] !== '')) return;
		rows.forEach((row, at) => (row[name] = values[at] as number | boolean | null));
	} catch {
		// One is no JSON, such as 007.
	}
}

/** An empty text in a column of numbers is null, as in a bulk export. */
function giveTypes(records: QueryRecord[]): void {
	const types = typesOf(records);
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			const type = types.get(name) ?? 'string';
			if (typeof value === 'object' || typeof value === type) continue;
			record[name] = value === '' ? null : `${value as string | number | boolean}`;
		}
	}
}
