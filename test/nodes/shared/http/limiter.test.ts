import { getEventListeners } from 'node:events';
import {
	CallLimiter,
	type CallOptions,
	hashOf,
	limiterFor,
} from '../../../../nodes/shared/http/limiter';

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
			const next = sleepers.shift();
			time = next?.until ?? time;
			next?.wake();
		}
	};
	/** When the calls that are asked for now are made, once all have been. */
	const timesOf = async (count: number, more: Partial<CallOptions> = {}) => {
		const times: number[] = [];
		for (let call = 0; call < count; call++) {
			void limiter.turn({ ...calls, ...more }).then(() => times.push(time));
		}
		await run();
		return times;
	};
	return { limiter, run, timesOf, pass: (ms: number) => (time += ms), now: () => time, sleepers };
}

const calls = { callsPerWindow: 5, urgency: 0 };

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const times = await simulated().timesOf(12);
	const [first, second] = [Array<number>(5).fill(0), Array<number>(5).fill(60_000)];
	expect(times).toEqual([...first, ...second, 120_000, 120_000]);
});

it.each([10_000, 90_000])('counts a call from its answer, which comes after %i ms', async (ms) => {
	const { limiter, timesOf, pass } = simulated();
	const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.turn(calls)));
	pass(ms);
	for (const answered of answers) answered();
	expect(await timesOf(1)).toEqual([ms + 60_000]);
});

it('never makes more than five calls in any minute', async () => {
	const { limiter, run, now } = simulated();
	const times: number[] = [];
	for (let call = 0; call < 40; call++) {
		void limiter.turn({ ...calls, urgency: call % 3 }).then(() => times.push(now()));
	}
	await run();
	expect(times).toHaveLength(40);
	const crowded = times.filter((time, at) => at >= 5 && time - times[at - 5]! < 60_000);
	expect(crowded).toEqual([]);
});

it('takes the more urgent first, and equals in their order', async () => {
	const { limiter, run } = simulated();
	const order: string[] = [];
	for (let call = 0; call < 5; call++) void limiter.turn(calls);
	for (const [name, urgency] of [
		['poll 1', 2],
		['poll 2', 2],
		['download', 1],
		['start', 0],
	] as const) {
		void limiter.turn({ ...calls, urgency }).then(() => order.push(name));
	}
	await run();
	expect(order).toEqual(['start', 'download', 'poll 1', 'poll 2']);
});

it('waits for everybody when the service said "too many"', async () => {
	const { limiter, timesOf } = simulated();
	limiter.pause(7_000);
	expect(await timesOf(1)).toEqual([7_000]);
	limiter.pause(undefined);
	expect(await timesOf(1)).toEqual([67_000]);
});

it('ends a wait when the signal fires, and leaves no timer behind', async () => {
	const { limiter, sleepers } = simulated();
	for (let call = 0; call < 5; call++) void limiter.turn(calls);
	const stop = new AbortController();
	const waiting = limiter.turn({ ...calls, signal: stop.signal });
	expect(sleepers).toHaveLength(1);
	stop.abort(new Error('stopped'));
	await expect(waiting).rejects.toThrow('stopped');
	expect(sleepers).toHaveLength(0);
	await expect(limiter.turn({ ...calls, signal: stop.signal })).rejects.toThrow('stopped');
});

it('lets the others wait on when one of them is stopped', async () => {
	const { limiter, run, now } = simulated();
	for (let call = 0; call < 5; call++) void limiter.turn(calls);
	const stop = new AbortController();
	const times: number[] = [];
	const first = limiter.turn(calls).then(() => times.push(now()));
	const stopped = limiter.turn({ ...calls, signal: stop.signal });
	const last = limiter.turn(calls).then(() => times.push(now()));
	stop.abort(new Error('stopped'));
	await expect(stopped).rejects.toThrow('stopped');
	await run();
	await Promise.all([first, last]);
	expect(times).toEqual([60_000, 60_000]);
});

it('counts a call once, before its answer and after it', async () => {
	const { limiter, now } = simulated();
	const answers = await Promise.all(Array.from({ length: 3 }, () => limiter.turn(calls)));
	for (const answered of answers) answered();
	await Promise.all([limiter.turn(calls), limiter.turn(calls)]);
	expect(now()).toBe(0);
});

it('listens to the signal no longer than it waits', async () => {
	const { limiter, run } = simulated();
	const { signal } = new AbortController();
	const turns = Array.from({ length: 6 }, () => limiter.turn({ ...calls, signal }));
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	await run();
	await Promise.all(turns);
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('is one for each account and mode, and keeps no token', () => {
	const bulk = limiterFor('https://a token', 'bulk');
	expect(limiterFor('https://a token', 'bulk')).toBe(bulk);
	expect(limiterFor('https://a token', 'synchronous')).not.toBe(bulk);
	expect(limiterFor('https://b token', 'bulk')).not.toBe(bulk);
	expect(hashOf('token')).toMatch(/^[\da-f]{64}$/);
});
