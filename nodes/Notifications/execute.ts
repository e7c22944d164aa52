import type { INodeExecutionData } from 'n8n-workflow';
import { eventLoopYielder } from '../shared/abort';
import type { Execution } from '../shared/context';
import { toNodeError } from '../shared/nodeErrors';
import { sendAll } from './deliver';
import { toRequests } from './message/message';
import { outcomeOfDuplicate } from './outcomes';
import { outputItem } from './outputItem';
import { previewAll } from './preview';
import { checkCount, readItems } from './readItems';
import type { Run } from './run';
import { readSettings, type Settings } from './settings';
import { progressOf, summaryOf } from './summary';

/** Notification > Send: one output item for each input item. Nothing is sent before all are read. */
export async function send(execution: Execution): Promise<INodeExecutionData[]> {
	const run: Run = {
		...execution,
		outcomes: [],
		toSend: [],
		duplicates: new Map(),
		requests: [],
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
		const node = run.n8n.getNode();
		if (run.signal.aborted) throw toNodeError(node, canceled(run), undefined);
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

/** What ends the run, in the words by which n8n recognises Stop. */
function canceled({ requests, outcomes }: Run): Error {
	return new Error(`The execution was canceled. ${progressOf(requests, outcomes)}`);
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
function hintAtSummary({ requests, outcomes, hints }: Run, settings: Settings | undefined): void {
	const { sendTo = 'everyone', recipients = 'everyone' } = settings ?? {};
	const counted = requests.filter(({ isStarted }) => recipients === 'nobody' || isStarted);
	const summary = summaryOf({ outcomes, requestCount: counted.length, sendTo, recipients });
	hints.add(summary, { summary: true });
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
