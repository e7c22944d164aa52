import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Template } from '../../../shared/credential/templates';
import { InputError } from '../../../shared/errors';
import { parseField, type ValueOf } from '../../../shared/field';
import { choiceField, textField } from '../../../shared/makeField';
import type { Label, Message } from '../../message/message';
import { type Content, nonceOfContent, nonceOfId } from '../../message/nonce';
import { toText } from '../../message/params';
import { readPhone } from '../../message/phone';
import type { FieldReader, PerItem } from './fieldReader';
import { filledText } from './fieldReader';
import type { SendOptions } from './options';
import { paramsFields, paramsReader } from './params';
import { parseTemplateId, templateField } from './template';

const phone = textField('Phone', 'phone', z.unknown(), {
	required: true,
	placeholder: 'e.g. +55 11 98765-4321',
	description:
		'Phone number of the user in any common format, preferably with + and the country code. Numbers without a country code need Options > Default Country.',
});

const sendOnce = choiceField(
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

const nonce = textField('ID', 'nonce', z.unknown(), {
	displayOptions: { show: { sendOnce: ['perId', 'nonce'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

export const sendTo = choiceField(
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

export type SendTo = ValueOf<typeof sendTo>;

export const testPhone = textField('Test Phone', 'testPhone', z.unknown(), {
	displayOptions: { show: { sendTo: ['testPhone'] } },
	required: true,
	placeholder: 'e.g. +5511987654321',
	description: 'A test does not count for Send Once',
});

const labels: INodeProperties = {
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
};

const ONE_VALUE = 'Map a single value, such as a text or a number.';

/** Section 2.6, in the order of the editor. */
export const messageFields: INodeProperties[] = [
	...[templateField, phone.field, ...paramsFields, sendOnce.field],
	...[nonce.field, sendTo.field, testPhone.field, labels],
];

export interface MessageContext {
	options: SendOptions;
	templates: ReadonlyMap<string, Template>;
	workflowTimeZone: string;
	/** Its day is that of all items, so that nothing is sent twice at midnight. */
	startedAt: Date;
	isRetried: boolean;
	warn(message: string, itemIndex: number): void;
}

export function messageReader(read: FieldReader, context: MessageContext): PerItem<Message> {
	const { options, templates } = context;
	const templateIdOf = read.parsed(templateField, parseTemplateId);
	const phoneOf = read.field(phone);
	const paramsOf = paramsReader(read, context.warn);
	const labelsOf = read.parsed(labels, parseLabels);
	const nonceOf = nonceReader(read, context);
	return (itemIndex) => {
		const template = templateIdOf(itemIndex);
		const { e164, person } = readPhone(phoneOf(itemIndex), options.countryOf(itemIndex));
		const params = paramsOf(itemIndex, templates.get(template));
		const labels = labelsOf(itemIndex);
		const accountId = options.accountIdOf(itemIndex);
		const flowId = options.flowIdOf(itemIndex);
		const to = { accountId, flowId, template, person };
		const nonce = nonceOf(itemIndex, { ...to, params, labels });
		return { itemIndex, ...to, user: { phone: e164, nonce, params, labels } };
	};
}

function nonceReader(
	read: FieldReader,
	{ workflowTimeZone, startedAt, isRetried }: MessageContext,
): (itemIndex: number, content: Content) => string {
	const modeOf = read.field(sendOnce);
	const idOf = read.parsed(nonce.field, (value) => filledText(value, nonce.field.displayName));
	const today = DateTime.fromJSDate(startedAt, { zone: workflowTimeZone }).toISODate();
	return (itemIndex, content) => {
		switch (modeOf(itemIndex)) {
			case 'always':
				if (!isRetried) return '';
				throw new InputError(
					'Send Once > Off cannot be combined with Retry On Fail, which sends to all again',
					"Choose another Send Once, or turn Retry On Fail off in the node's Settings.",
				);
			case 'nonce':
				return idOf(itemIndex);
			case 'perId':
				return nonceOfId(content, idOf(itemIndex));
			case 'ever':
				return nonceOfContent(content, 'content');
			case 'perDay':
				if (today) return nonceOfContent(content, `day ${today}`);
				throw new InputError(
					`The time zone of the workflow is unknown: ${workflowTimeZone.slice(0, 40)}`,
					'Choose a time zone in the settings of the workflow, or another Send Once.',
				);
		}
	};
}

const content = z.unknown().optional();
const label = z.object({ key: content, value: content });
const labelsSchema = z.object({ values: z.array(label, { message: 'Enter a list' }).default([]) });

/** `{ key_1: …, value_1: … }`, `{ key_2: …, value_2: … }` */
function parseLabels(value: unknown): Label[] {
	const { values } = parseField(labelsSchema, value, labels.displayName);
	return values.map((pair, index) => {
		const place = `Label ${index + 1}`;
		const name = toText(`${place} > Key`, pair.key ?? '', ONE_VALUE);
		if (name.trim() === '') throw new InputError(`${place} has no key`, 'Enter its key.');
		const text = toText(`${place} > Value`, pair.value ?? '', ONE_VALUE);
		return { [`key_${index + 1}`]: name, [`value_${index + 1}`]: text };
	});
}
