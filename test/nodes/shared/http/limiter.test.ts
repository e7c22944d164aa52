import { getEventListeners } from 'node:events';
import {
	CallLimiter,
	type CallOptions,
	hashOf,
	limiterFor,
} from '../../../../nodes/shared/http/limiter';

const calls = { callsPerWindow: 5, urgency: 0 };

/** A clock that only moves when everybody sleeps. */
function simulated() {
	let time = 0;
	const sleepers: Array<{ until: number; wake: () => void }> = [];
	const limiter = new CallLimiter({
		now: () => time,
		sleep: async (ms, signal) =>
			await new Promise((resolve, reject) => {
				const sleeper = { until: time + ms, wake: resolve };
				sleepers.push(sleeper);
				signal.addEventListener('abort', () => {
					sleepers.splice(sleepers.indexOf(sleeper), 1);
					reject(signal.reason as Error);
				});
			}),
	});
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	const run = async () => {
		await settle();
		for (; sleepers.length > 0; await settle()) {
			sleepers.sort((a, b) => a.until - b.until);
			const next = sleepers.shift()!;
			time = next.until;
			next.wake();
		}
	};
	const turn = async (more: Partial<CallOptions> = {}) => await limiter.turn({ ...calls, ...more });
	/** When the calls that are asked for now are made, once all have been. */
	const timesOf = async (count: number) => {
		const times: number[] = [];
		for (let call = 0; call < count; call++) void turn().then(() => times.push(time));
		await run();
		return times;
	};
	const answered = async (count: number) => {
		const answers = await Promise.all(Array.from({ length: count }, async () => await turn()));
		return () => answers.forEach((answer) => answer());
	};
	return { limiter, run, turn, timesOf, answered, pass: (ms: number) => (time += ms), sleepers };
}

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const times = await simulated().timesOf(12);
	const [first, second] = [Array<number>(5).fill(0), Array<number>(5).fill(60_000)];
	expect(times).toEqual([...first, ...second, 120_000, 120_000]);
});

it.each([10_000, 90_000])('counts a call from its answer, which comes after %i ms', async (ms) => {
	const { answered, timesOf, pass } = simulated();
	const answer = await answered(5);
	pass(ms);
	answer();
	expect(await timesOf(1)).toEqual([ms + 60_000]);
});

it('counts a call once, before its answer and after it', async () => {
	const { answered, timesOf } = simulated();
	const answer = await answered(3);
	answer();
	expect(await timesOf(3)).toEqual([0, 0, 60_000]);
});

it('takes the more urgent first, and equals in their order', async () => {
	const { run, turn, answered } = simulated();
	await answered(5);
	const order: string[] = [];
	for (const name of ['2 poll', '2 poll again', '1 download', '0 start']) {
		void turn({ urgency: Number(name[0]) }).then(() => order.push(name));
	}
	await run();
	expect(order).toEqual(['0 start', '1 download', '2 poll', '2 poll again']);
});

it('waits for everybody when the service said "too many"', async () => {
	const { limiter, timesOf } = simulated();
	limiter.pause(7_000);
	expect(await timesOf(1)).toEqual([7_000]);
	limiter.pause(undefined);
	expect(await timesOf(1)).toEqual([67_000]);
});

it('ends a wait with Stop, for nobody else, and leaves no timer and no listener behind', async () => {
	const { turn, answered, timesOf, sleepers } = simulated();
	await answered(5);
	const [stop, other] = [new AbortController(), new AbortController()];
	const listeners = () => getEventListeners(other.signal, 'abort').length;
	const stopped = turn({ signal: stop.signal });
	expect(sleepers).toHaveLength(1);
	const waiting = turn({ signal: other.signal });
	expect(listeners()).toBe(1);
	stop.abort(new Error('stopped'));
	await expect(stopped).rejects.toThrow('stopped');
	await expect(turn({ signal: stop.signal })).rejects.toThrow('stopped');
	expect(await timesOf(1)).toEqual([60_000]);
	await waiting;
	expect([listeners(), sleepers.length]).toEqual([0, 0]);

	await answered(3);
	const late = new AbortController();
	const last = turn({ signal: late.signal });
	expect(sleepers).toHaveLength(1);
	late.abort(new Error('stopped'));
	await expect(last).rejects.toThrow('stopped');
	expect(sleepers).toHaveLength(0);
});

it('is one for each account and mode, and keeps no token', () => {
	const bulk = limiterFor('https://a token', 'bulk');
	expect(limiterFor('https://a token', 'bulk')).toBe(bulk);
	expect(limiterFor('https://a token', 'synchronous')).not.toBe(bulk);
	expect(limiterFor('https://b token', 'bulk')).not.toBe(bulk);
	expect(hashOf('token')).toMatch(/^[\da-f]{64}$/);
});
