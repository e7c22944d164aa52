import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { SendRun } from '../../nodes/Notifications/actions/send.operation';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { CREDENTIAL } from '../../nodes/shared/http/client';

export interface PlainRequest {
	url: string;
	body: object;
}

/** Milliseconds that each part of a run takes. */
export interface Parts {
	/** n8n evaluates the expressions of all items. */
	evaluation: number;
	/** The node maps and checks all items, the values of the expressions being known. */
	mapping: number;
	/** The whole node, the values of the expressions being known. */
	sending: number;
	/** n8n's HTTP helper alone posts the same requests. */
	posting: number;
}

/** Takes the place of the node in n8n's engine, gives its items, and measures its parts. */
export class PartsNode extends Notifications {
	readonly #evaluated: string[];
	readonly #requests: PlainRequest[];
	parts: Parts | undefined;

	constructor(evaluated: string[], requests: PlainRequest[]) {
		super();
		this.#evaluated = evaluated;
		this.#requests = requests;
		// n8n calls it with its own context as `this`.
		const measure = async (context: IExecuteFunctions) => await this.#measure(context);
		this.execute = async function (this: IExecuteFunctions) {
			return await measure(this);
		};
	}

	override execute: () => Promise<INodeExecutionData[][]>;

	async #measure(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = context.getInputData();
		const values = new Map(this.#evaluated.map((name) => [name, [] as unknown[]]));
		const evaluation = await timed(() => {
			for (const itemIndex of items.keys()) {
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
		const mapping = await timed(async () => {
			await new SendRun(known).prepare();
		});
		let outputs: INodeExecutionData[][] = [];
		const sending = await timed(async () => {
			outputs = await Notifications.prototype.execute.call(known);
		});

		const posting = await timed(async () => {
			for (const { url, body } of this.#requests) {
				await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
					method: 'POST',
					url,
					body,
				});
			}
		});
		this.parts = { evaluation, mapping, sending, posting };
		return outputs;
	}
}

async function timed(work: () => void | Promise<void>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}
