import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/connectionTest';
import { failedItem } from '../shared/failedItem';
import { Hints } from '../shared/hints';
import { together } from '../shared/together';
import { toNodeError } from '../shared/toNodeError';
import { bulkExportFields } from './actions/bulkExport';
import { itemRun, readConnection } from './actions/itemRun';
import { operationOf } from './actions/router';
import { queryFields } from './actions/query';

export class Analytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Analytics',
		name: 'analytics',
		icon: { light: 'file:analytics.svg', dark: 'file:analytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
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
						description: 'Up to 100,000 records, answered at once',
					},
				],
				default: 'query',
			},
			...queryFields,
			...bulkExportFields,
		],
	};

	methods = { credentialTest: { chatCommerceApiTest } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0);
		const name = this.getNodeParameter('operation', 0);
		const connection = readConnection(this);
		const hints = new Hints();

		const runItem = async (itemIndex: number, signal: AbortSignal) => {
			const hint = (message: string) => hints.add(message, itemIndex);
			try {
				return await operationOf(resource, name).execute(
					itemRun({ context: this, itemIndex, connection: await connection, signal, hint }),
				);
			} catch (error) {
				// A stopped execution is not a failed item; n8n knows it by the word "canceled".
				if (this.getExecutionCancelSignal()?.aborted) {
					throw new NodeOperationError(this.getNode(), 'The execution was canceled', { itemIndex });
				}
				const node = this.getNode();
				const token = await connection.then(
					(known) => known.token,
					() => '',
				);
				const nodeError = toNodeError(node, error, itemIndex, token);
				if (this.continueOnFail()) return [failedItem({ node, error: nodeError, itemIndex })];
				throw nodeError;
			}
		};

		// All items at once: their jobs are started first and polled together.
		const outputs = await together(
			this.getInputData().map((_, itemIndex) => (signal) => runItem(itemIndex, signal)),
			this.getExecutionCancelSignal() ?? new AbortController().signal,
		);
		this.addExecutionHints(...hints.all(outputs.length));
		return [outputs.flat()];
	}
}
