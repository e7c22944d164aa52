import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { ExampleWorkflow } from './api';
import { PACKAGE } from './n8nProcess';

/* Small workflows that tests make, and changes to those that they import. */

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

/** A webhook of its own, since only one published workflow may listen on a path. */
export function withPath(one: INode, path: string): INode {
	return { ...one, webhookId: path, parameters: { ...one.parameters, path } };
}

/** A node that has these items. */
export function itemsNode(name: string, jsons: IDataObject[]): INode {
	const jsCode = `return ${JSON.stringify(jsons.map((json) => ({ json })))};`;
	return node(name, 'n8n-nodes-base.code', { jsCode }, 2);
}

/** The same node at that time, whenever it runs. */
export function atTime(time: string): (node: INode) => INode {
	return (node) => {
		const json = JSON.stringify(node).replaceAll('$now', `DateTime.fromISO('${time}')`);
		return JSON.parse(json) as INode;
	};
}

/** The trigger of a sub-workflow that accepts whatever data its parent has. */
export function subWorkflowTrigger(name: string): INode {
	const parameters = { inputSource: 'passthrough' };
	return node(name, 'n8n-nodes-base.executeWorkflowTrigger', parameters, 1.1);
}

/** The node "Call", which runs a sub-workflow once for all of its items. */
export function callOf(workflowId: string): INode {
	const parameters = {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: workflowId },
		mode: 'once',
		options: {},
	};
	return node('Call', 'n8n-nodes-base.executeWorkflow', parameters, 1.2);
}

/** A workflow whose nodes follow one another. */
export function chain(name: string, ...given: INode[]): ExampleWorkflow {
	const nodes = given.map((one, index): INode => ({ ...one, position: [index * 220, 0] }));
	const connections: IConnections = {};
	let previous: INode | undefined;
	for (const next of nodes) {
		if (previous) {
			connections[previous.name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
		}
		previous = next;
	}
	return { name, nodes, connections };
}

/** Runs a node for each object that its webhook is called with: `{ items: [...] }`. */
export function forEachItem(path: string, ownNode: INode): ExampleWorkflow {
	const parameters = { fieldToSplitOut: 'body.items', options: {} };
	const split = node('Split', 'n8n-nodes-base.splitOut', parameters);
	return chain(path, webhook(path, 'onReceived'), split, ownNode);
}

/** A change that sets parameters of the nodes that are named, and leaves their others as they are. */
export function withParameters(changed: Record<string, INodeParameters>): (node: INode) => INode {
	return (node) => ({ ...node, parameters: { ...node.parameters, ...changed[node.name] } });
}

export function isNotificationsNode({ type }: INode): boolean {
	// n8n gives the node that an AI agent uses as a tool a type of its own.
	return type === `${PACKAGE}.notifications` || type === `${PACKAGE}.notificationsTool`;
}

/**
 * By default, a Notifications node sends only once its workflow is published. This sets *Send To* to *Everyone* where a
 * node does not choose for itself, so that it also sends when a test executes the workflow as the editor does.
 */
export function sendingFromEditor(node: INode): INode {
	if (!isNotificationsNode(node)) return node;
	return { ...node, parameters: { sendTo: 'everyone', ...node.parameters } };
}
