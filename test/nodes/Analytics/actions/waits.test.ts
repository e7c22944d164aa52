import { Waits } from '../../../../nodes/Analytics/actions/waits';

describe('the time that calls waited for the rate limiter', () => {
	const total = (...waits: Array<[from: number, to: number]>) => {
		const all = new Waits();
		for (const [from, to] of waits) all.add(from, to);
		return all.totalMs();
	};

	it('is added up', () => expect(total([0, 5], [10, 25])).toBe(20));
	it('counts once where several waited at the same time', () =>
		expect(total([10, 20], [0, 15], [5, 12], [30, 31])).toBe(21));
	it('is nothing where none waited', () => expect(total()).toBe(0));
});
