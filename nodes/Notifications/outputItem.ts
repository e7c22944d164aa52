import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem } from '../shared/nodeErrors';
import { joinedTexts, sentence } from '../shared/text';
import type { KnownMessage } from './message/message';
import type { Result } from './message/result';

/** The fields of each output item, in their order. n8n reserves the name `error`. */
export const OUTPUT_FIELDS = [
	'phone',
	'status',
	'text',
	'warnings',
	'errorMessage',
	'reason',
	'mayHaveBeenSent',
	'template',
	'nonce',
	'notificationId',
	'messageIds',
] as const;

type Fields = Partial<Record<(typeof OUTPUT_FIELDS)[number], string | boolean | null | undefined>>;

interface InputItem {
	node: INode;
	itemIndex: number;
	input: INodeExecutionData;
	message: KnownMessage;
}

/**
 * The output item of an input item. All of them have the same fields in the same order, and null where there is nothing,
 * so that they fit into one table. Then come the fields of the input that have other names, and its files: a field of this
 * name in the input may be an earlier result, which must not be taken for one of this run.
 */
export function outputItem(
	result: Result,
	{ node, itemIndex, input, message }: InputItem,
): INodeExecutionData {
	const item: INodeExecutionData =
		result.status === 'failed'
			? failedItem(result.error, { node, itemIndex })
			: { json: {}, pairedItem: { item: itemIndex } };
	const { phone, text, template, user, warnings = [] } = message;
	const fields: Fields = {
		phone,
		status: result.status,
		text,
		warnings: joinedTexts(warnings.map(sentence)) || null,
		reason: reasonOf(result, message),
		template,
		nonce: user?.nonce,
	};
	if (result.status === 'accepted') {
		fields.notificationId = result.notificationId;
		fields.messageIds = result.messageIds;
	}
	if (result.status === 'failed') {
		const { error, description } = item.json as { error: string; description?: string };
		fields.errorMessage = joinedTexts([sentence(error), description]);
		fields.mayHaveBeenSent = result.mayHaveBeenSent;
	}
	const own = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, fields[name] ?? null]));
	// In an object, the first spread decides the order of the fields, and the last one decides their values.
	item.json = { ...own, ...input.json, ...own };
	if (input.binary) item.binary = input.binary;
	return item;
}

/** Why a message was skipped, that it went to the test phone, and what the service said beyond IDs. */
function reasonOf(result: Result, { isTest, user }: KnownMessage): string | null {
	if (result.status === 'skipped') return result.reason;
	if (result.status !== 'accepted') return null;
	const test = isTest ? `It went to the test phone, ${user?.phone}.` : '';
	const said = result.said === null ? '' : `The service said: ${result.said}`;
	return joinedTexts([test, said]) || null;
}
