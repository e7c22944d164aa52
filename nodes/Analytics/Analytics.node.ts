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
import { inSeconds } from '../shared/http/body';
import { badItemsError, isToolCall, toNodeError } from '../shared/nodeErrors';
import { getColumns } from './actions/fields/options';
import { searchQueries } from './actions/fields/queries';
import { properties } from './operations';
import { type Execution, executionOf } from './outputs/context';
import { type Attempt, fetchAll, type Outcome, passOnAll, readAll } from './steps';

const MIN_WAIT_MS = 5_000;

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
		properties,
	};

	methods = {
		credentialTest: { chatCommerceApiTest },
		listSearch: { searchQueries },
		loadOptions: { getColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const itemCount = this.getInputData().length;
		// A model learns of a failure only by what the tool returns.
		const isContinuing = this.continueOnFail() || isToolCall(node);
		const stopped = this.getExecutionCancelSignal();
		const ended = new AbortController();
		const signal = AbortSignal.any([ended.signal, ...(stopped ? [stopped] : [])]);
		try {
			const breathe = breather(signal);
			const execution = executionOf({ n8n: this, signal, breathe, isContinuing });
			const attempt = attemptOf({ node, isContinuing, stopped, ended });

			const works = await readAll(execution, itemCount);
			if (!isContinuing) throwIfAnyIsBad(node, works);
			const fetched = await fetchAll(execution, works, attempt);
			const output = await passOnAll(execution, fetched, attempt);

			hintAtWait(execution);
			this.addExecutionHints(...execution.hints.all(itemCount));
			return [output];
		} catch (error) {
			throw stopped?.aborted ? canceled(node, error) : toNodeError(node, error, undefined);
		} finally {
			ended.abort();
		}
	}
}

interface AttemptOptions {
	node: INode;
	isContinuing: boolean;
	stopped: AbortSignal | undefined;
	ended: AbortController;
}

/** Without Continue, the first item that fails ends the work of all others. */
function attemptOf({ node, isContinuing, stopped, ended }: AttemptOptions): Attempt {
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

function throwIfAnyIsBad(node: INode, outcomes: Array<Outcome<unknown>>): void {
	const bad = new Map<number, unknown>();
	for (const [itemIndex, outcome] of outcomes.entries()) {
		if ('error' in outcome) bad.set(itemIndex, outcome.error);
	}
	if (bad.size > 0) throw badItemsError(node, bad, outcomes.length);
}

/** A stopped execution is not a failed one: n8n knows it by the word "canceled". */
function canceled(node: INode, error: unknown): NodeOperationError {
	const { description } = error instanceof LocalError ? error : {};
	const about = description === undefined ? {} : { description };
	return new NodeOperationError(node, 'The execution was canceled', about);
}

function hintAtWait({ hints, longestWait }: Execution): void {
	if (longestWait.ms <= MIN_WAIT_MS) return;
	hints.add(
		`Calls waited for up to ${inSeconds(longestWait.ms)}, to stay within the Calls per Minute of the credential.`,
	);
}
