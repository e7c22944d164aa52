import type { INodeProperties } from 'n8n-workflow';

/** The fields that make a notification (section 2.6), as they stand in the editor. */
export const messageFields: INodeProperties[] = [
	{
		displayName: 'Template ID',
		name: 'templateId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. order_shipped',
		description: 'ID of the notification template to send',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +55 11 98765-4321',
		description:
			'Phone number of the user, preferably with + and the country code, in any common format. Numbers without a country code need Options > Default Country.',
	},
	{
		displayName: 'Parameters',
		name: 'paramsMode',
		type: 'options',
		options: [
			{
				name: 'All Fields of the Item',
				value: 'allFields',
				description: 'Every field of the incoming item, under its own name',
			},
			{ name: 'Define Below', value: 'fields', description: 'Name and value of each parameter' },
			{ name: 'JSON', value: 'json', description: 'One object with all parameters' },
		],
		default: 'fields',
		description:
			'Where the data for the template comes from. Its author says which names it needs.',
	},
	{
		displayName: 'Parameters to Send',
		name: 'paramFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		displayOptions: { show: { paramsMode: ['fields'] } },
		placeholder: 'Add Parameter',
		default: {},
		options: [
			{
				displayName: 'Parameter',
				name: 'values',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. order_id',
						description: 'Name of the parameter in the template',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'What to put in its place',
					},
				],
			},
		],
	},
	{
		displayName: 'Parameters (JSON)',
		name: 'paramsJson',
		type: 'json',
		displayOptions: { show: { paramsMode: ['json'] } },
		default: '{}',
		placeholder: 'e.g. { "name": "Ana", "order_id": "1042" }',
		description: 'An object with the name and the value of each parameter',
	},
	{
		displayName: 'Fields to Exclude',
		name: 'excludeFields',
		type: 'string',
		displayOptions: { show: { paramsMode: ['allFields'] } },
		default: '',
		placeholder: 'e.g. phone, internal_notes',
		description: 'Fields of the item that are not sent, separated by commas',
	},
	{
		displayName: 'Send Once',
		name: 'nonceMode',
		type: 'options',
		options: [
			{
				name: 'By Content',
				value: 'auto',
				description: 'The same message to the same phone is sent once within the scope below',
			},
			{
				name: 'By My Own ID',
				value: 'value',
				description: 'A notification with the same ID, such as a purchase ID, is sent once ever',
			},
			{
				name: 'No Protection',
				value: 'none',
				description: 'Every run sends again. After an error it may be unknown who was notified.',
			},
		],
		default: 'auto',
		description:
			'How sending twice is prevented (the nonce). With protection, running again after an error is safe.',
	},
	{
		displayName: 'Scope',
		name: 'nonceScope',
		type: 'options',
		displayOptions: { show: { nonceMode: ['auto'] } },
		options: [
			{
				name: 'Once a Day',
				value: 'day',
				description: "Lets the same message through again on the next day (workflow's time zone)",
			},
			{
				name: 'Once an Execution',
				value: 'execution',
				description:
					'Lets it through in every new execution; holds it back when this one tries again',
			},
			{
				name: 'Once Ever',
				value: 'content',
				description: 'Never lets the same message to the same phone through again',
			},
		],
		default: 'day',
		description:
			'How long the same message (template, phone, parameters and labels) is held back after it was sent',
	},
	{
		displayName: 'Nonce',
		name: 'nonce',
		type: 'string',
		displayOptions: { show: { nonceMode: ['value'] } },
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.purchase_id }}',
		description: 'Unique ID of the notification, for example a transaction or purchase ID',
	},
	{
		displayName: 'Labels',
		name: 'labels',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Label',
		default: {},
		description: 'Pairs that are sent along with the notification',
		options: [
			{
				displayName: 'Label',
				name: 'values',
				values: [
					{ displayName: 'Key', name: 'key', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		default: '',
		description: "Account to send from. If empty, the credential's is used.",
	},
	{
		displayName: 'Flow ID',
		name: 'flowId',
		type: 'string',
		default: '',
		description: "Flow (bot) to send from. If empty, the credential's is used.",
	},
];
