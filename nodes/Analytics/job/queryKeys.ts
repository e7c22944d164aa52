import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../table/columnNames';
import type { AnalyticsApi, QueryBody } from '../api/analyticsApi';

type Keys = string[] | ServiceError;

interface Asking {
	api(): AnalyticsApi;
	/** Work that several items and parts of a range need is done once. */
	memoize(key: object, work: () => Promise<Keys>): Promise<{ value: Keys }>;
	/** The query is not sent again after it. */
	deadline?: number;
}

/**
 * The keys of a query (2.5.2), which is sent at once, while the job runs, and once for all parts of a
 * range. Where its keys do not fit a file, it is sent for the days of that file; one that the service
 * refused is not sent again.
 */
export function queryKeysOf({ api, memoize, deadline }: Asking, body: QueryBody): QueryKeys {
	const ask = async () => {
		const { value } = await memoize(
			{ keysOf: body },
			async () => await keysOf(api(), body, deadline),
		);
		return value;
	};
	const early = memoize({ keysOf: [body.queryName, body.customFilters] }, ask);
	// A failure is thrown below; until then, it is not unhandled.
	early.catch(() => {});
	return async (fit) => {
		const { value: keys } = await early;
		return keys instanceof ServiceError || fit(keys) ? keys : await ask();
	};
}

async function keysOf(api: AnalyticsApi, body: QueryBody, deadline: number | undefined) {
	try {
		const [record = {}] = await api.query({ ...body, limit: '1' }, { deadline });
		return Object.keys(record);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw asError(error);
	}
}
