import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNotifications, startNotifications, users } from '../../support/notificationsNode';
import { nodeWithReads } from './nodeWithReads';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

/* However long the list of items, n8n gets to do other work, such as hearing Stop or answering the editor. */

const service = serviceForEach(ACCEPTS_ALL);

/** Longer than the node may work before it lets n8n do other work. */
const LONG_MS = 41;

it('hears Stop while it reads the items, and then sends nothing', async () => {
	let itemsRead = 0;
	let reportThird = () => {};
	const third = new Promise<void>((resolve) => {
		reportThird = resolve;
	});
	const node = nodeWithReads((parameter) => {
		if (parameter !== 'phone') return;
		itemsRead += 1;
		if (itemsRead === 3) reportThird();
		const end = performance.now() + LONG_MS;
		while (performance.now() < end);
	});
	const { result, stop } = await startNotifications(service, {}, { node, items: users(50) });
	await third;
	stop();
	const { run, items } = await result;
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	expect(service.notifications.requests).toEqual([]);
	expect(itemsRead).toBeLessThan(10);
	expect(JSON.stringify(run.data.resultData)).toContain('Nothing was sent.');
});

describe('if each step takes long', () => {
	const usual = globalThis.performance;

	beforeEach(() => {
		let time = usual.now();
		const now = () => {
			time += LONG_MS;
			return time;
		};
		const value = Object.create(usual, { now: { value: now } }) as Performance;
		Object.defineProperty(globalThis, 'performance', { value, configurable: true });
	});
	afterEach(() => {
		Object.defineProperty(globalThis, 'performance', { value: usual, configurable: true });
	});

	const COUNT = 100;

	interface Row {
		/** What the node does for each item. */
		loops: string[];
		parameters: INodeParameters;
		items: Array<{ json: IDataObject }>;
		/** It pauses at least so often, and fewer than COUNT times more. */
		minPauses: number;
	}

	it.each<Row>([
		{
			loops: ['reading', 'requests', 'previews', 'outputs'],
			parameters: { sendTo: 'nobody' },
			items: users(COUNT),
			minPauses: 4 * COUNT,
		},
		{
			loops: ['reading', 'requests', 'responses', 'outputs'],
			parameters: {},
			items: users(COUNT),
			minPauses: 6 * COUNT,
		},
		{
			loops: ['reading', 'requests', 'duplicates', 'previews', 'outputs'],
			parameters: { sendTo: 'nobody' },
			items: [...users(COUNT), ...users(COUNT)],
			minPauses: 7 * COUNT,
		},
	])('the node pauses in each of its loops: $loops', async (row) => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await runNotifications(service, row.parameters, { items: row.items });
		const pauses = timers.mock.calls.filter(([, ms]) => ms === 0).length;
		timers.mockRestore();
		expect(pauses).toBeGreaterThanOrEqual(row.minPauses);
		expect(pauses).toBeLessThan(row.minPauses + COUNT);
	});
});
