import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { type BadItem, badItemsError } from '../shared/badItems';
import { CREDENTIAL } from '../shared/client/send';
import { type Connection, connectionOf } from '../shared/credential/connection';
import { chatCommerceApiTest } from '../shared/credential/connectionTest';
import { asError, LocalError } from '../shared/errors';
import { failedItem } from '../shared/failedItem';
import { Hints } from '../shared/hints';
import { inParallel } from '../shared/inParallel';
import { toNodeError } from '../shared/toNodeError';
import { bulkExportFields } from './actions/bulkExport';
import { itemContext } from './actions/itemContext';
import type { Task } from './actions/operation';
import { searchQueries } from './actions/fields/queryName';
import { queryFields } from './actions/query';
import { operationOf } from './actions/router';
import { SharedWork } from './actions/sharedWork';
import { Turns } from './actions/turns';
import { JobTimes } from './job/jobTimes';

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
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Bulk Export',
						value: 'bulkExport',
						description: 'Up to 3 million rows, prepared by the service as a file',
					},
					{
						name: 'Query',
						value: 'query',
						description: 'Up to 100,000 records, returned at once',
					},
				],
				default: 'query',
			},
			...queryFields,
			...bulkExportFields,
		],
	};

	methods = { credentialTest: { chatCommerceApiTest }, listSearch: { searchQueries } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const items = [...this.getInputData().keys()];
		const stopped = this.getExecutionCancelSignal();
		const hints = new Hints();
		const shared = {
			starts: new SharedWork(),
			waits: new SharedWork(),
			times: new JobTimes(),
			results: new SharedWork(),
			turns: new Turns(),
		};
		const signal = stopped ?? new AbortController().signal;
		const tasks: Array<[itemIndex: number, task: Task]> = [];
		const bad: BadItem[] = [];
		// Read once, where a failure can be that of an item.
		let connection: Promise<Connection> | undefined;
		const connect = () => (connection ??= this.getCredentials(CREDENTIAL).then(connectionOf));

		// All items are checked before a call is made for one of them.
		for (const itemIndex of items) {
			try {
				const resource = this.getNodeParameter('resource', itemIndex);
				const operation = operationOf(resource, this.getNodeParameter('operation', itemIndex));
				const hint = (message: string) => hints.add(message, itemIndex);
				const item = { n8n: this, itemIndex, connection: await connect(), shared, signal, hint };
				tasks.push([itemIndex, operation.prepare(itemContext(item))]);
			} catch (error) {
				bad.push({ itemIndex, error });
				tasks.push([itemIndex, async () => Promise.reject(asError(error))]);
			}
		}
		if (bad[0] && !this.continueOnFail()) {
			throw toNodeError(node, badItemsError(bad, items.length), bad[0].itemIndex);
		}

		const executeItem = async ([itemIndex, task]: [number, Task], signal: AbortSignal) => {
			try {
				return await task(signal);
			} catch (error) {
				// A stopped execution is not a failed item; n8n knows it by the word "canceled".
				if (stopped?.aborted) {
					const { description } = error instanceof LocalError ? error : {};
					throw new NodeOperationError(node, 'The execution was canceled', {
						itemIndex,
						...(description === undefined ? {} : { description }),
					});
				}
				if (!this.continueOnFail()) throw toNodeError(node, error, itemIndex);
				return [failedItem(error, { node, itemIndex })];
			}
		};

		// All items at once: their jobs are started first and polled together.
		const outputs = await inParallel(tasks, { signal, onFailure: 'stopOthers' }, executeItem);
		this.addExecutionHints(...hints.all(items.length));
		return [outputs.flat()];
	}
}
