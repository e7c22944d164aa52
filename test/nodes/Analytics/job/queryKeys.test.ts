import '../../../support/quickWaits';
import { type KeysOfQuery, queryKeysOf } from '../../../../nodes/Analytics/job/queryKeys';
import type { AnalyticsApi, QueryBody } from '../../../../nodes/Analytics/api/analyticsApi';
import type { QueryKeys } from '../../../../nodes/Analytics/table/columnNames';
import { ServiceError } from '../../../../nodes/shared/errors';

const request = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const refused = new ServiceError('refused', 'No', '', { status: 403 });

interface Asked {
	body: QueryBody;
	deadline: number | undefined;
}

/** An execution whose queries get these answers, one after the other: lists of records, or errors. */
function execution(...answers: Array<object[] | Error>): {
	/** The queries so far. */
	asked: Asked[];
	/** @param own what differs from `request` */
	keysOf(own?: Partial<QueryBody>): KeysOfQuery;
} {
	const asked: Asked[] = [];
	const works = new Map<string, Promise<QueryKeys>>();
	const api = {
		async query(body: QueryBody, { deadline }: { deadline?: number }) {
			asked.push({ body, deadline });
			const answer = answers[asked.length - 1];
			if (answer instanceof Error) throw answer;
			return answer;
		},
	} as unknown as AnalyticsApi;
	const memoize = async (
		key: object,
		work: () => Promise<QueryKeys>,
	): Promise<{ value: QueryKeys }> => {
		const name = JSON.stringify(key);
		const value = works.get(name) ?? work();
		works.set(name, value);
		return { value: await value };
	};
	return {
		asked,
		keysOf: (own = {}) =>
			queryKeysOf({ api: () => api, memoize, deadline: 7 }, { ...request, ...own }),
	};
}

it('asks for one record before anybody needs it, once for all parts and items', async () => {
	const { asked, keysOf } = execution([{ b: 1, a: 2 }]);
	const parts = [keysOf(), keysOf({ startDate: 'c' }), keysOf()];
	expect(asked).toEqual([{ body: { ...request, limit: '1' }, deadline: 7 }]);
	for (const keys of parts) expect(await keys.ofAnyDays()).toEqual(['b', 'a']);
	expect(asked).toHaveLength(1);
});

it.each([
	{ what: 'another name', other: { queryName: 'usage_by_user' } },
	{ what: 'other filters', other: { customFilters: { flow: '7' } } },
])('asks for a record of its own for a query with $what', async ({ other }) => {
	const { keysOf } = execution([{ a: 1 }], [{ b: 1 }]);
	const first = keysOf();
	const second = keysOf(other);
	expect(await first.ofAnyDays()).toEqual(['a']);
	expect(await second.ofAnyDays()).toEqual(['b']);
});

it('asks for the same days only when these are wanted, and once', async () => {
	const { asked, keysOf } = execution([], [{ c: 1 }]);
	const first = keysOf();
	const second = keysOf({ startDate: 'c' });
	expect(await first.ofAnyDays()).toEqual([]);
	expect(await first.ofSameDays()).toEqual([]);
	expect(await second.ofSameDays()).toEqual(['c']);
	expect(await second.ofSameDays()).toEqual(['c']);
	expect(asked.map(({ body }) => body.startDate)).toEqual(['a', 'c']);
});

it('gives a refusal to all, and does not repeat the query', async () => {
	const { asked, keysOf } = execution(refused);
	const parts = [keysOf(), keysOf({ startDate: 'c' })];
	for (const keys of parts) expect(await keys.ofAnyDays()).toBe(refused);
	expect(asked).toHaveLength(1);
});

it('throws Stop and bugs to whoever needs the keys', async () => {
	const { keysOf } = execution(new Error('stopped'));
	await expect(keysOf().ofAnyDays()).rejects.toThrow('stopped');
});
