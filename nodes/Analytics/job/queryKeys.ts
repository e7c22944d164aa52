import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../bulkFile/columnNames';
import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';

/** Undefined if the service refused. */
type Keys = string[] | undefined;

interface Asking {
	account: string;
	signal: AbortSignal;
	/** Work that a run needs several times is done once. */
	once(key: unknown, work: () => Promise<Keys>): Promise<{ result: Keys }>;
	/** No answer is waited for after it. */
	deadline?: number;
}

/** Of this process, by account and query; those without keys are asked for again. */
const remembered = new Map<string, Promise<Keys>>();

/**
 * The keys of a query (2.5.2). They are asked for at once, while the job runs, if this process does
 * not know them; and with the dates of the file, if those that it knows do not fit the file, since the
 * service may have changed its columns. A query that fails is asked once more.
 */
export function queryKeysOf(api: AnalyticsApi, request: QueryBody, asking: Asking): QueryKeys {
	const name = `${asking.account} ${request.queryName}`;
	const { once, deadline = Infinity } = asking;
	const ask = async (time: 'first' | 'second') => {
		const work = async () => await keysOf(api, request, deadline);
		return (await once({ keysOf: request, time }, work)).result;
	};
	const early = remembered.get(name) ?? remember(name, ask('first'));
	return async (fit) => {
		// Another execution may have asked, and may have been stopped.
		const known = (remembered.get(name) ?? early).catch(() => undefined);
		const keys = await untilDeadline(known, asking);
		if (keys?.length && fit(keys)) return keys;
		for (const time of ['first', 'second'] as const) {
			if (performance.now() >= deadline) return undefined;
			const ofSameDays = await untilDeadline(remember(name, ask(time)), asking);
			if (ofSameDays) return ofSameDays;
		}
		return undefined;
	};
}

function remember(name: string, asked: Promise<Keys>): Promise<Keys> {
	remembered.set(name, asked);
	const forget = () => {
		if (remembered.get(name) === asked) remembered.delete(name);
	};
	asked.then((keys) => keys?.length || forget(), forget);
	return asked;
}

async function untilDeadline(
	answer: Promise<Keys>,
	{ deadline = Infinity, signal }: Asking,
): Promise<Keys> {
	const answered = new AbortController();
	const ending = AbortSignal.any([signal, answered.signal]);
	const late = cancellableSleep(Math.max(0, deadline - performance.now()), ending);
	try {
		return (await Promise.race([answer, late])) ?? undefined;
	} finally {
		answered.abort();
	}
}

async function keysOf(api: AnalyticsApi, request: QueryBody, deadline: number): Promise<Keys> {
	try {
		const [record] = await api.query({ ...request, limit: '1' }, { deadline });
		return Object.keys(record ?? {});
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw asError(error);
	}
}
