import './loopbackOnly';
import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { engineCredentials } from './credentials';
import { nodeTypesOf } from './nodes';
import { acquireIsolate, runIn } from './olderEngines';

export interface EngineOptions {
	nodes: INode[];
	connections: IConnections;
	nodeTypes: Record<string, INodeType>;
	credential: ICredentialDataDecryptedObject;
	/** Output of nodes that are not run, by node name: the input of a test. */
	pinData: Record<string, INodeExecutionData[]>;
	timeZone?: string | undefined;
	/** How the execution was started; by hand, if it is not given. */
	mode?: WorkflowExecuteMode | undefined;
	/** Gets what n8n sends to the editor, such as lines for the browser's console. */
	sendDataToUI?: IWorkflowExecuteAdditionalData['sendDataToUI'] | undefined;
}

/** An execution under way, with n8n's Stop button. */
export interface Execution {
	result: Promise<IRun>;
	stop(): void;
}

let executions = 0;
let binaryData: Promise<void> | undefined;

/** Runs a workflow in n8n's own engine, with its own HTTP helper, binary data and cancelling. */
export async function startWorkflow(options: EngineOptions): Promise<Execution> {
	binaryData ??= Container.get(BinaryDataService).init();
	await binaryData;

	const workflow = new Workflow({
		id: 'engine',
		name: 'Engine',
		nodes: options.nodes,
		connections: options.connections,
		active: false,
		nodeTypes: nodeTypesOf(options.nodeTypes),
		settings: { executionOrder: 'v1', timezone: options.timeZone ?? 'UTC' },
	});
	const { mode = 'manual' } = options;
	executions += 1;
	const executionId = String(executions);
	const additionalData = {
		credentialsHelper: engineCredentials(options.credential),
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflow as unknown as IWorkflowBase),
		variables: {},
		currentNodeExecutionIndex: 0,
		sendDataToUI: options.sendDataToUI,
		// Never called, but n8n builds links of them.
		webhookWaitingBaseUrl: 'http://localhost/',
		formWaitingBaseUrl: 'http://localhost/',
	} as unknown as IWorkflowExecuteAdditionalData;

	const releaseIsolate = await acquireIsolate(workflow);
	const run = { workflow, startNode: options.nodes[0]!, pinData: options.pinData };
	const running = runIn(new WorkflowExecute(additionalData, mode), run);
	return { result: Promise.resolve(running).finally(releaseIsolate), stop: () => running.cancel() };
}
