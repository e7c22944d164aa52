import { agentWithoutReview } from '../agent';
import type { ExampleWorkflow } from '../api';
import { until } from '../childProcess';
import { chain, CLICK, node, ours } from '../workflows';
import type { Shared } from '../world';

/* Seven things that most users want, for an n8n in which not all of the suites are run. */

export function smoke(shared: Shared): void {
	const run = async (workflow: string | ExampleWorkflow) => await shared().n8n.run(workflow);

	it('a check of the service says which setting to change', async () => {
		shared().service.options.readings = { request: { endDate: 'excluded' } };
		const { itemsOf } = await run('01-check-your-service.json');
		const changes = itemsOf('Check Service').filter(({ json }) => json.result === 'change');
		expect(itemsOf('Check Service')).toHaveLength(8);
		expect(changes).toMatchObject([{ json: { setting: 'End Date Included', value: 'Off' } }]);
	});

	it('an export gives rows as items', async () => {
		shared().service.options.rows = 40;
		const { itemsOf } = await run('02-get-rows-or-a-file.json');
		expect(itemsOf('All Rows')).toHaveLength(40);
		expect(itemsOf('All Rows')[0]?.json).toMatchObject({ hour_block: 0, flow: '001' });
	});

	it('an export gives a file as n8n stores it', async () => {
		const { n8n, service } = shared();
		service.options.rows = 1000;
		const { itemsOf } = await run('02-get-rows-or-a-file.json');
		const [item] = itemsOf('CSV File');
		const [names, ...rows] = (await n8n.fileOf(item?.binary?.data)).toString().trim().split('\n');
		expect(names).toMatch(/^created_at,user_id,phone,/);
		expect(rows).toHaveLength(1000);
	});

	it('an export goes to a sub-workflow in batches', async () => {
		const { n8n, service } = shared();
		service.options.rows = 25;
		const passthrough = { inputSource: 'passthrough' };
		const trigger = node('Rows', 'n8n-nodes-base.executeWorkflowTrigger', passthrough, 1.1);
		const sub = await n8n.addExample(chain('Takes rows', trigger));
		const exporting = ours('Export', 'analytics', {
			resource: 'bulkExport',
			operation: 'run',
			queryName: 'messages_by_hour_block',
			output: 'subWorkflow',
			workflowId: { __rl: true, mode: 'list', value: sub },
			rowsPerBatch: 10,
		});
		const { itemsOf } = await run(chain('Export', CLICK, exporting));
		expect(itemsOf('Export')).toMatchObject([{ json: { rows: 25, batches: 3 } }]);
		// One without rows comes first.
		expect(await n8n.api.executions(sub)).toHaveLength(4);
	});

	it('an event that is reported twice notifies once', async () => {
		const { n8n, service } = shared();
		const workflow = await n8n.addExample('09-tell-customers-of-shipped-orders.json');
		await n8n.api.activate(workflow);
		const event = { event_id: 'evt-1', phone: '+5511987650001', name: 'Zoë', order_id: 'A-7' };
		for (let time = 0; time < 2; time++) await n8n.api.webhook('crm-order-shipped', event);
		await until('both executions', async () => {
			const executions = await n8n.api.executions(workflow);
			return executions.filter(({ status }) => status === 'success').length === 2;
		});
		expect(service.ledger.entries).toMatchObject([
			{ phone: '+5511987650001', params: { name: 'Zoë', order_id: 'A-7' } },
		]);
	});

	it('failed items go to the error branch', async () => {
		const { itemsOf } = await run('10-notify-a-list.json');
		const statuses = itemsOf('Notified').map(({ json }) => json.status);
		expect(statuses).toEqual(['accepted', 'accepted', 'skipped']);
		expect(itemsOf('Not Notified')).toMatchObject([{ json: { name: 'Nobody' } }]);
		expect(shared().service.ledger.entries).toHaveLength(2);
	});

	it('an agent answers the pinned sample of a question', async () => {
		const { itemsOf } = await run(agentWithoutReview());
		expect(itemsOf('AI Agent')[0]?.json.output).toMatch(
			/^Notifications brought 1599 orders in 7 days/,
		);
	});
}
