import { QUERY_NAMES } from '../../../queries';
import type { Item } from '../../item';
import { type Answer, type Finding, findingFrom, isRefusal, sessionOf, wordsOf } from '../session';

const MAX_MS = 1_800_000;

/** Which queries are open to the account: one call each. */
export async function openQueries(item: Item, { form }: Answer) {
	return await Promise.all(
		QUERY_NAMES.map(async (queryName): Promise<[string, Finding]> => {
			const { ask, days } = sessionOf(item, queryName, 1, MAX_MS);
			const answer = await ask(days, form, 1);
			const { error } = answer;
			const isClosed = isRefusal(error, 403) || /has no query/.test(error?.message ?? '');
			const result = !error ? 'ok' : isClosed ? 'failed' : 'unknown';
			const found = error ? wordsOf(error) : 'The service answered.';
			return [`Is ${queryName} open to your account?`, findingFrom(answer)(result, found)];
		}),
	);
}
