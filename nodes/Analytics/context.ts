import type { CredentialSettings } from '../shared/credential/settings';
import type { Execution } from '../shared/context';
import type { Param, ParamTable, ValuesOf } from '../shared/params/param';
import type { HintOptions } from '../shared/hints';
import type { CollectionParam } from '../shared/params/makeParam';
import { StartedJobs } from './startedJobs';
import type { AnalyticsApi } from './api/analyticsApi';
import { CallWaits } from './api/callWaits';
import { Turns } from './turns';

/** What the input items of one execution of the node share. */
export interface AnalyticsExecution extends Execution {
	jobs: StartedJobs;
	callWaits: CallWaits;
	turns: Turns;
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
		jobs: new StartedJobs(),
		callWaits: new CallWaits(execution.log),
		turns: new Turns(execution.signal),
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

/** The access to the service, which is the same for all items. */
export interface Access {
	credential: CredentialSettings;
	api: AnalyticsApi;
}

/** An input item, with all that an operation needs to read and run it. */
export interface ItemContext extends AnalyticsExecution, Access {
	itemIndex: number;
	/** The value of a field, or its default if the node does not have it. @throws InputError */
	read<T>(param: Param<T>): T;
	/** The values of all fields of a collection, such as Options. @throws InputError */
	readCollection<T extends ParamTable>(collection: CollectionParam<T>): ValuesOf<T>;
	/** Shows a hint above the output, with the number of this item. */
	hint(text: string, options?: Omit<HintOptions, 'itemIndex'>): void;
	/**
	 * Does work once all earlier items have finished, so that rows arrive in a sub-workflow in the order of the
	 * input.
	 * @throws the error of the work, or the reason why it must not begin
	 */
	inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function itemContextOf(
	execution: AnalyticsExecution,
	{ credential, api }: Access,
	itemIndex: number,
): ItemContext {
	const { hints, parameters, turns } = execution;
	return {
		...execution,
		credential,
		api,
		itemIndex,
		read: (param) => parameters.read(param, itemIndex),
		readCollection: (collection) => parameters.readCollection(collection, itemIndex),
		hint: (text, options) => hints.add(text, { itemIndex, ...options }),
		inTurn: async (work) => await turns.take(itemIndex, work),
	};
}
