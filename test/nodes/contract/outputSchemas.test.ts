import { readFileSync } from 'node:fs';
import { runEitherNode } from '../../support/eitherNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';
import { startFinishedJob } from '../../support/startedJobs';

/* Before a node has run, n8n shows the fields of a schema file. They must be those of the items that come out then. */

const service = serviceForEach();

/** The rows of queries and exports have other columns for each query, so these operations have no schema. */
const withSchema = panels.filter(({ parameters }) => {
	return parameters.output === undefined && parameters.resource !== 'query';
});

it.each(withSchema)('the schema of $name has the fields of its items', async ({ parameters }) => {
	const { jobId } = await startFinishedJob(service);
	const { items } = await runEitherNode(service, { ...parameters, jobId });
	const fields = new Set(items.flatMap(({ json }) => Object.keys(json)));
	// The items of Notifications keep the fields of their input items, which no schema can know.
	fields.delete('name');
	const { resource, operation } = parameters;
	// The Notifications node has no field for its only resource.
	const path =
		resource === 'notification'
			? 'nodes/Notifications/__schema__/v1.0.0/send.json'
			: `nodes/Analytics/__schema__/v1.0.0/${resource}/${operation}.json`;
	const { properties } = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	expect([...fields].sort()).toEqual(Object.keys(properties).sort());
});
