import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../engine/runNode';
import { checkQuery } from '../service/queryRequest';
import { columnsOf, records } from '../service/records';
import type { Service } from '../service/service';

interface Checked {
	service: Service;
	run: NodeRun;
	parameters: INodeParameters;
}

/** Compares what a node passed on with what the user wanted, which need not be what the node asked for. */
export type Check = (checked: Checked) => boolean | Promise<boolean>;

const DEFAULT_LIMIT = 50;

export const checks = {
	query: ({ service, run, parameters }) => {
		const rows = wantedRows(service, parameters).map(inOrder);
		const limit = parameters.returnAll === true ? rows.length : DEFAULT_LIMIT;
		return isSame(jsons(run).map(inOrder), rows.slice(0, limit));
	},
	start: ({ service, run }) =>
		run.items.length === 1 && run.items[0]?.json.jobId === [...service.jobs.keys()].at(-1),
	rows: ({ service, run, parameters }) => {
		const { convertTypes } = parameters.options as INodeParameters;
		const rows = convertTypes === false ? jsons(run) : asTexts(jsons(run));
		return isSame(rows, asTexts(wantedRows(service, parameters)));
	},
	file: async ({ service, run, parameters }) => {
		const [file] = run.items.map(({ binary }) => binary?.data);
		if (!file || run.items.length !== 1) return false;
		const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
		return isSame(parse(bytes, { columns: true }), asTexts(wantedRows(service, parameters)));
	},
	status: ({ service: { options }, run }) => {
		const isOver = (options.readings.statusRecord?.running ?? []).length === 0;
		const { done, failed } = run.items[0]?.json ?? {};
		return done === isOver && failed === false;
	},
	notified: ({ service, run }) => {
		const phones = run.items.map(({ json }) => json.phone);
		const received = service.ledger.entries.map(({ phone }) => phone);
		const areAccepted = run.items.every(({ json }) => json.status === 'accepted');
		return run.items.length > 0 && areAccepted && isSame(phones.sort(), received.sort());
	},
} satisfies Record<string, Check>;

/** The rows of the query and the days that the user chose. */
function wantedRows({ options }: Service, parameters: INodeParameters): object[] {
	const { queryName, dateRange, days, options: nodeOptions } = parameters;
	const { timeZone = 'UTC' } = nodeOptions as { timeZone?: string };
	const today = DateTime.now().setZone(timeZone);
	const startDate = today.minus({ days: dateRange === 'lastDays' ? Number(days) : 1 }).toISODate();
	const endDate = today.minus({ days: 1 }).toISODate();
	const body = { queryName, timeZone, startDate, endDate };
	const plain = { ...options, readings: {}, queryNotOpen: [] };
	const { request } = checkQuery(body, { options: plain, isBulk: true });
	const columns = columnsOf(request.queryName);
	return [...records(request)].map((cells) =>
		Object.fromEntries(columns.map(({ name }, at) => [name, cells[at]])),
	);
}

function asTexts(rows: object[]): object[] {
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
	);
}

/** The records of a query have their keys in an order of their own. */
function inOrder(row: object): object {
	return Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const jsons = ({ items }: NodeRun) => items.map(({ json }) => json);

function isSame(left: unknown, right: unknown): boolean {
	return JSON.stringify(left) === JSON.stringify(right);
}
