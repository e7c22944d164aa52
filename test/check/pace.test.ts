import { Pace } from './pace';

const MINUTE_MS = 100;

/** @returns when each of the works began, in milliseconds */
async function callsOf(pace: Pace, counts: number[]): Promise<number[]> {
	const times: number[] = [];
	const begunAt = performance.now();
	const calls = counts.map(async (count) => {
		await pace.during(count, async () => void times.push(performance.now() - begunAt));
	});
	await Promise.all(calls);
	return times;
}

it('lets as many calls through as a minute has, and the next ones after it', async () => {
	const pace = new Pace(2, MINUTE_MS);
	const times = await callsOf(pace, [1, 1, 1]);
	expect(times).toHaveLength(3);
	expect(times[2]).toBeGreaterThanOrEqual(MINUTE_MS);
	expect(pace.busiest).toBe(2);
});

it('keeps room for all calls of a node', async () => {
	const pace = new Pace(3, MINUTE_MS);
	const [, second] = await callsOf(pace, [2, 2]);
	expect(second).toBeGreaterThanOrEqual(MINUTE_MS);
	expect(pace.busiest).toBe(2);
});

it('lets a node through that makes more calls than a minute has, once no others count', async () => {
	const pace = new Pace(1, MINUTE_MS);
	const [, second] = await callsOf(pace, [1, 2]);
	expect(second).toBeGreaterThanOrEqual(MINUTE_MS);
});

it('is slower after the service has refused a call, and knows how many it had accepted', async () => {
	const pace = new Pace(100, MINUTE_MS);
	await callsOf(pace, [1, 1]);
	const accepted = await pace.during(1, async () => pace.refused(0));
	expect(accepted).toBe(2);
	await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
	const [, , third] = await callsOf(pace, [1, 1, 1]);
	expect(third).toBeGreaterThanOrEqual(MINUTE_MS);
});
