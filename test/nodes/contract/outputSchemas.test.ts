import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type Service } from '../../service/service';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';

/* The schemas that n8n shows before a node has run must be what comes out when it has. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());

function schemaKeys(node: string, operation: string): string[] {
	const path = join(process.cwd(), 'nodes', node, '__schema__/v1.0.0', `${operation}.json`);
	const schema = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	return Object.keys(schema.properties).sort();
}

it('Bulk Export > Start and Get Status', async () => {
	const started = await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [job] = started.items;
	expect(Object.keys(job?.json ?? {}).sort()).toEqual(schemaKeys('Analytics', 'bulkExport/start'));
	const status = await runAnalytics(
		service,
		bulkExport({ operation: 'getStatus', jobId: job?.json.jobId as string }),
	);
	expect(Object.keys(status.items[0]?.json ?? {}).sort()).toEqual(
		schemaKeys('Analytics', 'bulkExport/getStatus'),
	);
});

it('Service > Check', async () => {
	const { items } = await runAnalytics(service, { resource: 'service', operation: 'check' });
	const keys = schemaKeys('Analytics', 'service/check');
	for (const { json } of items) {
		expect(Object.keys(json).filter((name) => !keys.includes(name))).toEqual([]);
	}
	expect(items).toHaveLength(8);
});

it('shows no made-up preview of rows, whose columns are not specified', () => {
	const folder = join(process.cwd(), 'nodes/Analytics/__schema__/v1.0.0');
	for (const path of ['query/run.json', 'bulkExport/run.json', 'bulkExport/getResult.json']) {
		expect(existsSync(join(folder, path))).toBe(false);
	}
});

it('Notification > Send', async () => {
	const { items } = await runNotifications(service, {}, { items: users(2) });
	const keys = schemaKeys('Notifications', 'notification/send');
	// The fields of the input item are not known to the schema.
	for (const { json } of items) {
		const own = Object.keys(json).filter((name) => name !== 'name');
		expect(own.sort()).toEqual(keys);
	}
});
