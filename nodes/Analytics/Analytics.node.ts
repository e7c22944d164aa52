import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/credentialTest';
import { asError, LocalError } from '../shared/errors';
import { executionOf } from '../shared/context';
import { toNodeError } from '../shared/nodeErrors';
import { inSeconds } from '../shared/text';
import { getColumns } from './operations/fields/options';
import { searchQueries } from './operations/fields/queries';
import { properties } from './operations/resources';
import { type AnalyticsExecution, analyticsExecutionOf } from './context';
import { type Attempt, fetchAll, passOnAll, readAll } from './execute';

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
		const stopped = this.getExecutionCancelSignal();
		const ended = new AbortController();
		const signal = AbortSignal.any([ended.signal, ...(stopped ? [stopped] : [])]);
		try {
			const shared = executionOf(this, signal, this.continueOnFail());
			const execution = analyticsExecutionOf(shared);
			const attempt: Attempt = async (outcome, itemIndex, step) => {
				if ('error' in outcome) return outcome;
				try {
					return { value: await step(outcome.value) };
				} catch (error) {
					if (stopped?.aborted) throw asError(error);
					if (execution.isContinuing) return { error };
					// Without Continue, the first item that fails ends the work of all others.
					ended.abort(error);
					throw toNodeError(node, error, itemIndex);
				}
			};

			const works = await readAll(execution, itemCount);
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

/** A stopped execution is not a failed one: n8n knows it by the word "canceled". */
function canceled(node: INode, error: unknown): NodeOperationError {
	const { description } = error instanceof LocalError ? error : {};
	const about = description === undefined ? {} : { description };
	return new NodeOperationError(node, 'The execution was canceled', about);
}

function hintAtWait({ hints, longestWait }: AnalyticsExecution): void {
	if (longestWait.ms <= MIN_WAIT_MS) return;
	const waited = inSeconds(longestWait.ms);
	hints.add(`Calls waited for up to ${waited}, to stay within Calls per Minute of the credential.`);
}
