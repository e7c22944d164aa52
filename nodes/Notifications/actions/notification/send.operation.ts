import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { asError } from '../../../shared/errors';
import { ServiceError } from '../../../shared/errors';
import { failedItem } from '../../../shared/failedItem';
import { shortened } from '../../../shared/shownText';
import { toNodeError } from '../../../shared/toNodeError';
import { inParallel } from '../../../shared/inParallel';
import { type Batch, toBatches, withoutDuplicates } from '../../batching/batches';
import type { Message } from '../../message/message';
import { type Outcome, sendBatch } from '../../sending/sendBatch';
import type { NotificationsApi } from '../../transport/notificationsApi';
import { messageFields } from '../fields/message.fields';
import { optionsField } from '../fields/options';
import type { SendOptions } from '../readOptions';

/** Notification > Send: the fields, as the editor shows them. */
export const sendFields: INodeProperties[] = [...messageFields, optionsField];

export interface SendRun {
	api: NotificationsApi;
	options: SendOptions;
	signal: AbortSignal;
	/** Goes on with the others when an item fails. */
	continueOnFail: boolean;
	node: INode;
}

/**
 * Sends the messages of all items, and gives one output item for each of them, by item index.
 *
 * @throws NodeApiError of the first message that failed, unless the others are to go on; like the
 *   error of a stopped execution, it says how many notifications were sent
 */
export async function send(
	messages: Message[],
	run: SendRun,
): Promise<Map<number, INodeExecutionData>> {
	const { unique, duplicates } = withoutDuplicates(messages);
	const batches = toBatches(unique, run.options.batchSize);
	const outputs = run.options.dryRun ? dryRun(batches, run) : await sendAll(batches, run);

	for (const message of messages) {
		const first = duplicates.get(message.itemIndex);
		const original = first === undefined ? undefined : outputs.get(first);
		if (original) outputs.set(message.itemIndex, duplicateItem(message, original, run));
	}
	return outputs;
}

async function sendAll(batches: Batch[], run: SendRun): Promise<Map<number, INodeExecutionData>> {
	const { api, options, signal } = run;
	const outputs = new Map<number, INodeExecutionData>();
	const total = batches.reduce((sum, { messages }) => sum + messages.length, 0);
	let sent = 0;
	const soFar = () => `${sent} of ${total} notifications had been sent before.`;

	await inParallel(batches, options.concurrency, async (batch) => {
		let failure: { error: ServiceError; itemIndex: number } | undefined;
		await sendBatch(batch, {
			api,
			signal,
			isolateFailures: options.isolateFailures,
			onOutcome: (message, outcome) => {
				const { itemIndex } = message;
				if (outcome.status === 'sent') sent += 1;
				else failure ??= { error: outcome.error, itemIndex };
				outputs.set(itemIndex, outcomeItem(message, { batch, outcome, run }));
			},
		}).catch((error: unknown) => {
			// The user pressed Stop; n8n knows it by the word "canceled".
			throw signal.aborted ? new Error(`The execution was canceled. ${soFar()}`) : asError(error);
		});
		if (failure && !run.continueOnFail) {
			throw toNodeError(run.node, failure.error.withAdvice(soFar()), failure.itemIndex);
		}
	});
	return outputs;
}

interface ItemContext {
	batch: Batch;
	outcome: Outcome;
	run: SendRun;
}

function outcomeItem(message: Message, { batch, outcome, run }: ItemContext): INodeExecutionData {
	const json = { ...aboutMessage(message), requestIndex: batch.index };
	if (outcome.status === 'sent') return item(message, { status: 'sent', ...json });
	const { error, mayHaveBeenSent } = outcome;
	return failed(run, error, message, { ...json, mayHaveBeenSent });
}

/** The first item of each request shows it whole; the others name it by its index. */
function dryRun(batches: Batch[], { api }: SendRun): Map<number, INodeExecutionData> {
	const outputs = new Map<number, INodeExecutionData>();
	for (const { index, messages, ...target } of batches) {
		const users = messages.map(({ user }) => user);
		const request = api.request({ ...target, users });
		messages.forEach((message, place) => {
			const json = { status: 'dryRun', ...aboutMessage(message), requestIndex: index };
			const shown = { method: request.method, url: request.url, body: { ...request.body } };
			outputs.set(
				message.itemIndex,
				item(message, place === 0 ? { ...json, request: shown } : json),
			);
		});
	}
	return outputs;
}

/** The service sends one nonce once, so a duplicate fares as the first message with it. */
function duplicateItem(
	message: Message,
	original: INodeExecutionData,
	run: SendRun,
): INodeExecutionData {
	const first = (original.pairedItem as { item: number }).item;
	const json = aboutMessage(message);
	if (original.json.error !== undefined) {
		const error = new ServiceError({
			kind: 'refused',
			message: `Not sent, because item ${first} with the same nonce failed`,
			description: `That item says: ${shortened(original.json.error)}`,
		});
		return failed(run, error, message, { ...json, mayHaveBeenSent: false });
	}
	const reason = `Item ${first} has the same nonce, and the service sends each nonce once`;
	return item(message, { status: 'skipped', ...json, reason });
}

function failed(
	run: SendRun,
	error: ServiceError,
	{ itemIndex }: Message,
	json: INodeExecutionData['json'],
): INodeExecutionData {
	return failedItem({
		node: run.node,
		error: toNodeError(run.node, error, itemIndex),
		itemIndex,
		json: { status: 'failed', ...json },
	});
}

function aboutMessage({ template, user }: Message): INodeExecutionData['json'] {
	return { phone: user.phone, nonce: user.nonce, template };
}

function item({ itemIndex }: Message, json: object): INodeExecutionData {
	return { json: json as INodeExecutionData['json'], pairedItem: { item: itemIndex } };
}
