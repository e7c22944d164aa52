import type { INodeProperties } from 'n8n-workflow';
import { send } from './send.operation';

/** Notification: the fields of the resource, as the editor shows them. */
export const notificationFields: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['notification'] } },
		options: [
			{
				name: 'Send',
				value: 'send',
				action: 'Send a notification',
				description: 'Send a template notification to the user of each item',
			},
		],
		default: 'send',
	},
	...send.fields,
];
