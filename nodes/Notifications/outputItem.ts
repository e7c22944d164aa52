import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem, isToolCall } from '../shared/nodeErrors';
import type { Message, Outcome } from './message/message';
import { passedOn } from './ownFields';

type Json = INodeExecutionData['json'];

interface InputItem {
	node: INode;
	itemIndex: number;
	input: Json;
}

/** The output item of an input item: the node's own fields first, then those of the input. */
export function outputItem(outcome: Outcome, item: InputItem): INodeExecutionData {
	const { node, itemIndex, input } = item;
	const output = resultItem(outcome, item);
	const isForErrorOutput = outcome.status === 'failed' && node.onError === 'continueErrorOutput';
	// n8n itself adds the input's fields in the error output. Those of a tool call are the agent's own,
	// and of no use to its model.
	if (isForErrorOutput || isToolCall(node)) return output;
	// Spread twice: the first decides the order of the fields, the last their values.
	const ownFirst = { ...beginning(outcome), ...output.json };
	const json = { ...ownFirst, ...passedOn(input), ...ownFirst } as Json;
	return { ...output, json, pairedItem: { item: itemIndex } };
}

function resultItem(outcome: Outcome, { node, itemIndex }: InputItem): INodeExecutionData {
	const own = ownFields(outcome);
	if (outcome.status === 'failed') {
		return failedItem(outcome.error, { node, itemIndex, json: own });
	}
	return { json: own, pairedItem: { item: itemIndex } };
}

function ownFields(outcome: Outcome): Json {
	const fields =
		outcome.status === 'failed' ? { mayHaveBeenSent: outcome.mayHaveBeenSent } : outcome.more;
	return { ...beginning(outcome), ...fields, ...fieldsOfMessage(outcome.message) };
}

function beginning({ status, message }: Outcome): Json {
	return message ? { status, phone: message.phone } : { status };
}

function fieldsOfMessage(message: Message | undefined): Json {
	if (!message) return {};
	const { template, user, isTest } = message;
	const fields = { template, nonce: user.nonce };
	return isTest ? { ...fields, test: true, sentTo: user.phone } : fields;
}
