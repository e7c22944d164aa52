import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem, isToolCall } from '../shared/nodeErrors';
import type { Message } from './message/message';
import { passedOn } from './ownFields';
import { type ItemOutcome, statusOf } from './run';

type Json = INodeExecutionData['json'];

interface InputItem {
	node: INode;
	itemIndex: number;
	input: Json;
}

/** The output item of an input item: the node's own fields first, then those of the input. */
export function outputItem(outcome: ItemOutcome, item: InputItem): INodeExecutionData {
	const { node, input } = item;
	const output = resultItem(outcome, item);
	const isForErrorOutput = 'error' in outcome && node.onError === 'continueErrorOutput';
	// In the error output, n8n itself adds the fields of the input. In a tool call, they are the model's own, which
	// it does not need.
	if (isForErrorOutput || isToolCall(node)) return output;
	// The status comes first, even before the `error` of a failed item.
	const own = { ...statusFields(outcome), ...output.json };
	// In an object, the first spread decides the order of the fields, and the last one decides their values.
	return { ...output, json: { ...own, ...passedOn(input), ...own } as Json };
}

function resultItem(outcome: ItemOutcome, { node, itemIndex }: InputItem): INodeExecutionData {
	const json = ownFields(outcome);
	if ('error' in outcome) return failedItem(outcome.error, { node, itemIndex, json });
	return { json, pairedItem: { item: itemIndex } };
}

function ownFields(outcome: ItemOutcome): Json {
	if ('error' in outcome) {
		const { message, mayHaveBeenSent } = outcome;
		return { ...statusFields(outcome), mayHaveBeenSent, ...fieldsOfMessage(message) };
	}
	const { message, fields } = outcome.value;
	return { ...statusFields(outcome), ...fields, ...fieldsOfMessage(message) };
}

function statusFields(outcome: ItemOutcome): Json {
	const status = statusOf(outcome);
	const message = 'error' in outcome ? outcome.message : outcome.value.message;
	return message ? { status, phone: message.phone } : { status };
}

function fieldsOfMessage(message: Message | undefined): Json {
	if (!message) return {};
	const { template, user, isTest } = message;
	const fields = { template, nonce: user.nonce };
	return isTest ? { ...fields, test: true, sentTo: user.phone } : fields;
}
