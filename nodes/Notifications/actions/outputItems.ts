import type { INode, INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../shared/errors';
import { failedItem, isToolCall } from '../../shared/nodeErrors';
import { counted, joinedTexts, shownText } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { SendTo } from './fields/message';

type Json = INodeExecutionData['json'];

/** What came of an input item; without a message if the item could not be read. */
export type Result = { message?: Message | undefined; requestIndex?: number } & (
	| { status: 'accepted' | 'alreadySent' | 'skipped' | 'preview'; fields: object }
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
	const isFailed = status === 'failed';
	const first = message ? { status, phone: message.user.phone } : { status };
	const fields = isFailed ? { mayHaveBeenSent: result.mayHaveBeenSent } : result.fields;
	const own = { ...first, ...fields, ...fieldsOfMessage(result) };
	const output: INodeExecutionData = isFailed
		? failedItem(result.error, { node, itemIndex, json: own })
		: { json: own, pairedItem: { item: itemIndex } };
	const isForErrorOutput = isFailed && node.onError === 'continueErrorOutput';
	// n8n adds the fields of the input itself. Those of a tool call are the agent's, not for its model.
	if (isForErrorOutput || isToolCall(node)) return output;
	const shown = { ...first, ...output.json };
	const json: Json = { ...shown, ...input, ...shown };
	// By the error of an item that failed before, n8n would take it for a failure of this node.
	if (!isFailed) {
		delete json['error'];
		delete json['mayHaveBeenSent'];
	}
	output.json = json;
	return output;
}

function fieldsOfMessage({ message, requestIndex }: Result): object {
	if (!message) return {};
	const { template, user, isTest } = message;
	const request = requestIndex === undefined ? {} : { requestIndex };
	return { template, nonce: user.nonce, ...request, ...(isTest ? { test: true } : {}) };
}

/** The service sends a nonce once, so a duplicate gets the same result as the first message. */
export function duplicateOf(first: Message, result: Result, message: Message): Result {
	const { itemIndex } = first;
	if (result.status !== 'failed') {
		const reason = `Item ${itemIndex} has the same ID (nonce), and the service sends each ID once`;
		return { status: 'skipped', message, fields: { reason } };
	}
	const error = new ServiceError({
		kind: 'refused',
		message: `Not sent, because item ${itemIndex} with the same ID (nonce) failed`,
		description: `That item says: ${shownText(asError(result.error).message)}`,
	});
	return { status: 'failed', message, error, mayHaveBeenSent: result.mayHaveBeenSent };
}

const WORDS = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

/** Counts all items of a run by status: "3 accepted, 1 failed, in 1 request." */
export function summaryOf(
	results: readonly Result[],
	{ requests, sendTo }: { requests: number; sendTo: SendTo },
): string {
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = results.filter((result) => result.status === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	const inRequests = requests > 0 ? `in ${counted(requests, 'request')}` : '';
	const mayBeSkipped = results.some(
		({ status, message }) => status === 'accepted' && message?.user.nonce !== '',
	);
	return joinedTexts([
		`${joinedTexts([...counts, inRequests], ', ')}.`,
		sendTo === 'nobody' ? 'This is a preview: nothing was sent.' : '',
		sendTo === 'everyone' && requests === 0 ? 'Nothing was sent.' : '',
		sendTo === 'testPhone' ? 'Nobody but the test phone received anything.' : '',
		sendTo === 'everyone' && mayBeSkipped ? SILENT : '',
	]);
}

const SILENT = 'The service does not say when it skips a notification that it has already sent.';

/**
 * For the error of a run that ends early: "Of 20 notifications, 4 were confirmed."
 * @param open how many are in a request that was sent, and have no result yet
 */
export function progressOf(
	results: readonly Result[],
	{ all, open }: { all: number; open: number },
): string {
	const confirmed = results.filter(({ status }) => ['accepted', 'alreadySent'].includes(status));
	const inDoubt = results.filter((result) => result.status === 'failed' && result.mayHaveBeenSent);
	const maybe = open + inDoubt.length;
	if (confirmed.length + maybe === 0) return 'Nothing was sent.';
	const more = maybe > 0 ? `; up to ${maybe} more may have been sent` : '';
	return `Of ${all} notifications, ${confirmed.length} were confirmed${more}.`;
}
