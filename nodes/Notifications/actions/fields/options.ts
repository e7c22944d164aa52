import type { INodeProperties } from 'n8n-workflow';
import { countryOptions } from './countries';

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'How many users go into one request',
		},
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10 },
			default: 1,
			description: 'How many requests are under way at the same time',
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: countryOptions(),
			default: '',
			description: 'Country of phone numbers that are written without a country code',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description: 'Whether to only show the requests, without sending anything',
		},
		{
			displayName: 'Isolate Failures',
			name: 'isolateFailures',
			type: 'boolean',
			default: true,
			description:
				'Whether to find the users at fault when the service refuses a request, and send to the others. Only possible where all users have a nonce.',
		},
		{
			displayName: 'Leave Out Empty Values',
			name: 'leaveOutNulls',
			type: 'boolean',
			default: false,
			description:
				'Whether to leave out parameters without a value (null) instead of failing the item',
		},
		{
			displayName: 'Request Timeout (Seconds)',
			name: 'requestTimeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300,
			description: 'How long the service may be silent before a request counts as failed',
		},
		{
			displayName: 'Required Parameters',
			name: 'requiredParams',
			type: 'string',
			default: '',
			placeholder: 'e.g. name, order_id',
			description:
				'Names of parameters that the template needs, separated by commas. An item without one of them fails before anything is sent.',
		},
	],
};
