import { analyticsExecutionOf } from '../../../../nodes/Analytics/context';
import type { AnalyticsApi, QueryBody } from '../../../../nodes/Analytics/api/analyticsApi';
import {
	beginToAskForKeys,
	keysOfAnyDays,
	keysOfSameDays,
} from '../../../../nodes/Analytics/job/queryKeys';
import { ServiceError } from '../../../../nodes/shared/errors';
import type { Execution } from '../../../../nodes/shared/context';

const body = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const bodyOfOtherDays = { ...body, startDate: 'c' };
const refused = new ServiceError('refused', 'No', '', { status: 403 });

/** A query that the service was asked. */
interface Asked {
	body: QueryBody;
	deadline: number | undefined;
}

/** The items of an execution, whose queries get these answers, one after the other: lists of records, or errors. */
function itemsWhoseQueriesGet(...answers: Array<object[] | Error>) {
	const asked: Asked[] = [];
	const api = {
		async query(query: QueryBody, { deadline }: { deadline?: number }) {
			asked.push({ body: query, deadline });
			const answer = answers[asked.length - 1];
			if (answer instanceof Error) throw answer;
			return answer;
		},
	} as unknown as AnalyticsApi;
	const { signal } = new AbortController();
	const execution = { n8n: { getTimezone: () => 'UTC' }, signal } as unknown as Execution;
	const { memoize } = analyticsExecutionOf(execution);
	return { item: { api, memoize }, asked };
}

it('asks for one record early, once for all parts and items', async () => {
	const { item, asked } = itemsWhoseQueriesGet([{ b: 1, a: 2 }]);
	beginToAskForKeys(item, { body, deadline: 7 });
	beginToAskForKeys(item, { body: bodyOfOtherDays, deadline: 8 });
	expect(asked).toEqual([{ body: { ...body, limit: '1' }, deadline: 7 }]);
	expect(await keysOfAnyDays(item, { body })).toEqual(['b', 'a']);
	expect(await keysOfAnyDays(item, { body: bodyOfOtherDays })).toEqual(['b', 'a']);
	expect(asked).toHaveLength(1);
});

it.each([
	{ what: 'another name', other: { queryName: 'usage_by_user' } },
	{ what: 'other filters', other: { customFilters: { flow: '7' } } },
])('asks for a record of its own for a query with $what', async ({ other }) => {
	const { item } = itemsWhoseQueriesGet([{ a: 1 }], [{ b: 1 }]);
	expect(await keysOfAnyDays(item, { body })).toEqual(['a']);
	expect(await keysOfAnyDays(item, { body: { ...body, ...other } })).toEqual(['b']);
});

it('asks for the same days only when these are wanted, and once', async () => {
	const { item, asked } = itemsWhoseQueriesGet([], [{ c: 1 }]);
	expect(await keysOfAnyDays(item, { body })).toEqual([]);
	expect(await keysOfSameDays(item, { body })).toEqual([]);
	expect(await keysOfSameDays(item, { body: bodyOfOtherDays })).toEqual(['c']);
	expect(await keysOfSameDays(item, { body: bodyOfOtherDays })).toEqual(['c']);
	expect(asked.map((query) => query.body.startDate)).toEqual(['a', 'c']);
});

it('gives a refusal to all, and does not repeat the query', async () => {
	const { item, asked } = itemsWhoseQueriesGet(refused);
	expect(await keysOfAnyDays(item, { body })).toBe(refused);
	expect(await keysOfAnyDays(item, { body: bodyOfOtherDays })).toBe(refused);
	expect(await keysOfSameDays(item, { body })).toBe(refused);
	expect(asked).toHaveLength(1);
});

it('throws Stop and bugs to whoever needs the keys, and not before', async () => {
	const { item } = itemsWhoseQueriesGet(new Error('stopped'));
	beginToAskForKeys(item, { body });
	await new Promise(setImmediate);
	await expect(keysOfAnyDays(item, { body })).rejects.toThrow('stopped');
});
