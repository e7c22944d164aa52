import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem, isToolCall } from '../shared/nodeErrors';
import type { Message } from './message/message';
import { OUTPUT_FIELDS, type OutputField, withInput } from './ownFields';
import type { Result } from './message/result';

type Json = INodeExecutionData['json'];

interface InputItem {
	node: INode;
	itemIndex: number;
	input: INodeExecutionData;
	/** Undefined if the item could not be read. */
	message: Message | undefined;
}

/**
 * The output item of an input item. All of them have the same fields in the same order, so that they fit into one
 * table, and then the fields and the files of their input items.
 */
export function outputItem(
	result: Result,
	{ node, itemIndex, input, message }: InputItem,
): INodeExecutionData {
	const item: INodeExecutionData =
		result.status === 'failed'
			? failedItem(result.error, { node, itemIndex })
			: { json: {}, pairedItem: { item: itemIndex } };
	const { error, description } = item.json;
	const sentTo = message?.isTest && result.status !== 'skipped' ? message.user.phone : null;
	const own = {
		...fieldsOf(result),
		...fieldsOfMessage(message, input),
		sentTo,
		error,
		description,
	};
	// The fields of the input are the model's own in a call by an AI agent, and it pays for each word.
	item.json = isToolCall(node) ? withoutNulls(own) : (withInput(own, input.json) as Json);
	if (input.binary) item.binary = input.binary;
	return item;
}

type Fields = Partial<Record<OutputField, unknown>>;

function fieldsOf(result: Result): Fields {
	if (result.status === 'failed') {
		return { status: result.status, mayHaveBeenSent: result.mayHaveBeenSent };
	}
	if (result.status !== 'accepted') return { ...result };
	const { status, notificationId, messageIds, response } = result;
	return { status, notificationId, messageIds, response };
}

/** An item that could not be read keeps what it has. */
function fieldsOfMessage(message: Message | undefined, { json }: INodeExecutionData): Fields {
	if (!message) return { phone: json.phone, template: json.template, nonce: json.nonce };
	const { phone, template, user } = message;
	return { phone, template, nonce: user.nonce };
}

function withoutNulls(own: Fields): Json {
	const entries = OUTPUT_FIELDS.map((name) => [name, own[name] ?? null] as const);
	return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
