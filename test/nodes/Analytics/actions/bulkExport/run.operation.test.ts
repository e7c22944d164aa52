import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../analyticsNode';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
afterEach(() => service.reset());

describe('Bulk Export > Run', () => {
	it('starts a job, waits until it is DONE, and hands on its rows as items', async () => {
		const { items, error } = await runAnalytics(service, bulkExport());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(24);
		expect(Object.keys(items[0]!.json)).toEqual([
			'day',
			'hour_block',
			'flow',
			'sent',
			'received',
			'read',
			'failed',
		]);
		expect(service.requests.map(({ endpoint }) => endpoint)).toEqual([
			'bulkStart',
			'status',
			'download',
		]);
	});
});
