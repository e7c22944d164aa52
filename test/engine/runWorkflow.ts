import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { EngineCredentials } from './credentials';
import { acquireIsolate, runIn } from './olderEngines';
import { PassThrough } from './PassThrough';

export interface EngineOptions {
	nodes: INode[];
	connections: IConnections;
	/** The node classes under test by type name. */
	nodeTypes: Record<string, INodeType>;
	credentialTypes: Record<string, ICredentialType>;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** Output of nodes that are not run, by node name: the input of a test. */
	pinData?: Record<string, INodeExecutionData[]>;
	timeZone?: string;
	/** How the execution was started; by hand without it. */
	mode?: WorkflowExecuteMode;
	/** As "Timeout Workflow" in the settings of a workflow. */
	timeoutMs?: number;
	onNodeDone?(nodeName: string): void;
	/** What n8n does for a node that executes another workflow. */
	executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
}

/** An execution under way, with n8n's Stop button. */
export interface Execution {
	result: Promise<IRun>;
	stop(): void;
}

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/** Never called, but n8n builds links of them. */
const URLS = {
	restApiUrl: 'http://localhost/',
	instanceBaseUrl: 'http://localhost/',
	webhookBaseUrl: 'http://localhost/',
	webhookWaitingBaseUrl: 'http://localhost/',
	formWaitingBaseUrl: 'http://localhost/',
};

let executions = 0;
let binaryData: Promise<void> | undefined;

/** Runs a workflow in n8n's own engine, with its own HTTP helper, binary data and cancelling. */
export async function startWorkflow(options: EngineOptions): Promise<Execution> {
	const { timeoutMs, mode = 'manual' } = options;
	binaryData ??= Container.get(BinaryDataService).init();
	await binaryData;

	const trigger = { [MANUAL_TRIGGER]: new PassThrough(MANUAL_TRIGGER) };
	const workflow = new Workflow({
		id: 'engine',
		name: 'Engine',
		nodes: options.nodes,
		connections: options.connections,
		active: false,
		nodeTypes: registry({ ...trigger, ...options.nodeTypes }),
		settings: { executionOrder: 'v1', timezone: options.timeZone ?? 'UTC' },
	});
	executions += 1;
	const executionId = String(executions);
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		...workflow,
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		connections: options.connections,
		nodes: options.nodes,
		name: 'Engine',
	});
	if (options.onNodeDone) hooks.addHandler('nodeExecuteAfter', options.onNodeDone);

	const additionalData = {
		credentialsHelper: new EngineCredentials(options.credentialTypes, options.credentials),
		executionId,
		hooks,
		variables: {},
		currentNodeExecutionIndex: 0,
		...(timeoutMs === undefined ? {} : { executionTimeoutTimestamp: Date.now() + timeoutMs }),
		...(options.executeWorkflow ? { executeWorkflow: options.executeWorkflow } : {}),
		...URLS,
	} as unknown as IWorkflowExecuteAdditionalData;

	const startNode = startNodeOf(options);
	const releaseIsolate = await acquireIsolate(workflow);
	const execute = new WorkflowExecute(additionalData, mode);
	const running = runIn(execute, {
		workflow,
		startNode,
		...(options.pinData ? { pinData: pinned(options.pinData) } : {}),
	});
	// n8n presses Stop by itself then.
	const timer = timeoutMs === undefined ? undefined : setTimeout(() => running.cancel(), timeoutMs);
	const result = Promise.resolve(running).finally(async () => {
		clearTimeout(timer);
		await releaseIsolate();
	});
	return { result, stop: () => running.cancel() };
}

/** The node that nothing leads to. */
function startNodeOf({ nodes, connections }: EngineOptions): INode {
	const reached = Object.values(connections).flatMap(({ main = [] }) =>
		main.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
	);
	const start = nodes.find(({ name }) => !reached.includes(name));
	if (!start) throw new Error('The workflow has no beginning');
	return start;
}

function pinned(pinData: Record<string, INodeExecutionData[]>) {
	return pinData as NonNullable<ConstructorParameters<typeof Workflow>[0]['pinData']>;
}

function registry(nodeTypes: Record<string, INodeType>): INodeTypes {
	const find = (type: string) => {
		const found = nodeTypes[type];
		if (!found) throw new Error(`There is no node ${type} in this engine`);
		return found;
	};
	return {
		getByName: find,
		getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(find(type)),
		getKnownTypes: () => ({}),
	};
}
