import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readCredentialSettings } from '../shared/credential/settings';
import { executionOf, type Outcome, outcomeOf } from '../shared/context';
import { asError, LocalError } from '../shared/errors';
import { badItemsError, canceledError, failedItem, toNodeError } from '../shared/nodeErrors';
import { counted, inSeconds } from '../shared/text';
import { AnalyticsApi } from './api/analyticsApi';
import {
	type Access,
	type AnalyticsExecution,
	analyticsExecutionOf,
	type ItemContext,
	itemContextOf,
} from './context';
import type { Operation } from './operations/operation';
import { operationOf } from './operations/resources';

/** An input item whose fields have been read, and what is to be done for it. */
interface ItemTask {
	item: ItemContext;
	operation: Operation;
	task: object;
}

type Items = INodeExecutionData[];

/**
 * Runs the chosen operation for all input items. It reads the fields of all items first. Then all items
 * run side by side, so that all jobs are started before any of them is waited for.
 * @param isContinuing whether On Error is set to one of the two choices that continue
 * @returns the output items, in the order of the input items
 * @throws NodeApiError or NodeOperationError
 */
export async function execute(n8n: IExecuteFunctions, isContinuing: boolean): Promise<Items> {
	const stop = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	// The first item that fails ends the others by this, unless they are to continue.
	const endOthers = new AbortController();
	const signal = AbortSignal.any([stop, endOthers.signal]);
	const execution = analyticsExecutionOf(executionOf(n8n, signal, isContinuing));

	const run = await outcomeOf(async () => {
		const tasks = await readItems(execution);
		const outcomes = await runItems(execution, tasks, { stop, endOthers });
		const output = await outputOf(execution, outcomes);
		showHints(execution);
		return output;
	});
	// Nobody needs the result of what is still waiting, such as the other parts of an export that failed.
	endOthers.abort();

	if ('value' in run) return run.value;
	if (!stop.aborted) throw toNodeError(n8n.getNode(), run.error, undefined);
	const description = execution.jobs.afterStop(run.error);
	throw canceledError(n8n.getNode(), description === undefined ? {} : { description });
}

/*
 * Errors become outcomes here, so that an item that fails does not end the others. Code below this file only catches
 * what it can explain or try again.
 */

/** Reads the fields of all items, before any call. @throws without Continue, an error that names all items with a wrong field */
async function readItems(execution: AnalyticsExecution): Promise<Array<Outcome<ItemTask>>> {
	const { n8n, signal, yieldToEventLoop, isContinuing } = execution;
	const itemCount = n8n.getInputData().length;
	const setup = await outcomeOf(async () => await readSetup(execution));
	const tasks: Array<Outcome<ItemTask>> = [];
	const bad = new Map<number, unknown>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await yieldToEventLoop();
		const task = await outcomeOf(async () => await readItem(execution, setup, itemIndex));
		signal.throwIfAborted();
		tasks.push(task);
		if ('error' in task) bad.set(itemIndex, task.error);
	}
	if (bad.size > 0 && !isContinuing) throw badItemsError(n8n.getNode(), bad, itemCount);
	return tasks;
}

interface Setup extends Access {
	operation: Operation;
}

/** Reads what is the same for all items. @throws InputError */
async function readSetup(execution: AnalyticsExecution): Promise<Setup> {
	const { n8n, signal, callWaits, parameters } = execution;
	const operation = operationOf(parameters);
	const credential = await readCredentialSettings(n8n);
	// An address that is not valid is an error now, instead of at the first call.
	credential.analyticsBaseUrl();
	const api = new AnalyticsApi({ context: n8n, credential, signal, callWaits });
	return { operation, credential, api };
}

async function readItem(
	execution: AnalyticsExecution,
	setup: Outcome<Setup>,
	itemIndex: number,
): Promise<ItemTask> {
	if ('error' in setup) throw asError(setup.error);
	const { operation } = setup.value;
	const item = itemContextOf(execution, setup.value, itemIndex);
	return { item, operation, task: await operation.read(item) };
}

