import {
	type CallMode,
	type CallOptions,
	limiterFor,
} from '../../../../nodes/shared/http/rateLimiter';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** The window of a limiter for bulk exports, which is a little longer than the minute of the service. */
const MINUTE = 60_250;
let accounts = 0;

/** A limiter of an account of its own. */
function limited(mode: CallMode = 'bulk', callsPerWindow = 5) {
	accounts += 1;
	const limiter = limiterFor(`account ${accounts}`, mode);
	const { signal } = new AbortController();

	/** Waits for the turn of a call. */
	async function turn(more: Partial<CallOptions> = {}) {
		return await limiter.acquire({ callsPerWindow, urgency: 0, signal, ...more });
	}

	/** Waits for the turns of so many calls. */
	async function begun(count: number) {
		return await Promise.all(Array.from({ length: count }, async () => await turn()));
	}

	/** @returns when the calls that are asked for now are made, once all have been */
	async function timesOf(count: number): Promise<number[]> {
		const turns = Array.from({ length: count }, async () => {
			await turn();
			return performance.now();
		});
		await jest.runAllTimersAsync();
		return await Promise.all(turns);
	}

	/** Makes a call for each of the answers, by which it is refused a millisecond later. @returns how long nobody calls then */
	async function pauses(retryAfterMs: Array<number | undefined>): Promise<number[]> {
		const lasted: number[] = [];
		for (const ms of retryAfterMs) {
			const call = await turn();
			jest.advanceTimersByTime(1);
			call.rateLimited(ms);
			const from = performance.now();
			const times = await timesOf(1);
			lasted.push(times[0]! - from);
			jest.advanceTimersByTime(1);
		}
		return lasted;
	}

	return { turn, begun, timesOf, pauses };
}

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const times = await limited().timesOf(12);
	expect(times.slice(0, 5)).toEqual(Array(5).fill(0));
	expect(times.slice(5, 10)).toEqual(Array(5).fill(MINUTE));
	expect(times.slice(10)).toEqual([2 * MINUTE, 2 * MINUTE]);
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
	const urgencies = { poll: 2, 'another poll': 2, download: 1, start: 0 };
	for (const [call, urgency] of Object.entries(urgencies)) {
		void turn({ urgency }).then(() => order.push(call));
	}
	await jest.runAllTimersAsync();
	expect(order).toEqual(['start', 'download', 'poll', 'another poll']);
});

describe('after "too many", nobody calls', () => {
	it.each([
		{
			mode: 'bulk',
			howLong: 'for as long as the service says, or for a minute',
			retryAfterMs: [90_000, undefined],
			pausesMs: [90_000, MINUTE],
		},
		{
			mode: 'notifications',
			howLong: 'for a second that doubles, up to a minute',
			retryAfterMs: Array<undefined>(8).fill(undefined),
			pausesMs: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, MINUTE, MINUTE],
		},
		{
			mode: 'notifications',
			howLong: 'longer, if what the service says was not true',
			retryAfterMs: [0, 0, 0, 60_000, 0],
			pausesMs: [0, 2_000, 4_000, 60_000, 16_000],
		},
	] as const)('$howLong ($mode)', async ({ mode, retryAfterMs, pausesMs }) => {
		expect(await limited(mode, 1_000).pauses([...retryAfterMs])).toEqual(pausesMs);
	});

	it('and calls that were under way are one step, but the longest time counts', async () => {
		const { begun, timesOf } = limited('notifications', 40);
		const calls = await begun(16);
		jest.advanceTimersByTime(300);
		for (const call of calls) call.rateLimited(undefined);
		jest.advanceTimersByTime(200);
		calls[0]!.rateLimited(undefined);
		calls[1]!.rateLimited(900);
		calls[2]!.rateLimited(100);
		expect(await timesOf(1)).toEqual([1_400]);
	});

	it('until one succeeds: then it is a second again', async () => {
		const { turn, pauses } = limited('notifications', 1_000);
		expect(await pauses([undefined, undefined])).toEqual([1_000, 2_000]);
		const call = await turn();
		call.succeeded();
		expect(await pauses([undefined])).toEqual([1_000]);
	});
});

it('Stop ends the waits of its execution, and those that begin later, but no others', async () => {
	const { turn, begun, timesOf } = limited();
	await begun(5);
	const stop = new AbortController();
	const stopped = [
		turn({ signal: stop.signal }).catch(String),
		turn({ signal: stop.signal }).catch(String),
	];
	const others = [turn(), turn()];
	stop.abort('stopped');
	const later = turn({ signal: stop.signal }).catch(String);
	expect(await Promise.all([...stopped, later])).toEqual(['stopped', 'stopped', 'stopped']);
	// A call of another execution takes its turn with the two others.
	expect(await timesOf(1)).toEqual([MINUTE]);
	await Promise.all(others);
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
