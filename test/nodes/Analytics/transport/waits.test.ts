import { Waits } from '../../../../nodes/Analytics/transport/waits';

it('the time that calls waited for the rate limiter counts once where several waited', () => {
	const waits = new Waits();
	for (const [from, to] of [[10, 20], [0, 15], [5, 12], [30, 31]] as const) waits.add(from, to); // prettier-ignore
	expect(waits.totalMs()).toBe(21);
});
