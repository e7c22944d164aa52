import type { INode } from 'n8n-workflow';
import { agentWithoutReview } from '../agent';
import type { ExampleWorkflow } from '../api';
import { until } from '../childProcess';
import { PACKAGE } from '../userFolder';
import { type ExampleChanges, withCredential } from '../wholeN8n';
import type { Shared } from '../world';

/* Seven things that most users want, for an n8n in which not all of the suites are run. */

export function smoke(shared: Shared): void {
	/** Runs an example from its trigger. @returns the items of each node by name */
	async function run(
		file: string | ExampleWorkflow,
		trigger: string,
		changes: ExampleChanges = {},
	) {
		const { api, addExample } = shared().n8n;
		const { data } = await api.finished(await api.run(await addExample(file, changes), trigger));
		const { error, runData } = data.resultData;
		if (error) throw error;
		return (node: string) => runData[node]?.at(-1)?.data?.main?.[0] ?? [];
	}

	it('a check of the service says which setting to change', async () => {
		shared().service.options.readings = { request: { endDate: 'excluded' } };
		const itemsOf = await run('01-check-your-service.json', 'When Clicking Execute');
		const changes = itemsOf('Check Service').filter(({ json }) => json.result === 'change');
		expect(itemsOf('Check Service')).toHaveLength(8);
		expect(changes).toMatchObject([{ json: { setting: 'End Date Included', value: 'Off' } }]);
	});

	it('an export gives rows as items', async () => {
		shared().service.options.rows = 40;
		const itemsOf = await run('02-get-rows-or-a-file.json', 'When Clicking Execute');
		expect(itemsOf('All Rows')).toHaveLength(40);
		expect(itemsOf('All Rows')[0]?.json).toMatchObject({ hour_block: 0, flow: '001' });
	});

	it('an export gives a file as n8n stores it', async () => {
		const { n8n, service } = shared();
		service.options.rows = 1000;
		const itemsOf = await run('02-get-rows-or-a-file.json', 'When Clicking Execute');
		const [item] = itemsOf('CSV File');
		const [names, ...rows] = (await n8n.fileOf(item?.binary?.data)).toString().trim().split('\n');
		expect(names).toMatch(/^created_at,user_id,phone,/);
		expect(rows).toHaveLength(1000);
	});

	it('an export goes to a sub-workflow in batches', async () => {
		const { n8n, service } = shared();
		service.options.rows = 25;
		const node = (name: string, type: string, parameters: INode['parameters']): INode => {
			return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
		};
		const passthrough = { inputSource: 'passthrough' };
		const sub = await n8n.api.createWorkflow({
			name: 'Takes rows',
			nodes: [
				{
					...node('Rows', 'n8n-nodes-base.executeWorkflowTrigger', passthrough),
					typeVersion: 1.1,
				},
			],
			connections: {},
		});
		const trigger = node('Click', 'n8n-nodes-base.manualTrigger', {});
		const exporting = node('Export', `${PACKAGE}.analytics`, {
			resource: 'bulkExport',
			operation: 'run',
			queryName: 'messages_by_hour_block',
			output: 'subWorkflow',
			workflowId: { __rl: true, mode: 'list', value: sub },
			rowsPerBatch: 10,
		});
		const workflow = await n8n.api.createWorkflow({
			name: 'Export',
			nodes: [trigger, withCredential(exporting, n8n.credentialId)],
			connections: { Click: { main: [[{ node: 'Export', type: 'main', index: 0 }]] } },
		});
		const { data } = await n8n.api.finished(await n8n.api.run(workflow, 'Click'));
		const { error, runData } = data.resultData;
		expect(error?.message).toBeUndefined();
		const [item] = runData.Export?.[0]?.data?.main?.[0] ?? [];
		expect(item?.json).toMatchObject({ rows: 25, batches: 3 });
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
		const itemsOf = await run('10-notify-a-list.json', 'When Clicking Execute');
		const statuses = itemsOf('Notified').map(({ json }) => json.status);
		expect(statuses).toEqual(['accepted', 'accepted', 'skipped']);
		expect(itemsOf('Not Notified')).toMatchObject([{ json: { name: 'Nobody' } }]);
		expect(shared().service.ledger.entries).toHaveLength(2);
	});

	it('an agent answers the pinned sample of a question', async () => {
		const itemsOf = await run(agentWithoutReview(), 'When Chat Message Received');
		expect(itemsOf('AI Agent')[0]?.json.output).toMatch(
			/^Notifications brought 1599 orders in 7 days/,
		);
	});
}
