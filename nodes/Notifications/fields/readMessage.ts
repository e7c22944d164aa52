import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../shared/errors';
import { propertiesOfTable, textParam } from '../../shared/params/makeParam';
import { isPathSegment } from '../../shared/params/param';
import { contentWarnings } from '../message/contentWarnings';
import type { KnownMessage, Message } from '../message/message';
import { messageText } from '../message/messageText';
import { inQuotes } from '../message/paramValues';
import { readPhone } from '../message/phone';
import { shownPhone } from '../message/phoneWriting';
import type { FieldsContext, ItemContext } from './context';
import { ownId, ownNonce } from './key';
import { labelsOf } from './labels';
import { options } from './options';
import { paramsFields, readParams } from './params';
import { nonceFor, sendOnce } from './sendOnce';
import { sendTo, testPhone } from './sendTo';
import { notListed, template } from './template';

const phone = textParam('Phone', 'phone', z.unknown(), {
	emptyPart: 'error',
	textInError: shownPhone,
	required: true,
	placeholder: 'e.g. +55 11 98765-4321',
	description:
		'In any common format, preferably with + and the country code. Numbers without a country code need Options > Default Country.',
});

/** All fields of Send, in the order in which the editor shows them. */
export const sendFields: INodeProperties[] = [
	...propertiesOfTable({ template, phone, sendTo, testPhone }),
	...paramsFields,
	...propertiesOfTable({ sendOnce, ownId, ownNonce }),
	options.property,
];

/**
 * Reads the fields of an item, which become a message, and adds a hint for each of its warnings.
 * @param known gets what is read on the way, so that it is known of an item that fails as well
 * @throws InputError naming the field at fault
 */
export function readMessage(
	context: FieldsContext,
	{ itemIndex, json }: Pick<ItemContext, 'itemIndex' | 'json'>,
	known: KnownMessage = {},
): Message {
	const { parameters, hints, templates } = context;
	const item: ItemContext = { ...context, itemIndex, json };

	const templateId = parameters.read(template, itemIndex);
	known.template = templateId;
	const country = parameters.option(options, 'defaultCountry', itemIndex);
	const { e164, recipientKey } = readPhone(parameters.read(phone, itemIndex), country);
	known.phone = e164;
	const ofTemplate = templates.get(templateId);
	const { params, visible, notInTemplate, emptyExpressions } = readParams(item, ofTemplate);
	const text = messageText(ofTemplate, params);
	known.text = text;

	const to = {
		accountId: idOf('accountId', item),
		flowId: idOf('flowId', item),
		template: templateId,
		recipientKey,
	};
	const { values: labels } = parameters.option(options, 'labels', itemIndex);
	const withLabels = labels.length > 0 ? { labels: labelsOf(labels) } : {};
	const once = parameters.read(sendOnce, itemIndex);
	// Two messages are the same if a customer reads the same: other fields may differ, such as the time of a change.
	const nonce = nonceFor(once, { ...to, params: visible, ...withLabels }, item);

	const warnings = [
		...warningsOfTemplate(templateId, notInTemplate, context),
		...emptyExpressions,
		...contentWarnings(params),
	];
	for (const warning of warnings) hints.add(warning, { itemIndex, warning: true });
	return {
		itemIndex,
		...to,
		phone: e164,
		text,
		user: { phone: e164, nonce, params, ...withLabels },
		sendOnce: once,
		warnings,
	};
}

/** The ID in Options, or else that of the credential. It becomes one segment of a path. @throws InputError */
function idOf(
	name: 'accountId' | 'flowId',
	{ parameters, credential, itemIndex }: ItemContext,
): string {
	const value = parameters.option(options, name, itemIndex) || credential[name];
	const label = options.table[name].property.displayName;
	if (value === '') {
		const advice = `Enter it under Options > ${label}, or in the credential.`;
		throw new InputError(`${label} is empty`, advice);
	}
	if (isPathSegment(value)) return value;
	throw new InputError(`${label} is not valid: ${value.slice(0, 40)}`, 'Enter only the ID.');
}

function warningsOfTemplate(
	id: string,
	notInTemplate: readonly string[],
	{ templates }: FieldsContext,
): string[] {
	const warnings: string[] = [];
	if (templates.size > 0 && !templates.has(id)) warnings.push(notListed(id, templates));
	if (notInTemplate.length > 0) {
		warnings.push(
			`The template "${id}" in the credential does not have these parameters, which are sent all the same: ${inQuotes(notInTemplate)}. Check their names, or correct the text of the template.`,
		);
	}
	return warnings;
}
