import { runNotifications, startNotifications, users } from '../../support/notificationsNode';
import { nodeWithReads } from './nodeWithReads';
import { serverForEach } from './server';

/* However long the list of items, n8n gets to do other work. */

const server = serverForEach();

/** Longer than the node may work without a pause. */
const LONG_MS = 41;

it('while it reads the items, it hears Stop, and then sends nothing', async () => {
	let read = 0;
	let onThird = () => {};
	const third = new Promise<void>((resolve) => (onThird = resolve));
	const node = nodeWithReads((name) => {
		if (name !== 'phone') return;
		read += 1;
		if (read === 3) onThird();
		const until = performance.now() + LONG_MS;
		while (performance.now() < until);
	});
	const { result, stop } = await startNotifications(server, {}, { node, items: users(50) });
	await third;
	stop();
	const { run, items } = await result;
	expect([run.status, items, server.requests]).toEqual(['canceled', [], []]);
	expect(read).toBeLessThan(10);
	expect(JSON.stringify(run.data.resultData)).toContain('Nothing was sent.');
});

describe('where each step takes long', () => {
	const usual = globalThis.performance;
	beforeEach(() => {
		let time = usual.now();
		const now = () => (time += LONG_MS);
		const value = Object.create(usual, { now: { value: now } }) as Performance;
		Object.defineProperty(globalThis, 'performance', { value, configurable: true });
	});
	afterEach(() => {
		Object.defineProperty(globalThis, 'performance', { value: usual, configurable: true });
	});

	const COUNT = 100;
	const everybodyTwice = [...users(COUNT), ...users(COUNT)];

	it.each<[string, object, object[], loops: number]>([
		['reading, requests, previews, outputs', { sendTo: 'nobody' }, users(COUNT), 4],
		['reading, requests, responses, outputs', {}, users(COUNT), 6],
		['and duplicates', { sendTo: 'nobody' }, everybodyTwice, 7],
	])('each of them pauses: %s', async (_, parameters, items, loops) => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await runNotifications(server, parameters as never, { items });
		const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
		timers.mockRestore();
		expect(pauses).toBeGreaterThanOrEqual(loops * COUNT);
		expect(pauses).toBeLessThan((loops + 1) * COUNT);
	});
});
