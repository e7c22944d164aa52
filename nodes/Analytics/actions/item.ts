import type { Connection } from '../../shared/credential/connection';
import type { OutputContext } from '../outputs/context';
import type { AnalyticsApi } from '../transport/analyticsApi';
import { analyticsApi } from './api';
import type { Run } from './run';

/** An input item, as the operations see it. */
export interface Item extends OutputContext, Pick<Run, 'account' | 'breathe'> {
	run: Run;
	connection: Connection;
	workflowTimeZone: string;
	now(): Date;
	/** Expressions resolved; undefined if the node does not show the field. */
	parameter(name: string): unknown;
	/** @param maxDownloadMs half an hour by default */
	api(maxDownloadMs?: number): AnalyticsApi;
}

export function itemOf(run: Run, itemIndex: number): Item {
	const { n8n, connection, signal, hints, jobs, waits, account, isToolCall, breathe } = run;
	const hint = (message: string) => hints.add(message, itemIndex);
	return {
		...{ run, n8n, itemIndex, connection, signal, jobs, account, isToolCall, breathe, hint },
		warn: (message) => hints.warn(message, itemIndex),
		workflowTimeZone: n8n.getTimezone(),
		now: () => run.now,
		parameter: (name) => run.parameter(name, itemIndex),
		once: async (key, begin) => await run.once(key, begin),
		api(maxDownloadMs) {
			const limit = maxDownloadMs === undefined ? {} : { maxDownloadMs };
			return analyticsApi({ context: n8n, connection, signal, waits, hint, ...limit });
		},
	};
}
