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
import { notificationFields } from './actions/notification';
import { send } from './actions/notification/send.operation';
import { sendSetup } from './actions/sendSetup';
import type { Message } from './message/message';

export class Notifications implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Notifications',
		name: 'notifications',
		icon: { light: 'file:notifications.svg', dark: 'file:notifications.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
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

	methods = { credentialTest: { chatCommerceApiTest } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		try {
			const { api, options, signal, readMessage } = await sendSetup(this);
			const outputs = new Map<number, INodeExecutionData>();
			const messages: Message[] = [];
			const items = this.getInputData();

			// All items are checked before the first is sent.
			for (const itemIndex of items.keys()) {
				try {
					messages.push(readMessage(itemIndex));
				} catch (error) {
					const nodeError = toNodeError(node, error, itemIndex);
					if (!this.continueOnFail()) throw nodeError;
					outputs.set(
						itemIndex,
						failedItem({ node, error: nodeError, itemIndex, json: { status: 'failed' } }),
					);
				}
			}

			const sent = await send(messages, {
				api,
				options,
				signal,
				node,
				continueOnFail: this.continueOnFail(),
			});
			return [items.flatMap((_, itemIndex) => sent.get(itemIndex) ?? outputs.get(itemIndex) ?? [])];
		} catch (error) {
			throw toNodeError(node, error, 0);
		}
	}
}
