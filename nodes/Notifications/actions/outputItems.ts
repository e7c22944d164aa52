import type { INode, INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../../shared/errors';
import { isFields } from '../../shared/field';
import { failedItem, isToolCall } from '../../shared/nodeErrors';
import { asJson, shownText } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { Batch, Outcome } from '../sending/batch';

type Json = INodeExecutionData['json'];

/** A longer response is shown on the first item of its request alone. */
const MAX_REPEATED_RESPONSE = 1000;
const longAndShown = new WeakSet<object>();

export function outcomeItem(
	message: Message,
	{ batch, outcome, node }: { batch: Batch; outcome: Outcome; node: INode },
): INodeExecutionData {
	const about = { requestIndex: batch.index };
	switch (outcome.status) {
		case 'accepted': {
			const { response } = outcome;
			if (!response || longAndShown.has(response)) return item(message, 'accepted', about);
			if (asJson(response).length > MAX_REPEATED_RESPONSE) longAndShown.add(response);
			return item(message, 'accepted', { ...about, response });
		}
		case 'alreadySent': {
			const reason = 'The service already has a notification with this nonce';
			return item(message, 'alreadySent', { ...about, reason });
		}
		case 'failed': {
			const { error, mayHaveBeenSent } = outcome;
			return unsentItem(message, { node, error, json: { ...about, mayHaveBeenSent } });
		}
	}
}

/** The service sends a nonce once, so a duplicate gets the same result as the first message. */
export function duplicateItem(
	message: Message,
	{ first, original, node }: { first: Message; original: INodeExecutionData; node: INode },
): INodeExecutionData {
	const { error: said, details = original.json } = original.json;
	const { itemIndex } = first;
	if (said === undefined) {
		const reason = `Item ${itemIndex} has the same ID (nonce), and the service sends each ID once`;
		return item(message, 'skipped', { reason });
	}
	const error = new ServiceError({
		kind: 'refused',
		message: `Not sent, because item ${itemIndex} with the same ID (nonce) failed`,
		description: `That item says: ${shownText(said)}`,
	});
	const { mayHaveBeenSent } = details as Json;
	return unsentItem(message, { node, error, json: { mayHaveBeenSent } });
}

export function unsentItem(
	message: Message,
	{ node, error, json }: { node: INode; error: unknown; json: Json },
): INodeExecutionData {
	const about = { status: 'failed', ...aboutMessage(message), ...json };
	return failedItem(error, { node, itemIndex: message.itemIndex, json: about });
}

export function item(message: Message, status: string, json: object): INodeExecutionData {
	const about = { status, ...aboutMessage(message), ...json } as Json;
	return { json: about, pairedItem: { item: message.itemIndex } };
}

function aboutMessage({ template, user, isTest }: Message): Json {
	return { phone: user.phone, nonce: user.nonce, template, ...(isTest ? { test: true } : {}) };
}

/** By status, what an output item has that its input has not. A row of the user's may have some of it. */
const ADDED = new Map([
	['accepted', ['requestIndex', 'response']],
	['alreadySent', ['requestIndex', 'reason']],
	['skipped', ['reason']],
	['failed', ['requestIndex', 'error', 'description', 'kind']],
	['preview', ['requestIndex', 'user', 'preview', 'request']],
]);

function addedTo(json: unknown): string[] {
	if (!isFields(json)) return [];
	const isOutput = 'mayHaveBeenSent' in json || ('nonce' in json && 'template' in json);
	const added = isOutput && ADDED.get(String(json['status']));
	return added ? ['status', 'nonce', 'template', 'test', ...added] : [];
}

/** Without what a Notifications node before added, which differs in each run, and without `others`. */
export function fieldsOfUser(input: Json, others: string[]): Json {
	const ofErrorOutput = addedTo(input['details']).length > 0 ? ['error', 'details'] : [];
	const added = ['mayHaveBeenSent', ...addedTo(input), ...ofErrorOutput, ...others];
	return Object.fromEntries(Object.entries(input).filter(([name]) => !added.includes(name)));
}

/** The node's own fields hide those of the input. To the error output n8n adds them itself. */
export function withInputFields(output: INodeExecutionData, input: Json, node: INode) {
	const isError = node.onError === 'continueErrorOutput' && output.json.error !== undefined;
	// The input of a tool is the item of the agent, which is not for its model.
	if (isError || isToolCall(node)) return output;
	// By `error`, n8n would take an item that failed before for a failure of this node.
	output.json = { ...fieldsOfUser(input, ['error']), ...output.json };
	return output;
}
