import type { Call, Limiter } from '../../../../nodes/shared/http/rateLimiter';
import { CallWaits } from '../../../../nodes/Analytics/api/callWaits';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const call: Call = { end() {}, succeeded() {}, rateLimited() {} };

/** A limiter that lets each call wait for the next of these times, in milliseconds. */
function limiterWith(...waits: number[]): Limiter {
	return {
		async acquire() {
			await new Promise<void>((resolve) => setTimeout(resolve, waits.shift()));
			return call;
		},
	};
}

const options = { callsPerWindow: 5, urgency: 0, signal: new AbortController().signal };

function callWaits() {
	const logged: string[] = [];
	return { waits: new CallWaits((text) => logged.push(text)), logged };
}

it('counts the time in which at least one call waits', async () => {
	const { waits } = callWaits();
	const limiter = waits.measured(limiterWith(30_000, 50_000, 10_000));
	const together = [limiter.acquire(options), limiter.acquire(options)];
	await jest.advanceTimersByTimeAsync(50_000);
	await Promise.all(together);
	const later = limiter.acquire(options);
	await jest.advanceTimersByTimeAsync(10_000);
	await later;
	expect(waits.totalMs).toBe(60_000);
});

it('writes a wait to the log when it has taken a second, and when it is over', async () => {
	const { waits, logged } = callWaits();
	const waiting = waits.measured(limiterWith(33_000)).acquire(options);
	await jest.advanceTimersByTimeAsync(999);
	expect(logged).toEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	expect(logged).toEqual(['Waiting for a call: the service allows 5 calls a minute']);
	await jest.advanceTimersByTimeAsync(32_000);
	await waiting;
	expect(logged.slice(1)).toEqual(['Waited 33 seconds for a call']);
});

it('writes nothing of a wait that is shorter than a second, and leaves no timer behind', async () => {
	const { waits, logged } = callWaits();
	const waiting = waits.measured(limiterWith(900)).acquire(options);
	await jest.advanceTimersByTimeAsync(900);
	await waiting;
	expect(logged).toEqual([]);
	expect(jest.getTimerCount()).toBe(0);
});

it('returns what the wait gives, and throws what it throws', async () => {
	const { waits } = callWaits();
	const turn = waits.measured({ acquire: async () => call }).acquire(options);
	expect(await turn).toBe(call);
	const acquire = async () => await Promise.reject<Call>(new Error('stopped'));
	const stopped = waits.measured({ acquire }).acquire(options);
	await expect(stopped).rejects.toThrow('stopped');
});
