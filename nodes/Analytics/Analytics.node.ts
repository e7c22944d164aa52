import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { breather } from '../shared/async';
import { chatCommerceApiTest } from '../shared/credential/connectionTest';
import { asError, LocalError } from '../shared/errors';
import { Hints } from '../shared/hints';
import { inSeconds } from '../shared/http/body';
import { badItemsError, failedItem, toNodeError } from '../shared/nodeErrors';
import { getColumns } from './actions/fields/options';
import { fields } from './actions/operations';
import { type Run, runOf } from './actions/run';
import { type Attempt, fetchAll, type Outcome, passOnAll, prepareAll } from './actions/steps';
import { searchQueries } from './queries';

const MIN_WAIT_MS = 5_000;
const RUNS_AGAIN =
	'The first row has a column named error, which n8n takes for a failure, so Retry On Fail runs this node again. Turn it off in Settings, or leave the column out with Options > Output Columns.';

export class Analytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Analytics',
		name: 'analytics',
		icon: { light: 'file:analytics.svg', dark: 'file:analytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + $parameter[$parameter["operation"].startsWith("get") ? "resource" : "queryName"] }}',
		description: 'Run analytics queries and bulk exports of the chat-commerce service',
		defaults: { name: 'Chat Commerce Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties: fields,
	};

	methods = {
		credentialTest: { chatCommerceApiTest },
		listSearch: { searchQueries },
		loadOptions: { getColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const itemCount = this.getInputData().length;
		const isContinuing = this.continueOnFail();
		const stopped = this.getExecutionCancelSignal();
		const ended = new AbortController();
		const signal = AbortSignal.any([ended.signal, ...(stopped ? [stopped] : [])]);
		const breathe = breather(signal);
		const hints = new Hints();
		try {
			const run = await runOf({ n8n: this, signal, hints, breathe }).catch(asError);
			if (run instanceof Error) {
				// The credential is at fault, and no item.
				if (!isContinuing) throw run;
				const each = Array.from({ length: itemCount }, () => ({ error: run }));
				return [await outputOf(each, { node, breathe })];
			}
			const attempt = attemptOf({ node, isContinuing, stopped, ended });

			const prepared = await prepareAll(run, itemCount);
			if (!isContinuing) throwIfAnyIsBad(node, prepared);
			const fetched = await fetchAll(run, prepared, attempt);
			const outcomes = await passOnAll(run, fetched, attempt);
			const output = await outputOf(outcomes, { node, breathe });

			const [first] = outcomes;
			if (first && 'value' in first) hintAtRetry(hints, node, first.value[0]);
			hintAtWaits(hints, run);
			this.addExecutionHints(...hints.all(itemCount));
			return [output];
		} catch (error) {
			throw stopped?.aborted ? canceled(node, error) : toNodeError(node, error, undefined);
		} finally {
			ended.abort();
		}
	}
}

type Attempts = {
	node: INode;
	isContinuing: boolean;
	stopped: AbortSignal | undefined;
	ended: AbortController;
};

/** Without Continue, the first item that fails ends the work of all others. */
function attemptOf({ node, isContinuing, stopped, ended }: Attempts): Attempt {
	return async (outcome, itemIndex, step) => {
		if ('error' in outcome) return outcome;
		try {
			return { value: await step(outcome.value) };
		} catch (error) {
			if (stopped?.aborted) throw asError(error);
			if (isContinuing) return { error };
			ended.abort(error);
			throw toNodeError(node, error, itemIndex);
		}
	};
}

function throwIfAnyIsBad(node: INode, prepared: Array<Outcome<unknown>>): void {
	const bad = new Map<number, unknown>();
	for (const [itemIndex, outcome] of prepared.entries()) {
		if ('error' in outcome) bad.set(itemIndex, outcome.error);
	}
	if (bad.size > 0) throw badItemsError(node, bad, prepared.length);
}

async function outputOf(
	outcomes: Array<Outcome<INodeExecutionData[]>>,
	{ node, breathe }: { node: INode } & Pick<Run, 'breathe'>,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[][] = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		await breathe();
		const isFailed = 'error' in outcome;
		output.push(isFailed ? [failedItem(outcome.error, { node, itemIndex })] : outcome.value);
	}
	return output.flat();
}

/** A stopped execution is not a failed one: n8n knows it by the word "canceled". */
function canceled(node: INode, error: unknown): NodeOperationError {
	const { description } = error instanceof LocalError ? error : {};
	const about = description === undefined ? {} : { description };
	return new NodeOperationError(node, 'The execution was canceled', about);
}

/** n8n takes a first item with a field of this name for a failure, and runs the node again. */
function hintAtRetry(hints: Hints, node: INode, first: INodeExecutionData | undefined): void {
	const { error } = first?.json ?? {};
	if (!node.retryOnFail || error === undefined || error === null || error === false) return;
	hints.warn(RUNS_AGAIN);
}

function hintAtWaits(hints: Hints, { waits, startedAt }: Run): void {
	const waitedMs = waits.totalMs();
	if (waitedMs <= MIN_WAIT_MS) return;
	hints.add(
		`${inSeconds(waitedMs)} of ${inSeconds(performance.now() - startedAt)} were spent waiting, to stay within the Calls per Minute of the credential.`,
	);
}
