import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { InputError } from '../shared/errors';
import { type BadItem, badItemsError, failedItem, toNodeError } from '../shared/nodeErrors';
import { listCountries } from './actions/fields/options';
import { searchTemplates, templateParams } from './actions/fields/template';
import { withInputFields } from './actions/outputItems';
import { prepareSending, sendFields, type Sending } from './actions/send.operation';

export class Notifications implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Notifications',
		name: 'notifications',
		icon: { light: 'file:notifications.svg', dark: 'file:notifications.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + ($parameter["templateId"].value ?? $parameter["templateId"]) }}',
		description: 'Send template notifications to users of the messaging app',
		defaults: { name: 'Chat Commerce Notifications' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true }],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'hidden', default: 'notification' },
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Send',
						value: 'send',
						action: 'Send notification',
						description: 'Send a template notification to the user of each item',
					},
				],
				default: 'send',
			},
			...sendFields,
		],
	};

	methods: NonNullable<INodeType['methods']> = {
		listSearch: { searchTemplates },
		loadOptions: { listCountries },
		resourceMapping: { templateParams },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const items = this.getInputData();
		const outputs = new Map<number, INodeExecutionData>();
		// All items are checked before anything is sent.
		const bad: BadItem[] = [];
		let sending: Sending | undefined;
		try {
			const operation = this.getNodeParameter('operation', 0, 'send');
			if (operation !== 'send') throw noOperation(operation);
			sending = await prepareSending(this);
		} catch (error) {
			// The credential or a field is at fault, and no item.
			if (!this.continueOnFail()) throw toNodeError(node, error, undefined);
			bad.push(...Array.from(items.keys(), (itemIndex) => ({ itemIndex, error })));
		}
		for (const itemIndex of sending ? items.keys() : []) {
			try {
				sending?.add(itemIndex);
			} catch (error) {
				bad.push({ itemIndex, error });
			}
		}
		if (bad.length > 0 && !this.continueOnFail()) {
			const { error, itemIndex } = badItemsError(bad, items.length);
			throw toNodeError(node, error, itemIndex);
		}
		for (const { itemIndex, error } of bad) {
			const json = { status: 'failed', mayHaveBeenSent: false };
			outputs.set(itemIndex, failedItem(error, { node, itemIndex, json }));
		}
		try {
			const isAnyGood = bad.length < items.length;
			const sent = isAnyGood ? await sending?.run(this.continueOnFail()) : undefined;
			for (const [itemIndex, output] of sent ?? []) outputs.set(itemIndex, output);
		} catch (error) {
			const isStopped = this.getExecutionCancelSignal()?.aborted;
			if (isStopped || !this.continueOnFail()) throw toNodeError(node, error, undefined);
			// n8n would pass the input items on, as if all had been sent.
			const json = { status: 'failed', mayHaveBeenSent: true };
			for (const itemIndex of items.keys()) {
				if (outputs.has(itemIndex)) continue;
				outputs.set(itemIndex, failedItem(error, { node, itemIndex, json }));
			}
		}
		const outputOf = ({ json: input }: INodeExecutionData, itemIndex: number) =>
			withInputFields(outputs.get(itemIndex) as INodeExecutionData, input, node);
		return [items.map(outputOf)];
	}
}

/** A workflow made by hand or by an agent may name what does not exist. */
function noOperation(name: string): InputError {
	return new InputError(`There is no operation "${name}"`, 'Choose Operation from the list.');
}
