import { cancellableSleep } from '../../../nodes/shared/cancellableSleep';

const soon = async () => await new Promise((resolve) => setTimeout(resolve, 30, 'still asleep'));

it.each([2 ** 31, 1e300, Infinity])(
	'%p milliseconds are long, and end with the signal',
	async (ms) => {
		const controller = new AbortController();
		const sleeping = cancellableSleep(ms, controller.signal);
		expect(await Promise.race([sleeping, soon()])).toBe('still asleep');
		controller.abort(new Error('woken'));
		await expect(sleeping).rejects.toThrow('woken');
	},
);

it('sleeps without a signal too', async () => {
	await expect(cancellableSleep(1, undefined)).resolves.toBeUndefined();
});

it('does not even begin when the signal has fired', async () => {
	const signal = AbortSignal.abort(new Error('too late'));
	await expect(cancellableSleep(60_000, signal)).rejects.toThrow('too late');
});

it('leaves no timer behind when it is woken', async () => {
	const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
	const before = timers();
	const controllers = Array.from({ length: 20 }, () => new AbortController());
	const sleeping = controllers.map(({ signal }) => cancellableSleep(60_000, signal));
	expect(timers()).toBeGreaterThanOrEqual(before + controllers.length);
	for (const controller of controllers) controller.abort(new Error('woken'));
	await Promise.allSettled(sleeping);
	// Jest has a timer or two of its own.
	expect(timers()).toBeLessThan(before + controllers.length);
});
