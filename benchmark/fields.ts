import '../test/engine/isolateHome';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { credentialFor } from '../test/support/credential';
import { median } from './median';
import { Table } from './table';

/*
 * npm run bench -- fields
 *
 * How long it takes to read the fields of 10,000 items: a preview, against n8n's own work for their two expressions.
 * The expressions of a field are looked at one by one, which must cost little beside evaluating the field.
 */

const USERS = 10_000;
const ROUNDS = 5;

const CASES = [
	{ what: 'each a field of the item', name: '={{ $json.name }}' },
	{ what: 'one of them within a text', name: '=Hello {{ $json.name }}!' },
	{ what: 'one of them with a function', name: '={{ $json.name.toUpperCase() + "!" }}' },
	{ what: 'one of them of another node', name: "={{ $('Input').item.json.name }}" },
	{ what: 'one of them with a function within a text', name: '=Hello {{ $json.name.trim() }}!' },
	{
		what: 'one of them a list of 20',
		name: "={{ $json.lines.map((line) => line.sku).join(', ') }}",
	},
	{ what: 'one of them the ID of an order', id: '={{ $json.name }}' },
];

export async function main(): Promise<void> {
	const table = new Table(`Two expressions of ${USERS} items`, [
		'expressions',
		'previewed, ms',
		"n8n's own work for them, ms",
		'times',
	]);
	for (const { what, name = 'Ana', id } of CASES) {
		const parameters = {
			templateId: 'welcome',
			phone: '={{ $json.phone }}',
			sendTo: 'nobody',
			paramAssignments: { assignments: [{ id: '1', name: 'name', type: 'string', value: name }] },
			...(id === undefined ? {} : { sendOnce: 'perId', eventId: id }),
		};
		// The engine loads some of its modules only when they are needed first.
		await run(new Notifications(), parameters, 100);
		const ours: number[] = [];
		const floor: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			ours.push(await timed(async () => await run(new Notifications(), parameters, USERS)));
			floor.push(await timed(async () => await run(new Reader(), parameters, USERS)));
		}
		const own = median(ours);
		const n8n = median(floor);
		table.add(what, Math.round(own), Math.round(n8n), (own / n8n).toFixed(2));
	}
}

/** A node that asks n8n for the values of each item, and does nothing else. */
class Reader implements INodeType {
	description = new Notifications().description;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		for (const itemIndex of items.keys()) {
			this.getNodeParameter('phone', itemIndex);
			this.getNodeParameter('paramAssignments', itemIndex);
			this.getNodeParameter('eventId', itemIndex, '');
		}
		return [items];
	}
}

/** @throws if the node does not do what is measured */
async function run(node: INodeType, parameters: INodeParameters, users: number): Promise<void> {
	const lines = Array.from({ length: 20 }, (_, index) => ({ sku: `S-${index}`, quantity: 1 }));
	const items = Array.from({ length: users }, (_, index) => ({
		json: { phone: `+55119${10_000_000 + index}`, name: `User ${index}`, lines },
	}));
	const nowhere = {
		baseUrl: 'http://127.0.0.1:9',
		notificationsUrl: 'http://127.0.0.1:9',
		token: 'token-of-a-benchmark',
		accountId: 'a',
		flowId: 'f',
	};
	const { items: output, error } = await runNode({
		node,
		parameters,
		items,
		credential: credentialFor(nowhere),
	});
	if (error) throw error;
	const expected = node instanceof Notifications ? 'preview' : undefined;
	const ofStatus = output.filter(({ json }) => json.status === expected);
	if (ofStatus.length !== users) throw new Error(`${ofStatus.length} items are as expected`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
