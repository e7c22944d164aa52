import type { Connection } from '../shared/credential/connection';
import type { Execution } from '../shared/context';
import type { Param, ParamTable, ValuesOf } from '../shared/params/param';
import type { HintOptions } from '../shared/hints';
import type { CollectionParam } from '../shared/params/makeParam';
import { AnalyticsApi, type AnalyticsApiOptions } from './api/analyticsApi';

/** The jobs of an execution, for the advice of its errors. */
interface Jobs {
	/** `undefined` is one that is being started. */
	started: Array<string | undefined>;
	/** Those whose rows are for a sub-workflow, by input item. */
	toPassOn: string[][];
}

export type AnalyticsExecution = ReturnType<typeof analyticsExecutionOf>;

export function analyticsExecutionOf(execution: Execution) {
	const works = new Map<string, Promise<unknown>>();
	const jobs: Jobs = { started: [], toPassOn: [] };
	return {
		...execution,
		/** For its turn among the calls a minute; most calls wait at the same time. */
		longestWait: { ms: 0 },
		jobs,
		/** The same for all items: a day may end meanwhile. */
		now: new Date(),
		workflowTimeZone: execution.n8n.getTimezone(),

		/** For work that several items need. @param key what it depends on, as JSON */
		async once<T>(key: unknown, work: () => Promise<T>): Promise<{ value: T; isFirst: boolean }> {
			const name = JSON.stringify(key);
			const known = works.get(name) as Promise<T> | undefined;
			const value = known ?? work();
			works.set(name, value);
			return { value: await value, isFirst: !known };
		},
	};
}

/** An input item, as the operations and outputs see it. */
export interface ItemContext extends AnalyticsExecution {
	connection: Connection;
	itemIndex: number;
	/** The value of a field, checked; its default if the node does not show it. @throws InputError */
	read<T>(field: Param<T>): T;
	readAll<T extends ParamTable>(collection: CollectionParam<T>): ValuesOf<T>;
	hint(text: string, options?: Omit<HintOptions, 'itemIndex'>): void;
	api(options?: Pick<AnalyticsApiOptions, 'maxDownloadMs'>): AnalyticsApi;
}

export function itemContextOf(
	execution: AnalyticsExecution,
	connection: Connection,
	itemIndex: number,
): ItemContext {
	const { n8n: context, signal, longestWait, hints, parameters } = execution;
	const onWait = (ms: number) => void (longestWait.ms = Math.max(longestWait.ms, ms));
	return {
		...execution,
		connection,
		itemIndex,
		read: (field) => parameters.read(field, itemIndex),
		readAll: (collection) => parameters.readAll(collection, itemIndex),
		hint: (text, options) => hints.add(text, { itemIndex, ...options }),
		api: (options) => new AnalyticsApi({ context, connection, signal, onWait, ...options }),
	};
}
