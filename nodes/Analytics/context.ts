import type { IBinaryData } from 'n8n-workflow';
import type { Execution, HintOptions } from '../shared/context';
import { shownText } from '../shared/text';
import type { CollectionField } from '../shared/fields/makeField';
import type { Field, FieldTable, ValuesOf } from '../shared/fields/field';
import type { AnalyticsApi } from './api/analyticsApi';
import { Progress } from './progress';

/** What the input items of one execution of the node share. */
export interface AnalyticsExecution extends Execution {
	progress: Progress;
	/** The files that were saved. Those of different tasks get different names at the end. */
	savedFiles: Set<IBinaryData>;
	/** The time of the run. It is the same for all items, even if the day ends during the run. */
	now: Date;
	workflowTimeZone: string;
	/**
	 * Does work only once that several items need. Every call with an equal key gets the same result, or
	 * the same error.
	 * @param key everything that the work depends on; it is compared as JSON
	 */
	memoize<T>(key: object, work: () => Promise<T>): Promise<T>;
}

export function analyticsExecutionOf(execution: Execution): AnalyticsExecution {
	const results = new Map<string, Promise<unknown>>();
	return {
		...execution,
		progress: new Progress(execution.signal),
		savedFiles: new Set(),
		now: new Date(),
		workflowTimeZone: execution.n8n.getTimezone(),

		async memoize<T>(key: object, work: () => Promise<T>) {
			const name = JSON.stringify(key);
			const known = results.get(name) as Promise<T> | undefined;
			const result = known ?? work();
			results.set(name, result);
			return await result;
		},
	};
}

/** What an operation gets of an input item, both to read its fields and to run its task. */
interface Item extends Pick<AnalyticsExecution, 'memoize'> {
	itemIndex: number;
	/** Shows a hint above the output, with the number of this item. */
	hint(text: string, options?: Omit<HintOptions, 'itemIndex'>): void;
}

export interface ItemToRead extends Item, Pick<AnalyticsExecution, 'now' | 'workflowTimeZone'> {
	/** The value of a field, or its default if the node does not have it. @throws InputError */
	read<T>(field: Field<T>): T;
	/** The values of all fields of a collection, such as Options. @throws InputError */
	readCollection<T extends FieldTable>(collection: CollectionField<T>): ValuesOf<T>;
}

type ForWork =
	'n8n' | 'signal' | 'isToolCall' | 'yieldToEventLoop' | 'log' | 'progress' | 'savedFiles';

export interface ItemToRun extends Item, Pick<AnalyticsExecution, ForWork> {
	api: AnalyticsApi;
}

/** An input item. Reading its fields needs no access to the service, and running its task none to its fields. */
export function itemOf(
	execution: AnalyticsExecution,
	api: AnalyticsApi,
	itemIndex: number,
): ItemToRead & ItemToRun {
	const { hints, fields } = execution;
	return {
		...execution,
		api,
		itemIndex,
		read: (field) => fields.read(field, itemIndex),
		readCollection: (collection) => fields.readCollection(collection, itemIndex),
		hint: (text, options) => hints.add(text, { itemIndex, ...options }),
		// A step quotes what the service has said, such as the status of a job.
		log: (text) => execution.log(shownText(api.client.redacted(text))),
	};
}
