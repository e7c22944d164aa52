import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../bulkFile/columnNames';
import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';

type Keys = string[] | undefined;

const known = new Map<string, Promise<Keys>>();

/** Asks at once, while the job runs: one call in a process for each account and query (2.5.2). */
export function queryKeysOf(api: AnalyticsApi, request: QueryBody, account: string): QueryKeys {
	const name = `${account} ${request.queryName}`;
	const earlier = known.get(name);
	if (earlier) {
		return async () => {
			// Of other days there may be no record, and another execution may have been stopped.
			const keys = await earlier.catch(() => undefined);
			return keys?.length ? keys : await keysOf(api, request);
		};
	}
	const asked = keysOf(api, request);
	known.set(name, asked);
	const forget = () => known.delete(name);
	asked.then((keys) => keys?.length || forget(), forget);
	return async () => await asked;
}

async function keysOf(api: AnalyticsApi, request: QueryBody): Promise<Keys> {
	try {
		const [record] = await api.query({ ...request, limit: '1' });
		return Object.keys(record ?? {});
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw asError(error);
	}
}
