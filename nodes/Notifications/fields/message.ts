import { z } from 'zod';
import type { CredentialSettings } from '../../shared/credential/settings';
import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import type { JsonObject } from '../../shared/jsonObject';
import type { Param } from '../../shared/params/param';
import type { Hints } from '../../shared/hints';
import { choiceParam, propertiesOfTable, textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import type { Label, Message, SendTo } from '../message/message';
import { type Content, nonceOfContent, nonceOfId } from '../message/nonce';
import { toText } from '../message/params';
import { readPhone } from '../message/phone';
import { checkedSegment, filled, options } from './options';
import { paramsFields, readParams } from './params';
import { template } from './template';

const phone = textParam('Phone', 'phone', z.unknown(), {
	required: true,
	placeholder: 'e.g. +55 11 98765-4321',
	description:
		'Phone number of the user in any common format, preferably with + and the country code. Numbers without a country code need Options > Default Country; then numbers of other countries need the +.',
});

const sendOnce = choiceParam(
	'Send Once',
	'sendOnce',
	{
		ever: ['Ever', 'The same message is never sent to the same phone again'],
		nonce: ['Nonce', 'Your nonce is sent as it is, and the service sends each nonce once'],
		always: ['Off', 'Every run sends the message again'],
		perDay: ['Per Day', "The same message is sent again on the next day (workflow's time zone)"],
		perId: ['Per ID', 'Each phone gets each template once for an ID, such as an order ID'],
	},
	{
		default: 'perDay',
		description:
			'Prevents sending twice, so that running again after an error is safe. The same message has the same account, flow, template, phone, parameters and labels.',
	},
);

const ownId = textParam('ID', 'nonce', filled, {
	displayOptions: { show: { sendOnce: ['perId'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownNonce = textParam('Nonce', 'nonce', filled, {
	displayOptions: { show: { sendOnce: ['nonce'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

export const sendTo = choiceParam<SendTo>(
	'Send To',
	'sendTo',
	{
		everyone: ['Everyone', 'The phone of each item'],
		testPhone: [
			'Test Phone',
			'The first 3 items go to your own phone, and nobody else receives anything',
		],
		nobody: ['Nobody (Preview)', 'Shows users, requests and sample texts without sending anything'],
	},
	{ noDataExpression: true, default: 'everyone' },
);

export const testPhone = textParam('Test Phone', 'testPhone', z.unknown(), {
	displayOptions: { show: { sendTo: ['testPhone'] } },
	required: true,
	placeholder: 'e.g. +5511987654321',
	description: 'A test does not count for Send Once',
});

const content = z.unknown().optional();
const pair = z.object({ key: content, value: content });

const labels = {
	property: {
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
	schema: z.object({ values: z.array(pair, { message: 'Enter a list' }).default([]) }),
} satisfies Param<unknown>;

/** Section 2.6, in the order of the editor. */
export const messageFields = [
	...propertiesOfTable({ template, phone }),
	...paramsFields,
	...propertiesOfTable({ sendOnce, ownId, ownNonce, sendTo, testPhone, labels }),
];

/** What the items of a run share. */
export interface MessageContext {
	parameters: ParamReader;
	hints: Hints;
	connection: CredentialSettings;
	templates: ReadonlyMap<string, Template>;
	workflowTimeZone: string;
	/** There; the same for all items, so that nothing is sent twice at midnight. Null: no such zone. */
	today: string | null;
	/** The names of Fields to Exclude, and whether an item has had such a field. */
	exclusions: Map<string, boolean>;
}

/** @throws InputError */
export function readMessage(
	context: MessageContext,
	{ itemIndex, json }: { itemIndex: number; json: JsonObject },
): Message {
	const { parameters, connection, templates } = context;
	const templateId = parameters.read(template, itemIndex);
	const country = parameters.option(options, 'defaultCountry', itemIndex);
	const { e164, recipientKey } = readPhone(parameters.read(phone, itemIndex), country);
	const known = templates.get(templateId);
	const params = readParams({ ...context, itemIndex, json, template: known });
	const labelled = labelsOf(parameters.read(labels, itemIndex).values);
	const idOf = (name: 'accountId' | 'flowId'): string => {
		const value = parameters.option(options, name, itemIndex) || connection[name];
		return checkedSegment(value, options.table[name].property.displayName);
	};
	const to = {
		accountId: idOf('accountId'),
		flowId: idOf('flowId'),
		template: templateId,
		recipientKey,
	};
	const nonce = nonceFor({ ...to, params, ...labelled }, itemIndex, context);
	return { itemIndex, ...to, user: { phone: e164, nonce, params, ...labelled } };
}

function nonceFor(
	content: Content,
	itemIndex: number,
	{ parameters, workflowTimeZone, today }: MessageContext,
): string {
	switch (parameters.read(sendOnce, itemIndex)) {
		case 'always':
			return '';
		case 'nonce':
			return parameters.read(ownNonce, itemIndex);
		case 'perId':
			return nonceOfId(content, parameters.read(ownId, itemIndex));
		case 'ever':
			return nonceOfContent(content, 'content');
		case 'perDay':
			if (today) return nonceOfContent(content, `day ${today}`);
			throw new InputError(
				`The time zone of the workflow is unknown: ${workflowTimeZone.slice(0, 40)}`,
				'Choose a time zone in the settings of the workflow, or another Send Once.',
			);
	}
}

const ONE_VALUE = 'Map a single value, such as a text or a number.';

/** `{ key_1: …, value_1: … }`, `{ key_2: …, value_2: … }` */
function labelsOf(pairs: Array<z.infer<typeof pair>>): { labels?: Label[] } {
	const labels = pairs.map(({ key, value }, index) => {
		const number = index + 1;
		const textOf = (part: string, given: unknown) => {
			const text = toText(`Label ${number} > ${part}`, given ?? '', ONE_VALUE);
			if (text.trim() !== '') return text;
			throw new InputError(
				`Label ${number} has no ${part.toLowerCase()}`,
				'Enter it, or remove the label. If it is an expression, check that it gives a value.',
			);
		};
		return { [`key_${number}`]: textOf('Key', key), [`value_${number}`]: textOf('Value', value) };
	});
	return labels.length > 0 ? { labels } : {};
}
