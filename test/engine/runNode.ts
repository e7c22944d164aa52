import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	NodeApiError,
	NodeExecutionHint,
} from 'n8n-workflow';
import { CREDENTIALS } from './credentials';
import { nodeOf } from './nodes';
import { PassThrough } from './PassThrough';
import { type EngineOptions, startWorkflow } from './runWorkflow';

export interface NodeRunOptions {
	node: INodeType;
	parameters: INodeParameters;
	items?: Array<Partial<INodeExecutionData>>;
	credential: ICredentialDataDecryptedObject;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	timeZone?: string;
	mode?: EngineOptions['mode'];
	sendDataToUI?: EngineOptions['sendDataToUI'];
}

export interface NodeRun {
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	hints: NodeExecutionHint[];
	error: (NodeApiError & { context: Record<string, unknown> }) | undefined;
	run: IRun;
}

/** A run under way, with n8n's Stop button. */
export interface StartedNode {
	result: Promise<NodeRun>;
	stop(): void;
}

const TRIGGER = 'Input';
const TRIGGER_TYPE = 'n8n-nodes-base.manualTrigger';
const NODE = 'Node';

/** Starts one node in n8n's real engine, after a trigger that hands it the input items. */
export async function startNode(options: NodeRunOptions): Promise<StartedNode> {
	const { node, parameters, credential, onError, retryOnFail } = options;
	const type = `n8n-nodes-chat-commerce.${node.description.name}`;
	const tested: INode = { ...nodeOf(NODE, type, parameters), credentials: CREDENTIALS };
	if (onError !== undefined) tested.onError = onError;
	if (retryOnFail) Object.assign(tested, { retryOnFail, maxTries: 2, waitBetweenTries: 1 });
	const items = options.items ?? [{ json: {} }];
	const execution = await startWorkflow({
		nodes: [nodeOf(TRIGGER, TRIGGER_TYPE), tested],
		connections: { [TRIGGER]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		nodeTypes: { [type]: node, [TRIGGER_TYPE]: new PassThrough(TRIGGER_TYPE) },
		credential,
		pinData: { [TRIGGER]: items.map((item) => ({ json: {}, ...item })) },
		sendDataToUI: options.sendDataToUI,
		timeZone: options.timeZone,
		mode: options.mode,
	});
	const result = execution.result.then(nodeRunOf);
	return { result, stop: execution.stop };
}

export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const { result } = await startNode(options);
	return await result;
}

function nodeRunOf(run: IRun): NodeRun {
	// With Retry On Fail, the last try counts.
	const done = run.data.resultData.runData[NODE]?.at(-1);
	const [items, errorItems] = done?.data?.main ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		hints: done?.hints ?? [],
		error: (done?.error ?? run.data.resultData.error) as NodeRun['error'],
		run,
	};
}
