import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import type { ExampleWorkflow } from './api';
import { PACKAGE } from './userFolder';

/* Small workflows that tests make. */

export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	typeVersion = 1,
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

export const CLICK = node('Click', 'n8n-nodes-base.manualTrigger');

/** One of our nodes. */
export function ours(
	name: string,
	type: 'analytics' | 'notifications',
	parameters: INodeParameters,
): INode {
	return node(name, `${PACKAGE}.${type}`, parameters);
}

export function webhook(path: string, responseMode: 'onReceived' | 'lastNode'): INode {
	const parameters = { httpMethod: 'POST', path, responseMode, options: {} };
	return { ...node('Webhook', 'n8n-nodes-base.webhook', parameters, 2), webhookId: path };
}

/** Nodes one behind the other. */
export function chain(name: string, ...nodes: INode[]): ExampleWorkflow {
	const connections: IConnections = {};
	nodes.slice(1).forEach((next, at) => {
		connections[nodes[at]!.name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes, connections };
}
