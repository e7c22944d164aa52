import { queryKeysOf } from '../../../../nodes/Analytics/job/queryKeys';
import type { AnalyticsApi, QueryBody } from '../../../../nodes/Analytics/transport/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';

const request = { timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const refused = new ServiceError({ kind: 'refused', status: 403, message: 'No' });
let queries = 0;

/** A service that answers in turn, and a query that nobody has asked for before. */
function asking(...answers: Array<object[] | Error>) {
	const asked: QueryBody[] = [];
	const api = {
		async query(body: QueryBody) {
			asked.push(body);
			const answer = answers[asked.length - 1];
			if (answer instanceof Error) throw answer;
			return answer;
		},
	} as unknown as AnalyticsApi;
	const queryName = `query ${queries++}`;
	const keys = (account = 'account') => queryKeysOf(api, { ...request, queryName }, account);
	return { keys, asked, queryName };
}

it('asks for one record, before anybody needs it, once in a process for each account and query', async () => {
	const { keys, asked, queryName } = asking([{ b: 1, a: 2 }], [{ c: 1 }]);
	const known = [keys(), keys()];
	expect(asked).toEqual([{ ...request, queryName, limit: '1' }]);
	expect(await Promise.all(known.map(async (own) => await own()))).toEqual([
		['b', 'a'],
		['b', 'a'],
	]);
	expect([await keys()(), await keys('other')()]).toEqual([['b', 'a'], ['c']]);
	expect(asked).toHaveLength(2);
});

it.each<[string, object[] | Error, string[] | undefined]>([
	['has no record', [], []],
	['has a record without keys', [{}], []],
	['is refused', refused, undefined],
])('a query that %s is asked again by the next', async (_, answer, known) => {
	const { keys, asked } = asking(answer, answer, [{ a: 1 }], []);
	const [first, second] = [keys(), keys()];
	expect([await first(), await second()]).toEqual([known, known]);
	// The first answer that has keys is kept.
	expect([await keys()(), await keys()()]).toEqual([['a'], ['a']]);
	expect(asked).toHaveLength(3);
});

it('one that was stopped is asked again by the next, which is not stopped by it', async () => {
	const { keys, asked } = asking(new Error('Stop'), [{ a: 1 }]);
	const [first, second] = [keys(), keys()];
	await expect(first()).rejects.toThrow('Stop');
	expect(await second()).toEqual(['a']);
	expect(asked).toHaveLength(2);
});
