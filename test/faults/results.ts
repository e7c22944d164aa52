import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import type { NodeRun } from '../engine/runNode';
import { checkQuery } from '../service/queryRequest';
import { columnsOf, jsonRecords, records, type RecordsRequest } from '../service/records';
import type { Service } from '../service/service';

/** Compares what a node passed on with what the service has. */
export type Check = (service: Service, run: NodeRun) => boolean | Promise<boolean>;

export const recordsAreRight: Check = ({ requests, options, clock }, { items }) => {
	const checked = checkQuery(requests.at(-1)?.body, { options, clock, isBulk: false });
	if (!('request' in checked)) return false;
	const records = [...jsonRecords(checked.request)].map((fields) => Object.fromEntries(fields));
	return isSame(items.map(jsonOf), records);
};

export const jobStarted: Check = ({ jobs }, { items }) =>
	isSame(
		items.map(jsonOf).map(({ jobId }) => jobId),
		[...jobs.keys()].slice(-1),
	);

/** Columns of numbers are numbers in items, and texts in the file. */
export const rowsAreRight: Check = (service, { items }) =>
	isSame(asTexts(items.map(jsonOf)), exportedRows(service));

export const fileIsRight: Check = async (service, { items }) => {
	const [file] = items.map(({ binary }) => binary?.data);
	if (!file || items.length !== 1) return false;
	return isSame(await rowsOfFile(file), exportedRows(service));
};

export async function rowsOfFile(file: IBinaryData): Promise<unknown> {
	const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
	return parse(bytes, { columns: true });
}

export const allNotified: Check = ({ ledger }, { items }) =>
	items.length > 0 &&
	items.every(({ json }) => json.status === 'accepted') &&
	isSame(
		items.map(({ json }) => json.phone).sort(),
		ledger.entries.map(({ phone }) => phone).sort(),
	);

/** Whatever the outcome: no user is notified twice. */
export function isNotifiedTwice({ ledger }: Service): boolean {
	const phones = ledger.entries.map(({ phone }) => phone);
	return new Set(phones).size < phones.length;
}

function exportedRows({ jobs }: Service): object[] {
	const [job] = jobs.values();
	if (!job) return [];
	return asTexts(rowsOf(job.request));
}

/** Rows as a file holds them. */
export function asTexts(rows: object[]): object[] {
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
	);
}

export function rowsOf(request: RecordsRequest): object[] {
	const names = columnsOf(request.queryName).map(({ name }) => name);
	return [...records(request)].map((cells) =>
		Object.fromEntries(names.map((name, index) => [name, cells[index]])),
	);
}

function jsonOf({ json }: NodeRun['items'][number]) {
	return json;
}

export function isSame(left: unknown, right: unknown): boolean {
	return JSON.stringify(left) === JSON.stringify(right);
}
