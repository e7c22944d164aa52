import type { IConnections, INode, INodeConnections, INodeParameters } from 'n8n-workflow';
import type { ExampleWorkflow } from './api';
import { PACKAGE } from './n8nProcess';

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

export function chain(name: string, ...given: INode[]): ExampleWorkflow {
	const connections: IConnections = {};
	given.slice(1).forEach((next, at) => (connections[given[at]!.name] = to(next.name)));
	const nodes = given.map((one, at): INode => ({ ...one, position: [at * 220, 0] }));
	return { name, nodes, connections };
}

function to(node: string): INodeConnections {
	return { main: [[{ node, type: 'main', index: 0 }]] };
}

export function withParameters(changed: Record<string, INodeParameters>): (node: INode) => INode {
	return (node) => ({ ...node, parameters: { ...node.parameters, ...changed[node.name] } });
}
