import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { CONTINUE } from '../../support/onError';
import { deferred } from '../../support/deferred';
import { runNotifications, startNotifications, users } from '../../support/notificationsNode';
import { countPauses, slowClockForEach } from '../../support/slowClock';
import { withContext } from '../../support/nodeWithContext';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

/* However long the list of items is, n8n can do other work meanwhile, such as hearing Stop or serving the editor. */

const service = serviceForEach(ACCEPTS_ALL);

/** The node lets n8n do other work once it has worked for 20 ms. */
const LONG_MS = 21;

/** Keeps the process busy, as a slow step of the node would. */
function workFor(ms: number): void {
	const end = performance.now() + ms;
	while (performance.now() < end);
}

/** The node, which calls `onPhone` whenever it asks n8n for a phone. */
function nodeThatReads(onPhone: () => void): INodeType {
	return withContext(new Notifications(), (n8n) => ({
		getNodeParameter(...asked: Parameters<IExecuteFunctions['getNodeParameter']>) {
			if (asked[0] === 'phone') onPhone();
			return n8n.getNodeParameter(...asked);
		},
	}));
}

it('hears Stop while it reads the items, and then sends nothing', async () => {
	let itemsRead = 0;
	const thirdItemRead = deferred();
	const node = nodeThatReads(() => {
		itemsRead += 1;
		if (itemsRead === 3) thirdItemRead.resolve();
		workFor(LONG_MS);
	});
	const { result, stop } = await startNotifications(service, {}, { node, items: users(50) });
	await thirdItemRead.promise;
	stop();
	const { run, items } = await result;
	expect(run.status).toBe('canceled');
	expect(items).toEqual([]);
	expect(service.notifications.requests).toEqual([]);
	expect(itemsRead).toBeLessThan(10);
	expect(JSON.stringify(run.data.resultData)).toContain('Nothing was sent.');
});

it('does other work while it shows the phones of many items to whom nothing was sent', async () => {
	let withoutPause = 0;
	let longest = 0;
	const node = nodeThatReads(() => {
		withoutPause += 1;
		longest = Math.max(longest, withoutPause);
		setImmediate(() => {
			withoutPause = 0;
		});
		workFor(LONG_MS);
	});
	const credential = { apiToken: '' };
	await runNotifications(service, {}, { node, items: users(20), credential, ...CONTINUE });
	expect(longest).toBeLessThan(4);
});

describe('if each step of the node takes long', () => {
	slowClockForEach(LONG_MS);

	const COUNT = 100;

	// It pauses fewer than COUNT times more often.
	it.each([
		{
			loops: 'reads items, reads responses, and makes outputs',
			parameters: {},
			items: users(COUNT),
			minPauses: 5 * COUNT,
		},
		{
			loops: 'reads items, previews, and makes outputs, also of duplicates',
			parameters: { sendTo: 'nobody' },
			items: [...users(COUNT), ...users(COUNT)],
			minPauses: 6 * COUNT,
		},
	])(
		'the node pauses in each of its loops: it $loops',
		async ({ parameters, items, minPauses }) => {
			const pauses = await countPauses(async () => {
				await runNotifications(service, parameters, { items });
			});
			expect(pauses).toBeGreaterThanOrEqual(minPauses);
			expect(pauses).toBeLessThan(minPauses + COUNT);
		},
	);
});
