import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem } from '../shared/nodeErrors';
import type { ParamReader } from '../shared/params/paramReader';
import { asText, joinedTexts, sentence } from '../shared/text';
import type { KnownMessage } from './message/message';
import type { Result } from './message/result';

/** The fields of each output item, in their order. n8n reserves the name `error`. */
export const OUTPUT_FIELDS = [
	'phone',
	'status',
	'text',
	'note',
	'template',
	'nonce',
	'mayHaveBeenSent',
	'notificationId',
	'messageIds',
] as const;

type Fields = Partial<Record<(typeof OUTPUT_FIELDS)[number], string | boolean | null | undefined>>;

interface InputItem {
	node: INode;
	parameters: ParamReader;
	itemIndex: number;
	input: INodeExecutionData;
	/** What is known of its message, if anything. */
	message: KnownMessage | undefined;
}

/**
 * The output item of an input item. All of them have the same fields in the same order, and null where there is nothing,
 * so that they fit into one table. Then come the fields of the input that have other names, and its files: a field of this
 * name in the input may be an earlier result, which must not be taken for one of this run.
 */
export function outputItem(
	result: Result,
	{ node, parameters, itemIndex, input, message = {} }: InputItem,
): INodeExecutionData {
	const item: INodeExecutionData =
		result.status === 'failed'
			? failedItem(result.error, { node, itemIndex })
			: { json: {}, pairedItem: { item: itemIndex } };
	const notes = [...notesOf(result, message, item), ...(message.warnings ?? [])];
	const fields: Fields = {
		phone: message.phone ?? enteredPhone(parameters, itemIndex),
		status: result.status,
		text: message.text,
		note: joinedTexts(notes.map(sentence)) || null,
		template: message.template,
		nonce: message.user?.nonce,
	};
	if (result.status === 'accepted') {
		fields.notificationId = result.notificationId;
		fields.messageIds = result.messageIds;
	}
	if (result.status === 'failed') fields.mayHaveBeenSent = result.mayHaveBeenSent;
	const own = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, fields[name] ?? null]));
	// In an object, the first spread decides the order of the fields, and the last one decides their values.
	item.json = { ...own, ...input.json, ...own };
	if (input.binary) item.binary = input.binary;
	return item;
}

/** What there is to say of a result, beyond the warnings of its message. */
function notesOf(
	result: Result,
	{ isTest, user }: KnownMessage,
	{ json }: INodeExecutionData,
): string[] {
	switch (result.status) {
		case 'failed':
			return [asText(json['error']), asText(json['description'])];
		case 'skipped':
			return [result.reason];
		case 'accepted':
			return [
				isTest ? `It went to the test phone, ${user?.phone}` : '',
				result.said === null ? '' : `The service said: ${result.said}`,
			];
		case 'preview':
			return [];
	}
}

/**
 * The phone of an item as it was entered, which may be no phone at all: without it, nobody could find those to whom nothing
 * was sent. Null if its expression gives nothing.
 */
function enteredPhone(parameters: ParamReader, itemIndex: number): string | null {
	try {
		return asText(parameters.valueOf('phone', itemIndex)) || null;
	} catch {
		return null;
	}
}
