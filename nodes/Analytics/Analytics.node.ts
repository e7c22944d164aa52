import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { connectionOf } from '../shared/credential/connection';
import { asError, LocalError } from '../shared/errors';
import { Hints } from '../shared/hints';
import { inSeconds } from '../shared/http/body';
import { CREDENTIAL } from '../shared/http/client';
import { type BadItem, badItemsError, failedItem, toNodeError } from '../shared/nodeErrors';
import { getColumns } from './actions/fields/columns';
import { toolDescription } from './actions/fields/request';
import { itemOf, type Result, Waits } from './actions/item';
import { fields, operationOf } from './actions/operations';
import { chatCommerceApiTest } from './connectionTest';
import { searchQueries } from './queries';

const MIN_WAIT_MS = 5_000;

export class Analytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Analytics',
		name: 'analytics',
		icon: { light: 'file:analytics.svg', dark: 'file:analytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + ($parameter["queryName"] || $parameter["resource"]) }}',
		description: 'Run analytics queries and bulk exports of the chat-commerce service',
		defaults: { name: 'Chat Commerce Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties: [toolDescription, ...fields],
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
		const hints = new Hints();
		const waits = new Waits();
		const startedAt = performance.now();
		const bad: BadItem[] = [];
		const tasks: Array<() => Promise<Result>> = [];
		const addBad = (itemIndex: number, error: unknown) => {
			bad.push({ itemIndex, error });
			tasks.push(async () => await Promise.reject(asError(error)));
		};

		try {
			const connection = connectionOf(await this.getCredentials(CREDENTIAL));
			const signal = AbortSignal.any([ended.signal, ...(stopped ? [stopped] : [])]);
			const work = new Map<string, Promise<unknown>>();
			const jobLists = { jobs: [], passedOn: [], toPassOn: [] };
			const run = { n8n: this, connection, signal, hints, work, waits, ...jobLists };
			for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
				try {
					const resource = this.getNodeParameter('resource', itemIndex);
					const operation = operationOf(resource, this.getNodeParameter('operation', itemIndex));
					tasks.push(operation.prepare(itemOf(run, itemIndex)));
				} catch (error) {
					addBad(itemIndex, error);
				}
			}
		} catch (error) {
			// The credential is at fault, and no item.
			if (!this.continueOnFail()) throw toNodeError(node, error, undefined);
			this.getInputData().forEach((_, itemIndex) => addBad(itemIndex, error));
		}
		if (bad.length > 0 && !this.continueOnFail()) {
			const { error, itemIndex } = badItemsError(bad, itemCount);
			throw toNodeError(node, error, itemIndex);
		}

		const attempt = async (itemIndex: number, task: () => Promise<Result>): Promise<Result> => {
			try {
				return await task();
			} catch (error) {
				// A stopped execution is not a failed item; n8n knows it by the word "canceled".
				if (stopped?.aborted) {
					const { description } = error instanceof LocalError ? error : {};
					throw new NodeOperationError(node, 'The execution was canceled', {
						itemIndex,
						...(description === undefined ? {} : { description }),
					});
				}
				if (this.continueOnFail()) return [failedItem(error, { node, itemIndex })];
				ended.abort(error);
				throw toNodeError(node, error, itemIndex);
			}
		};
		try {
			// All items at once: their jobs are started first and polled together.
			const begun = tasks.map(async (task, itemIndex) => await attempt(itemIndex, task));
			const results = await Promise.all(begun).catch(async (error: unknown) => {
				await Promise.allSettled(begun);
				throw asError(error);
			});
			// What is passed on to a sub-workflow comes in order, once all files are known to be good.
			const output: INodeExecutionData[][] = [];
			for (const [itemIndex, result] of results.entries()) {
				const items = typeof result === 'function' ? await attempt(itemIndex, result) : result;
				output.push(items as INodeExecutionData[]);
			}
			const waitedMs = waits.totalMs();
			if (waitedMs > MIN_WAIT_MS) {
				hints.add(
					`${inSeconds(waitedMs)} of ${inSeconds(performance.now() - startedAt)} were spent waiting, to stay within the Calls per Minute of the credential.`,
				);
			}
			this.addExecutionHints(...hints.all(itemCount));
			return [output.flat()];
		} finally {
			ended.abort();
		}
	}
}
