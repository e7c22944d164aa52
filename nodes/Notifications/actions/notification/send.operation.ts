import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { failedItem } from '../../../shared/failedItem';
import { inParallel } from '../../../shared/inParallel';
import { shownText } from '../../../shared/shownText';
import { toNodeError } from '../../../shared/toNodeError';
import { type Batch, toBatches, withoutDuplicates } from '../../batching/batches';
import type { Message } from '../../message/message';
import { type Outcome, sendBatch } from '../../sending/sendBatch';
import { messageFields } from '../fields/message';
import { optionsField } from '../fields/options';
import type { Operation, PreparedOperation } from '../operation';
import { type SendContext, sendContext } from './sendContext';

/** Notification > Send: one notification (section 2.6) and one output item for each input item. */
export const send: Operation = {
	fields: [...messageFields, optionsField],

	async prepare(n8n: IExecuteFunctions): Promise<PreparedOperation> {
		const context = await sendContext(n8n);
		const messages: Message[] = [];
		return {
			add: (itemIndex) => void messages.push(context.readMessage(itemIndex)),
			execute: async (continueOnFail) =>
				await sendMessages(messages, { ...context, continueOnFail }),
		};
	},
};

interface Sending extends SendContext {
	continueOnFail: boolean;
}

type Outputs = Map<number, INodeExecutionData>;

/**
 * Sends the messages, and gives one output item for each of them, by item index.
 *
 * @throws NodeApiError of the first message that failed, unless the others are to go on; like the
 *   error of a stopped execution, it says how many notifications were sent
 */
async function sendMessages(messages: Message[], sending: Sending): Promise<Outputs> {
	const { unique, duplicates } = withoutDuplicates(messages);
	const { batchSize, dryRun } = sending.settings;
	const batches = toBatches(unique, batchSize);
	const outputs = dryRun ? showAll(batches, sending) : await sendAll(batches, sending);

	for (const message of messages) {
		const first = duplicates.get(message.itemIndex);
		const original = first === undefined ? undefined : outputs.get(first);
		if (original) outputs.set(message.itemIndex, duplicateItem(message, original, sending));
	}
	return outputs;
}

async function sendAll(batches: Batch[], sending: Sending): Promise<Outputs> {
	const { api, settings, signal } = sending;
	const outputs: Outputs = new Map();
	const total = batches.reduce((sum, { messages }) => sum + messages.length, 0);
	let sent = 0;
	const soFar = () => `${sent} of ${total} notifications were sent before this failure.`;

	const { concurrency, isolateFailures } = settings;
	const pace = { signal, limit: concurrency, onFailure: 'letOthersFinish' } as const;
	await inParallel(batches, pace, async (batch) => {
		let failure: { error: ServiceError; itemIndex: number } | undefined;
		await sendBatch(batch, {
			api,
			signal,
			isolateFailures,
			onOutcome: (message, outcome) => {
				const { itemIndex } = message;
				if (outcome.status === 'sent') sent += 1;
				else failure ??= { error: outcome.error, itemIndex };
				outputs.set(itemIndex, outcomeItem(message, { batch, outcome, sending }));
			},
		}).catch((error: unknown) => {
			// The user pressed Stop; n8n knows it by the word "canceled".
			throw signal.aborted ? new Error(`The execution was canceled. ${soFar()}`) : asError(error);
		});
		if (failure && !sending.continueOnFail) {
			throw toNodeError(sending.node, failure.error.withAdvice(soFar()), failure.itemIndex);
		}
	});
	return outputs;
}

interface SentBatch {
	batch: Batch;
	outcome: Outcome;
	sending: Sending;
}

function outcomeItem(message: Message, { batch, outcome, sending }: SentBatch): INodeExecutionData {
	const json = { ...aboutMessage(message), requestIndex: batch.index };
	if (outcome.status === 'sent') return item(message, { status: 'sent', ...json });
	const { error, mayHaveBeenSent } = outcome;
	return failed(sending, error, message, { ...json, mayHaveBeenSent });
}

/** The first item of each request shows it whole; the others name it by its index. */
function showAll(batches: Batch[], { api }: Sending): Outputs {
	const outputs: Outputs = new Map();
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

/** The service sends a nonce once, so a duplicate gets the same result as the first message with it. */
function duplicateItem(
	message: Message,
	original: INodeExecutionData,
	sending: Sending,
): INodeExecutionData {
	const first = (original.pairedItem as { item: number }).item;
	const json = aboutMessage(message);
	if (original.json.error !== undefined) {
		const error = new ServiceError({
			kind: 'refused',
			message: `Not sent, because item ${first} with the same nonce failed`,
			description: `That item says: ${shownText(original.json.error)}`,
		});
		return failed(sending, error, message, { ...json, mayHaveBeenSent: false });
	}
	const reason = `Item ${first} has the same nonce, and the service sends each nonce once`;
	return item(message, { status: 'skipped', ...json, reason });
}

function failed(
	{ node }: Sending,
	error: ServiceError,
	{ itemIndex }: Message,
	json: INodeExecutionData['json'],
): INodeExecutionData {
	return failedItem(error, { node, itemIndex, json: { status: 'failed', ...json } });
}

function aboutMessage({ template, user }: Message): INodeExecutionData['json'] {
	return { phone: user.phone, nonce: user.nonce, template };
}

function item({ itemIndex }: Message, json: object): INodeExecutionData {
	return { json: json as INodeExecutionData['json'], pairedItem: { item: itemIndex } };
}
