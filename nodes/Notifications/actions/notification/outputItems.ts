import type { INode, INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../../../shared/errors';
import { failedItem } from '../../../shared/failedItem';
import { asJson, shownText } from '../../../shared/shownText';
import type { Batch } from '../../batching/batches';
import type { Message } from '../../message/message';
import type { Outcome } from '../../sending/sendBatch';

type Json = INodeExecutionData['json'];

/** Characters of a response that stands on every item of its request; a longer one on the first alone. */
const MAX_REPEATED_RESPONSE = 1000;

/** What an item becomes that was sent, whatever came of it. */
export function outcomeItem(
	message: Message,
	{ batch, outcome, node }: { batch: Batch; outcome: Outcome; node: INode },
): INodeExecutionData {
	const about = { ...aboutMessage(message), requestIndex: batch.index };
	switch (outcome.status) {
		case 'accepted': {
			const response = responseFor(message, { batch, outcome });
			return item(message, { status: 'accepted', ...about, ...response });
		}
		case 'alreadySent': {
			const reason = 'The service says that it knows this nonce, so it was sent before';
			return item(message, { status: 'alreadySent', ...about, reason });
		}
		case 'failed': {
			const { error, mayHaveBeenSent } = outcome;
			return failed(message, { node, error, json: { ...about, mayHaveBeenSent } });
		}
	}
}

function responseFor(
	{ itemIndex }: Message,
	{ batch, outcome }: { batch: Batch; outcome: Extract<Outcome, { status: 'accepted' }> },
): Json {
	const { response } = outcome;
	if (response === undefined) return {};
	const isFirst = batch.messages[0]?.itemIndex === itemIndex;
	const isShort = isFirst || asJson(response).length <= MAX_REPEATED_RESPONSE;
	return isShort ? { response } : {};
}

/** The service sends a nonce once, so a duplicate gets the same result as the first message with it. */
export function duplicateItem(
	message: Message,
	{ original, node }: { original: INodeExecutionData; node: INode },
): INodeExecutionData {
	const first = (original.pairedItem as { item: number }).item;
	const about = aboutMessage(message);
	if (original.json.error !== undefined) {
		const error = new ServiceError({
			kind: 'refused',
			message: `Not sent, because item ${first} with the same nonce failed`,
			description: `That item says: ${shownText(original.json.error)}`,
		});
		return failed(message, { node, error, json: { ...about, mayHaveBeenSent: false } });
	}
	const reason = `Item ${first} has the same nonce, and the service sends each nonce once`;
	return item(message, { status: 'skipped', ...about, reason });
}

/** What is not sent, by the user's own wish. */
export function skippedItem(message: Message, reason: string): INodeExecutionData {
	return item(message, { status: 'skipped', ...aboutMessage(message), reason });
}

function failed(
	{ itemIndex }: Message,
	{ node, error, json }: { node: INode; error: ServiceError; json: Json },
): INodeExecutionData {
	return failedItem(error, { node, itemIndex, json: { status: 'failed', ...json } });
}

export function aboutMessage({ template, user, isTest }: Message): Json {
	const test = isTest ? { test: true } : {};
	return { phone: user.phone, nonce: user.nonce, template, ...test };
}

export function item({ itemIndex }: Message, json: object): INodeExecutionData {
	return { json: json as Json, pairedItem: { item: itemIndex } };
}

/** Of an item that failed before, n8n reads the first as a failure of this node. */
const NOT_KEPT = ['error', 'mayHaveBeenSent'];

/**
 * An output item with the fields of its input item, which the node's own hide. To the error output
 * n8n adds them itself.
 */
export function withInputFields(
	output: INodeExecutionData,
	{ input, node }: { input: Json; node: INode },
): INodeExecutionData {
	const isForErrorOutput =
		node.onError === 'continueErrorOutput' && output.json.error !== undefined;
	if (isForErrorOutput) return output;
	const kept = Object.entries(input).filter(([name]) => !NOT_KEPT.includes(name));
	output.json = { ...Object.fromEntries(kept), ...output.json };
	return output;
}
