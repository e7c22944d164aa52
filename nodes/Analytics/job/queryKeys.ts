import { asError, ServiceError } from '../../shared/errors';
import type { KeysOfQuery, QueryKeys } from '../table/columnNames';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { ItemToRun } from '../context';

/**
 * Asks for the keys of the records of a job's query, which are compared with the columns of its file (section 2.5.2).
 * The query is sent at once, while the job is running or its file is on its way.
 *
 * All parts of a range and all items with the same query share it, so it may be about other days than those of the
 * job. Usually all days have the same keys. If they do not decide, or were refused, the query for the days of the job
 * is sent as well. If that had no record, it is sent once more: the first one may have come before the file was made.
 * @param request for the days of the job, or for any days if those are not known
 * @param deadline a time of `performance.now()` after which the query is not sent again
 */
export function keysOfQuery(
	{ api, memoize }: Pick<ItemToRun, 'api' | 'memoize'>,
	request: AnalyticsRequest,
	deadline?: number,
): KeysOfQuery {
	const ownKeys = async (time: 'early' | 'late' = 'early'): Promise<QueryKeys> => {
		return await memoize({ keysOf: request, time }, async () => {
			try {
				const [record = {}] = await api.query(request, { limit: 1, deadline });
				return Object.keys(record);
			} catch (error) {
				if (error instanceof ServiceError) return error;
				throw asError(error);
			}
		});
	};
	// Other filters may give records with other keys, which would become the names of the wrong columns.
	const { queryName, customFilters } = request;
	const sharedKeys = memoize({ keysOf: [queryName, customFilters] }, async () => await ownKeys());
	// Whoever needs the keys gets this failure. Until then, Node.js must not take it for an unhandled one.
	sharedKeys.catch(() => {});
	return async function* (hasRows) {
		yield await sharedKeys;
		const early = await ownKeys();
		yield early;
		const hasNone = Array.isArray(early) && early.length === 0;
		if (hasNone && hasRows) yield await ownKeys('late');
	};
}
