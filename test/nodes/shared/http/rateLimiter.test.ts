import { getEventListeners } from 'node:events';
import {
	RateLimiter,
	type CallOptions,
	hashOf,
	limiterFor,
} from '../../../../nodes/shared/http/rateLimiter';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

function limited() {
	const limiter = new RateLimiter(60_000);
	const { signal } = new AbortController();
	const turn = async (more: Partial<CallOptions> = {}) =>
		await limiter.acquire({ callsPerMinute: 5, urgency: 0, signal, ...more });
	/** When the calls that are asked for now are made, once all have been. */
	const timesOf = async (count: number) => {
		const turns = Array.from({ length: count }, () => turn().then(() => performance.now()));
		await jest.runAllTimersAsync();
		return await Promise.all(turns);
	};
	const answered = async (count: number) => {
		const answers = await Promise.all(Array.from({ length: count }, () => turn()));
		return () => answers.forEach((answer) => answer());
	};
	return { limiter, turn, timesOf, answered };
}

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const times = await limited().timesOf(12);
	const [first, second] = [Array<number>(5).fill(0), Array<number>(5).fill(60_000)];
	expect(times).toEqual([...first, ...second, 120_000, 120_000]);
});

it.each([10_000, 90_000])('counts a call from its answer, which comes after %i ms', async (ms) => {
	const { answered, timesOf } = limited();
	const answer = await answered(5);
	jest.advanceTimersByTime(ms);
	answer();
	expect(await timesOf(1)).toEqual([ms + 60_000]);
});

it('counts a call once, before its answer and after it', async () => {
	const { answered, timesOf } = limited();
	const answer = await answered(3);
	answer();
	expect(await timesOf(3)).toEqual([0, 0, 60_000]);
});

it('takes the more urgent first, and equals in their order', async () => {
	const { turn, answered } = limited();
	await answered(5);
	const order: string[] = [];
	for (const name of ['2 poll', '2 poll again', '1 download', '0 start']) {
		void turn({ urgency: Number(name[0]) }).then(() => order.push(name));
	}
	await jest.runAllTimersAsync();
	expect(order).toEqual(['0 start', '1 download', '2 poll', '2 poll again']);
});

it('waits for everybody when the service said "too many"', async () => {
	const { limiter, timesOf } = limited();
	limiter.pause(7_000);
	expect(await timesOf(1)).toEqual([7_000]);
	limiter.pause(undefined);
	expect(await timesOf(1)).toEqual([67_000]);
});

it('ends a wait with Stop, for nobody else, and leaves no timer and no listener behind', async () => {
	const { turn, answered, timesOf } = limited();
	await answered(5);
	const [stop, other] = [new AbortController(), new AbortController()];
	const listeners = () => getEventListeners(other.signal, 'abort').length;
	const stopped = turn({ signal: stop.signal });
	expect(jest.getTimerCount()).toBe(1);
	const waiting = turn({ signal: other.signal });
	expect(listeners()).toBe(1);
	stop.abort(new Error('stopped'));
	await expect(stopped).rejects.toThrow('stopped');
	await expect(turn({ signal: stop.signal })).rejects.toThrow('stopped');
	expect(await timesOf(1)).toEqual([60_000]);
	await waiting;
	expect([listeners(), jest.getTimerCount()]).toEqual([0, 0]);

	await answered(3);
	const late = new AbortController();
	const last = turn({ signal: late.signal });
	expect(jest.getTimerCount()).toBe(1);
	late.abort(new Error('stopped'));
	await expect(last).rejects.toThrow('stopped');
	expect(jest.getTimerCount()).toBe(0);
});

it('is one for each account and mode, and keeps no token', () => {
	const bulk = limiterFor('https://a token', 'bulk');
	expect(limiterFor('https://a token', 'bulk')).toBe(bulk);
	expect(limiterFor('https://a token', 'synchronous')).not.toBe(bulk);
	expect(limiterFor('https://b token', 'bulk')).not.toBe(bulk);
	expect(hashOf('token')).toMatch(/^[\da-f]{64}$/);
});
