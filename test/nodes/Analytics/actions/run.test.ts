import { Waits } from '../../../../nodes/Analytics/actions/run';

type Span = [from: number, to: number];

it.each<[string, Span[], number]>([
	['is added up', [[0, 5], [10, 25]], 20], // prettier-ignore
	['counts once where several waited', [[10, 20], [0, 15], [5, 12], [30, 31]], 21], // prettier-ignore
	['is nothing where none waited', [], 0],
])('the time that calls waited for the rate limiter %s', (_, spans, total) => {
	const waits = new Waits();
	for (const [from, to] of spans) waits.add(from, to);
	expect(waits.totalMs()).toBe(total);
});
