import './loopbackOnly';
import { ExecuteContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { CREDENTIALS, engineCredentials } from './credentials';
import { nodeOf, nodeTypesOf } from './nodes';
import { acquireIsolate } from './olderEngines';

export interface AgentToolOptions {
	node: INodeType;
	parameters: INodeParameters;
	/** What the model gives the tool. */
	json: INodeExecutionData['json'];
	credential: ICredentialDataDecryptedObject;
}

/**
 * Runs a node as n8n's own agents (project > Agents) run a tool: outside of any execution, in the mode `internal`, whether
 * a draft is tried or the agent is published. n8n 2.41.1 does so in `node-execution/ephemeral-node-executor.js`.
 */
export async function runAsAgentTool(options: AgentToolOptions): Promise<INodeExecutionData[]> {
	const { node: nodeType, parameters, json, credential } = options;
	const type = `n8n-nodes-chat-commerce.${nodeType.description.name}`;
	const node = { ...nodeOf('Target Node', type, parameters), credentials: CREDENTIALS };
	const nodeTypes = nodeTypesOf({ [type]: nodeType });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = {
		credentialsHelper: engineCredentials(credential),
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/',
		formWaitingBaseUrl: 'http://localhost/',
	} as unknown as IWorkflowExecuteAdditionalData;
	const withoutExecution = { resultData: { runData: {} } } as unknown as IRunExecutionData;
	const items = [{ json }];
	const data = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		withoutExecution,
		0,
		items,
		data,
		{ node, data, source: null },
		[],
	);
	const releaseIsolate = await acquireIsolate(workflow);
	try {
		// n8n's own types of it differ.
		const functions = context as unknown as IExecuteFunctions;
		const [output] = (await nodeType.execute!.call(functions)) as INodeExecutionData[][];
		return output ?? [];
	} finally {
		await releaseIsolate();
	}
}
