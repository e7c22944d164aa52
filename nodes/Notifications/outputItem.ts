import type { INode, INodeExecutionData } from 'n8n-workflow';
import { failedItem, isToolCall } from '../shared/nodeErrors';
import { counted, joinedTexts } from '../shared/text';
import type { NotificationRequest, Outcome, SendTo } from './message/message';

type Json = INodeExecutionData['json'];

interface InputItem {
	node: INode;
	itemIndex: number;
	input: Json;
}

/** The node's own fields first, then those of the input that have other names. */
export function outputItem(outcome: Outcome, { node, itemIndex, input }: InputItem) {
	const { status, message } = outcome;
	const isFailed = status === 'failed';
	const first = message ? { status, phone: message.user.phone } : { status };
	const fields = isFailed ? { mayHaveBeenSent: outcome.mayHaveBeenSent } : outcome.more;
	const own = { ...first, ...fields, ...fieldsOfMessage(outcome) };
	const output: INodeExecutionData = isFailed
		? failedItem(outcome.error, { node, itemIndex, json: own })
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

function fieldsOfMessage({ message }: Outcome): object {
	if (!message) return {};
	const { template, user, isTest } = message;
	return { template, nonce: user.nonce, ...(isTest ? { test: true } : {}) };
}

const WORDS: Record<Outcome['status'], string> = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

/** Counts all items of a run by status: "3 accepted, 1 failed, in 4 requests." */
export function summaryOf(outcomes: readonly Outcome[], requestCount: number, sendTo: SendTo) {
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = outcomes.filter((outcome) => outcome.status === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	const inRequests = requestCount > 0 ? `in ${counted(requestCount, 'request')}` : '';
	const mayBeSkipped = outcomes.some(
		({ status, message }) => status === 'accepted' && message?.user.nonce !== '',
	);
	return joinedTexts([
		`${joinedTexts([...counts, inRequests], ', ')}.`,
		sendTo === 'nobody' ? 'This is a preview: nothing was sent.' : '',
		sendTo === 'everyone' && requestCount === 0 ? 'Nothing was sent.' : '',
		sendTo === 'testPhone' ? 'Nobody but the test phone received anything.' : '',
		sendTo === 'everyone' && mayBeSkipped ? SILENT : '',
	]);
}

const SILENT = 'The service does not say when it skips a notification that it has already sent.';

/** For the error of a run that ends early: "Of 20 notifications, 4 were confirmed." */
export function progressOf(requests: readonly NotificationRequest[], outcomes: readonly Outcome[]) {
	let [all, confirmed, inDoubt] = [0, 0, 0];
	for (const { messages, isInDoubt } of requests) {
		all += messages.length;
		for (const { itemIndex } of messages) {
			const outcome = outcomes[itemIndex];
			const isFailed = outcome?.status === 'failed';
			if (outcome && !isFailed) confirmed += 1;
			else if (isFailed ? outcome.mayHaveBeenSent : isInDoubt) inDoubt += 1;
		}
	}
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const more = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${all} notifications, ${confirmed} were confirmed${more}.`;
}
