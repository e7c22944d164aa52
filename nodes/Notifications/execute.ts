import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventLoopYielder } from '../shared/abort';
import { executionOf } from '../shared/context';
import { asError, InputError } from '../shared/errors';
import { canceledError, toNodeError } from '../shared/nodeErrors';
import { shownText } from '../shared/text';
import type { Message, Result } from './message/message';
import { keepNonce, keyOfRun } from './otherRuns';
import { outputItem } from './outputItem';
import { readItems } from './readItems';
import { sendAll } from './sendAll';
import { readSetup, type Run, type Setup } from './setup';
import { hintsOf, progressOf } from './summary';

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
	const execution = executionOf(n8n, stop, isContinuing);
	const run: Run = {
		...execution,
		key: keyOfRun(execution),
		messages: [],
		results: [],
		toSend: [],
		obstacle: '',
	};
	let setup: Setup | undefined;
	let failure: unknown;
	try {
		setup = await readSetup(run);
		const duplicates = await readItems(run, setup);
		if (setup.recipients === 'nobody') await previewAll(run, setup);
		else await sendAll(run, setup.api);
		for (const [message, first] of duplicates) {
			await run.yieldToEventLoop();
			run.results[message.itemIndex] = resultOfDuplicate(first, run.results[first.itemIndex]!);
		}
	} catch (error) {
		const node = n8n.getNode();
		if (stop.aborted) throw canceledError(node, { progress: progressOf(run) });
		if (!run.isContinuing) throw toNodeError(node, error, undefined);
		failure = error;
	}
	const output = await outputOf(run, failure);
	n8n.addExecutionHints(...hintsOf(run, setup));
	return output;
}

/** Shows the messages that would be sent. */
async function previewAll(run: Run, { context: { templates } }: Setup): Promise<void> {
	const { toSend, results, hints, yieldToEventLoop } = run;
	for (const message of toSend) {
		await yieldToEventLoop();
		const { itemIndex, template } = message;
		results[itemIndex] = { status: 'preview' };
		keepNonce(run, message, 'nobody');
		// For a template that the credential does not list, there is a warning.
		const isListed = templates.size === 0 || templates.has(template);
		if (!isListed || templates.get(template)?.text !== undefined) continue;
		hints.add(
			`The credential does not have the text of the template "${template.slice(0, 60)}", so its parameters were not checked. Add it there under Templates.`,
		);
	}
}

/** The service sends a nonce once, so a duplicate has no better result than the first message. */
function resultOfDuplicate({ itemIndex }: Message, ofFirst: Result): Result {
	if (ofFirst.status !== 'failed') {
		const reason = `Send Once counts it as the same message as item ${itemIndex}`;
		return { status: 'skipped', reason };
	}
	const { error, mayHaveBeenSent } = ofFirst;
	const failed = new InputError(
		`Not sent: Send Once counts it as the same message as item ${itemIndex}, which failed`,
		`That item says: ${shownText(asError(error).message)}`,
	);
	return { status: 'failed', error: failed, mayHaveBeenSent };
}

/** @param failure with which every item failed that has no result: n8n would pass its input on as if it had been sent */
async function outputOf(run: Run, failure: unknown): Promise<INodeExecutionData[]> {
	const { n8n, messages, results, fields } = run;
	// With a signal that is never aborted: what was sent is passed on, even after Stop.
	const yieldToEventLoop = eventLoopYielder(new AbortController().signal);
	const node = n8n.getNode();
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, input] of n8n.getInputData().entries()) {
		await yieldToEventLoop();
		const message = messages[itemIndex];
		const result = (results[itemIndex] ??= {
			status: 'failed',
			error: failure,
			mayHaveBeenSent: false,
		});
		output.push(outputItem(result, { node, fields, itemIndex, input, message }));
	}
	return output;
}
