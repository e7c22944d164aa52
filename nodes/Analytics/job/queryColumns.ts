import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';
import type { QueryColumns } from '../bulkFile/columnNames';

/** One record gives the names; some more tell which value belongs to which of them. */
const RECORDS = '20';

/**
 * Asks the same query for some records, to learn the names and the order of its columns: "headers
 * come from the output columns of the query" (section 2.5.2). Uses one synchronous call.
 */
export function queryColumnsOf(api: AnalyticsApi, request: QueryBody): QueryColumns {
	return async () => await api.query({ ...request, limit: RECORDS });
}
