import type { INodeProperties } from 'n8n-workflow';
import type { Template } from '../../message/catalogue';
import { type Label, toLabels } from '../../message/labels';
import type { Message } from '../../message/message';
import { checkRequired, toParams } from '../../message/params';
import { toE164 } from '../../message/phone';
import type { FieldReader, PerItem } from './fieldReader';
import type { SendSettings } from './options';
import { paramsFields, paramsReader } from './params';
import { parseSegment } from './parseText';
import { parseTemplateId, templateFields } from './template';
import { parseRows } from './rows';
import { type NonceContext, nonceReader, sendOnceFields } from './sendOnce';

const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +55 11 98765-4321',
	description:
		'Phone number of the user, preferably with + and the country code, in any common format. Numbers without a country code need Options > Default Country.',
};

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

const accountId: INodeProperties = {
	displayName: 'Account ID',
	name: 'accountId',
	type: 'string',
	default: '',
	description: "Account to send from. If empty, the credential's is used.",
};

const flowId: INodeProperties = {
	displayName: 'Flow ID',
	name: 'flowId',
	type: 'string',
	default: '',
	description: "Flow (bot) to send from. If empty, the credential's is used.",
};

/** The fields that make a notification (section 2.6), in the order of the editor. */
export const messageFields: INodeProperties[] = [
	...templateFields,
	phone,
	...paramsFields,
	...sendOnceFields,
	labels,
	accountId,
	flowId,
];

const IN_CREDENTIAL = 'Templates in the credential';

/** What is the same for all items of an execution. */
export interface MessageContext extends NonceContext {
	settings: PerItem<SendSettings>;
	/** The fields of an incoming item. */
	jsonOf: PerItem<Record<string, unknown>>;
	/** What the credential knows of templates. */
	catalogue: ReadonlyMap<string, Template>;
	/** The credential's defaults. */
	accountId: string;
	flowId: string;
}

/**
 * Makes the message of an input item (section 2.6). All checks are made here, before anything is
 * sent: it throws an InputError that names the field and the fix.
 */
export function messageReader(read: FieldReader, context: MessageContext): PerItem<Message> {
	const templateOf = read.value('templateId', '', parseTemplateId);
	const phoneOf = read.value('phone', '', (value) => value);
	const pairsOf = paramsReader(read, {
		jsonOf: context.jsonOf,
		knownParams: (itemIndex) => context.catalogue.get(templateOf(itemIndex))?.params,
	});
	const labelsOf = read.value('labels', {}, parseLabels);
	const accountIdOf = read.value('accountId', '', (value) =>
		parseSegment(value, context.accountId, accountId.displayName),
	);
	const flowIdOf = read.value('flowId', '', (value) =>
		parseSegment(value, context.flowId, flowId.displayName),
	);
	const nonceOf = nonceReader(read, context);

	return (itemIndex) => {
		const settings = context.settings(itemIndex);
		const template = templateOf(itemIndex);
		const e164 = toE164(phoneOf(itemIndex), settings.defaultCountry);
		const params = toParams(pairsOf(itemIndex), settings);
		checkRequired(params, settings.requiredParams);
		checkRequired(params, context.catalogue.get(template)?.required ?? [], IN_CREDENTIAL);
		const content = { template, phone: e164, params, labels: labelsOf(itemIndex) };
		return {
			itemIndex,
			accountId: accountIdOf(itemIndex),
			flowId: flowIdOf(itemIndex),
			template,
			user: { phone: e164, nonce: nonceOf(itemIndex, content), params, labels: content.labels },
		};
	};
}

function parseLabels(value: unknown): Label[] {
	const rows = parseRows(value, labels.displayName);
	return toLabels(rows.map((row) => ({ key: asText(row.key), value: asText(row.value) })));
}

function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
