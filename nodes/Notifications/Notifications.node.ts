import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/connectionTest';
import { failedItem } from '../shared/failedItem';
import { toNodeError } from '../shared/toNodeError';
import { templateParams } from './actions/fields/paramsForm';
import { searchTemplates } from './actions/fields/template';
import { notificationFields } from './actions/notification';
import { type BadItem, badItemsError } from '../shared/badItems';
import type { PreparedOperation } from './actions/operation';
import { operationOf } from './actions/router';

export class Notifications implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Notifications',
		name: 'notifications',
		icon: { light: 'file:notifications.svg', dark: 'file:notifications.dark.svg' },
		group: ['output'],
		version: [1, 1.1],
		subtitle:
			'={{ $parameter["operation"] + ": " + ($parameter["templateId"].value ?? $parameter["templateId"]) }}',
		description: 'Send template notifications to users of the messaging app',
		defaults: { name: 'Chat Commerce Notifications' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Notification', value: 'notification' }],
				default: 'notification',
			},
			...notificationFields,
		],
	};

	methods: NonNullable<INodeType['methods']> = {
		credentialTest: { chatCommerceApiTest },
		listSearch: { searchTemplates },
		resourceMapping: { templateParams },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const items = [...this.getInputData().keys()];
		const outputs = new Map<number, INodeExecutionData>();
		// Begun once, where a failure can be that of an item.
		let preparing: Promise<PreparedOperation> | undefined;
		const prepare = async () => {
			const resource = this.getNodeParameter('resource', 0);
			return await operationOf(resource, this.getNodeParameter('operation', 0)).prepare(this);
		};

		// All items are checked before anything is sent.
		const bad: BadItem[] = [];
		for (const itemIndex of items) {
			try {
				(await (preparing ??= prepare())).add(itemIndex);
			} catch (error) {
				bad.push({ itemIndex, error });
			}
		}
		if (bad[0] && !this.continueOnFail()) {
			throw toNodeError(node, badItemsError(bad, items.length), bad[0].itemIndex);
		}
		for (const { itemIndex, error } of bad) {
			const json = { status: 'failed' };
			outputs.set(itemIndex, failedItem(error, { node, itemIndex, json }));
		}

		const operation = await preparing?.catch(() => undefined);
		try {
			if (bad.length < items.length) {
				const done = await operation?.execute(this.continueOnFail());
				for (const [itemIndex, output] of done ?? []) outputs.set(itemIndex, output);
			}
			const inOrder = items.map((itemIndex) => ({ itemIndex, output: outputs.get(itemIndex) }));
			return [
				inOrder.flatMap(({ itemIndex, output }) =>
					output ? (operation?.keepInput(output, itemIndex) ?? output) : [],
				),
			];
		} catch (error) {
			throw toNodeError(node, error, 0);
		}
	}
}
