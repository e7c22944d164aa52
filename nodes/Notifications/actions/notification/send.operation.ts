import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asError, type ServiceError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { toNodeError } from '../../../shared/toNodeError';
import { type Batch, toBatches, withoutDuplicates } from '../../batching/batches';
import { preview } from '../../message/catalogue';
import type { Message } from '../../message/message';
import { NonceClash } from '../../message/nonceClash';
import { sendBatch } from '../../sending/sendBatch';
import { messageFields } from '../fields/message';
import { optionsField } from '../fields/options';
import type { Operation, PreparedOperation } from '../operation';
import {
	aboutMessage,
	duplicateItem,
	item,
	outcomeItem,
	skippedItem,
	withInputFields,
} from './outputItems';
import { type SendContext, sendContext } from './sendContext';
import { summaryOf } from './summary';

/** Notification > Send: one notification (section 2.6) and one output item for each input item. */
export const send: Operation = {
	fields: [...messageFields, optionsField],

	async prepare(n8n: IExecuteFunctions): Promise<PreparedOperation> {
		const context = await sendContext(n8n);
		const messages: Message[] = [];
		const { node, settings, inputOf, rails } = context;
		const skipped: Outputs = new Map();
		const clash = new NonceClash();
		const itemCount = n8n.getInputData().length;
		return {
			keepInput: (output, itemIndex) =>
				settings.includeInputFields
					? withInputFields(output, { input: inputOf(itemIndex), node })
					: output,
			add(itemIndex) {
				const message = context.readMessage(itemIndex);
				const routed = rails.route(message);
				if ('skipped' in routed) {
					skipped.set(itemIndex, skippedItem(message, routed.skipped));
					return;
				}
				clash.check(routed);
				messages.push(routed);
			},
			execute: async (continueOnFail) => {
				rails.checkSize(itemCount);
				return await sendMessages(messages, { ...context, continueOnFail, skipped });
			},
		};
	},
};

interface Sending extends SendContext {
	continueOnFail: boolean;
	/** What is not sent, by the user's own wish. */
	skipped: Outputs;
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
	const { settings, node, api, sendOnce, hint } = sending;
	const batches = toBatches(unique, settings.batchSize);
	const outputs = settings.dryRun ? showAll(batches, sending) : await sendAll(batches, sending);

	for (const message of messages) {
		const first = duplicates.get(message.itemIndex);
		const original = first === undefined ? undefined : outputs.get(first);
		if (original) outputs.set(message.itemIndex, duplicateItem(message, { original, node }));
	}
	for (const [itemIndex, output] of sending.skipped) outputs.set(itemIndex, output);
	const words = sendOnce(messages[0]?.itemIndex ?? 0);
	hint(summaryOf({ items: outputs.values(), requests: api.requests, sendOnce: words }));
	return outputs;
}

async function sendAll(batches: Batch[], sending: Sending): Promise<Outputs> {
	const { api, settings, signal, node } = sending;
	const outputs: Outputs = new Map();
	const total = batches.reduce((sum, { messages }) => sum + messages.length, 0);
	let accepted = 0;
	const soFar = () => `${accepted} of ${total} notifications were sent before this failure.`;

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
				if (outcome.status !== 'failed') accepted += 1;
				else failure ??= { error: outcome.error, itemIndex };
				outputs.set(itemIndex, outcomeItem(message, { batch, outcome, node }));
			},
		}).catch((error: unknown) => {
			// The user pressed Stop; n8n knows it by the word "canceled".
			throw signal.aborted ? new Error(`The execution was canceled. ${soFar()}`) : asError(error);
		});
		if (failure && !sending.continueOnFail) {
			throw toNodeError(node, failure.error.withAdvice(soFar()), failure.itemIndex);
		}
	});
	return outputs;
}

/** Each item shows its own user, and the first of each request the request too. */
function showAll(batches: Batch[], { api, catalogue }: Sending): Outputs {
	const outputs: Outputs = new Map();
	for (const { index, messages, ...target } of batches) {
		const users = messages.map(({ user }) => user);
		const request = api.request({ ...target, users });
		const template = catalogue.get(target.template);
		messages.forEach((message, place) => {
			const about = { ...aboutMessage(message), requestIndex: index };
			const text = template && preview(template, message.user.params);
			const shownText = text === undefined ? {} : { preview: text };
			const json = { status: 'dryRun', ...shownText, ...about, user: message.user };
			const shown = { method: request.method, url: request.url, body: { ...request.body } };
			outputs.set(
				message.itemIndex,
				item(message, place === 0 ? { ...json, request: shown } : json),
			);
		});
	}
	return outputs;
}
