import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventLoopYielder } from '../shared/abort';
import { executionOf } from '../shared/context';
import { canceledError, toNodeError } from '../shared/nodeErrors';
import { sendAll } from './deliver';
import { toRequests } from './message/message';
import { outcomeOfDuplicate } from './outcomes';
import { outputItem } from './outputItem';
import { previewAll } from './preview';
import { checkCount, readItems } from './readItems';
import type { Run } from './run';
import { readSettings, type Settings } from './settings';
import { progressOf, summaryOf } from './summary';

/**
 * Notification > Send: reads all items, then sends one message for each.
 * @param isContinuing On Error is set to one of the two that continue
 * @returns one output item for each input item, in their order
 * @throws NodeApiError or NodeOperationError
 */
export async function execute(
	n8n: IExecuteFunctions,
	isContinuing: boolean,
): Promise<INodeExecutionData[]> {
	const stop = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	const run: Run = {
		...executionOf(n8n, stop, isContinuing),
		outcomes: [],
		toSend: [],
		duplicates: new Map(),
		requests: [],
		sent: new Map(),
	};
	let settings: Settings | undefined;
	try {
		settings = await readSettings(run);
		await readItems(run, settings);
		checkCount(run, settings);
		run.requests = await toRequests(run.toSend, settings.batchSize, run.yieldToEventLoop);
		if (settings.recipients === 'nobody') await previewAll(run, settings);
		else await sendAll(run, settings.api);
		await answerDuplicates(run);
	} catch (error) {
		const node = n8n.getNode();
		if (stop.aborted) throw canceledError(node, { progress: progressOf(run) });
		if (!run.isContinuing) throw toNodeError(node, error, undefined);
		failOthers(run, error);
	}
	hintAtSummary(run, settings);
	return await outputOf(run);
}

async function answerDuplicates({ duplicates, outcomes, yieldToEventLoop }: Run): Promise<void> {
	for (const [message, first] of duplicates) {
		await yieldToEventLoop();
		const outcome = outcomes[first.itemIndex]!;
		outcomes[message.itemIndex] = outcomeOfDuplicate(message, first, outcome);
	}
}

/** Fails every item without an outcome: otherwise n8n would pass the input on, as if all was sent. */
function failOthers({ n8n, outcomes, toSend, duplicates }: Run, error: unknown): void {
	const failed = { status: 'failed', error, mayHaveBeenSent: false } as const;
	for (const message of [...toSend, ...duplicates.keys()]) {
		outcomes[message.itemIndex] ??= { ...failed, message };
	}
	for (const itemIndex of n8n.getInputData().keys()) outcomes[itemIndex] ??= failed;
}

/** @param settings undefined if they could not be read, so that nothing was sent */
function hintAtSummary(
	{ requests, outcomes, sent, hints }: Run,
	settings: Settings | undefined,
): void {
	const { sendTo = 'everyone', recipients = 'everyone' } = settings ?? {};
	const made = [...sent.values()].filter(({ tries }) => tries > 0);
	const requestCount = recipients === 'nobody' ? requests.length : made.length;
	hints.add(summaryOf({ outcomes, requestCount, sendTo, recipients }), { summary: true });
}

async function outputOf({ n8n, outcomes, hints }: Run): Promise<INodeExecutionData[]> {
	// With a signal of its own: what was sent is passed on, even after Stop.
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
