import '../../../support/quickWaits';
import { queryKeysOf } from '../../../../nodes/Analytics/job/queryKeys';
import type { AnalyticsApi, QueryBody } from '../../../../nodes/Analytics/transport/analyticsApi';
import { ServiceError } from '../../../../nodes/shared/errors';

const request = { timeZone: 'UTC', startDate: 'a', endDate: 'b' };
const refused = new ServiceError({ kind: 'refused', status: 403, message: 'No' });
const ended = new AbortController();
const { signal } = ended;
afterAll(() => ended.abort());
const [fits, doesNotFit] = [() => true, () => false];
let queries = 0;

type Reply = object[] | Error | Promise<never>;
type Given = { account?: string; startDate?: string; signal?: AbortSignal; deadline?: number };

/** A service that answers in turn, and a query that nobody has asked for before. */
function asking(...answers: Reply[]) {
	const asked: QueryBody[] = [];
	const api = {
		async query(body: QueryBody) {
			asked.push(body);
			const answer = answers[asked.length - 1];
			if (answer instanceof Error) throw answer;
			return await answer;
		},
	} as unknown as AnalyticsApi;
	const queryName = `query ${queries++}`;
	const run = () => {
		const work = new Map<string, Promise<string[] | undefined>>();
		const once = async (key: unknown, begin: () => Promise<string[] | undefined>) => {
			const name = JSON.stringify(key);
			const result = work.get(name) ?? begin();
			work.set(name, result);
			return { result: await result };
		};
		return ({ startDate = 'a', ...given }: Given = {}) =>
			queryKeysOf(
				api,
				{ ...request, queryName, startDate },
				{ account: 'account', signal, once, ...given },
			);
	};
	return { run, asked, queryName };
}

it('asks for one record, before anybody needs it, once in a process for each account and query', async () => {
	const { run, asked, queryName } = asking([{ b: 1, a: 2 }], [{ c: 1 }]);
	const known = [run()(), run()()];
	expect(asked).toEqual([{ ...request, queryName, limit: '1' }]);
	const keys = ['b', 'a'];
	for (const own of [...known, run()()]) expect(await own(fits)).toEqual(keys);
	expect(await run()({ account: 'other' })(fits)).toEqual(['c']);
	expect(asked).toHaveLength(2);
});

it('a query without a record, or without its keys, is asked again by the next', async () => {
	const { run, asked } = asking([], [{}], [{ a: 1 }], []);
	const [first, second] = [run()(), run()()];
	expect([await first(fits), await second(fits)]).toEqual([[], []]);
	// The first answer that has keys is kept.
	expect([await run()()(fits), await run()()(fits)]).toEqual([['a'], ['a']]);
	expect(asked).toHaveLength(3);
});

it('a query without an answer is asked once more in a run', async () => {
	const { run, asked } = asking(refused, [{ a: 1 }]);
	expect([await run()()(fits), asked.length]).toEqual([['a'], 2]);
	const silent = asking(refused, refused, refused);
	const keys = silent.run();
	for (let part = 0; part < 2; part += 1) expect(await keys()(fits)).toBeUndefined();
	expect(silent.asked).toHaveLength(2);
});

it('keys that do not fit are asked for again, once in a run for each range of days', async () => {
	const { run, asked } = asking([{ a: 1 }], [{ b: 1 }], [], [{ c: 1 }]);
	expect(await run()()(doesNotFit)).toEqual(['a']);
	expect(asked).toHaveLength(1);
	const next = run();
	const parts = [next(), next(), next({ startDate: 'c' })];
	const isB = ([key]: string[]) => key === 'b';
	for (const part of parts) expect(await part(isB)).toEqual(['b']);
	expect(asked).toHaveLength(2);
	// What does not fit even so is of the days of the file.
	const last = run();
	const [none, other] = [last({ startDate: 'd' }), last({ startDate: 'e' })];
	expect([await none(doesNotFit), await other(doesNotFit)]).toEqual([[], ['c']]);
	expect(asked.map(({ startDate }) => startDate)).toEqual(['a', 'a', 'd', 'e']);
});

it('one that was stopped is asked again by the next, which is not stopped by it', async () => {
	let stop: (reason: Error) => void = () => {};
	const { run, asked } = asking(new Promise<never>((_, reject) => (stop = reject)), [{ a: 1 }]);
	const [first, second] = [run()(), run()()];
	const keys = [first(fits), second(fits)] as const;
	stop(new Error('Stop'));
	await expect(keys[0]).rejects.toThrow('Stop');
	expect(await keys[1]).toEqual(['a']);
	expect(asked).toHaveLength(2);
});

it('one that waits for the answer to another ends with its own Stop, and its own Max Wait', async () => {
	const { run, asked } = asking(new Promise<never>(() => {}), [{ a: 1 }]);
	void run()();
	const stop = new AbortController();
	const stopped = run()({ signal: stop.signal })(fits);
	stop.abort(new Error('stopped'));
	await expect(stopped).rejects.toThrow('stopped');
	const deadline = performance.now() + 60_000;
	expect([await run()({ deadline })(fits), asked.length]).toEqual([undefined, 1]);
});
