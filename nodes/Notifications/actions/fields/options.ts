import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choice,
	type FieldTable,
	names,
	numeric,
	readCollection,
	toggle,
	type ValuesOf,
	wholeNumber,
} from '../../../shared/field';
import { requestTimeout } from '../../../shared/requestTimeout';
import { countryOptions } from './countries';

/** Names separated by commas; empty ones do not count. */
export const nameList = names.transform((list) => list.filter((name) => name !== ''));

const OPTIONS = {
	batchSize: {
		field: {
			displayName: 'Batch Size',
			name: 'batchSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'How many users to put in one request',
		},
		schema: wholeNumber,
	},
	concurrency: {
		field: {
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10 },
			default: 1,
			description: 'How many requests to send at the same time',
		},
		schema: numeric(
			z.number().int('Enter a whole number').min(1, 'Enter 1 or more').max(10, 'Enter 10 or less'),
		),
	},
	defaultCountry: {
		field: {
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: countryOptions(),
			default: '',
			description: 'Country of phone numbers that are written without a country code',
		},
		schema: z.string(),
	},
	doNotSendTo: {
		field: {
			displayName: 'Do Not Send To',
			name: 'doNotSendTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. +5511987654321, +5521998765432',
			description:
				'Phones that get nothing, separated by commas, or a list from an expression. Their items are skipped.',
		},
		// Read once for all items, since it may be long.
		schema: z.unknown(),
	},
	dryRun: {
		field: {
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to only show users and requests as they would be sent, without sending anything',
		},
		schema: toggle,
	},
	includeInputFields: {
		field: {
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: true,
			description:
				"Whether output items keep the fields of their input item. The node's own fields win where names are the same.",
		},
		schema: toggle,
	},
	isolateFailures: {
		field: {
			displayName: 'Isolate Failures',
			name: 'isolateFailures',
			type: 'boolean',
			default: true,
			description:
				'Whether to find the users at fault when the service refuses a request, and send to the others. Only possible if all users have a nonce.',
		},
		schema: toggle,
	},
	leaveOutNulls: {
		field: {
			displayName: 'Leave Out Empty Values',
			name: 'leaveOutNulls',
			type: 'boolean',
			default: false,
			description:
				'Whether to leave out parameters without a value (null) instead of failing the item',
		},
		schema: toggle,
	},
	maxPerRun: {
		field: {
			displayName: 'Max per Run',
			name: 'maxPerRun',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10_000,
			description: 'More items than this are an error before anything is sent',
		},
		schema: wholeNumber,
	},
	requestTimeout,
	requiredParams: {
		field: {
			displayName: 'Required Parameters',
			name: 'requiredParams',
			type: 'string',
			default: '',
			placeholder: 'e.g. name, order_id',
			description:
				'Names of parameters that the template needs, separated by commas. An item without one of them fails before anything is sent.',
		},
		schema: nameList,
	},
	testPhone: {
		field: {
			displayName: 'Test Phone',
			name: 'testPhone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +5511987654321',
			description:
				'The first 3 items go to this phone, and nobody else gets anything. A test does not count for Send Once.',
		},
		schema: z.coerce.string().transform((text) => text.trim()),
	},
	valuesAs: {
		field: {
			displayName: 'Send Values',
			name: 'valuesAs',
			type: 'options',
			options: [
				{
					name: 'As They Are',
					value: 'asTheyAre',
					description:
						'Numbers, true and false, lists and objects stay what they are; dates are text',
				},
				{ name: 'As Text', value: 'text', description: 'What every template takes' },
			],
			default: 'text',
			description: 'How the values of parameters are sent',
		},
		schema: choice(['text', 'asTheyAre']),
	},
} satisfies FieldTable;

export type SendSettings = ValuesOf<typeof OPTIONS>;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: Object.values(OPTIONS).map(({ field }) => field),
};

/** @throws InputError naming the setting */
export function parseOptions(value: unknown): SendSettings {
	return readCollection(OPTIONS, value, 'Options');
}
