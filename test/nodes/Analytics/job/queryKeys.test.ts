import '../../../support/quickWaits';
import { queryKeysOf } from '../../../../nodes/Analytics/job/queryKeys';
import type { AnalyticsApi, QueryBody } from '../../../../nodes/Analytics/api/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';

const request = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const refused = new ServiceError('refused', 'No', '', { status: 403 });
const [fits, doesNotFit] = [() => true, () => false];

type Keys = string[] | ServiceError;

/** The query keys of an execution, whose service answers in turn. */
function asking(...answers: Array<object[] | Error>) {
	const asked: Array<{ body: QueryBody; deadline: number | undefined }> = [];
	const works = new Map<string, Promise<Keys>>();
	const api = {
		async query(body: QueryBody, { deadline }: { deadline?: number }) {
			asked.push({ body, deadline });
			const answer = answers[asked.length - 1];
			if (answer instanceof Error) throw answer;
			return answer;
		},
	} as unknown as AnalyticsApi;
	const memoize = async (key: object, work: () => Promise<Keys>) => {
		const name = JSON.stringify(key);
		const value = works.get(name) ?? work();
		works.set(name, value);
		return { value: await value };
	};
	const keysFor = (own: Partial<QueryBody> = {}) =>
		queryKeysOf({ api: () => api, memoize, deadline: 7 }, { ...request, ...own });
	return { asked, keysFor };
}

it('one record is asked for before anybody needs it, once for all parts and items', async () => {
	const { asked, keysFor } = asking([{ b: 1, a: 2 }]);
	const parts = [keysFor(), keysFor({ startDate: 'c' }), keysFor()];
	expect(asked).toEqual([{ body: { ...request, limit: '1' }, deadline: 7 }]);
	for (const keys of parts) expect(await keys(fits)).toEqual(['b', 'a']);
	expect(asked).toHaveLength(1);
});

const OTHERS = [{ queryName: 'usage_by_user' }, { customFilters: { flow: '7' } }];
it.each(OTHERS)('%j is asked for, too', async (other) => {
	const { keysFor } = asking([{ a: 1 }], [{ b: 1 }]);
	const both = [keysFor(), keysFor(other)];
	expect(await Promise.all(both.map(async (keys) => await keys(fits)))).toEqual([['a'], ['b']]);
});

it('keys that do not fit are asked for by the days of the file, once', async () => {
	const { asked, keysFor } = asking([], [{ c: 1 }]);
	const [own, other] = [keysFor(), keysFor({ startDate: 'c' })];
	const keys = [await own(doesNotFit), await other(doesNotFit), await other(doesNotFit)];
	expect(keys).toEqual([[], ['c'], ['c']]);
	expect(asked.map(({ body }) => body.startDate)).toEqual(['a', 'c']);
});

it('a refusal is what comes of it for all, and is not repeated', async () => {
	const { asked, keysFor } = asking(refused);
	const parts = [keysFor(), keysFor({ startDate: 'c' })];
	for (const keys of parts) expect(await keys(doesNotFit)).toBe(refused);
	expect(asked).toHaveLength(1);
});

it('Stop and bugs are thrown to whoever needs the keys', async () => {
	const { keysFor } = asking(new Error('stopped'));
	await expect(keysFor()(fits)).rejects.toThrow('stopped');
});
