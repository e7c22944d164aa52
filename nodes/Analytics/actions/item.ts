import type { INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { type Field, readField } from '../../shared/field';
import type { OutputContext, RowsToPassOn } from '../outputs/context';
import { AnalyticsApi, type AnalyticsApiOptions } from '../transport/analyticsApi';
import type { Run } from './run';

/** An input item, as the operations see it. */
export interface Item extends OutputContext, Omit<Run, 'hints' | 'parameter'> {
	/** The value of a field, checked; its default if the node does not show it. @throws InputError */
	read<T>(field: Field<T>): T;
	/** @param rank by default before those that every run has */
	hint(message: string, rank?: 'last'): void;
	api(options?: Partial<AnalyticsApiOptions>): AnalyticsApi;
}

export interface Operation {
	option: INodePropertyOptions;
	fields: Array<Field<unknown>>;
	/** Reads the fields of an item, without a call. @throws InputError */
	prepare(item: Item): Task | Promise<Task>;
}

/** What an operation does for an item once the fields of all items are read. */
export interface Task {
	/** Items with an equal key share what was fetched. */
	key: object;
	/** Makes all calls. If it fails, nothing has left the node. */
	fetch(): Promise<Fetched>;
}

export type Fetched = INodeExecutionData[] | RowsToPassOn;

export function itemOf({ hints, ...run }: Run, itemIndex: number): Item {
	const { n8n: context, connection, signal, waits } = run;
	const hint: Item['hint'] = (message, rank) => hints.add(message, itemIndex, rank);
	return {
		...run,
		itemIndex,
		hint,
		warn: (message) => hints.warn(message, itemIndex),
		read: (field) => readField(field, run.parameter(field.field.name, itemIndex)),
		api: (options) =>
			new AnalyticsApi({ context, connection, signal, hint, onWait: waits.add, ...options }),
	};
}
