import type { INode, INodeParameters } from 'n8n-workflow';
import type { ExampleWorkflow } from '../test/n8n/api';
import { startQueuedN8n } from '../test/n8n/queue';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { chain, node, ours, webhook } from '../test/n8n/workflows';
import { startService } from '../test/service/service';
import { askHealth } from './n8n/health';
import { Table } from './table';

/*
 * npm run bench -- awake
 *
 * How long n8n answers nobody while a node works on a long list: `/healthz` is asked all the time, in regular
 * mode and of the worker in queue mode. n8n's own Edit Fields stands beside our nodes.
 */

const LIMIT_MS = 600_000;

/** A Code node that returns so many items. */
function items(count: number): INode {
	const json = `{ phone: '+55119' + (10_000_000 + index), name: 'User ' + index, kind: index % 3 }`;
	const jsCode = `return Array.from({ length: ${count} }, (_, index) => ({ json: ${json} }));`;
	return node('Items', 'n8n-nodes-base.code', { jsCode }, 2);
}

const NOTIFICATIONS = ours('Node', 'notifications', {
	templateId: 'welcome',
	phone: '={{ $json.phone }}',
	// Sending would wait for its 40 requests a second. A preview reads the items in the same way.
	sendTo: 'nobody',
	paramAssignments: {
		assignments: [{ id: '1', name: 'name', type: 'string', value: '={{ $json.name }}' }],
	},
});
const QUERY = ours('Node', 'analytics', {
	resource: 'query',
	operation: 'run',
	queryName: 'messages_by_day',
	limit: 1,
	filters: { userId: '={{ $json.kind }}', storeId: '={{ $json.kind }}' },
});
const EXPORT = ours('Node', 'analytics', {
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'usage_by_user',
});

/** An assignment of Edit Fields, whose value is an expression. */
function assignment(name: string, field: string): INodeParameters {
	return { id: name, name, type: 'string', value: `={{ $json.${field} }}` };
}

const EDIT_FIELDS = node(
	'Node',
	'n8n-nodes-base.set',
	{
		assignments: { assignments: [assignment('to', 'phone'), assignment('who', 'name')] },
		options: {},
	},
	3.4,
);

interface Case {
	name: string;
	/** The nodes before the one that is measured. */
	before: INode[];
	/** The node that is measured; its name in the workflow is "Node". */
	measured: INode;
}

const CASES: Case[] = [
	{
		name: '50,000 items, two expressions: Edit Fields',
		before: [items(50_000)],
		measured: EDIT_FIELDS,
	},
	{
		name: '50,000 items, two expressions: Send, as a preview',
		before: [items(50_000)],
		measured: NOTIFICATIONS,
	},
	{
		name: '20,000 items, two expressions: Query > Run',
		before: [items(20_000)],
		measured: QUERY,
	},
	{ name: '100,000 rows to items: Bulk Export > Run', before: [], measured: EXPORT },
];

interface Measurement {
	status: string;
	/** How long the node ran. */
	nodeSeconds: number;
	/** The longest time in which n8n did not answer while the node ran. */
	longestWaitMs: number;
}

export async function main(): Promise<void> {
	const table = new Table('n8n stays awake', [
		'mode',
		'what',
		'status',
		's in the node',
		'longest time without an answer, ms',
	]);
	const addRow = (mode: string, { name }: Case, result: Measurement) =>
		table.add(mode, name, result.status, result.nodeSeconds, result.longestWaitMs);
	const service = await startService({ rows: 100_000 });
	try {
		const regular = await startWholeN8n(service);
		try {
			for (const each of CASES) addRow('regular', each, await measure(regular, each, regular.url));
		} finally {
			await regular.stop();
		}
		const queue = await startQueuedN8n(service, 1);
		try {
			const [url = ''] = queue.healthUrls;
			for (const each of CASES) addRow('queue', each, await measure(queue.n8n, each, url));
		} finally {
			await queue.stop();
		}
	} finally {
		await service.close();
	}
}

async function measure(n8n: WholeN8n, given: Case, healthUrl: string): Promise<Measurement> {
	const { name, before, measured } = given;
	// A webhook starts it, as in production: an execution that is started by hand does not run in a worker.
	const path = name.replace(/\W+/g, '-');
	const workflow: ExampleWorkflow = chain(name, webhook(path, 'onReceived'), ...before, measured);
	const id = await n8n.addExample(workflow);
	await n8n.api.activate(id);
	const health = askHealth(healthUrl);
	await n8n.api.webhook(path, {});
	const [execution] = await n8n.api.ended(id, 1, { child: n8n.child, limitMs: LIMIT_MS });
	const asked = await health.stop();
	const { data, status } = await n8n.api.finished(execution!.id);
	// If n8n has taken a worker for dead, it may have saved nothing of its execution.
	const [run] = (data as Partial<typeof data> | undefined)?.resultData?.runData.Node ?? [];
	const { startTime = 0, executionTime = 0 } = run ?? {};
	const endTime = run ? startTime + executionTime : Date.now();
	// What n8n does before and after the node, such as saving the items, does not count.
	const waits = asked
		.filter(({ from, to }) => to > startTime && from < endTime)
		.map(({ from, to }) => Math.min(to, endTime) - Math.max(from, startTime));
	return {
		status,
		nodeSeconds: Math.round(executionTime / 1000),
		longestWaitMs: Math.round(Math.max(0, ...waits)),
	};
}
