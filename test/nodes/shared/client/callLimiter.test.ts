import { getEventListeners } from 'node:events';
import { CallLimiter } from '../../../../nodes/shared/client/callLimiter';

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
	return { limiter, run, pass: (ms: number) => (time += ms), now: () => time, sleepers };
}

const calls = { callsPerWindow: 5, urgency: 0 };

it('lets five calls a minute through at once, and the others when the window moves on', async () => {
	const { limiter, run, now } = simulated();
	const times: number[] = [];
	for (let call = 0; call < 12; call++) void limiter.turn(calls).then(() => times.push(now()));
	await run();
	expect(times).toEqual([
		...Array<number>(5).fill(0),
		...Array<number>(5).fill(60_000),
		120_000,
		120_000,
	]);
});

it('counts a call from its answer, because only then it has surely arrived', async () => {
	const { limiter, run, pass, now } = simulated();
	const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.turn(calls)));
	pass(10_000);
	for (const answered of answers) answered();
	let time = 0;
	void limiter.turn(calls).then(() => (time = now()));
	await run();
	expect(time).toBe(70_000);
});

it('counts a call whose answer took longer than a window, too', async () => {
	const { limiter, run, pass, now } = simulated();
	const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.turn(calls)));
	pass(90_000);
	for (const answered of answers) answered();
	let time = 0;
	void limiter.turn(calls).then(() => (time = now()));
	await run();
	expect(time).toBe(150_000);
});

it('never makes more than five calls in any minute', async () => {
	const { limiter, run, now } = simulated();
	const times: number[] = [];
	for (let call = 0; call < 40; call++) {
		void limiter.turn({ ...calls, urgency: call % 3 }).then(() => times.push(now()));
	}
	await run();
	for (const time of times) {
		expect(
			times.filter((other) => other >= time && other < time + 60_000).length,
		).toBeLessThanOrEqual(5);
	}
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

it('leaves spare calls to the more urgent', async () => {
	const { limiter, run, now } = simulated();
	const polls: number[] = [];
	for (let call = 0; call < 5; call++) {
		void limiter.turn({ ...calls, urgency: 2, spare: 1 }).then(() => polls.push(now()));
	}
	let download = -1;
	void limiter.turn({ ...calls, urgency: 1 }).then(() => (download = now()));
	await run();
	expect(download).toBe(0);
	expect(polls.filter((time) => time === 0)).toHaveLength(4);
});

it('waits for everybody when the service said "too many"', async () => {
	const { limiter, run, now } = simulated();
	limiter.pause(7_000);
	let time = -1;
	void limiter.turn(calls).then(() => (time = now()));
	await run();
	expect(time).toBe(7_000);
	limiter.pause(undefined);
	void limiter.turn(calls).then(() => (time = now()));
	await run();
	expect(time).toBe(67_000);
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
