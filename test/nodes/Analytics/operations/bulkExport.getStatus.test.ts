import type { INodeParameters } from 'n8n-workflow';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runAnalytics(service, { resource: 'bulkExport', ...parameters }, options);

it('Start, Get Status and Get Result work one after the other at their defaults', async () => {
	service.options.states = [];
	const items = ['messages_by_day', 'usage_by_user'].map((query) => ({ json: { query } }));
	const start = bulkExport({ operation: 'start', queryName: '={{ $json.query }}' });
	const started = await runAnalytics(service, start, { items });
	const looked = await run({ operation: 'getStatus' }, { items: started.items });
	for (const [at, { json }] of started.items.entries()) {
		const status = { done: true, failed: false, Status: 'DONE', TotalSlotMS: 0 };
		const own = { json: { ...json, ...status }, pairedItem: { item: at } };
		expect(looked.items[at]).toMatchObject(own);
	}
	const found = await run({ operation: 'getResult' }, { items: looked.items });
	expect(found.error).toBeUndefined();
	const pairs = new Set(found.items.map(({ pairedItem }) => pairedItem));
	expect(pairs).toEqual(new Set([{ item: 0 }, { item: 1 }]));
});

it('what the service says counts, and not what an earlier look said', async () => {
	await runAnalytics(service, bulkExport({ operation: 'start' }));
	const [jobId] = service.jobs.keys();
	const items = [{ json: { jobId, done: true, Status: 'DONE', own: 1 } }];
	const look = await run({ operation: 'getStatus' }, { items });
	expect(look.items[0]?.json).toMatchObject({ jobId, done: false, own: 1 });
	expect(look.items[0]?.json.Status).not.toBe('DONE');
	const tool = await run({ operation: 'getStatus', jobId }, { items, node: agentTool() });
	expect(tool.items[0]?.json).not.toHaveProperty('own');
});
