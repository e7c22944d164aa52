import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import { startService, type Service } from '../../../service/service';
import { query, runAnalytics } from '../../../support/analyticsNode';

let service: Service;
beforeEach(async () => (service = await startService({ rows: 300 })));
afterEach(async () => await service.close());

it('gives an AI agent little, where it is known by the type of the node alone', async () => {
	const node = new Analytics();
	const tool = { ...node, execute: node.execute, description: { ...node.description } };
	tool.description.name = 'analyticsTool';
	const parameters = query({ returnAll: true });
	const { items } = await runAnalytics(service, parameters, { node: tool });
	// 100 rows, and a word that there is more.
	expect(items.length).toBeLessThanOrEqual(101);
	expect(JSON.stringify(items.at(-1)?.json)).toMatch(/more/);
	expect(JSON.stringify(items.map(({ json }) => json)).length).toBeLessThanOrEqual(21_000);
});

it('gives a workflow all of it', async () => {
	const { items } = await runAnalytics(service, query({ returnAll: true }));
	expect(items).toHaveLength(300);
});
