/*
 * The nodes pause now and then (a time-out of 0 ms), so that n8n can do other work. They go by the clock. With a slow
 * clock, each step of a node seems to take long, so there must be a pause for each of them.
 */

/** In each test, whoever looks at the clock finds that so much time has passed since somebody looked last. */
export function slowClockForEach(stepMs: number): void {
	const usual = globalThis.performance;

	beforeEach(() => {
		let time = usual.now();
		const now = () => {
			time += stepMs;
			return time;
		};
		const value = Object.create(usual, { now: { value: now } }) as Performance;
		Object.defineProperty(globalThis, 'performance', { value, configurable: true });
	});
	afterEach(() => {
		Object.defineProperty(globalThis, 'performance', { value: usual, configurable: true });
	});
}

/** @returns how often `work` paused */
export async function countPauses(work: () => Promise<unknown>): Promise<number> {
	const timers = jest.spyOn(globalThis, 'setTimeout');
	try {
		await work();
		return timers.mock.calls.filter(([, ms]) => ms === 0).length;
	} finally {
		timers.mockRestore();
	}
}
