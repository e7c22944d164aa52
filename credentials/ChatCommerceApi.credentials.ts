import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { detailsFields } from '../nodes/shared/credential/details';

/** Access to the service (section 5): the token, the addresses, and defaults for both nodes. */
export class ChatCommerceApi implements ICredentialType {
	name = 'chatCommerceApi';

	displayName = 'Chat Commerce API';

	icon: Icon = { light: 'file:chatCommerce.svg', dark: 'file:chatCommerce.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-chat-commerce/n8n-nodes-chat-commerce/blob/main/docs/credentials.md';

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
			displayName: 'Analytics Base URL',
			name: 'analyticsBaseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'The address that you were given for analytics. If you paste the address of an endpoint, its path is removed.',
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
			description: 'Default for the Chat Commerce Notifications node',
		},
		{
			displayName: 'Flow ID',
			name: 'flowId',
			type: 'string',
			default: '',
			description:
				'The flow (bot) that notifications come from, default for the Chat Commerce Notifications node',
		},
		{
			displayName: 'More Settings',
			name: 'serviceDetails',
			type: 'boolean',
			default: false,
			description:
				'Whether to change calls per minute, templates, time-outs, and how the service writes dates and names the states of a job. Leave this off unless an error, a hint or Service > Check sends you here.',
		},
		...detailsFields,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiToken.trim()}}' } },
	};
}
