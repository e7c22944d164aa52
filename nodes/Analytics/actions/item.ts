import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OutputContext, RowsToPassOn } from '../outputs/context';
import type { AnalyticsApi } from '../transport/analyticsApi';
import { analyticsApi } from './api';
import type { Run } from './run';

/** An input item, as the operations see it. */
export interface Item
	extends OutputContext, Pick<Run, 'account' | 'breathe' | 'connection' | 'now'> {
	run: Run;
	workflowTimeZone: string;
	/** Expressions resolved; undefined if the node does not show the field. */
	parameter(name: string): unknown;
	/** @param maxDownloadMs half an hour by default */
	api(maxDownloadMs?: number): AnalyticsApi;
}

export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Reads the fields of an item, without a call. @throws InputError */
	prepare(item: Item): Task;
}

/** What an operation does for an item once the fields of all items are read. */
export interface Task {
	/** Items with an equal key share what was fetched. */
	key: object;
	/** Makes all calls. If it fails, nothing has left the node. */
	fetch(): Promise<Fetched>;
}

export type Fetched = INodeExecutionData[] | RowsToPassOn;

export function itemOf(run: Run, itemIndex: number): Item {
	const { n8n, connection, signal, hints, waits } = run;
	const hint = (message: string) => hints.add(message, itemIndex);
	return {
		...{ ...run, run, itemIndex, hint },
		warn: (message) => hints.warn(message, itemIndex),
		workflowTimeZone: n8n.getTimezone(),
		parameter: (name) => run.parameter(name, itemIndex),
		api(maxDownloadMs) {
			const limit = maxDownloadMs === undefined ? {} : { maxDownloadMs };
			return analyticsApi({ context: n8n, connection, signal, onWait: waits.add, hint, ...limit });
		},
	};
}
