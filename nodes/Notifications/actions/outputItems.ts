import type { INode, INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../../shared/errors';
import { failedItem } from '../../shared/nodeErrors';
import { asJson, shownText } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { Batch, Outcome } from '../sending/batch';

type Json = INodeExecutionData['json'];

/** A longer response is shown on the first item of its request alone. */
const MAX_REPEATED_RESPONSE = 1000;
const longShown = new WeakSet<object>();

export function outcomeItem(
	message: Message,
	{ batch, outcome, node }: { batch: Batch; outcome: Outcome; node: INode },
): INodeExecutionData {
	const about = { requestIndex: batch.index };
	switch (outcome.status) {
		case 'accepted': {
			const { response } = outcome;
			const isShown = response && !longShown.has(response);
			if (isShown && asJson(response).length > MAX_REPEATED_RESPONSE) longShown.add(response);
			return item(message, 'accepted', isShown ? { ...about, response } : about);
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

/** By `error`, n8n would take an item that failed before for a failure of this node. */
const NOT_KEPT = /^(error|mayHaveBeenSent)$/;
/** Of this node before, whose status and nonce show it. */
const OF_BEFORE = /^(test|reason|description|requestIndex|response|preview|user|request)$/;

/** The node's own fields hide those of the input. To the error output n8n adds them itself. */
export function withInputFields(
	output: INodeExecutionData,
	{ input, node }: { input: Json; node: INode },
): INodeExecutionData {
	if (node.onError === 'continueErrorOutput' && output.json.error !== undefined) return output;
	const isOfBefore = 'status' in input && 'nonce' in input;
	const isKept = (name: string) => !NOT_KEPT.test(name) && !(isOfBefore && OF_BEFORE.test(name));
	const kept = Object.entries(input).filter(([name]) => isKept(name));
	output.json = { ...Object.fromEntries(kept), ...output.json };
	return output;
}
