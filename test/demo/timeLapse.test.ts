import { beginTimeLapse } from './timeLapse';

const SPEED = 1_000;

it('shortens waits, and makes the clock that measures them faster, by the same factor', async () => {
	const timer = jest.spyOn(globalThis, 'setTimeout');
	const realClock = globalThis.performance;
	const beganBefore = realClock.now();
	const timeLapse = beginTimeLapse(SPEED);
	const beganAfter = realClock.now();
	const began = performance.now();

	await new Promise((resolve) => setTimeout(resolve, 60_000));
	expect(timer).toHaveBeenLastCalledWith(expect.any(Function), 60);

	const before = realClock.now();
	const seconds = timeLapse.seconds();
	const milliseconds = performance.now() - began;
	const after = realClock.now();
	for (const realMs of [seconds, milliseconds / SPEED]) {
		expect(realMs).toBeGreaterThanOrEqual(0);
		expect(realMs).toBeLessThanOrEqual(after - beganBefore);
	}
	// A second of it is a millisecond.
	expect(seconds).toBeGreaterThanOrEqual(before - beganAfter);
	timeLapse.end();
});
