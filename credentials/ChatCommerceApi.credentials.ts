import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { detailsFields } from '../nodes/shared/credential/details';
import { TEMPLATES_FORM } from '../nodes/shared/credential/templates';

const forOther = { displayOptions: { show: { region: ['other'] } } };

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
			description:
				'In Yalo Studio, make it under Admin > API Keys > New API Key. What it may do is granted by your account executive.',
		},
		{
			displayName: 'Region',
			name: 'region',
			type: 'options',
			options: [
				{ name: 'Global', value: 'global' },
				{
					name: 'India',
					value: 'india',
					description: 'Notifications have an address of their own',
				},
				{ name: 'Other', value: 'other', description: 'Addresses that you were given' },
			],
			default: 'global',
			description: 'Which addresses of the service are called',
		},
		{
			displayName: 'Analytics Base URL',
			name: 'analyticsBaseUrl',
			type: 'string',
			...forOther,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'Only needed for the node Chat Commerce Analytics, and for the test',
		},
		{
			displayName: 'Notifications Base URL',
			name: 'notificationsBaseUrl',
			type: 'string',
			...forOther,
			default: '',
			placeholder: 'e.g. https://notifications.example.com',
			description: 'Only needed for the node Chat Commerce Notifications',
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
			displayName: 'Templates',
			name: 'templates',
			type: 'string',
			// In a plain field n8n would take {{name}} for an expression, and the text would lose it.
			typeOptions: { editor: 'jsEditor', rows: 5 },
			default: '',
			description: `Templates to choose from in notifications, as a JSON list such as ${TEMPLATES_FORM}. The parameters that they require are checked before anything is sent.`,
		},
		{
			displayName: 'More Settings',
			name: 'serviceDetails',
			type: 'boolean',
			default: false,
			description:
				'Whether to change how dates are sent, calls per minute, the time-out, and the words for what was already sent. Leave this off unless an error or a hint sends you here.',
		},
		...detailsFields,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiToken.trim()}}' } },
	};
}
