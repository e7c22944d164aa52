import { readFileSync } from 'node:fs';
import type { INodeExecutionData } from 'n8n-workflow';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* The schemas that n8n shows before a node has run must be what comes out when it has. */

const service = serviceForEach();

const schemaOf = (operation: string, node = 'Analytics') =>
	`nodes/${node}/__schema__/v1.0.0/${operation}.json`;
function schemaKeys(path: string): string[] {
	const schema = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	return Object.keys(schema.properties).sort();
}
const keysOf = (items: INodeExecutionData[]) => items.map(({ json }) => Object.keys(json).sort());

it('Bulk Export > Start and Get Status', async () => {
	const { items } = await runAnalytics(service, bulkExport({ operation: 'start' }));
	expect(keysOf(items)).toEqual([schemaKeys(schemaOf('bulkExport/start'))]);
	const parameters = { operation: 'getStatus', jobId: items[0]?.json.jobId as string };
	const status = await runAnalytics(service, bulkExport(parameters));
	expect(keysOf(status.items)).toEqual([schemaKeys(schemaOf('bulkExport/getStatus'))]);
});

it('Service > Check', async () => {
	const { items } = await runAnalytics(service, { resource: 'service', operation: 'check' });
	expect([...new Set(keysOf(items).flat())].sort()).toEqual(schemaKeys(schemaOf('service/check')));
});

it('Notification > Send', async () => {
	const { items } = await runNotifications(service, {}, { items: users(2) });
	const keys = schemaKeys(schemaOf('notification/send', 'Notifications'));
	// The fields of the input item are not known to the schema.
	const withInput = [...keys, 'name'].sort();
	expect(keysOf(items)).toEqual([withInput, withInput]);
});
