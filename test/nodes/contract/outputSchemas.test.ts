import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';

/* The schemas that n8n shows before a node has run must be what comes out when it has. */

const service = serviceForEach();

/** Those whose fields do not depend on the query. */
const isFixed = ({ resource, output }: INodeParameters) => !output && resource !== 'query';
const fixed = panels.filter(({ parameters }) => isFixed(parameters));

const named = fixed.map(({ name, parameters }) => [name, parameters] as const);
it.each(named)('%s', async (_, chosen) => {
	const { resource, operation } = chosen as Record<string, string>;
	await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [jobId = ''] = service.jobs.keys();
	const node = resource === 'notification' ? 'Notifications' : 'Analytics';
	const { items } =
		node === 'Analytics'
			? await runAnalytics(service, bulkExport({ ...chosen, jobId }))
			: await runNotifications(service, chosen, { items: users(2) });
	const names = new Set(items.flatMap(({ json }) => Object.keys(json)));
	// Of the input item, which the schema does not know.
	names.delete('name');
	const path = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	const { properties } = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	expect([...names].sort()).toEqual(Object.keys(properties).sort());
});
