import { CallWaits } from '../../../../nodes/Analytics/api/callWaits';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const wait = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

function callWaits() {
	const logged: string[] = [];
	return { waits: new CallWaits((text) => logged.push(text)), logged };
}

it('counts the time in which at least one call waits', async () => {
	const { waits } = callWaits();
	const together = [30_000, 50_000].map(async (ms) => {
		await waits.during(5, async () => await wait(ms));
	});
	await jest.advanceTimersByTimeAsync(50_000);
	await Promise.all(together);
	const later = waits.during(5, async () => await wait(10_000));
	await jest.advanceTimersByTimeAsync(10_000);
	await later;
	expect(waits.totalMs).toBe(60_000);
});

it('writes a wait to the log when it has taken a second, and when it is over', async () => {
	const { waits, logged } = callWaits();
	const waiting = waits.during(5, async () => await wait(33_000));
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
	const waiting = waits.during(5, async () => await wait(900));
	await jest.advanceTimersByTimeAsync(900);
	await waiting;
	expect(logged).toEqual([]);
	expect(jest.getTimerCount()).toBe(0);
});

it('returns what the wait gives, and throws what it throws', async () => {
	const { waits } = callWaits();
	expect(await waits.during(5, async () => 'a turn')).toBe('a turn');
	const stopped = waits.during(5, async () => await Promise.reject(new Error('stopped')));
	await expect(stopped).rejects.toThrow('stopped');
});
