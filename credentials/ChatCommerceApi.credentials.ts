import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { serviceDetailsFields } from '../nodes/shared/credential/serviceDetails';

/** Access to the service (section 5): the token, the addresses, and defaults for both nodes. */
export class ChatCommerceApi implements ICredentialType {
	name = 'chatCommerceApi';

	displayName = 'Chat Commerce API';

	icon: Icon = { light: 'file:chatCommerce.svg', dark: 'file:chatCommerce.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-chat-commerce/n8n-nodes-chat-commerce/blob/main/README.md';

	properties: INodeProperties[] = [
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key of your account. It is sent as a bearer token.',
		},
		{
			displayName: 'Region',
			name: 'region',
			type: 'options',
			options: [
				{ name: 'Global', value: 'global' },
				{ name: 'India', value: 'india' },
			],
			default: 'global',
			description: 'Where notifications are sent. India has an address of its own.',
		},
		{
			displayName: 'Analytics Base URL',
			name: 'analyticsBaseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the analytics service that you were given',
		},
		{
			displayName: 'Notifications Base URL',
			name: 'notificationsBaseUrl',
			type: 'string',
			displayOptions: { show: { region: ['global'] } },
			default: '',
			placeholder: 'e.g. https://notifications.example.com',
			description:
				'Only needed for the node Chat Commerce Notifications. It is not tested, since a test would send a notification.',
		},
		{
			displayName: 'Notifications Base URL (India)',
			name: 'notificationsBaseUrlIndia',
			type: 'string',
			displayOptions: { show: { region: ['india'] } },
			default: '',
			placeholder: 'e.g. https://notifications-in.example.com',
			description:
				'Only needed for the node Chat Commerce Notifications. It is not tested, since a test would send a notification.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			description: 'Used for notifications where the node itself names no account',
		},
		{
			displayName: 'Flow ID',
			name: 'flowId',
			type: 'string',
			default: '',
			description: 'The flow (bot) that notifications come from, where the node itself names none',
		},
		{
			displayName: 'Calls per Minute',
			name: 'callsPerMinute',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description:
				'How many analytics calls a minute the service allows. Queries and bulk exports are counted separately. The nodes wait so as to stay within it.',
		},
		{
			displayName: 'Templates',
			name: 'templates',
			type: 'string',
			// In a plain field n8n would take {{name}} for an expression, and the text would lose it.
			typeOptions: { editor: 'jsEditor', rows: 5 },
			default: '',
			description:
				'Templates to choose from in notifications: sample requests as you have them, or [{ "id": "order_shipped", "params": ["name"], "required": ["name"], "sample": "Hello {{name}}" }]. What they require is checked before anything is sent.',
		},
		{
			displayName: 'Service Details',
			name: 'serviceDetails',
			type: 'boolean',
			default: false,
			description:
				'Whether to set how the service names the states of a job and reads dates. Its documents leave this open: turn it on if the nodes tell you to, or if you were told so.',
		},
		...serviceDetailsFields,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiToken.trim()}}' } },
	};
}
