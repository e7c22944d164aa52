import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';

/**
 * Asks the same query for one record, to learn the names and the order of its columns: "headers
 * come from the output columns of the query" (section 2.5.2). Spends one synchronous call.
 *
 * @returns undefined if the query finds no record
 */
export function queryColumnsOf(
	api: AnalyticsApi,
	request: QueryBody,
): () => Promise<string[] | undefined> {
	return async () => {
		const [record] = await api.query({ ...request, limit: '1' });
		return record ? Object.keys(record) : undefined;
	};
}