/**
 * Runs the tasks of all items side by side. Without Continue, the first one that fails ends the others,
 * though not while the rows of an item are being passed on to a sub-workflow: these arrive completely.
 * @throws the error that ended the others; after Stop, the one that says which rows were passed on
 */
async function runItems(
	execution: AnalyticsExecution,
	tasks: Array<Outcome<ItemTask>>,
	{ stop, endOthers }: { stop: AbortSignal; endOthers: AbortController },
): Promise<Array<Outcome<Items>>> {
	const { n8n, signal, turns, yieldToEventLoop, isContinuing } = execution;
	let failure: { error: unknown; itemIndex: number } | undefined;
	const runOne = async (task: Outcome<ItemTask>, itemIndex: number): Promise<Outcome<Items>> => {
		const outcome = 'error' in task ? task : await runTask(task.value);
		if ('value' in outcome) return outcome;
		// After Stop, the item whose rows were being passed on says how many arrived.
		const saysMore = stop.aborted && outcome.error instanceof LocalError;
		if (failure === undefined || saysMore) failure = { error: outcome.error, itemIndex };
		if (!isContinuing) endOthers.abort();
		return outcome;
	};

	const running: Array<Promise<Outcome<Items>>> = [];
	const started = await outcomeOf(async () => {
		for (const [itemIndex, task] of tasks.entries()) {
			await yieldToEventLoop();
			const outcome = runOne(task, itemIndex);
			turns.add(outcome);
			running.push(outcome);
		}
	});
	const outcomes = await Promise.all(running);
	if (!signal.aborted) return outcomes;
	if (failure !== undefined) {
		const { error, itemIndex } = failure;
		throw stop.aborted ? asError(error) : toNodeError(n8n.getNode(), error, itemIndex);
	}
	if ('error' in started) throw asError(started.error);
	return outcomes;
}

const SAME_REQUEST =
	'Reused the result of an earlier item with the same request. To get only one result, turn on Settings > Execute Once.';

/** Items with equal tasks share one run, and every item but the first gets copies of the result. */
async function runTask({ item, operation, task }: ItemTask): Promise<Outcome<Items>> {
	let isFirst = false;
	const shared = await item.memoize({ run: task }, async (): Promise<Outcome<Items>> => {
		isFirst = true;
		const outcome = await outcomeOf(async () => await operation.run(task, item));
		if ('value' in outcome) return outcome;
		// This error will end the other items, and it tells which jobs were passed on. So first, the item whose
		// rows are being passed on comes to its end.
		if (!item.isContinuing) await item.turns.close();
		return { error: item.jobs.namedIn(outcome.error, item.itemIndex, item.isContinuing) };
	});
	if (isFirst || 'error' in shared) return shared;
	item.hint(SAME_REQUEST);
	return await outcomeOf(async () => await copiesFor(item, shared.value));
}

/** Copies items, because a node that follows may change its items, and must not change others by that. */
async function copiesFor(item: ItemContext, items: Items): Promise<Items> {
	const pairedItem = { item: item.itemIndex };
	const copies: Items = [];
	for (const original of items) {
		await item.yieldToEventLoop();
		copies.push({ ...structuredClone(original), pairedItem });
	}
	return copies;
}

/** The output items of all input items. An input item that failed has one that holds its error. */
async function outputOf(
	{ n8n, yieldToEventLoop }: AnalyticsExecution,
	outcomes: Array<Outcome<Items>>,
): Promise<Items> {
	const node = n8n.getNode();
	const output: Items[] = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		await yieldToEventLoop();
		const isFailed = 'error' in outcome;
		output.push(isFailed ? [failedItem(outcome.error, { node, itemIndex })] : outcome.value);
	}
	return output.flat();
}

/** A shorter wait needs no explanation. */
const MIN_WAIT_MS = 5_000;

function showHints({ n8n, hints, callWaits }: AnalyticsExecution): void {
	if (callWaits.totalMs > MIN_WAIT_MS) {
		const waited = inSeconds(callWaits.totalMs);
		const allowed = counted(callWaits.callsPerMinute, 'call');
		hints.add(`This run waited ${waited}: the service allows ${allowed} a minute.`);
	}
	n8n.addExecutionHints(...hints.all(n8n.getInputData().length));
}
