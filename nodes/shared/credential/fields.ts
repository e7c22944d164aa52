import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../errors';
import {
	choiceField,
	propertiesOfTable,
	numberField,
	switchField,
	textField,
} from '../fields/makeField';
import { type FieldTable, seconds, text, trimmedText } from '../fields/field';
import { TEMPLATE_LINE } from './templates';

/** The name of the credential of both nodes. */
export const CREDENTIAL = 'chatCommerceApi';

/** Where users get a token, in the words of the service's own screens. */
export const TOKEN_PLACE = 'In Yalo Studio, make one under Admin > API Keys > New API Key.';

const forOther = { displayOptions: { show: { region: ['other'] } } };

/** A token, with errors of its own: those of other fields would show it. @throws InputError */
const token = z.unknown().transform((value) => {
	const entered = typeof value === 'string' ? value.trim() : '';
	if (entered === '') {
		const advice = `Enter the API Token of your account. ${TOKEN_PLACE}`;
		throw new InputError('API Token in the credential is empty', advice);
	}
	// A bearer token (RFC 6750) has no other characters.
	if (/^[!-~]+$/.test(entered)) return entered;
	throw new InputError(
		'API Token in the credential contains a space, a line break or a special character',
		'Enter the token alone, without "Bearer", which the nodes add themselves.',
	);
});

/** A base URL is checked by the node that needs it. Until then, what is no text is none. */
const baseUrl = trimmedText.catch('');

export const ACCOUNT = {
	apiToken: textField('API Token', 'apiToken', token, {
		// It has checks of its own, whose errors never show it.
		emptyPart: 'normal',
		typeOptions: { password: true },
		required: true,
		description: `${TOKEN_PLACE} What it may do is granted by your account executive.`,
	}),
	region: choiceField(
		'Region',
		'region',
		{
			global: ['Global'],
			india: ['India', 'Notifications have an address of their own'],
			other: ['Other', 'Addresses that you were given'],
		},
		{ default: 'global', description: 'Which addresses of the service are called' },
	),
	analyticsBaseUrl: textField('Analytics Base URL', 'analyticsBaseUrl', baseUrl, {
		emptyPart: 'error',
		...forOther,
		placeholder: 'e.g. https://api.example.com',
		description: 'Only needed for the node Chat Commerce Analytics, and for the test',
	}),
	notificationsBaseUrl: textField('Notifications Base URL', 'notificationsBaseUrl', baseUrl, {
		emptyPart: 'error',
		...forOther,
		placeholder: 'e.g. https://notifications.example.com',
		description:
			'Only needed for the node Chat Commerce Notifications. The test of the credential only checks that its host answers.',
	}),
	accountId: textField('Account ID', 'accountId', trimmedText, {
		emptyPart: 'error',
		description:
			'Default for the Chat Commerce Notifications node. The test of the credential does not know whether it is right.',
	}),
	flowId: textField('Flow ID', 'flowId', trimmedText, {
		emptyPart: 'error',
		description:
			'The flow (bot) that notifications come from, default for the Chat Commerce Notifications node. It is not tested either.',
	}),
	templates: textField('Templates', 'templates', text, {
		// The placeholders of a template look like expressions.
		emptyPart: 'normal',
		// In a plain field n8n would take {{name}} for an expression, and the text would lose it.
		typeOptions: { editor: 'jsEditor', rows: 5 },
		placeholder: `e.g. ${TEMPLATE_LINE}`,
		// The editor shows no placeholder in a field for code.
		hint: `For example: ${TEMPLATE_LINE}`,
		description:
			'Templates to choose from in notifications, each on a line: its name, a colon, and its text. The names in braces are the parameters of the template: the node checks that all have a value before it sends anything. A name with a fallback, such as {{name|customer}}, needs none.',
	}),
	serviceDetails: switchField('More Settings', 'serviceDetails', false, {
		description:
			'Whether to change how dates are sent, calls per minute, and the time-out. Leave this off unless an error or a hint sends you here.',
	}),
} satisfies FieldTable;

/** The fields of More Settings: properties of the service and the account that nobody needs at the start. */
export const DETAILS = {
	dateFormat: choiceField(
		'Date Format',
		'dateFormat',
		{
			dateTime: ['Date and Time', 'For example 2026-11-01 00:00:00 to 2026-11-20 23:59:59'],
			date: ['Date', 'For example 2026-11-01 to 2026-11-20'],
		},
		{
			default: 'dateTime',
			description: 'How dates are sent. The documentation of the service shows both forms.',
		},
	),
	endDateIncluded: switchField('End Date Included', 'endDateIncluded', true, {
		displayOptions: { show: { dateFormat: ['date'] } },
		description:
			'Whether the service includes the end date in its data. If off, the nodes send the day after, so that the last day that you choose is still included.',
	}),
	callsPerMinute: numberField('Calls per Minute', 'callsPerMinute', 5, {
		description:
			'How many analytics calls the service allows in a minute, counted separately for queries and bulk exports. The nodes wait to stay within it.',
	}),
	requestTimeout: numberField('Request Timeout (Seconds)', 'requestTimeout', 300, {
		description: 'How long to wait for the service to respond',
		schema: seconds,
	}),
} satisfies FieldTable;

export const credentialFields: INodeProperties[] = [
	...propertiesOfTable(ACCOUNT),
	...propertiesOfTable(DETAILS).map((field) => ({
		...field,
		displayOptions: { show: { serviceDetails: [true], ...field.displayOptions?.show } },
	})),
];
