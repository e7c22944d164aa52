import type {
	IConnection,
	ICredentialDataDecryptedObject,
	ICredentialType,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	NodeApiError,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { PassThrough } from './PassThrough';
import { type EngineOptions, startWorkflow } from './runWorkflow';

export interface NodeRunOptions {
	node: INodeType;
	parameters: INodeParameters;
	/** Input items; without them one empty item. */
	items?: Array<Partial<INodeExecutionData>>;
	credentialType: ICredentialType;
	credential: ICredentialDataDecryptedObject;
	/** By which n8n knows it. */
	credentialId?: string;
	onError?: INode['onError'];
	/** Version of the node; the newest without it. */
	typeVersion?: number;
	retryOnFail?: boolean;
	timeZone?: string;
	timeoutMs?: number;
	/** Type of the trigger in front of the node; a manual one without it. */
	triggerType?: string;
	/** The node runs a second time in the execution, as in a loop. */
	runsTwice?: boolean;
	/** See `EngineOptions`. */
	mode?: WorkflowExecuteMode;
	executeWorkflow?: EngineOptions['executeWorkflow'];
}

export interface NodeRun {
	/** What came out of the first output. */
	items: INodeExecutionData[];
	/** What came out of the error output. */
	errorItems: INodeExecutionData[];
	hints: NodeExecutionHint[];
	/** Why the node, and with it the execution, failed. */
	error: (NodeApiError & { context: Record<string, unknown> }) | undefined;
	run: IRun;
}

const TRIGGER = 'Input';
const NODE = 'Node';
const AGAIN = 'Again';
const TO_NODE: IConnection = { node: NODE, type: 'main', index: 0 };
const NO_OP = 'n8n-nodes-base.noOp';
const plainNode = (name: string, type: string, x: number): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [x, 0],
	parameters: {},
});

/** Starts one node in n8n's real engine, behind a trigger that hands it the input items. */
export async function startNode(options: NodeRunOptions) {
	const { node, parameters, credentialType, credential, onError, retryOnFail } = options;
	const type = `n8n-nodes-chat-commerce.${node.description.name}`;
	const items = options.items ?? [{ json: {} }];
	const { triggerType = 'n8n-nodes-base.manualTrigger' } = options;
	const execution = await startWorkflow({
		nodes: [
			plainNode(TRIGGER, triggerType, 0),
			{
				...plainNode(NODE, type, 200),
				typeVersion: options.typeVersion ?? [node.description.version].flat().at(-1) ?? 1,
				parameters,
				credentials: { [credentialType.name]: { id: options.credentialId ?? '1', name: 'Test' } },
				...(onError === undefined ? {} : { onError }),
				...(retryOnFail ? { retryOnFail, maxTries: 2, waitBetweenTries: 1 } : {}),
			},
			...(options.runsTwice ? [plainNode(AGAIN, NO_OP, 100)] : []),
		],
		connections: {
			[TRIGGER]: { main: [options.runsTwice ? [TO_NODE, { ...TO_NODE, node: AGAIN }] : [TO_NODE]] },
			...(options.runsTwice ? { [AGAIN]: { main: [[TO_NODE]] } } : {}),
		},
		nodeTypes: {
			[type]: node,
			[triggerType]: new PassThrough(triggerType),
			[NO_OP]: new PassThrough(NO_OP),
		},
		credentialTypes: { [credentialType.name]: credentialType },
		credentials: { [credentialType.name]: credential },
		pinData: { [TRIGGER]: items.map((item) => ({ json: {}, ...item })) },
		...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
		...(options.executeWorkflow ? { executeWorkflow: options.executeWorkflow } : {}),
		...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
		...(options.mode === undefined ? {} : { mode: options.mode }),
	});
	const result = execution.result.then(nodeRunOf);
	return { result, stop: execution.stop };
}

/** Runs one node in n8n's real engine to its end. */
export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const { result } = await startNode(options);
	return await result;
}

function nodeRunOf(run: IRun): NodeRun {
	const [done] = run.data.resultData.runData[NODE]?.slice(-1) ?? [];
	const [items, errorItems] = done?.data?.main ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		hints: done?.hints ?? [],
		error: (done?.error ?? run.data.resultData.error) as NodeRun['error'],
		run,
	};
}
