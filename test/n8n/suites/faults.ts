import type { INodeParameters } from 'n8n-workflow';
import type { Endpoint } from '../../service/requests';
import { chain, CLICK, ours } from '../workflows';
import type { Shared } from '../world';

/* What the fault matrix expects of a reset, in whole n8n, where other HTTP helpers and errors may be at work. */

const exportBy = (operation: string): INodeParameters => {
	const queryName = 'messages_by_hour_block';
	return { resource: 'bulkExport', operation, queryName, dateRange: 'yesterday' };
};
const NOTIFICATION: INodeParameters = { templateId: 'welcome', phone: '+5511987650001' };

interface Effect {
	jobs: number;
	notified: number;
}

export function faults(shared: Shared): void {
	it.each<[Endpoint, 'analytics' | 'notifications', INodeParameters, Effect]>([
		// A start without an answer is tried again: a job too many costs one call, a failed export a night.
		['bulkStart', 'analytics', exportBy('start'), { jobs: 2, notified: 0 }],
		['status', 'analytics', exportBy('run'), { jobs: 1, notified: 0 }],
		['download', 'analytics', exportBy('run'), { jobs: 1, notified: 0 }],
		['notifications', 'notifications', NOTIFICATION, { jobs: 0, notified: 1 }],
	])('a reset of %s, though it was carried out', async (endpoint, type, parameters, effect) => {
		const { n8n, service } = shared();
		service.faults.add(endpoint, { kind: 'resetAfterRead', apply: true });
		const { itemsOf } = await n8n.run(chain('Fault', CLICK, ours('Node', type, parameters)));
		expect(itemsOf('Node').length).toBeGreaterThan(0);
		expect(service.requests.filter(({ fault }) => fault)).toHaveLength(1);
		const { jobs, ledger } = service;
		expect({ jobs: jobs.size, notified: ledger.entries.length }).toEqual(effect);
	});
}
