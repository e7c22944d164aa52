import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialSettings } from '../../shared/credential/settings';
import type { Template } from '../../shared/credential/templates';
import type { JsonObject } from '../../shared/jsonObject';
import type { Hints } from '../../shared/hints';
import { propertiesOfTable, textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { listed } from '../../shared/text';
import { contentWarnings } from '../message/contentWarnings';
import { hasText } from '../message/expressionTraces';
import type { Message } from '../message/message';
import { readPhone } from '../message/phone';
import { labelsOf } from './labels';
import { checkedSegment, options } from './options';
import { paramsFields, readParams } from './params';
import { nonceFor, ownId, ownNonce, sendOnce } from './sendOnce';
import { sendTo, testPhone } from './sendTo';
import { template, unlistedTemplate } from './template';

const phone = textParam('Phone', 'phone', z.unknown(), {
	required: true,
	placeholder: 'e.g. +55 11 98765-4321',
	description:
		'Phone number of the user in any common format, preferably with + and the country code. Numbers without a country code need Options > Default Country; then numbers of other countries need the +.',
});

/** All fields of Send, in the order of the editor. */
export const sendFields: INodeProperties[] = [
	...propertiesOfTable({ template, phone, sendTo, testPhone }),
	...paramsFields,
	...propertiesOfTable({ sendOnce, ownId, ownNonce }),
	options.property,
];

/** What the items of a run share. */
export interface MessageContext {
	n8n: Pick<IExecuteFunctions, 'evaluateExpression'>;
	parameters: ParamReader;
	hints: Hints;
	credential: CredentialSettings;
	templates: ReadonlyMap<string, Template>;
	/** Of templates that the credential does not list, as many items have the same one. */
	unlisted: Map<string, string | undefined>;
	/** ID or Nonce as the node has it: a text that begins with "=" is an expression. */
	writtenKey: unknown;
	workflowTimeZone: string;
	/** There; the same for all items, so that nothing is sent twice at midnight. Null: no such zone. */
	today: string | null;
	/** The names of Fields to Exclude, and whether an item has had such a field. */
	exclusions: Map<string, boolean>;
}

interface InputItem {
	itemIndex: number;
	json: JsonObject;
}

/**
 * What an item becomes. Adds a hint for what does not agree with the templates of the credential.
 * @throws InputError naming the field at fault
 */
export function readMessage(context: MessageContext, { itemIndex, json }: InputItem): Message {
	const { parameters, hints, templates } = context;
	const isData = (text: string) => hasText(json, text);

	const templateId = parameters.read(template, itemIndex);
	const known = templates.get(templateId);
	const country = parameters.option(options, 'defaultCountry', itemIndex);
	const { e164, recipientKey } = readPhone(parameters.read(phone, itemIndex), country);
	const { params, unknown, read } = readParams({
		...context,
		itemIndex,
		json,
		template: known,
		isData,
	});
	const labels = labelsOf(parameters.option(options, 'labels', itemIndex), isData);

	const to = {
		accountId: idOf('accountId', context, itemIndex),
		flowId: idOf('flowId', context, itemIndex),
		template: templateId,
		recipientKey,
	};
	const content = labels.length > 0 ? { params, labels } : { params };
	const nonce = nonceFor({ ...to, ...content }, { ...context, itemIndex, isData });

	const templateWarnings = warningsOfTemplate(templateId, unknown, context);
	for (const warning of templateWarnings) hints.add(warning, { itemIndex, warning: true });
	return {
		itemIndex,
		...to,
		phone: e164,
		user: { phone: e164, nonce, ...content },
		sendOnce: parameters.read(sendOnce, itemIndex),
		contentWarnings: contentWarnings(read),
		templateWarnings,
	};
}

function idOf(
	name: 'accountId' | 'flowId',
	{ parameters, credential }: MessageContext,
	itemIndex: number,
): string {
	const value = parameters.option(options, name, itemIndex) || credential[name];
	return checkedSegment(value, options.table[name].property.displayName);
}

function warningsOfTemplate(
	id: string,
	unknown: readonly string[],
	{ templates, unlisted }: MessageContext,
): string[] {
	if (!unlisted.has(id)) unlisted.set(id, unlistedTemplate(id, templates));
	const notListed = unlisted.get(id);
	const warnings = notListed === undefined ? [] : [notListed];
	if (unknown.length > 0) {
		warnings.push(
			`The template "${id}" in the credential does not have these parameters, which were sent: ${listed(unknown)}. Check their names, or correct the text of the template.`,
		);
	}
	return warnings;
}
