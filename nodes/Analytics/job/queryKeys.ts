import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../table/columnNames';
import type { QueryBody } from '../api/analyticsApi';
import type { ItemContext } from '../context';

/* The keys of the records of a job's query, which are compared with the columns of its file (section 2.5.2). */

export interface KeysRequest {
	/** The query for the days of the job, or for any days if those are not known. */
	body: QueryBody;
	/** A time of `performance.now()` after which the query is not sent again. */
	deadline?: number;
}

type Asking = Pick<ItemContext, 'api' | 'memoize'>;

/** Sends the query early, while the job is running or its file is on its way. */
export function beginToAskForKeys(item: Asking, request: KeysRequest): void {
	// Whoever needs the keys gets this failure. Until then, Node.js must not take it for an unhandled one.
	keysOfAnyDays(item, request).catch(() => {});
}

/**
 * The keys for any days, which usually are those for all days. All parts of a range and all items with the same query
 * share one request for them, so it may be about the days of another part or item.
 */
export async function keysOfAnyDays(item: Asking, request: KeysRequest): Promise<QueryKeys> {
	const { queryName, customFilters } = request.body;
	const work = async () => await keysOfSameDays(item, request);
	return await item.memoize({ keysOf: [queryName, customFilters] }, work);
}

/** The keys for the days of this request. */
export async function keysOfSameDays(
	item: Asking,
	{ body, deadline }: KeysRequest,
): Promise<QueryKeys> {
	return await item.memoize({ keysOf: body }, async () => {
		try {
			const [record = {}] = await item.api.query({ ...body, limit: '1' }, { deadline });
			return Object.keys(record);
		} catch (error) {
			if (error instanceof ServiceError) return error;
			throw asError(error);
		}
	});
}
