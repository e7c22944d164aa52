import { readFileSync } from 'node:fs';
import type { NodeRun } from '../../engine/runNode';
import { bulkExport, runAnalytics, startFinishedJob } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { type Panel, panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';

/* Before a node has run, n8n shows the fields of a schema file. They must be those of the items that come out then. */

const service = serviceForEach();

/** The rows of queries and exports have other columns for each query, so these operations have no schema. */
const withSchema = panels.filter(({ parameters }) => {
	return parameters.output === undefined && parameters.resource !== 'query';
});

async function run({ parameters }: Panel): Promise<NodeRun> {
	if (parameters.resource === 'notification') {
		return await runNotifications(service, parameters, { items: users(2) });
	}
	const jobId = await startFinishedJob(service);
	return await runAnalytics(service, bulkExport({ ...parameters, jobId }));
}

it.each(withSchema)('the schema of $name has the fields of its items', async (panel) => {
	const { items } = await run(panel);
	const fields = new Set(items.flatMap(({ json }) => Object.keys(json)));
	// The items of Notifications keep the fields of their input items, which no schema can know.
	fields.delete('name');
	const { resource, operation } = panel.parameters;
	const node = resource === 'notification' ? 'Notifications' : 'Analytics';
	const path = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	const { properties } = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	expect([...fields].sort()).toEqual(Object.keys(properties).sort());
});
