import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { connectionOf } from '../../shared/credential/connection';
import { type Field, holdsExpression, readField } from '../../shared/field';
import type { Hints } from '../../shared/hints';
import { CREDENTIAL } from '../../shared/http/client';
import { isToolCall } from '../../shared/nodeErrors';
import type { OutputContext, RowsToPassOn, RunJobs } from '../outputs/context';
import type { AnalyticsApiOptions } from '../transport/analyticsApi';
import { accountOf, AnalyticsApi } from '../transport/analyticsApi';

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

const ABSENT = '\0absent';

interface RunOptions {
	n8n: IExecuteFunctions;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	hints: Hints;
	/** To be awaited in each loop over items or rows, so that n8n can answer, and Stop is heard. */
	breathe(): Promise<void> | undefined;
}

export type Run = Awaited<ReturnType<typeof runOf>>;

/** What the input items of one execution of the node share. @throws InputError about the credential */
export async function runOf(options: RunOptions) {
	const { n8n } = options;
	const node = n8n.getNode();
	const connection = connectionOf(await n8n.getCredentials(CREDENTIAL));
	const fixed = new Map<string, unknown>();
	const works = new Map<string, Promise<unknown>>();
	const jobs: RunJobs = { started: [], toPassOn: [] };
	return {
		...options,
		connection,
		jobs,
		startedAt: performance.now(),
		/** The same for all items: a day may end meanwhile. */
		now: new Date(),
		waits: new Waits(),
		account: accountOf(connection),
		isToolCall: isToolCall(node),
		workflowTimeZone: n8n.getTimezone(),

		/** Work that several items need is done once: all of them get its result, or its error. */
		async once<T>(key: unknown, work: () => Promise<T>): Promise<{ result: T; isFirst: boolean }> {
			const name = JSON.stringify(key);
			const known = works.get(name) as Promise<T> | undefined;
			const result = known ?? work();
			works.set(name, result);
			return { result: await result, isFirst: !known };
		},

		/** n8n takes long for each field, so one without an expression is read once for all items. */
		parameter(name: string, itemIndex: number): unknown {
			if (fixed.has(name)) return fixed.get(name);
			const value: unknown = n8n.getNodeParameter(name, itemIndex, ABSENT);
			// An expression that fails gives nothing, which is not the default.
			const read = value === ABSENT ? undefined : (value ?? null);
			if (!holdsExpression(node.parameters[name])) fixed.set(name, read);
			return read;
		},
	};
}

/** An input item, as the operations see it. */
export interface Item extends OutputContext, Omit<Run, 'hints' | 'parameter'> {
	/** The value of a field, checked; its default if the node does not show it. @throws InputError */
	read<T>(field: Field<T>): T;
	/** @param rank `last` for what every run has to say */
	hint(message: string, rank?: 'warning' | 'last'): void;
	api(options?: Partial<AnalyticsApiOptions>): AnalyticsApi;
}

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

/** When calls waited for the rate limiter. Several may wait at the same time, which counts once. */
export class Waits {
	readonly #spans: Array<[from: number, to: number]> = [];

	readonly add = (from: number, to: number): void => {
		this.#spans.push([from, to]);
	};

	totalMs(): number {
		let total = 0;
		let end = -Infinity;
		for (const [from, to] of this.#spans.sort(([one], [other]) => one - other)) {
			total += Math.max(0, to - Math.max(from, end));
			end = Math.max(end, to);
		}
		return total;
	}
}
