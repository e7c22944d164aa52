import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../bulkFile/columnNames';
import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';

/** Undefined if the service refused. */
type Keys = string[] | undefined;

interface RunOfQuery {
	account: string;
	signal: AbortSignal;
	/** Work that a run needs several times is done once. */
	once(key: unknown, work: () => Promise<Keys>): Promise<{ result: Keys }>;
	/** Nothing is waited for after it. */
	deadline?: number;
}

/** Requests of this process that are under way, or have returned keys, by account and query. */
const known = new Map<string, Promise<Keys>>();

/**
 * The keys of a query (2.5.2). They are requested at once, while the job runs, if this process does
 * not know them; and with the dates of the file, if those that it knows do not fit the file, since the
 * service may have changed its columns. A query that fails is made once more.
 */
export function queryKeysOf(api: AnalyticsApi, body: QueryBody, run: RunOfQuery): QueryKeys {
	const name = `${run.account} ${body.queryName}`;
	const { deadline = Infinity } = run;
	const request = async (time: 'first' | 'second') => {
		const work = async () => await requestKeys(api, body, deadline);
		return (await run.once({ keysOf: body, time }, work)).result;
	};
	if (!known.has(name)) void keep(name, request('first'));
	return async (fit) => {
		// That of another execution may have been stopped.
		const earlier = known.get(name)?.catch(() => undefined);
		const keys = await untilDeadline(earlier, run);
		if (keys?.length && fit(keys)) return keys;
		for (const time of ['first', 'second'] as const) {
			if (performance.now() >= deadline) break;
			const ofSameDays = await untilDeadline(keep(name, request(time)), run);
			if (ofSameDays) return ofSameDays;
		}
		return undefined;
	};
}

function keep(name: string, keys: Promise<Keys>): Promise<Keys> {
	known.set(name, keys);
	const forget = () => {
		if (known.get(name) === keys) known.delete(name);
	};
	keys.then((found) => found?.length || forget(), forget);
	return keys;
}

async function untilDeadline(
	keys: Promise<Keys> | undefined,
	{ deadline = Infinity, signal }: RunOfQuery,
): Promise<Keys> {
	const settled = new AbortController();
	const ending = AbortSignal.any([signal, settled.signal]);
	const late = cancellableSleep(Math.max(0, deadline - performance.now()), ending);
	try {
		return (await Promise.race([keys, late])) ?? undefined;
	} finally {
		settled.abort();
	}
}

async function requestKeys(api: AnalyticsApi, body: QueryBody, deadline: number): Promise<Keys> {
	try {
		const [record = {}] = await api.query({ ...body, limit: '1' }, { deadline });
		return Object.keys(record);
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw asError(error);
	}
}
