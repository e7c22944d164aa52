import { analyticsExecutionOf } from '../../../../nodes/Analytics/context';
import type { AnalyticsApi, AnalyticsRequest } from '../../../../nodes/Analytics/api/analyticsApi';
import { keysOfQuery } from '../../../../nodes/Analytics/job/queryKeys';
import type { QueryKeys } from '../../../../nodes/Analytics/table/columnNames';
import { ServiceError } from '../../../../nodes/shared/errors';
import type { Execution } from '../../../../nodes/shared/context';

const request = { queryName: 'messages_by_day', timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const requestOfOtherDays = { ...request, startDate: 'c' };
const refused = new ServiceError('refused', 'No', '', { status: 403 });

/** A query that the service was asked. */
interface Asked {
	request: AnalyticsRequest;
	limit: number;
	deadline?: number | undefined;
}

/** The items of an execution, whose queries get these answers, one after the other: lists of records, or errors. */
function itemsWhoseQueriesGet(...answers: Array<object[] | Error>) {
	const asked: Asked[] = [];
	const api = {
		async query(asks: AnalyticsRequest, options: Omit<Asked, 'request'>) {
			asked.push({ request: asks, ...options });
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

const HAS_ROWS = true;

/** All keys that a caller gets whom none of them tells the names. */
async function allOf(keys: AsyncGenerator<QueryKeys>): Promise<QueryKeys[]> {
	const all: QueryKeys[] = [];
	for await (const each of keys) all.push(each);
	return all;
}

/** The keys of a caller whom the first ones tell the names. */
async function firstOf(keys: AsyncGenerator<QueryKeys>): Promise<QueryKeys> {
	const { value } = (await keys.next()) as { value: QueryKeys };
	return value;
}

it('asks for one record early, once for all parts and items', async () => {
	const { item, asked } = itemsWhoseQueriesGet([{ b: 1, a: 2 }]);
	const keys = keysOfQuery(item, request, 7);
	const keysOfOtherPart = keysOfQuery(item, requestOfOtherDays, 8);
	expect(asked).toEqual([{ request, limit: 1, deadline: 7 }]);
	expect(await firstOf(keys(HAS_ROWS))).toEqual(['b', 'a']);
	expect(await firstOf(keysOfOtherPart(HAS_ROWS))).toEqual(['b', 'a']);
	expect(asked).toHaveLength(1);
});

it.each([
	{ what: 'another name', other: { queryName: 'usage_by_user' } },
	{ what: 'other filters', other: { customFilters: { flow: '7' } } },
])('asks for a record of its own for a query with $what', async ({ other }) => {
	const { item } = itemsWhoseQueriesGet([{ a: 1 }], [{ b: 1 }]);
	expect(await firstOf(keysOfQuery(item, request)(HAS_ROWS))).toEqual(['a']);
	expect(await firstOf(keysOfQuery(item, { ...request, ...other })(HAS_ROWS))).toEqual(['b']);
});

it('asks for the days of the job only if the keys of others do not decide, and once', async () => {
	const { item, asked } = itemsWhoseQueriesGet([{ b: 1 }], [{ c: 1 }]);
	await firstOf(keysOfQuery(item, request)(HAS_ROWS));
	const keys = keysOfQuery(item, requestOfOtherDays);
	expect(await allOf(keys(HAS_ROWS))).toEqual([['b'], ['c']]);
	expect(await allOf(keys(HAS_ROWS))).toEqual([['b'], ['c']]);
	expect(asked.map((ask) => ask.request)).toEqual([request, requestOfOtherDays]);
});

describe('if the query had no record when it was asked', () => {
	it('asks once more, as the file may have a record that came later', async () => {
		const { item, asked } = itemsWhoseQueriesGet([], [{ a: 1 }]);
		const keys = keysOfQuery(item, request);
		expect((await allOf(keys(HAS_ROWS))).at(-1)).toEqual(['a']);
		expect((await allOf(keys(HAS_ROWS))).at(-1)).toEqual(['a']);
		expect(asked).toHaveLength(2);
	});

	it('asks no more for a file of a single row', async () => {
		const { item, asked } = itemsWhoseQueriesGet([]);
		expect((await allOf(keysOfQuery(item, request)(!HAS_ROWS))).at(-1)).toEqual([]);
		expect(asked).toHaveLength(1);
	});
});

it('asks for the days of the job if those of another one were refused', async () => {
	const { item, asked } = itemsWhoseQueriesGet(refused, [{ c: 1 }]);
	const keys = keysOfQuery(item, request);
	const keysOfOtherPart = keysOfQuery(item, requestOfOtherDays);
	expect((await allOf(keys(HAS_ROWS))).at(-1)).toBe(refused);
	expect(await allOf(keysOfOtherPart(HAS_ROWS))).toEqual([refused, ['c']]);
	expect(asked).toHaveLength(2);
});

it('throws Stop and bugs to whoever needs the keys, and not before', async () => {
	const { item } = itemsWhoseQueriesGet(new Error('stopped'));
	const keys = keysOfQuery(item, request);
	await new Promise(setImmediate);
	await expect(firstOf(keys(HAS_ROWS))).rejects.toThrow('stopped');
});
