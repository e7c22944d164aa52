import { readFileSync } from 'node:fs';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* The schemas that n8n shows before a node has run must be what comes out when it has. */

const service = serviceForEach();

it.each([
	['Analytics', 'bulkExport/start'],
	['Analytics', 'bulkExport/getStatus'],
	['Notifications', 'notification/send'],
])('%s %s', async (node, path) => {
	await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [jobId = ''] = service.jobs.keys();
	const [resource = '', operation = ''] = path.split('/');
	const { items } =
		node === 'Analytics'
			? await runAnalytics(service, bulkExport({ resource, operation, jobId }))
			: await runNotifications(service, {}, { items: users(2) });
	const names = new Set(items.flatMap(({ json }) => Object.keys(json)));
	// Of the input item, which the schema does not know.
	names.delete('name');
	const schema = readFileSync(`nodes/${node}/__schema__/v1.0.0/${path}.json`, 'utf8');
	const { properties } = JSON.parse(schema) as { properties: object };
	expect([...names].sort()).toEqual(Object.keys(properties).sort());
});
