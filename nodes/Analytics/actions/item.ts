import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Connection } from '../../shared/credential/connection';
import type { Hints } from '../../shared/hints';
import { ServiceClient, type ServiceClientOptions } from '../../shared/http/client';
import { type CallMode, hashOf, limiterFor, type Limiter } from '../../shared/http/rateLimiter';
import { isToolCall } from '../../shared/nodeErrors';
import { AnalyticsApi, type AnalyticsApiOptions } from '../transport/analyticsApi';

export interface Run {
	n8n: IExecuteFunctions;
	connection: Connection;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	hints: Hints;
	/** Work that equal items need is done once; all of them get its result, or its error. */
	work: Map<string, Promise<unknown>>;
	/** Jobs that were started; `undefined` is one that is being started. */
	jobs: Array<string | undefined>;
	waits: Waits;
	/** Jobs of which a sub-workflow got all rows, and those of each input item. */
	passedOn: string[];
	toPassOn: string[][];
}

export interface Item {
	itemIndex: number;
	run: Run;
	connection: Connection;
	signal: AbortSignal;
	/** Expressions resolved; undefined if the node does not show the field. */
	parameter(name: string): unknown;
	workflowTimeZone: string;
	now(): Date;
	/** Tells accounts apart, without telling the token. */
	account: string;
	/** @param maxDownloadMs half an hour if not given */
	api(maxDownloadMs?: number): AnalyticsApi;
	/** @param key what the work depends on, as JSON */
	once<T>(key: unknown, work: () => Promise<T>): Promise<{ result: T; isFirst: boolean }>;
	hint(message: string): void;
	/** For what may make the output wrong. */
	warn(message: string): void;
	/** A call by an AI agent: the output goes into a model's context. */
	isToolCall: boolean;
}

/** Output items, or what is left to do, one item after the other, once all have come so far. */
export type Result = INodeExecutionData[] | (() => Promise<INodeExecutionData[]>);

const MAX_DOWNLOAD_MS = 1_800_000;
const ABSENT = '\0absent';

export function itemOf(run: Run, itemIndex: number): Item {
	const { n8n, connection, signal, hints, work, waits } = run;
	const hint = (message: string) => hints.add(message, itemIndex);
	return {
		itemIndex,
		run,
		connection,
		signal,
		parameter(name) {
			const value: unknown = n8n.getNodeParameter(name, itemIndex, ABSENT);
			return value === ABSENT ? undefined : value;
		},
		workflowTimeZone: n8n.getTimezone(),
		now: () => new Date(),
		account: hashOf(accountOf(connection)),
		api: (maxDownloadMs = MAX_DOWNLOAD_MS) =>
			analyticsApi({ context: n8n, connection, signal, waits, maxDownloadMs, hint }),
		async once<T>(key: unknown, begin: () => Promise<T>) {
			const name = JSON.stringify(key);
			const known = work.get(name) as Promise<T> | undefined;
			const result = known ?? begin();
			work.set(name, result);
			return { result: await result, isFirst: !known };
		},
		hint,
		warn: (message) => hints.warn(message, itemIndex),
		isToolCall: isToolCall(n8n.getNode()),
	};
}

/** Section 8 counts calls for the token, wherever it is used. */
function accountOf({ token, analyticsBaseUrl }: Connection): string {
	return `${analyticsBaseUrl()} ${token}`;
}

export function limitersOf(connection: Connection): Record<CallMode, Limiter> {
	const account = accountOf(connection);
	return { synchronous: limiterFor(account, 'synchronous'), bulk: limiterFor(account, 'bulk') };
}

type ApiOptions = Partial<
	Pick<AnalyticsApiOptions, 'limiters' | 'repeat' | 'maxDownloadMs' | 'hint'>
> &
	Pick<ServiceClientOptions, 'context' | 'signal'> & { connection: Connection; waits?: Waits };

export function analyticsApi(options: ApiOptions): AnalyticsApi {
	const { context, connection, signal, waits, ...others } = options;
	const { token, analyticsUrl: url, details } = connection;
	const { requestTimeout, callsPerMinute, doneWords } = details;
	const timeoutMs = requestTimeout * 1000;
	return new AnalyticsApi({
		client: new ServiceClient({ context, token, timeoutMs, signal }),
		url,
		callsPerMinute,
		limiters: limitersOf(connection),
		onWait: (from, to) => waits?.add(from, to),
		doneWords,
		maxDownloadMs: MAX_DOWNLOAD_MS,
		hint: () => {},
		...others,
	});
}

/** When calls waited for their turn. Several may wait at the same time, which counts once. */
export class Waits {
	readonly #spans: Array<[from: number, to: number]> = [];

	add(from: number, to: number): void {
		this.#spans.push([from, to]);
	}

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
