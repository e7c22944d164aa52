import {
	type CallMode,
	type CallOptions,
	limiterFor,
} from '../../../../nodes/shared/http/rateLimiter';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const MINUTE = 60_250;
let accounts = 0;

function limited(mode: CallMode = 'bulk', callsPerWindow = 5) {
	const limiter = limiterFor(`account ${(accounts += 1)}`, mode);
	const { signal } = new AbortController();
	const turn = async (more: Partial<CallOptions> = {}) =>
		await limiter.acquire({ callsPerWindow, urgency: 0, signal, ...more });
	/** When the calls that are asked for now are made, once all have been. */
	const timesOf = async (count: number) => {
		const turns = Array.from({ length: count }, () => turn().then(() => performance.now()));
		await jest.runAllTimersAsync();
		return await Promise.all(turns);
	};
	const begun = async (count: number) =>
		await Promise.all(Array.from({ length: count }, async () => await turn()));
	/** A call that is refused a millisecond later, for each of these; how long nobody calls then. */
	const pauses = async (...retryAfter: Array<number | undefined>) => {
		const lasted: number[] = [];
		for (const ms of retryAfter) {
			const call = await turn();
			jest.advanceTimersByTime(1);
			call.rateLimited(ms);
			const from = performance.now();
			const [to = from] = await timesOf(1);
			lasted.push(to - from);
			jest.advanceTimersByTime(1);
		}
		return lasted;
	};
	return { turn, timesOf, begun, pauses };
}

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const times = await limited().timesOf(12);
	const [first, second] = [Array<number>(5).fill(0), Array<number>(5).fill(MINUTE)];
	expect(times).toEqual([...first, ...second, 2 * MINUTE, 2 * MINUTE]);
});

it.each([10_000, 90_000])('counts a call once, from its response after %i ms', async (ms) => {
	const { begun, timesOf } = limited();
	const calls = await begun(3);
	jest.advanceTimersByTime(ms);
	for (const call of calls) call.end();
	expect(await timesOf(3)).toEqual([ms, ms, ms + MINUTE]);
});

it('starts forty notifications in any second, whenever the responses come', async () => {
	const { begun, timesOf } = limited('notifications', 4);
	const early = await begun(3);
	jest.advanceTimersByTime(80);
	for (const call of early) call.end();
	const starts = [...early.map(() => 0), ...(await timesOf(157))];
	const gaps = starts.slice(40).map((start, at) => start - starts[at]!);
	expect(Math.min(...gaps)).toBeGreaterThan(1_000);
	expect(starts.at(-1)).toBeLessThan(5_000);
});

it('takes the more urgent first, and equals in their order', async () => {
	const { turn, begun } = limited();
	await begun(5);
	const order: string[] = [];
	for (const name of ['2 poll', '2 poll again', '1 download', '0 start']) {
		void turn({ urgency: Number(name[0]) }).then(() => order.push(name));
	}
	await jest.runAllTimersAsync();
	expect(order).toEqual(['0 start', '1 download', '2 poll', '2 poll again']);
});

describe('after "too many", nobody calls', () => {
	const nothing = Array<undefined>(9).fill(undefined);
	const doubled = [1, 2, 4, 8, 16, 32].map((seconds) => seconds * 1_000);
	const longer = [0, 1_000, 2_000, 60_000, 8_000];
	it.each<[CallMode, string, Array<number | undefined>, number[]]>([
		['bulk', 'for as long as the service says', [7_000, 90_000], [7_000, 90_000]],
		['bulk', 'for a minute where it does not say', [undefined, undefined], [MINUTE, MINUTE]],
		['notifications', 'for a second that doubles', nothing, [...doubled, MINUTE, MINUTE, MINUTE]],
		['notifications', 'longer, if what it says was not true', [0, 0, 0, 60_000, 0], longer],
	])('%s: %s', async (mode, _, retryAfter, expected) => {
		expect(await limited(mode, 1_000).pauses(...retryAfter)).toEqual(expected);
	});

	it('and calls that were under way are one step, but the longest time counts', async () => {
		const { begun, timesOf } = limited('notifications', 40);
		const calls = await begun(16);
		jest.advanceTimersByTime(300);
		for (const call of calls) call.rateLimited(undefined);
		jest.advanceTimersByTime(200);
		for (const [at, ms] of [undefined, 900, 100].entries()) calls[at]!.rateLimited(ms);
		expect(await timesOf(1)).toEqual([1_400]);
	});

	it('until one succeeds: then it is a second again', async () => {
		const { turn, pauses } = limited('notifications', 1_000);
		expect(await pauses(undefined, undefined)).toEqual([1_000, 2_000]);
		(await turn()).succeeded();
		expect(await pauses(undefined)).toEqual([1_000]);
	});
});

it('ends a wait with Stop, for nobody else, and leaves no timer behind', async () => {
	const { turn, begun, timesOf } = limited();
	await begun(5);
	const [stop, other] = [new AbortController(), new AbortController()];
	const turnOf = async ({ signal }: AbortController) => await turn({ signal });
	const stopped = [turnOf(stop), turnOf(stop)].map(async (wait) => await wait.catch(String));
	const waiting = [turnOf(other), turnOf(other)];
	expect(jest.getTimerCount()).toBe(1);
	stop.abort('stopped');
	const ends = await Promise.all([...stopped, turnOf(stop).catch(String)]);
	expect(ends).toEqual(['stopped', 'stopped', 'stopped']);
	expect(await timesOf(1)).toEqual([MINUTE]);
	await Promise.all(waiting);
	expect(jest.getTimerCount()).toBe(0);

	await begun(2);
	const last = turnOf(other);
	expect(jest.getTimerCount()).toBe(1);
	other.abort('stopped');
	await expect(last).rejects.toBe('stopped');
	expect(jest.getTimerCount()).toBe(0);
});

it('lets the next one begin at once when the first in the queue leaves', async () => {
	const { turn, begun } = limited('bulk', 1);
	await begun(1);
	const stop = new AbortController();
	const first = turn({ signal: stop.signal }).catch(String);
	const next = turn({ callsPerWindow: 100 });
	stop.abort('stopped');
	expect(await first).toBe('stopped');
	await next;
	expect(performance.now()).toBe(0);
});
