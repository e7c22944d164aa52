import { getEventListeners } from 'node:events';
import { cancellableSleep, raceAbort } from '../../../nodes/shared/abort';

describe('raceAbort', () => {
	it('ends as the work does, which no longer hears of a later Stop', async () => {
		const stop = new AbortController();
		const signals: AbortSignal[] = [];
		const work = async (own: AbortSignal) => signals.push(own);
		const works = Array.from({ length: 20 }, async () => await raceAbort(stop.signal, work));
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		expect(await Promise.all(works)).toHaveLength(20);
		stop.abort();
		expect(signals.some(({ aborted }) => aborted)).toBe(false);
	});

	it('ends at once with the reason of the signal, and tells the work', async () => {
		const stop = new AbortController();
		let own: AbortSignal | undefined;
		const outcome = raceAbort(stop.signal, async (signal) => {
			own = signal;
			await new Promise(() => {});
		});
		expect(own?.aborted).toBe(false);
		stop.abort(new Error('stopped'));
		await expect(outcome).rejects.toThrow('stopped');
		expect(own?.aborted).toBe(true);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
	});
});

it.each([2 ** 31, Infinity])('a sleep of %p ms is long, and ends with Stop', async (ms) => {
	const controller = new AbortController();
	const sleeping = cancellableSleep(ms, controller.signal);
	const soon = new Promise((resolve) => setTimeout(resolve, 30, 'still asleep'));
	expect(await Promise.race([sleeping, soon])).toBe('still asleep');
	controller.abort(new Error('woken'));
	await expect(sleeping).rejects.toThrow('woken');
});
