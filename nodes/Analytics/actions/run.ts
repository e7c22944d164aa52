import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/credential/connection';
import { holdsExpression } from '../../shared/field';
import type { Hints } from '../../shared/hints';
import { isToolCall } from '../../shared/nodeErrors';
import type { RunJobs } from '../outputs/context';
import { accountHash } from './api';
import { Waits } from './waits';

const ABSENT = '\0absent';

interface RunOptions {
	n8n: IExecuteFunctions;
	connection: Connection;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	hints: Hints;
	/** To be awaited in each loop over items or rows, so that n8n can answer, and Stop is heard. */
	breathe(): Promise<void> | undefined;
}

export type Run = ReturnType<typeof runOf>;

/** What the input items of one execution of the node share. */
export function runOf(options: RunOptions) {
	const { n8n, connection } = options;
	const node = n8n.getNode();
	const fixed = new Map<string, unknown>();
	const work = new Map<string, Promise<unknown>>();
	const results = new Map<string, unknown>();
	const jobs: RunJobs = { started: [], toPassOn: [] };
	return {
		...options,
		startedAt: performance.now(),
		/** The same for all items: a day may end meanwhile. */
		now: new Date(),
		waits: new Waits(),
		jobs,
		account: accountHash(connection),
		isToolCall: isToolCall(node),

		/** Work that several items need is done once: all of them get its result, or its error. */
		async once<T>(key: unknown, begin: () => Promise<T>): Promise<{ result: T; isFirst: boolean }> {
			const name = JSON.stringify(key);
			const known = work.get(name) as Promise<T> | undefined;
			const result = known ?? begin();
			work.set(name, result);
			return { result: await result, isFirst: !known };
		},

		/** Dates take long to work out, so it is done once for equal fields. */
		remembered<T>(fields: object, workOut: () => T): T {
			const key = JSON.stringify(fields);
			if (!results.has(key)) results.set(key, workOut());
			return results.get(key) as T;
		},

		/** n8n takes long for each field, so one without an expression is read once for all items. */
		parameter(name: string, itemIndex: number): unknown {
			if (fixed.has(name)) return fixed.get(name);
			const value: unknown = n8n.getNodeParameter(name, itemIndex, ABSENT);
			const read = value === ABSENT ? undefined : value;
			if (!holdsExpression(node.parameters[name])) fixed.set(name, read);
			return read;
		},
	};
}
