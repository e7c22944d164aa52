import type { INode, INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../shared/errors';
import { failedItem, isToolCall } from '../../shared/nodeErrors';
import { shownText } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { Outcome } from '../sending/sendBatch';

type Json = INodeExecutionData['json'];

/** What came of an input item. */
export type Result = { message?: Message | undefined } & (
	| (Outcome & { requestIndex: number })
	| { status: 'skipped'; reason: string }
	| { status: 'preview'; requestIndex: number; more: object }
	| { status: 'failed'; error: unknown; mayHaveBeenSent: boolean }
);

/** The fields that only this node writes. All Fields of the Item does not send them. */
export const OWN_FIELDS = [
	...['status', 'reason', 'error', 'description', 'kind', 'mayHaveBeenSent', 'test', 'template'],
	...['nonce', 'requestIndex', 'response', 'user', 'preview', 'request', 'details'],
];

interface InputItem {
	node: INode;
	itemIndex: number;
	input: Json;
}

/** The node's own fields first, then those of the input that have other names. */
export function outputItem(result: Result, { node, itemIndex, input }: InputItem) {
	const { status, message } = result;
	const first = message ? { status, phone: message.user.phone } : { status };
	const own = { ...first, ...fieldsByStatus(result), ...fieldsOfMessage(result) };
	const output: INodeExecutionData =
		result.status === 'failed'
			? failedItem(result.error, { node, itemIndex, json: own })
			: { json: own, pairedItem: { item: itemIndex } };
	const isForErrorOutput = status === 'failed' && node.onError === 'continueErrorOutput';
	// n8n adds the fields of the input itself. Those of a tool call are the agent's, not for its model.
	if (isForErrorOutput || isToolCall(node)) return output;
	const shown = { ...first, ...output.json };
	output.json = { ...shown, ...withoutFailure(input), ...shown };
	return output;
}

/** By `error`, n8n would take an item that failed before for a failure of this node. */
function withoutFailure(input: Json): Json {
	if (!('error' in input) && !('mayHaveBeenSent' in input)) return input;
	const kept = { ...input };
	delete kept['error'];
	delete kept['mayHaveBeenSent'];
	return kept;
}

function fieldsByStatus(result: Result): object {
	switch (result.status) {
		case 'accepted':
			return result.response ? { response: result.response } : {};
		case 'alreadySent':
			return { reason: 'The service already has a notification with this nonce' };
		case 'skipped':
			return { reason: result.reason };
		case 'preview':
			return result.more;
		case 'failed':
			return { mayHaveBeenSent: result.mayHaveBeenSent };
	}
}

function fieldsOfMessage(result: Result): object {
	const { message } = result;
	if (!message) return {};
	const { template, user, isTest } = message;
	const request = 'requestIndex' in result ? { requestIndex: result.requestIndex } : {};
	return { template, nonce: user.nonce, ...request, ...(isTest ? { test: true } : {}) };
}

/** The service sends a nonce once, so a duplicate gets the same result as the first message. */
export function duplicateOf({ itemIndex }: Message, result: Result | undefined): Result {
	if (result?.status !== 'failed') {
		const reason = `Item ${itemIndex} has the same ID (nonce), and the service sends each ID once`;
		return { status: 'skipped', reason };
	}
	const error = new ServiceError({
		kind: 'refused',
		message: `Not sent, because item ${itemIndex} with the same ID (nonce) failed`,
		description: `That item says: ${shownText(asError(result.error).message)}`,
	});
	return { status: 'failed', error, mayHaveBeenSent: result.mayHaveBeenSent };
}
