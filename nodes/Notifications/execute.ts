import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventLoopYielder } from '../shared/abort';
import { executionOf } from '../shared/context';
import { canceledError, toNodeError } from '../shared/nodeErrors';
import { answerDuplicates } from './duplicates';
import { toRequests } from './message/message';
import { outputItem } from './outputItem';
import { previewAll } from './preview';
import { checkCount, readItems } from './readItems';
import type { Run } from './run';
import { sendAll } from './sendAll';
import { readSetup, type Setup } from './setup';
import { progressOf, summaryOf } from './summary';

/**
 * Notification > Send: reads all items, and then sends one message for each.
 * @param isContinuing whether On Error is set to one of the two choices that continue
 * @returns one output item for each input item, in the order of the input
 * @throws NodeApiError or NodeOperationError
 */
export async function execute(
	n8n: IExecuteFunctions,
	isContinuing: boolean,
): Promise<INodeExecutionData[]> {
	const stop = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	const run: Run = {
		...executionOf(n8n, stop, isContinuing),
		messages: [],
		outcomes: [],
		requests: [],
		results: new Map(),
	};
	let setup: Setup | undefined;
	try {
		setup = await readSetup(run);
		const { toSend, duplicates } = await readItems(run, setup);
		checkCount(toSend.length, setup, run.hints);
		run.requests = await toRequests(toSend, setup.batchSize, run.yieldToEventLoop);
		if (setup.recipients === 'nobody') await previewAll(run, setup);
		else await sendAll(run, setup.api);
		await answerDuplicates(run, duplicates);
	} catch (error) {
		const node = n8n.getNode();
		if (stop.aborted) throw canceledError(node, { progress: progressOf(run) });
		if (!run.isContinuing) throw toNodeError(node, error, undefined);
		failOthers(run, error);
	}
	hintAtSummary(run, setup);
	return await outputOf(run);
}

/** Fails every item that has no outcome yet. Without one, n8n would pass its input on as if it had been sent. */
function failOthers({ n8n, messages, outcomes, results }: Run, error: unknown): void {
	// A bug may have come between the end of a request and its outcomes.
	for (const [request, { delivery }] of results) {
		const mayHaveBeenSent = delivery !== 'notSent';
		for (const message of request.messages) {
			outcomes[message.itemIndex] ??= { error, message, mayHaveBeenSent };
		}
	}
	for (const itemIndex of n8n.getInputData().keys()) {
		outcomes[itemIndex] ??= { error, message: messages[itemIndex], mayHaveBeenSent: false };
	}
}

/** @param setup undefined if it could not be read, so that nothing was sent */
function hintAtSummary(
	{ requests, outcomes, results, hints }: Run,
	setup: Setup | undefined,
): void {
	const { sendTo = 'everyone', recipients = 'everyone' } = setup ?? {};
	const sent = [...results.values()].filter(({ tries }) => tries > 0);
	const requestCount = recipients === 'nobody' ? requests.length : sent.length;
	hints.add(summaryOf({ outcomes, requestCount, sendTo, recipients }), { summary: true });
}

async function outputOf({ n8n, outcomes, hints }: Run): Promise<INodeExecutionData[]> {
	// With a signal that is never aborted: what was sent is passed on, even after Stop.
	const yieldToEventLoop = eventLoopYielder(new AbortController().signal);
	const node = n8n.getNode();
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, { json: input }] of n8n.getInputData().entries()) {
		await yieldToEventLoop();
		output.push(outputItem(outcomes[itemIndex]!, { node, itemIndex, input }));
	}
	n8n.addExecutionHints(...hints.all(output.length));
	return output;
}
