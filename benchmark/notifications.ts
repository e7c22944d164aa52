import '../test/engine/isolateHome';
import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ChatCommerceApi } from '../credentials/ChatCommerceApi.credentials';
import { SendRun } from '../nodes/Notifications/actions/send.operation';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { startInstantService } from './instantService';
import { median } from './median';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/notifications.ts [items]
 *
 * What each item costs the Notifications node in n8n's engine: n8n's evaluation of the expressions, our
 * mapping of their values, and the whole node, the values being known.
 */

const ROUNDS = 5;
const FIXED = { templateId: 'welcome', phone: '={{ $json.phone }}' };
const text = (name: string) => ({ id: name, name, type: 'string', value: `={{ $json.${name} }}` });

/** The usual ways to fill in the node, and the parameters that hold an expression. */
const SHAPES: Record<string, [parameters: INodeParameters, evaluated: string[]]> = {
	'all fields of the item': [
		{ ...FIXED, paramsMode: 'allFields', excludeFields: 'phone' },
		['phone'],
	],
	'two parameters, one label': [
		{
			...FIXED,
			paramAssignments: { assignments: [text('name'), text('order')] },
			labels: { values: [{ key: 'source', value: 'crm' }] },
		},
		['phone', 'paramAssignments'],
	],
};

export async function main(): Promise<void> {
	const count = Number(process.argv[2] ?? 100_000);
	const service = await startInstantService();
	const items = Array.from({ length: count }, (_, index) => ({
		json: { phone: `+55119${10_000_000 + index}`, name: `User ${index}`, order: index },
	}));
	const table = new Table(`Notifications: ${count} items, µs an item`, [
		...['parameters', "n8n's evaluation", 'mapping', 'mapping and sending'],
	]);
	try {
		for (const [name, [parameters, evaluated]] of Object.entries(SHAPES)) {
			const options = { maxPerRun: count };
			const given = { parameters: { ...parameters, options }, items };
			const rounds: Parts[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				const node = new PartsNode(evaluated);
				const credentialType = new ChatCommerceApi();
				const { credential } = service;
				const { items, error } = await runNode({ node, ...given, credentialType, credential });
				if (error) throw error;
				if (items.filter(({ json }) => json.status === 'accepted').length !== count) {
					throw new Error('Not all notifications were sent');
				}
				rounds.push(node.parts);
			}
			const of = (part: keyof Parts) =>
				((median(rounds.map((parts) => parts[part])) * 1000) / count).toFixed(1);
			table.add(name, of('evaluation'), of('mapping'), of('sending'));
		}
	} finally {
		service.close();
	}
}

type Parts = Record<'evaluation' | 'mapping' | 'sending', number>;

/** Takes the place of the node in n8n's engine, and measures its parts in milliseconds. */
class PartsNode extends Notifications {
	readonly parts: Parts = { evaluation: NaN, mapping: NaN, sending: NaN };
	override execute: () => Promise<INodeExecutionData[][]>;

	constructor(evaluated: string[]) {
		super();
		// n8n calls it with its own context as `this`.
		const measure = async (context: IExecuteFunctions) => await this.#measure(context, evaluated);
		this.execute = async function (this: IExecuteFunctions) {
			return await measure(this);
		};
	}

	async #measure(context: IExecuteFunctions, evaluated: string[]): Promise<INodeExecutionData[][]> {
		const values = new Map(evaluated.map((name) => [name, [] as unknown[]]));
		this.parts.evaluation = await timed(() => {
			for (const itemIndex of context.getInputData().keys()) {
				for (const [name, ofItems] of values) {
					ofItems.push(context.getNodeParameter(name, itemIndex, ''));
				}
			}
		});
		const getNodeParameter = (name: string, itemIndex: number, fallback: object) => {
			const ofItems = values.get(name);
			return ofItems ? ofItems[itemIndex] : context.getNodeParameter(name, itemIndex, fallback);
		};
		const known = Object.create(context, {
			getNodeParameter: { value: getNodeParameter },
		}) as IExecuteFunctions;
		this.parts.mapping = await timed(async () => {
			await new SendRun(known).prepare();
		});
		let outputs: INodeExecutionData[][] = [];
		this.parts.sending = await timed(async () => {
			outputs = await Notifications.prototype.execute.call(known);
		});
		return outputs;
	}
}

async function timed(work: () => void | Promise<void>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}
