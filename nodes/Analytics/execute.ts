import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { onAbort } from '../shared/abort';
import { asError } from '../shared/errors';
import { readCredentialSettings } from '../shared/credential/settings';
import { executionOf, type Outcome, outcomeOf } from '../shared/context';
import {
	badItemsError,
	canceledError,
	failedItem,
	toNodeError,
	withAdvice,
} from '../shared/nodeErrors';
import { AnalyticsApi } from './api/analyticsApi';
import { type AnalyticsExecution, analyticsExecutionOf, itemOf } from './context';
import { operationOf } from './operations/resources';
import { nameApart } from './outputs/fileNames';

type Items = INodeExecutionData[];

/** What the fields of an input item say, which have been read. Items with equal tasks share the work of the first of them. */
interface Work {
	/** The first of these items, which has the jobs of all. */
	itemIndex: number;
	run(): Promise<Items>;
}

/**
 * Runs the chosen operation for all input items. It reads the fields of all items first. Then all items
 * run side by side, so that all jobs are started before any of them is waited for.
 * @param isContinuing whether On Error is set to one of the two choices that continue
 * @returns the output items, in the order of the input items
 * @throws NodeApiError or NodeOperationError
 */
export async function execute(n8n: IExecuteFunctions, isContinuing: boolean): Promise<Items> {
	const stop = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	// Ends all items, for the reason that it holds: Stop, or the error of the first item that fails without Continue.
	const end = new AbortController();
	const removeListener = onAbort(stop, () => end.abort(stop.reason));
	const execution = analyticsExecutionOf(executionOf(n8n, end.signal, isContinuing));
	try {
		const works = await readItems(execution);
		const outcomes = await runItems(execution, works, end);
		const output = await outputOf(execution, works, outcomes);
		n8n.addExecutionHints(...execution.hints.all(n8n.getInputData().length));
		return output;
	} catch (error) {
		// By now, it is known of each start whether it had a clear answer.
		const advice = execution.progress.advice();
		if (stop.aborted) throw canceledError(n8n.getNode(), { description: advice });
		throw withAdvice(toNodeError(n8n.getNode(), error, undefined), advice);
	} finally {
		removeListener();
		// Nobody needs the result of what is still waiting, such as the other parts of an export that failed.
		end.abort();
	}
}

/*
 * Errors become outcomes here, so that an item that fails does not end the others. Code below this file only catches
 * what it can explain or try again.
 */

/**
 * Reads the fields of all items, before any call. With Continue, the work of an item with a wrong field is to fail.
 * @throws without Continue, an error that names all items with a wrong field
 */
async function readItems(execution: AnalyticsExecution): Promise<Work[]> {
	const { n8n, yieldToEventLoop, isContinuing } = execution;
	const itemCount = n8n.getInputData().length;
	const works: Work[] = [];
	const bad = new Map<number, Error>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await yieldToEventLoop();
		try {
			works.push(await readItem(execution, itemIndex));
		} catch (error) {
			const failure = asError(error);
			bad.set(itemIndex, failure);
			works.push({ itemIndex, run: async () => await Promise.reject(failure) });
		}
	}
	if (bad.size > 0 && !isContinuing) throw badItemsError(n8n.getNode(), bad, itemCount);
	return works;
}

async function readItem(execution: AnalyticsExecution, itemIndex: number): Promise<Work> {
	const { n8n, signal, fields, memoize } = execution;
	const { operation, api } = await memoize({ ofAllItems: true }, async () => {
		const operation = operationOf(fields);
		const credential = await readCredentialSettings(n8n);
		return { operation, api: new AnalyticsApi({ n8n, credential, signal }) };
	});
	const item = itemOf(execution, api, itemIndex);
	const task = await operation.read(item);
	const run = async () => await operation.run(task, item);
	return await memoize({ run: task }, async () => ({ itemIndex, run }));
}

/**
 * Does the work of all items side by side. Without Continue, the first one that fails ends the others.
 * @throws what has ended them
 */
async function runItems(
	{ n8n, progress, yieldToEventLoop, isContinuing }: AnalyticsExecution,
	works: Work[],
	end: AbortController,
): Promise<Array<Outcome<Items>>> {
	let firstFailure: NodeApiError | NodeOperationError | undefined;
	const runOne = async ({ itemIndex, run }: Work): Promise<Outcome<Items>> => {
		const outcome = await outcomeOf(run);
		// Once the items have been ended, the others fail for the same reason.
		if ('error' in outcome && !isContinuing && !end.signal.aborted) {
			firstFailure ??= toNodeError(n8n.getNode(), outcome.error, itemIndex);
			await progress.endStarts();
			end.abort(firstFailure);
		}
		return outcome;
	};

	const running: Array<Promise<Outcome<Items>>> = [];
	try {
		for (const work of works) {
			await yieldToEventLoop();
			running.push(running[work.itemIndex] ?? runOne(work));
		}
	} finally {
		// Items that have ended early still close their connections.
		await Promise.all(running);
	}
	end.signal.throwIfAborted();
	return await Promise.all(running);
}

const SAME_REQUEST =
	'Reused the result of an earlier item with the same request. To get only one result, turn on Settings > Execute Once.';

/** The output items of all input items. An input item that failed has one that holds its error. */
async function outputOf(
	execution: AnalyticsExecution,
	works: Work[],
	outcomes: Array<Outcome<Items>>,
): Promise<Items> {
	const { hints, savedFiles, yieldToEventLoop } = execution;
	const output: Items[] = [];
	const fileNames = new Set<string>();
	for (const [itemIndex, outcome] of outcomes.entries()) {
		await yieldToEventLoop();
		const firstIndex = works[itemIndex]!.itemIndex;
		if ('error' in outcome) {
			output.push([failedItemOf(execution, outcome.error, { itemIndex, firstIndex })]);
		} else if (firstIndex < itemIndex) {
			hints.add(SAME_REQUEST, { itemIndex });
			output.push(await copiesOf(outcome.value, itemIndex, yieldToEventLoop));
		} else {
			if (savedFiles.size > 0) nameApart(outcome.value, savedFiles, fileNames);
			output.push(outcome.value);
		}
	}
	return output.flat();
}

/** An item that failed passes its jobs on, so that Get Result can fetch their files. */
function failedItemOf(
	{ n8n, progress }: AnalyticsExecution,
	cause: unknown,
	{ itemIndex, firstIndex }: { itemIndex: number; firstIndex: number },
): INodeExecutionData {
	const node = n8n.getNode();
	const error = withAdvice(toNodeError(node, cause, itemIndex), progress.advice(firstIndex));
	const item = failedItem(error, { node, itemIndex });
	const jobId = progress.jobIdOf(firstIndex);
	// For the error output, n8n adds the fields of the input, which may have the job of an earlier export.
	if (jobId !== undefined) item.json.jobId = jobId;
	return item;
}

/** Copies items, because a node that follows may change its items, and must not change others by that. */
async function copiesOf(
	items: Items,
	itemIndex: number,
	yieldToEventLoop: AnalyticsExecution['yieldToEventLoop'],
): Promise<Items> {
	const pairedItem = { item: itemIndex };
	const copies: Items = [];
	for (const original of items) {
		await yieldToEventLoop();
		copies.push({ ...structuredClone(original), pairedItem });
	}
	return copies;
}
