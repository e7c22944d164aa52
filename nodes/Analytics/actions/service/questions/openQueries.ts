import { asError } from '../../../../shared/errors';
import { QUERY_NAMES } from '../../../queries';
import type { Item } from '../../item';
import { type Finding, findingOf, type QueryResult, type Row } from '../session';

/** Which queries are open to the account: one call each. */
export async function openQueries(item: Item, { dates }: QueryResult): Promise<Row[]> {
	const rows = QUERY_NAMES.map(async (queryName): Promise<Row> => {
		const response = item.api().query({ queryName, ...dates, limit: '1' });
		const error = await response.then(() => undefined, asError);
		item.signal.throwIfAborted();
		const finding: Finding = error ? findingOf(error) : ['ok', 'The service accepted it.'];
		return [`Is ${queryName} open to your account?`, finding, Object.values(dates)];
	});
	return await Promise.all(rows);
}
