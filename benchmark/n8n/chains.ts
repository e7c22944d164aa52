import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import type { ExampleWorkflow } from '../../test/n8n/api';
import type { FinishedExport } from './exportServer';

/** A node of a workflow whose nodes follow one another. */
export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
	credentials?: NonNullable<INode['credentials']>;
}

/** A workflow that answers its webhook when its last node has run, and saves nothing. */
export function chain(path: string, steps: Step[]): ExampleWorkflow {
	const all: Step[] = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
		},
		...steps,
		// One item alone is sent back, so that the response of the webhook takes no time.
		{
			name: 'Limit',
			type: 'n8n-nodes-base.limit',
			typeVersion: 1,
			parameters: { maxItems: 1 },
		},
	];
	const nodes = all.map((step, at): INode => ({
		...step,
		id: String(at),
		position: [at * 200, 0],
	}));
	nodes[0]!.webhookId = path;
	const connections: IConnections = {};
	for (const [at, { name }] of all.entries()) {
		const next = all[at + 1];
		if (next) connections[name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	}
	return {
		name: path,
		nodes,
		connections,
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveExecutionProgress: false,
		},
	};
}

/** Bulk Export > Get Result of this package. */
export function getResult({ jobId }: FinishedExport, output: string, credentialId: string): Step[] {
	return [
		{
			name: 'Get Result',
			type: 'n8n-nodes-chat-commerce.analytics',
			typeVersion: 1,
			parameters: {
				resource: 'bulkExport',
				operation: 'getResult',
				jobId,
				output,
				binaryPropertyName: 'data',
				options: { columnNames: 'firstRow' },
			},
			credentials: { chatCommerceApi: { id: credentialId, name: 'Simulated Service' } },
		},
	];
}

/** n8n's own nodes for the same task. */
export function builtIn({ fileUrl, authorization }: FinishedExport): Step[] {
	return [
		{
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: fileUrl,
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'Authorization', value: authorization }] },
				options: { response: { response: { responseFormat: 'file' } } },
			},
		},
		{
			name: 'Compression',
			type: 'n8n-nodes-base.compression',
			typeVersion: 1.1,
			parameters: { operation: 'decompress', binaryPropertyName: 'data', outputPrefix: 'file_' },
		},
		{
			name: 'Extract From File',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'csv', binaryPropertyName: 'file_0', options: {} },
		},
	];
}
