import type { IExecuteFunctions } from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { runNotifications, startNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* However long the list of items, n8n gets to do other work. */

const service = serviceForEach();

/** Longer than the node may work without a pause. */
const LONG_MS = 41;

/** A node for which n8n needs so long to work out each phone. */
function slowNode(onRead: () => void) {
	const { description, execute } = new Notifications();
	return {
		description,
		async execute(this: IExecuteFunctions) {
			const value = (name: string, itemIndex: number, fallback: object) => {
				const until = performance.now() + LONG_MS;
				if (name === 'phone') onRead();
				while (name === 'phone' && performance.now() < until);
				return this.getNodeParameter(name, itemIndex, fallback);
			};
			const context = Object.create(this, { getNodeParameter: { value } }) as IExecuteFunctions;
			return await execute.call(context);
		},
	};
}

it('while it reads the items, it hears Stop, and then sends nothing', async () => {
	let read = 0;
	let onThird = () => {};
	const third = new Promise<void>((resolve) => (onThird = resolve));
	const node = slowNode(() => {
		read += 1;
		if (read === 3) onThird();
	});
	const { result, stop } = await startNotifications(service, {}, { node, items: users(50) });
	await third;
	stop();
	const { run, items } = await result;
	expect([run.status, items, service.requests]).toEqual(['canceled', [], []]);
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
		['reading, batches, previews, outputs', { sendTo: 'nobody' }, users(COUNT), 4],
		['reading, batches, responses, outputs', {}, users(COUNT), 4],
		['and duplicates', { sendTo: 'nobody' }, everybodyTwice, 7],
	])('each of them pauses: %s', async (_, parameters, items, loops) => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await runNotifications(service, parameters as never, { items });
		const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
		timers.mockRestore();
		expect(pauses).toBeGreaterThanOrEqual(loops * COUNT);
		expect(pauses).toBeLessThan((loops + 1) * COUNT);
	});
});
