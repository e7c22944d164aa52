import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../bulkFile/columnNames';
import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';

type Keys = string[] | undefined;

type Once = (key: unknown, work: () => Promise<Keys>) => Promise<{ result: Keys }>;
type Asking = { account: string; signal: AbortSignal; once: Once; deadline?: number };

const known = new Map<string, Promise<Keys>>();

/**
 * Asks at once, while the job runs: one call in a process for each account and query (2.5.2), and
 * one more in a run whose file they do not fit, as the service may have changed its columns. After
 * the deadline, no answer is waited for.
 */
export function queryKeysOf(
	api: AnalyticsApi,
	request: QueryBody,
	{ account, signal, once, deadline = Infinity }: Asking,
): QueryKeys {
	const name = `${account} ${request.queryName}`;
	const shared = async (key: unknown, ask: () => Promise<Keys>) =>
		(await once({ keysOf: key }, ask)).result;
	const ofDays = async () =>
		await shared(request, async () => await keysOf(api, request, deadline));
	const anew = async () =>
		await shared(request.queryName, async () => {
			const asked = ofDays();
			known.set(name, asked);
			const forget = () => known.delete(name);
			asked.then((keys) => keys?.length || forget(), forget);
			return await asked;
		});
	// Another execution may have asked, and may have been stopped.
	const remembered = (known.get(name) ?? anew()).catch(() => undefined);
	return async (fit) => {
		const late = cancellableSleep(deadline - performance.now(), signal);
		const keys = (await Promise.race([remembered, late])) ?? [];
		if (keys.length > 0 && fit(keys)) return keys;
		const newer = await anew();
		// Of other days there may be no record.
		return newer?.length ? newer : await ofDays();
	};
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
